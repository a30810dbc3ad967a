/// \file
/// Pictures by gnuplot, where it is there.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <map>
#include <numeric>
#include <string>
#include <vector>

namespace example {

/// A curve with its name beside its end. Curves of a family share a colour and differ in their dashes; one that ends
/// before the others goes on as a thin dotted line.
struct curve {
  std::string name, family;
  std::vector<double> x, y;
};

struct picture {
  std::string title, remark;  // the remark stands below the title, smaller
  std::string x_label, y_label;
  std::vector<curve> curves;
  std::vector<curve> lines;  // thin ones for comparison, over the whole width at y[0]; they have no x
  bool log_x = false, log_y = false;
  double floor = 1e-16;  // where a logarithmic y axis ends
};

namespace detail {

inline std::string in_quotes(const std::string& text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("''") : std::string(1, c);
  return out + "'";
}

/// The smallest and the largest that is drawn.
struct range {
  double least = std::numeric_limits<double>::infinity(), most = -least;
  void include(double v) {
    if (!std::isfinite(v)) return;
    least = std::min(least, v);
    most = std::max(most, v);
  }
};

/// Moves heights, each the middle of a label, until no two are closer than `apart`, and each as little as that allows:
/// labels that meet become a stack around their mean.
inline std::vector<double> spread(const std::vector<double>& heights, double apart) {
  std::vector<std::size_t> order(heights.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return heights[a] < heights[b]; });
  struct stack {
    double middle;
    std::size_t count;
    double bottom(double apart) const { return middle - apart * static_cast<double>(count - 1) / 2; }
    double top(double apart) const { return middle + apart * static_cast<double>(count - 1) / 2; }
  };
  std::vector<stack> stacks;
  for (const std::size_t i : order) {
    stacks.push_back({heights[i], 1});
    while (stacks.size() > 1) {
      const stack above = stacks.back(), below = stacks[stacks.size() - 2];
      if (above.bottom(apart) - below.top(apart) >= apart) break;
      const double n = static_cast<double>(above.count), m = static_cast<double>(below.count);
      stacks.pop_back();
      stacks.back() = {(n * above.middle + m * below.middle) / (n + m), above.count + below.count};
    }
  }
  std::vector<double> moved(heights.size());
  std::size_t next = 0;
  for (const auto& s : stacks)
    for (std::size_t j = 0; j < s.count; ++j) moved[order[next++]] = s.bottom(apart) + apart * static_cast<double>(j);
  return moved;
}

}  // namespace detail

