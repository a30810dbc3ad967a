// expect: cleave: a data-free step is a function of published values and numbers
// A problem, or a pointer to it, in the place of a number.
#include <cleave/cleave.hpp>

#include <span>

using namespace cleave;

struct rule_with_number {
  template <class S>
  static void apply(index_t i, std::span<const neighbour>, const published<S>& now, const published<S>&, out<S> f,
                    auto) {
    f = now[i];
  }
};

bool relayed(const least_squares<>& problem) {
  const graph_network net(in_process<>(3), cycle(3));
  auto board = net.open<double>(vec<>::Zero(2));
#ifdef CLEAVE_FAIL
  return net.relay(board, board.known, rule_with_number{}, &problem);
#else
  return net.relay(board, board.known, rule_with_number{}, problem.rows() > 0 ? 1.0 : 0.5);
#endif
}
