/// \file
/// Pictures by gnuplot, where it is there.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

namespace example {

/// A curve with its name beside its end.
struct curve {
  std::string name;
  std::vector<double> x, y;
};

/// Refuses a picture of another kind, before any work is done. \throws std::invalid_argument
inline void check_picture(const std::string& path) {
  const auto ends_with = [&](const std::string& e) {
    return path.size() > e.size() && path.compare(path.size() - e.size(), e.size(), e) == 0;
  };
  if (!path.empty() && !ends_with(".svg") && !ends_with(".png"))
    throw std::invalid_argument("--plot: expected a name ending in .svg or .png, got '" + path + "'");
}

inline std::string quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("''") : std::string(1, c);
  return out + "'";
}

/// Curves over rounds with a logarithmic y axis that ends at `floor`, where rounding begins.
/// \return false, having said so on standard error, where there is no gnuplot or it fails
inline bool plot_log(const std::string& path, const std::string& title, const std::string& remark,
                     const std::string& x_label, const std::string& y_label, const std::vector<curve>& curves,
                     double floor) {
  if (std::system("command -v gnuplot > /dev/null 2>&1") != 0) {
    std::fprintf(stderr, "no picture: gnuplot is not installed (Debian: gnuplot-nox)\n");
    return false;
  }
  std::FILE* gnuplot = popen("gnuplot", "w");
  if (gnuplot == nullptr) return false;
  const bool png = path.back() == 'g' && path[path.size() - 3] == 'p';
  double last = 1, top = floor * 10;
  for (const auto& c : curves) {
    for (const double x : c.x) last = std::max(last, x);
    for (const double y : c.y)
      if (std::isfinite(y)) top = std::max(top, y);
  }
  std::fprintf(gnuplot, "set terminal %s size 960,560 font 'sans,13'\n", png ? "pngcairo" : "svg background 'white'");
  std::fprintf(gnuplot, "set output %s\nset title %s font 'sans,15' offset 0,1\n", quoted(path).c_str(),
               quoted(title).c_str());
  std::fprintf(gnuplot, "set label %s at graph 0.5,1.04 center font 'sans,12' tc '#555555'\n", quoted(remark).c_str());
  std::fprintf(gnuplot, "set xlabel %s\nset ylabel %s\n", quoted(x_label).c_str(), quoted(y_label).c_str());
  std::fprintf(gnuplot,
               "set logscale y\nset format y '10^{%%T}'\nset border 3\nset tics nomirror out\nset mytics 1\nset grid "
               "ytics lt 1 lc '#dddddd'\n");
  std::fprintf(gnuplot,
               "set xrange [0:%g]\nset yrange [%g:%g]\nset rmargin 16\nset tmargin 4\nset bmargin 4\nunset key\n", last,
               floor / 3, top * 3);
  const char* colours[] = {"#d55e00", "#cc79a7", "#0072b2", "#009e73", "#e69f00", "#56b4e9", "#000000"};  // Okabe, Ito

  // Names stand beside the ends of their curves, moved apart where these meet.
  std::vector<std::size_t> order(curves.size());
  std::vector<double> height(curves.size());
  for (std::size_t i = 0; i < curves.size(); ++i) {
    order[i] = i;
    height[i] = curves[i].y.empty() ? 0 : std::log10(std::max(curves[i].y.back(), floor));
  }
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return height[a] < height[b]; });
  const double apart = (std::log10(top * 3) - std::log10(floor / 3)) / 20;
  for (std::size_t i = 1; i < order.size(); ++i)
    height[order[i]] = std::max(height[order[i]], height[order[i - 1]] + apart);
  std::string plot = "plot ";
  for (std::size_t i = 0; i < curves.size(); ++i) {
    const char* colour = colours[i % 7];
    std::fprintf(gnuplot, "set label %s at graph 1.01, first %g tc rgb '%s'\n", quoted(curves[i].name).c_str(),
                 std::pow(10, height[i]), colour);
    plot += std::string(i == 0 ? "" : ", ") + "'-' with lines lw 2.5 lc rgb '" + colour + "'";
  }
  std::fprintf(gnuplot, "%s\n", plot.c_str());
  for (const auto& c : curves) {
    for (std::size_t i = 0; i < c.x.size(); ++i)
      if (std::isfinite(c.y[i])) std::fprintf(gnuplot, "%.17g %.17g\n", c.x[i], std::max(c.y[i], floor));
    std::fprintf(gnuplot, "e\n");
  }
  const bool good = pclose(gnuplot) == 0;
  if (!good) std::fprintf(stderr, "no picture: gnuplot could not write %s\n", path.c_str());
  return good;
}

}  // namespace example