/// Draws curves, each with its name at its end in its colour.
/// \param path ends in .svg or .png
/// \return false, having said so on standard error, where there is no gnuplot or it fails
inline bool draw(const std::string& path, const picture& p) {
  using detail::in_quotes;
  if (std::system("command -v gnuplot > /dev/null 2>&1") != 0) {
    std::fprintf(stderr, "no picture: gnuplot is not installed (Debian: gnuplot-nox)\n");
    return false;
  }
  std::FILE* gnuplot = popen("gnuplot", "w");
  if (gnuplot == nullptr) return false;

  const auto drawn = [&](double y) { return p.log_y ? std::max(y, p.floor) : y; };
  detail::range across, up;
  if (p.log_y) up.include(p.floor);
  for (const auto& c : p.curves) {
    for (const double x : c.x) across.include(x);
    for (const double y : c.y)
      if (std::isfinite(y)) up.include(drawn(y));
  }
  for (const auto& l : p.lines) up.include(drawn(l.y[0]));
  if (p.log_x) across.least = 1;
  if (!(across.least < across.most)) across = {across.least, across.least + 1};
  if (!(up.least <= up.most)) up = {p.log_y ? p.floor : 0, 1};
  const auto scaled = [&](double y) { return p.log_y ? std::log10(y) : y; };
  const auto unscaled = [&](double h) { return p.log_y ? std::pow(10, h) : h; };
  double bottom = scaled(up.least), top = scaled(up.most);
  const double room = p.log_y ? std::log10(3) : std::max(0.05 * (top - bottom), 1e-9);
  bottom -= room, top += room;

  const bool png = path.ends_with(".png");
  std::fprintf(gnuplot, "set terminal %s size 960,560 font 'sans,13'\n", png ? "pngcairo" : "svg background 'white'");
  std::fprintf(gnuplot, "set output %s\nset title %s font 'sans,15' offset 0,1\n", in_quotes(path).c_str(),
               in_quotes(p.title).c_str());
  std::fprintf(gnuplot, "set label %s at graph 0.5,1.04 center font 'sans,12' tc '#555555'\n",
               in_quotes(p.remark).c_str());
  std::fprintf(gnuplot, "set xlabel %s\nset ylabel %s\n", in_quotes(p.x_label).c_str(), in_quotes(p.y_label).c_str());
  if (p.log_x) std::fprintf(gnuplot, "set logscale x\n");
  if (p.log_y) std::fprintf(gnuplot, "set logscale y\nset format y '10^{%%T}'\nset mytics 1\n");
  std::fprintf(gnuplot, "set border 3\nset tics nomirror out\nset grid ytics lt 1 lc '#dddddd'\n");

  std::vector<curve> all = p.lines;
  all.insert(all.end(), p.curves.begin(), p.curves.end());
  std::size_t longest = 0;
  std::vector<double> heights;
  for (const auto& c : all) {
    longest = std::max(longest, c.name.size());
    heights.push_back(scaled(c.y.empty() || !std::isfinite(c.y.back()) ? unscaled(top) : drawn(c.y.back())));
  }
  heights = detail::spread(heights, (top - bottom) / 20);
  std::fprintf(
      gnuplot,
      "set xrange [%g:%g]\nset yrange [%.17g:%.17g]\nset tmargin 4\nset bmargin 4\nset rmargin %zu\nunset key\n",
      across.least, across.most, unscaled(bottom), unscaled(top), std::max<std::size_t>(16, longest + 2));

  const char* colours[] = {"#d55e00", "#cc79a7", "#0072b2", "#009e73", "#e69f00", "#56b4e9", "#000000"};  // Okabe, Ito
  std::vector<std::string> families;
  std::map<std::string, std::size_t> members;
  std::string plot, data;
  const auto add = [&](const std::string& style, const std::string& colour, const std::vector<double>& x,
                       const std::vector<double>& y) {
    plot += (plot.empty() ? "plot '-' with lines " : ", '-' with lines ") + style + " lc rgb '" + colour + "'";
    char point[64];
    for (std::size_t j = 0; j < x.size(); ++j) {
      if (!std::isfinite(y[j])) continue;
      std::snprintf(point, sizeof point, "%.17g %.17g\n", x[j], drawn(y[j]));
      data += point;
    }
    data += "e\n";
  };
  for (std::size_t i = 0; i < all.size(); ++i) {
    const curve& c = all[i];
    std::string colour = "#555555";
    if (i < p.lines.size()) {
      add("lw 1 dt 2", colour, {across.least, across.most}, {c.y[0], c.y[0]});
    } else {
      const auto known = std::find(families.begin(), families.end(), c.family);
      colour = colours[(known - families.begin()) % 7];
      if (known == families.end()) families.push_back(c.family);
      add("lw 2.5 dt " + std::to_string(++members[c.family]), colour, c.x, c.y);
      if (!c.x.empty() && c.x.back() < across.most)
        add("lw 1.5 dt 3", colour, {c.x.back(), across.most}, {c.y.back(), c.y.back()});
    }
    std::fprintf(gnuplot, "set label %s at graph 1.01, first %.17g tc rgb '%s'\n", in_quotes(c.name).c_str(),
                 unscaled(heights[i]), colour.c_str());
  }
  std::fprintf(gnuplot, "%s\n%s", plot.c_str(), data.c_str());
  const bool good = pclose(gnuplot) == 0;
  if (!good) std::fprintf(stderr, "no picture: gnuplot could not write %s\n", path.c_str());
  return good;
}

}  // namespace example
