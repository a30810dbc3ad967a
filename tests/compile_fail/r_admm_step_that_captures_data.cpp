// expect: cleave: a data-free step is a function of published values and numbers
// The same by a lambda that captures the data.
#include <cleave/cleave.hpp>

using namespace cleave;

template <class Lambda>
struct rule_of : Lambda {
  template <class S>
  static void apply(index_t i, auto, const published<S>& now, const published<S>&, out<S> f) {
    f = now[i];
  }
};
template <class Lambda>
rule_of(Lambda) -> rule_of<Lambda>;

bool relayed() {
  const graph_network net(in_process<>(3), cycle(3));
  auto board = net.open<double>(vec<>::Zero(2));
  [[maybe_unused]] const vec<> data = vec<>::Ones(2);
#ifdef CLEAVE_FAIL
  return net.relay(board, board.known, rule_of{[data] { return data.sum(); }});
#else
  return net.relay(board, board.known, rule_of{[] { return 0.0; }});
#endif
}
