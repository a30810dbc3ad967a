// expect: cleave: a data-free step is a function of published values and numbers
// A rule for the even step that carries a node's data with it.
#include <cleave/cleave.hpp>

#include <span>

using namespace cleave;

struct silent_rule {
#ifdef CLEAVE_FAIL
  const least_squares<>* data = nullptr;
#endif
  template <class S>
  static void apply(index_t i, std::span<const neighbour>, const published<S>& now, const published<S>&, out<S> f) {
    f = now[i];
  }
};

bool relayed() {
  const graph_network net(in_process<>(3), cycle(3));
  auto board = net.open<double>(vec<>::Zero(2));
  return net.relay(board, board.known, silent_rule{});
}
