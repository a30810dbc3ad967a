// expect: cleave: the regulariser and the clients must have one scalar type, such as l1_norm<float> for float
#include <cleave/cleave.hpp>

#include <vector>

using namespace cleave;

void split(const std::vector<least_squares<dense_rows<float>>>& problems) {
#ifdef CLEAVE_FAIL
  const auto solver = feddr(problems, l1_norm(0.1), {.step = 1});
#else
  const auto solver = feddr(problems, l1_norm<float>(0.1F), {.step = 1});
#endif
  auto state = solver.init(vec<float>::Ones(2));
  (void)run(solver, state, stop::rounds(10));
}
