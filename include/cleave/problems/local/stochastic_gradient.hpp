/// \file
/// The prox by minibatch gradient steps.
#pragma once

#include <cleave/core/check.hpp>
#include <cleave/core/distributions.hpp>
#include <cleave/core/stream.hpp>
#include <cleave/problems/local/local_solver.hpp>

#include <algorithm>
#include <numeric>
#include <span>
#include <vector>

namespace cleave {

/// A function that is a mean over rows of data, plus what does not depend on them.
///
/// Requirements: (1) `index_t rows() const`; (2) `void gradient_of_rows(std::span<const index_t> which, in<S> x,
/// out<S> g) const` writes the gradient that f would have if all rows were like those of `which`, never reads g, and
/// does not allocate. Law: over parts of equal size that make up all rows, its mean is the gradient. Optional:
/// `row_smoothness()`, a smoothness of f if all rows were like any single one. Models: logistic, least_squares.
template <class F>
concept has_row_gradients = differentiable<F> &&
    requires(const F& f, std::span<const index_t> which, in<scalar_of<F>> x, out<scalar_of<F>> g) {
  { f.rows() } -> std::convertible_to<index_t>;
  f.gradient_of_rows(which, x, g);
};

/// `epochs` passes over the rows, in batches of `batch` rows B: x -= eta [grad f_B(x) + (x - v) / step], from the warm
/// start. Every pass of every call takes the rows of a client in one order, which is shuffled once and is a pure
/// function of the seed and the number of rows; no state is carried. Inexact: x ends in a neighbourhood of the prox
/// that shrinks with eta, where the rows do not agree on the prox: a method that uses it settles beside the optimum,
/// and its residual, which sees that nothing moves, does not tell. With batch >= rows it is `gradient_steps`.
///
/// eta = 0 takes 1 / (L_B + 1/step), L_B = [n (b - 1) L + (n - b) L_1] / [b (n - 1)] for n rows and batches of b, with
/// the problem's smoothness() L and row_smoothness() L_1: the expected smoothness of Gower, Loizou, Qian, Sailanbayev,
/// Shulgin and Richtarik (2019), DOI 10.48550/arXiv.1901.09401. Counts a gradient for each pass and an inner iteration
/// for each batch. Shuffling once: Mishchenko, Khaled and Richtarik (2020), DOI 10.48550/arXiv.2006.05988.
class stochastic_gradient {
 public:
  static constexpr bool is_exact = false;
  template <class F>
  static constexpr bool warm_started = true;

  /// \param epochs at least 1
  /// \param batch  rows in a step, at least 1
  /// \param eta    finite, >= 0; 0 chooses it
  /// \param seed   of the order of the rows
  /// \throws std::invalid_argument
  explicit stochastic_gradient(int epochs = 1, index_t batch = 32, double eta = 0, std::uint64_t seed = 1)
      : epochs_(epochs), batch_(batch), eta_(eta), seed_(seed) {
    check(epochs >= 1, "stochastic_gradient: epochs", "at least 1", epochs);
    check(batch >= 1, "stochastic_gradient: batch", "at least 1", batch);
    check_not_negative(eta, "stochastic_gradient: eta");
  }

  template <class F>
  struct memory {
    double smoothness = 0;
    std::vector<index_t> order;
  };
  template <class S>
  using scratch = detail::one_gradient<S>;

  /// \throws std::invalid_argument if eta is to be chosen and the problem does not know its smoothness
  template <class F>
  memory<F> prepare(const F& f) const {
    static_assert(has_row_gradients<F>,
                  "cleave: the local solver `stochastic_gradient` needs value, gradient, `index_t rows() const` and "
                  "`void gradient_of_rows(std::span<const index_t> which, in<S> x, out<S> g) const`");
    memory<F> m;
    if (eta_ == 0) {
      m.smoothness = smoothness_of_batch(f);
      check(std::isfinite(m.smoothness), "stochastic_gradient: eta",
            "given when the problem does not know its smoothness() and row_smoothness()", eta_);
    }
    if (batch_ < f.rows()) {
      m.order.resize(static_cast<std::size_t>(f.rows()));
      std::iota(m.order.begin(), m.order.end(), index_t{0});
      stream random(seed_, purpose::row_order, static_cast<std::uint64_t>(f.rows()));
      permute(random, m.order.begin(), m.order.end());
    }
    return m;
  }

  template <class F, class S>
  counters prox(const F& f, memory<F>& m, scratch<S>& w, S step, in<S> v, out<S> x) const {
    const detail::prox_objective<F, S> phi(f, v, step);
    const S curvature = S(m.smoothness) + phi.weight();  // 0: a client without data, which stays where it is
    const S eta = eta_ > 0 ? S(eta_) : curvature > 0 ? 1 / curvature : S{0};
    const std::span<const index_t> order(m.order);
    const auto batch = static_cast<std::size_t>(batch_);
    counters cost{.prox = 1};
    for (int epoch = 0; epoch < epochs_; ++epoch) {
      ++cost.gradients;
      std::size_t first = 0;
      do {
        if (order.empty()) {
          phi.gradient(x, w.g);
        } else {
          f.gradient_of_rows(order.subspan(first, (std::min)(batch, order.size() - first)), x, w.g);
          w.g += phi.weight() * (x - v);
        }
        x -= eta * w.g;
        ++cost.inner_iterations;
        first += batch;
      } while (first < order.size());
    }
    return cost;
  }

 private:
  template <class F>
  double smoothness_of_batch(const F& f) const {
    const double whole = smoothness_of(f);
    if (batch_ >= f.rows()) return whole;
    if constexpr (requires {
                    { f.row_smoothness() } -> std::convertible_to<double>;
                  }) {
      const auto n = static_cast<double>(f.rows()), b = static_cast<double>(batch_);
      return (n * (b - 1) * whole + (n - b) * static_cast<double>(f.row_smoothness())) / (b * (n - 1));
    } else {
      return std::numeric_limits<double>::infinity();
    }
  }

  int epochs_;
  index_t batch_;
  double eta_;
  std::uint64_t seed_;
};

}  // namespace cleave
