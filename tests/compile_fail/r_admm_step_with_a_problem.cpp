// expect: cleave: a data-free step is a function of published values and numbers
// R-ADMM's own rule, given a problem beside eta and gamma.
#include <cleave/cleave.hpp>

using namespace cleave;

bool relayed([[maybe_unused]] const least_squares<>& problem) {
  const graph_network net(in_process<>(3), cycle(3));
  auto board = net.open<double>(vec<>::Zero(2));
#ifdef CLEAVE_FAIL
  return net.relay(board, board.known, recycled_step{}, 1.0, problem);
#else
  return net.relay(board, board.known, recycled_step{}, 1.0, 0.0);
#endif
}
