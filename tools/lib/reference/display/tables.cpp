// SPDX-License-Identifier: MIT
// Tables of ACES 2's output transform in double precision.
#include <algorithm>
#include <cmath>
#include <functional>

#include "reference/display/hull.h"

namespace reference {
namespace {

constexpr std::size_t kCorners = 6;
using Corners = std::array<Rgb, kCorners>;
/// Red, yellow, green, cyan, blue, magenta.
constexpr Corners kUnitCorners{{{1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 1, 1}, {0, 0, 1}, {1, 0, 1}}};

struct Interval {
  double low = 0.0;
  double high = 0.0;
};

/// Where in low..high `is_beyond` becomes true.
Interval bisect(double low, double high, double tolerance, const std::function<bool(double)>& is_beyond) {
  while (high - low > tolerance) {
    const double middle = (low + high) / 2.0;
    (is_beyond(middle) ? high : low) = middle;
  }
  return {low, high};
}

/// The upper end of that, after steps from 0 that end before `limit`.
double search(double step, double limit, double tolerance, const std::function<bool(double)>& is_beyond) {
  double low = 0.0;
  double high = step;
  while (high < limit && !is_beyond(high)) {
    low = high;
    high += step;
  }
  return bisect(low, high, tolerance, is_beyond).high;
}

/// Hues of the corners of both gamuts, ascending.
std::array<double, 2 * kCorners> corner_hues(const Aces2Peak& peak, const Aces2Model& limit, const Aces2Model& reach) {
  std::array<double, 2 * kCorners> hues{};
  const double achromatic = aces2_achromatic_of_j(peak.max_j);
  for (std::size_t i = 0; i < kCorners; ++i) {
    const Rgb corner = kUnitCorners[i];
    hues[i] = limit.jmh_of(scale(corner, peak.max_rgb)).h;
    const auto is_beyond = [&](double size) { return reach.achromatic(scale(corner, size)) >= achromatic; };
    const double size = bisect(0.0, peak.max_scene, 1e-3, is_beyond).high;
    hues[kCorners + i] = reach.jmh_of(scale(corner, size)).h;
  }
  std::sort(hues.begin(), hues.end());
  return hues;
}

/// 360 nodes from 0 on: one at each corner, the others evenly between those.
std::array<double, Aces2Tables::kSize> hue_nodes(const std::array<double, 2 * kCorners>& corners) {
  constexpr std::size_t kSize = Aces2Tables::kSize;
  std::array<std::size_t, 2 * kCorners> nodes{};
  std::size_t lowest = corners[0] == 0.0 ? 0 : 1;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    std::size_t node = std::clamp(static_cast<std::size_t>(std::round(corners[i])), lowest, kSize - 1);
    if (i > 0 && node == nodes[i - 1]) {
      const bool has_room = i > 1 && nodes[i - 2] != nodes[i - 1] - 1;
      if (has_room) {
        --nodes[i - 1];
      } else {
        ++node;
      }
    }
    nodes[i] = std::min(node, kSize - 1);
    lowest = node;
  }
  std::array<double, kSize> hues{};
  const auto fill = [&](std::size_t from, std::size_t to, double low, double high) {
    for (std::size_t i = from; i < to; ++i) {
      hues[i] = lerp(low, high, static_cast<double>(i - from) / static_cast<double>(to - from));
    }
  };
  fill(0, nodes[0], 0.0, corners[0]);
  for (std::size_t i = 1; i < corners.size(); ++i) fill(nodes[i - 1], nodes[i], corners[i - 1], corners[i]);
  fill(nodes.back(), kSize, corners.back(), 360.0);
  return hues;
}

/// Red to red again, from the corner with the smallest hue on.
class CubeEdges {
 public:
  CubeEdges(const Aces2Model& model, double max_rgb) : model_(model) {
    for (std::size_t i = 0; i < kCorners; ++i) corners_[i] = scale(kUnitCorners[i], max_rgb);
    const auto hue = [&](Rgb c) { return model_.jmh_of(c).h; };
    std::rotate(corners_.begin(),
                std::min_element(corners_.begin(), corners_.end(), [&](Rgb a, Rgb b) { return hue(a) < hue(b); }),
                corners_.end());
    for (std::size_t i = 0; i < kCorners; ++i) hues_[i] = hue(corners_[i]);
  }

  Jmh cusp_at(double hue) const {
    // The corner at or before the hue; the last one if it is before the first.
    const auto above = static_cast<std::size_t>(std::upper_bound(hues_.begin(), hues_.end(), hue) - hues_.begin());
    const std::size_t from = (above + kCorners - 1) % kCorners;
    const Rgb a = corners_[from];
    const Rgb b = corners_[(from + 1) % kCorners];
    const auto turn = [&](double h) { return h < hues_[from] ? h + 360.0 - hues_[from] : h - hues_[from]; };
    const double end = turn(hues_[(from + 1) % kCorners]);
    if (turn(hue) == 0.0) return model_.jmh_of(a);
    const Interval t = bisect(0.0, 1.0, 1e-7, [&](double s) {
      const double at = turn(model_.jmh_of(lerp(a, b, s)).h);
      return at > turn(hue) && at <= end;
    });
    return model_.jmh_of(lerp(a, b, (t.low + t.high) / 2.0));
  }

 private:
  const Aces2Model& model_;
  Corners corners_;
  std::array<double, kCorners> hues_{};
};

/// The smallest gamma of the upper hull that holds the display's cube.
double upper_gamma(const Aces2Peak& peak, const Aces2Model& limit, const Aces2Cusp& cusp, double hue) {
  const auto holds_cube = [&](double gamma) {
    const Aces2Cusp with_gamma{cusp.j, cusp.m, 1.0 / gamma};
    for (const double position : {0.01, 0.1, 0.5, 0.8, 0.99}) {
      const double j = lerp(cusp.j, peak.max_j, position);
      const Aces2Focus focus(peak, cusp, j);
      const double axis = focus.axis(j, cusp.m);
      const double m = focus.boundary(axis, with_gamma);
      if (max_channel(limit.rgb_of({axis + focus.slope(axis) * m, m, hue})) <= peak.max_rgb) return false;
    }
    return true;
  };
  return search(0.4, 5.0, 1e-5, holds_cube);
}

}  // namespace

Aces2Tables::Aces2Tables(const Aces2Peak& peak, const Primaries& limit) {
  constexpr double kCuspMargin = 1.0 + 0.27 * 0.12;  // for the rounding of the hull at the cusp
  const Aces2Model limit_model(limit);
  const Aces2Model reach_model(kAp1);
  for (std::size_t i = 0; i < kSize; ++i) {
    const auto hue = static_cast<double>(i);
    reach[i] = search(50.0, 1300.0, 1e-2, [&](double m) {
      return min_channel(reach_model.rgb_of({peak.max_j, m, hue})) < 0.0;
    });
  }
  const std::array<double, kSize> nodes = hue_nodes(corner_hues(peak, limit_model, reach_model));
  const CubeEdges edges(limit_model, peak.max_rgb);
  for (std::size_t i = 0; i < kSize; ++i) {
    const Jmh cusp = edges.cusp_at(nodes[i]);
    hues[i] = nodes[i];
    cusps[i] = {cusp.j, cusp.m * kCuspMargin, 0.0};
    cusps[i].gamma_inverse = 1.0 / upper_gamma(peak, limit_model, cusps[i], nodes[i]);
  }
  hues[kSize] = 360.0;
  cusps[kSize] = cusps[0];
}

}  // namespace reference
