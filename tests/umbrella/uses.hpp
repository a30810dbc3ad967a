/// \file
/// A little of everything, so that templates are looked at too.
#pragma once

inline double use_cleave() {
  using namespace cleave;
  const dense_rows<> a = dense_rows<>::Identity(3, 2);
  const clients problems(std::vector(2, least_squares<>(a, vec<>::Ones(3))));
  const auto solver = feddr(star_of(2, threads(2)).with(sample_uniformly(1)), problems, box<>(0, 1), {.step = 1.0});
  auto state = solver.init(vec<>::Zero(2));
  const result r = run(solver, state, stop::residual(1e-9) || stop::rounds(3), [](const auto&) {});
  save("state", solver, state);
  load("state", solver, state);
  const auto nodes = r_admm(graph_network(in_process<>(2), cycle(2)), problems);
  auto words = nodes.init(vec<>::Zero(2));
  stream random(1);
  return r.seconds + solver.model(state)[0] + static_cast<double>(nodes.step(words)) + gamma(random, 2);
}
