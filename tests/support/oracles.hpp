/// \file
/// Every linear minimisation oracle, with an independent answer: the smallest product over its set, and how far a point
/// lies outside. A new header under operators/lmo is registered in tests/laws/catalogue/oracles.cpp.
#pragma once

#include <cleave/operators/concepts.hpp>

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace support {

/// Any oracle; its type is forgotten so that a law is compiled once. \tparam S float or double
template <class S>
class any_oracle {
 public:
  template <cleave::linear_minimizer O>
  any_oracle(O oracle)
      : memory_(oracle.memory()),
        make_([oracle = std::move(oracle)] { return std::make_unique<working<O>>(oracle); }) {}

  /// An oracle with a scratch of its own, and its last answer.
  struct session {
    virtual ~session() = default;
    virtual void minimize(cleave::in<S> d, cleave::out<S> warm) = 0;
    virtual void add_to(S c, cleave::out<S> x) const = 0;
    virtual S dot(cleave::in<S> d) const = 0;
  };
  cleave::index_t memory() const { return memory_; }
  std::unique_ptr<session> open() const { return make_(); }

 private:
  template <class O>
  struct working final : session {
    explicit working(const O& oracle) : o(oracle), scratch(o.prepare()) {}
    void minimize(cleave::in<S> d, cleave::out<S> warm) override {
      auto a = o.minimize(d, warm, scratch);
      add = [a](S c, cleave::out<S> x) { a.add_to(c, x); };
      product = [a](cleave::in<S> with) { return a.dot(with); };
    }
    void add_to(S c, cleave::out<S> x) const override { add(c, x); }
    S dot(cleave::in<S> d) const override { return product(d); }
    O o;
    typename O::scratch scratch;
    std::function<void(S, cleave::out<S>)> add;
    std::function<S(cleave::in<S>)> product;
  };

  cleave::index_t memory_;
  std::function<std::unique_ptr<session>()> make_;
};

/// One registered oracle.
template <class S>
struct oracle_entry {
  using wide = cleave::vec<double>;

  std::string header;
  std::string name;
  std::function<bool(cleave::index_t)> fits;
  std::function<any_oracle<S>(cleave::index_t)> make;
  std::function<double(const wide&)> least;    // min <d, a> over the set, in doubles, by other means
  std::function<double(const wide&)> outside;  // 0 in the set; a distance, or more, elsewhere
  double size;                                 // of the set's points
  double tolerance;                            // of the product, relative to size times ||d||; 0 up to rounding
};

template <class S>
std::vector<oracle_entry<S>> make_oracles();

/// The list, made once. \tparam S float or double
template <class S>
const std::vector<oracle_entry<S>>& oracles() {
  static const auto all = make_oracles<S>();
  return all;
}

}  // namespace support
