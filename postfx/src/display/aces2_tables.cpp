// SPDX-License-Identifier: MIT
// Making of the tables of ACES 2's output transform, in double precision: docs/tone-mapping.md.
#include "display/aces2_tables.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <numbers>
#include <utility>

#include "display/primaries.h"

namespace photopic {
namespace {

constexpr double kDegrees = 180.0 / std::numbers::pi;

// ---- colour model
// -----------------------------------------------------------------------------------------------------

/// F_L = 0.2 k^4 500 + 0.1 (1 - k^4)^2 500^(1/3), k = 1/501, and the exponent of lightness, 0.59 (1.48 + 0.2^(1/2)).
constexpr double kAdaptation = 0.7937005275461673;
constexpr double kLightness = 1.137056021344975;

double compressed(double cones) {
  const double power = std::pow(std::abs(cones), 0.42);
  return std::copysign(power / (27.13 + power), cones);
}

double expanded(double response) {
  const double a = std::min(std::abs(response), 0.99);
  return std::copysign(std::pow(27.13 * a / (1.0 - a), 1.0 / 0.42), response);
}

/// compressed(kAdaptation).
constexpr double kWhite = 0.03236802625138552;

double achromatic_of_j(double j) { return std::pow(std::max(j, 0.0) / 100.0, 1.0 / kLightness); }
double j_of_achromatic(double achromatic) { return 100.0 * std::pow(achromatic, kLightness); }
double j_of_nits(double nits) { return j_of_achromatic(compressed(nits / 100.0 * kAdaptation) / kWhite); }

/// Achromatic response, which is 1 for 100 nits of grey, and the chromatic ones, whose length is M and angle the hue.
struct Opponents {
  double achromatic;
  double a;
  double b;

  double m() const { return std::hypot(a, b); }
  double hue() const {
    const double angle = std::atan2(b, a) * kDegrees;
    return angle < 0.0 ? angle + 360.0 : angle;
  }
};

/// Cosine and sine of a hue in degrees.
struct Direction {
  explicit Direction(double hue) : cosine(std::cos(hue / kDegrees)), sine(std::sin(hue / kDegrees)) {}
  double cosine;
  double sine;
};

/// Of linear colour of some primaries under their own white, 1 = 100 nits.
class Model {
 public:
  explicit Model(const Chromaticities& primaries) {
    constexpr double kChroma = 400.0 * 43.0 * 0.9;
    constexpr Chromaticities kCones = {{0.8336, 0.1735}, {2.3854, -1.4659}, {0.087, -0.125}, {0.333, 0.333}};
    const Matrix3 cones_of_xyz = inverse(rgb_to_xyz(kCones));
    const Matrix3 to_xyz = rgb_to_xyz(primaries);
    const Vector3 white = to_xyz * Vector3{1.0, 1.0, 1.0};
    const Vector3 response = cones_of_xyz * white;
    to_cones_ = cones_of_xyz * to_xyz;
    for (std::size_t row = 0; row < 3; ++row) {
      for (double& element : to_cones_[row]) element *= kAdaptation * white[1] / response[row];
    }
    from_cones_ = inverse(to_cones_);
    to_opponents_ = {{{2.0, 1.0, 1.0 / 20.0}, {1.0, -12.0 / 11.0, 1.0 / 11.0}, {1.0 / 9.0, 1.0 / 9.0, -2.0 / 9.0}}};
    const double scales[] = {1.0 / (3.05 * kWhite), kChroma, kChroma};
    for (std::size_t row = 0; row < 3; ++row) {
      for (double& element : to_opponents_[row]) element *= scales[row];
    }
    from_opponents_ = inverse(to_opponents_);
  }

  Opponents opponents_of(const Vector3& rgb) const {
    Vector3 response = to_cones_ * rgb;
    for (double& cone : response) cone = compressed(cone);
    const Vector3 opponents = to_opponents_ * response;
    return {opponents[0], opponents[1], opponents[2]};
  }
  Vector3 rgb_of(double j, double m, const Direction& hue) const {
    Vector3 cones = from_opponents_ * Vector3{achromatic_of_j(j), m * hue.cosine, m * hue.sine};
    for (double& cone : cones) cone = expanded(cone);
    return from_cones_ * cones;
  }
  const Matrix3& from_cones() const { return from_cones_; }

 private:
  Matrix3 to_cones_;
  Matrix3 from_cones_;
  Matrix3 to_opponents_;
  Matrix3 from_opponents_;
};

// ---- constants of a peak
// ----------------------------------------------------------------------------------------------

struct Peak {
  explicit Peak(double headroom) : max_rgb(headroom) {
    constexpr double kContrast = 1.15;
    const auto before_flare = [](double shown) { return (shown + std::sqrt(shown * (shown + 0.16))) / 2.0; };
    const double nits = 100.0 * headroom;
    const double decades = std::log10(headroom);
    const double r_hit = 128.0 + 768.0 * decades / 2.0;
    const double m_1 = before_flare(headroom);
    const double m = m_1 / std::pow(r_hit / m_1 / (r_hit / m_1 + 1.0), kContrast);
    const double middle = 0.10013 * (1.0 + 0.14 * std::log2(headroom));
    const double q = std::pow(before_flare(middle) / m, 1.0 / kContrast);
    const double w_2 = 0.18 * (1.0 - q) / (m_1 * q);
    max_scene = 8.0 * r_hit;
    s_2 = 100.0 * w_2 * m_1;
    m_2 = m_1 / std::pow(r_hit / m_1 / (r_hit / m_1 + w_2), kContrast);
    max_j = j_of_nits(nits);
    mid_j = j_of_nits(100.0 * middle);
    saturation = std::max(0.2, 1.3 - 0.897 * decades);
    saturation_threshold = 0.5 / nits;
    compression = 2.4 + 7.92 * decades;
    chroma_scale = std::pow(0.03379 * nits, 0.30596) - 0.45135;
    focus_gain = max_j * (1.35 + 2.3625 * decades);
    lower_exponent = 1.0 / (1.14 + 0.07 * decades);
  }

  double max_rgb, max_scene, s_2, m_2;
  double max_j, mid_j;
  double saturation, saturation_threshold, compression, chroma_scale;
  double focus_gain, lower_exponent;
};

// ---- searches
// ---------------------------------------------------------------------------------------------------------

/// The first multiple of `step` after `low` where the function is above 0; `high` if it is there alone. The result of
/// bisection down to the step, in fewer steps: regula falsi, with Illinois' halving.
template <class Function>
int first_above(int low, int high, double step, Function function) {
  constexpr int kPatience = 24;  // then halves
  double at_low = function(low * step);
  double at_high = function(high * step);
  int side = 0;
  for (int i = 0; high - low > 1; ++i) {
    const double share = i < kPatience ? at_low / (at_low - at_high) : 0.5;
    const int guess = share > 0.0 && share < 1.0 ? static_cast<int>((high - low) * share) : 0;
    const int middle = std::clamp(low + guess, low + 1, high - 1);
    const double there = function(middle * step);
    if (there > 0.0) {
      high = middle;
      at_high = there;
      if (side > 0) at_low /= 2.0;
      side = 1;
    } else {
      low = middle;
      at_low = there;
      if (side < 0) at_high /= 2.0;
      side = -1;
    }
  }
  return high;
}

/// The same after steps of `stride` multiples that end at `limit`.
template <class Function>
int first_above_by_strides(int low, int stride, int limit, double step, Function function) {
  int high = (low / stride + 1) * stride;
  while (high < limit && !(function(high * step) > 0.0)) {
    low = high;
    high += stride;
  }
  return first_above(low, high, step, function);
}

// ---- reach
// ------------------------------------------------------------------------------------------------------------

/// M at the peak's lightness where AP1 ends.
double reach_at(const Peak& peak, const Model& reach, double hue) {
  constexpr int kStride = 8192;
  constexpr double kStep = 50.0 / kStride;
  const Direction direction(hue);
  const int steps = first_above_by_strides(0, kStride, 26 * kStride, kStep, [&](double m) {
    const Vector3 rgb = reach.rgb_of(peak.max_j, m, direction);
    return -std::min({rgb[0], rgb[1], rgb[2]});
  });
  return steps * kStep;
}

// ---- nodes
// ------------------------------------------------------------------------------------------------------------

constexpr std::size_t kNodes = PHOTOPIC_ACES2_NODE_COUNT - 1;  // the last is the first, at 360
constexpr std::size_t kCorners = 6;
/// Red, yellow, green, cyan, blue, magenta.
constexpr Vector3 kUnitCorners[kCorners] = {{1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 1, 1}, {0, 0, 1}, {1, 0, 1}};

Vector3 scaled(Vector3 v, double scale) {
  for (double& element : v) element *= scale;
  return v;
}

Vector3 mixed(const Vector3& a, const Vector3& b, double t) {
  return {std::lerp(a[0], b[0], t), std::lerp(a[1], b[1], t), std::lerp(a[2], b[2], t)};
}

using Hues = std::array<double, PHOTOPIC_ACES2_NODE_COUNT>;

/// Hues of the corners of the display's cube, and of AP1's at the peak's lightness, rising.
std::array<double, 2 * kCorners> corner_hues(const Peak& peak, const Model& limit, const Model& reach) {
  std::array<double, 2 * kCorners> hues = {};
  const double achromatic = achromatic_of_j(peak.max_j);
  for (std::size_t i = 0; i < kCorners; ++i) {
    hues[i] = limit.opponents_of(scaled(kUnitCorners[i], peak.max_rgb)).hue();
    double low = 0.0;
    double high = peak.max_scene;
    while (high - low > 1e-3) {
      const double middle = (low + high) / 2.0;
      (reach.opponents_of(scaled(kUnitCorners[i], middle)).achromatic >= achromatic ? high : low) = middle;
    }
    hues[kCorners + i] = reach.opponents_of(scaled(kUnitCorners[i], high)).hue();
  }
  std::sort(hues.begin(), hues.end());
  return hues;
}

/// A node at each corner, near whole degrees, and the others evenly between them.
Hues node_hues(const std::array<double, 2 * kCorners>& corners) {
  std::array<std::size_t, 2 * kCorners> nodes = {};
  std::size_t least = corners[0] == 0.0 ? 0 : 1;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    nodes[i] = std::clamp(static_cast<std::size_t>(std::round(corners[i])), least, kNodes - 1);
    if (i > 0 && nodes[i] == nodes[i - 1]) {
      const bool has_room = i > 1 && nodes[i - 2] + 1 != nodes[i - 1];
      if (has_room) {
        --nodes[i - 1];
      } else {
        nodes[i] = std::min(nodes[i] + 1, kNodes - 1);
      }
    }
    least = nodes[i];
  }
  Hues hues = {};
  std::size_t from = 0;
  double from_hue = 0.0;
  for (std::size_t i = 0; i <= nodes.size(); ++i) {
    const std::size_t to = i < nodes.size() ? nodes[i] : kNodes;
    const double to_hue = i < nodes.size() ? corners[i] : 360.0;
    for (std::size_t node = from; node < to; ++node) {
      hues[node] = std::lerp(from_hue, to_hue, static_cast<double>(node - from) / static_cast<double>(to - from));
    }
    from = to;
    from_hue = to_hue;
  }
  hues[kNodes] = 360.0;
  return hues;
}

// ---- cusps
// ------------------------------------------------------------------------------------------------------------

/// Edges of the display's cube from red to red by its most colourful corners.
class Edges {
 public:
  Edges(const Peak& peak, const Model& limit) : limit_(limit) {
    std::array<std::pair<double, Vector3>, kCorners> corners;
    for (std::size_t i = 0; i < kCorners; ++i) {
      const Vector3 corner = scaled(kUnitCorners[i], peak.max_rgb);
      corners[i] = {limit.opponents_of(corner).hue(), corner};
    }
    std::sort(corners.begin(), corners.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (std::size_t i = 0; i < kCorners; ++i) {
      hues_[i] = corners[i].first;
      corners_[i] = corners[i].second;
    }
  }

  Opponents at(double hue) const {
    constexpr int kSteps = 1 << 24;
    constexpr double kStep = 1.0 / kSteps;
    const auto above = static_cast<std::size_t>(std::upper_bound(hues_.begin(), hues_.end(), hue) - hues_.begin());
    const Vector3& from = corners_[(above + kCorners - 1) % kCorners];
    const Vector3& to = corners_[above % kCorners];
    const Direction direction(hue);
    const int end = first_above(0, kSteps, kStep, [&](double t) {  // how far it is beyond the hue
      const Opponents opponents = limit_.opponents_of(mixed(from, to, t));
      return opponents.b * direction.cosine - opponents.a * direction.sine;
    });
    return limit_.opponents_of(mixed(from, to, (end - 0.5) * kStep));
  }

 private:
  const Model& limit_;
  std::array<double, kCorners> hues_;
  std::array<Vector3, kCorners> corners_;
};

struct Cusp {
  double j;
  double m;
};

/// The line through the cusp's M at a lightness to the focus: where it leaves the display's hull.
class Line {
 public:
  Line(const Peak& peak, const Cusp& cusp, double j) : peak_(peak), cusp_(cusp) {
    focus_ = std::lerp(cusp.j, peak.mid_j, std::min(1.0, 1.3 - cusp.j / peak.max_j));
    gain_ = peak.focus_gain;
    const double bright = std::lerp(cusp.j, peak.max_j, 0.3);
    if (j > bright) {
      const double decades = std::log10((peak.max_j - bright) / std::max(1e-4, peak.max_j - j));
      gain_ *= 1.0 + decades * decades;
    }
    axis_ = axis_of(j, cusp.m);
    cusp_axis_ = axis_of(cusp.j, cusp.m);
    slope_ = (axis_ < focus_ ? axis_ : peak.max_j - axis_) * (axis_ - focus_) / (focus_ * gain_);
    lower_ = meeting(axis_, slope_, peak.lower_exponent, cusp.j, cusp_axis_);
  }

  double axis() const { return axis_; }
  double slope() const { return slope_; }
  /// M; the hull above the cusp has this 1/gamma.
  double boundary(double exponent) const {
    const double upper =
        meeting(peak_.max_j - axis_, -slope_, exponent, peak_.max_j - cusp_.j, peak_.max_j - cusp_axis_);
    const double k = 0.12 * cusp_.m;
    const double near = std::max(k - std::abs(lower_ - upper), 0.0) / k;
    return std::min(lower_, upper) - near * near * near * k / 6.0;
  }

 private:
  double axis_of(double j, double m) const {
    const double scale = m / gain_;
    const double a = scale / focus_;
    if (j < focus_) return 2.0 * j / (1.0 - scale + std::sqrt((1.0 - scale) * (1.0 - scale) + 4.0 * a * j));
    const double b = 1.0 + scale + peak_.max_j * a;
    const double c = peak_.max_j * scale + j;
    return 2.0 * c / (b + std::sqrt(b * b - 4.0 * a * c));
  }
  double meeting(double axis, double slope, double exponent, double j, double base) const {
    return base * std::pow(axis / base, exponent) * cusp_.m / (j - slope * cusp_.m);
  }

  const Peak& peak_;
  const Cusp& cusp_;
  double focus_, gain_, axis_, cusp_axis_, slope_, lower_;
};

/// The smallest gamma of the hull above a cusp that holds the display's cube. With a guess it is found faster.
double upper_gamma(const Peak& peak, const Model& limit, const Cusp& cusp, double hue, double guess) {
  constexpr int kStride = 1 << 16;
  constexpr double kStep = 0.4 / kStride;
  const Direction direction(hue);
  const auto distance = [&](double position, double gamma) {  // of the hull from the cube
    const Line line(peak, cusp, std::lerp(cusp.j, peak.max_j, position));
    const double m = line.boundary(1.0 / gamma);
    const Vector3 rgb = limit.rgb_of(line.axis() + line.slope() * m, m, direction);
    return std::max({rgb[0], rgb[1], rgb[2]}) - peak.max_rgb;
  };
  // The one that asks for the largest gamma first: the others are looked at once.
  std::pair<double, double> positions[] = {{0.0, 0.01}, {0.0, 0.1}, {0.0, 0.5}, {0.0, 0.8}, {0.0, 0.99}};
  for (auto& [at_guess, position] : positions) at_guess = distance(position, guess);
  std::sort(std::begin(positions), std::end(positions));
  int steps = 0;
  for (const auto& [at_guess, position] : positions) {
    const auto of_gamma = [&, place = position](double gamma) { return distance(place, gamma); };
    if (steps > 0 && of_gamma(steps * kStep) > 0.0) continue;
    steps = first_above_by_strides(steps, kStride, 13 * kStride, kStep, of_gamma);
  }
  return steps * kStep;
}

void set(gpu::Aces2Tables* tables, std::size_t row, const std::array<double, 4>& values) {
  for (std::size_t i = 0; i < values.size(); ++i) tables->rows[row][i] = static_cast<float>(values[i]);
}

}  // namespace

void make_aces2_tables(double headroom, LimitPrimaries limit_primaries, gpu::Aces2Tables* out) noexcept {
  const Peak peak(headroom);
  const Model limit(chromaticities_of(limit_primaries));
  const Model reach(chromaticities_of(Primaries::ap1));
  set(out, PHOTOPIC_ACES2_TONE, {peak.s_2 / 100.0 * kAdaptation, peak.m_2, peak.max_scene, peak.max_rgb});
  set(out, PHOTOPIC_ACES2_CHROMA, {peak.chroma_scale, peak.saturation, peak.saturation_threshold, peak.compression});
  set(out, PHOTOPIC_ACES2_HULL, {peak.max_j, peak.mid_j, peak.focus_gain, peak.lower_exponent});
  set(out, PHOTOPIC_ACES2_PEAK, {1.0 / achromatic_of_j(peak.max_j), 0.0, 0.0, 0.0});
  for (std::size_t i = 0; i < 3; ++i) {
    const Vector3& row = limit.from_cones()[i];
    set(out, PHOTOPIC_ACES2_FROM_CONES + i, {row[0], row[1], row[2], 0.0});
  }

  const Hues hues = node_hues(corner_hues(peak, limit, reach));
  const Edges edges(peak, limit);
  std::array<double, 4> first = {};
  double gamma = 1.0;
  for (std::size_t i = 0; i < kNodes; ++i) {
    constexpr double kMargin = 1.0 + 0.27 * 0.12;  // the cusp is rounded
    const Opponents opponents = edges.at(hues[i]);
    const Cusp cusp = {j_of_achromatic(opponents.achromatic), opponents.m() * kMargin};
    gamma = upper_gamma(peak, limit, cusp, hues[i], gamma);
    const std::array<double, 4> row = {hues[i], cusp.j, cusp.m, 1.0 / gamma};
    set(out, PHOTOPIC_ACES2_NODES + i, row);
    if (i == 0) first = row;
  }
  first[0] = 360.0;
  set(out, PHOTOPIC_ACES2_NODES + kNodes, first);

  constexpr std::size_t kDegreeCount = PHOTOPIC_ACES2_DEGREE_COUNT;
  std::array<double, kDegreeCount + 1> reaches;
  for (std::size_t i = 0; i < kDegreeCount; ++i) reaches[i] = reach_at(peak, reach, static_cast<double>(i));
  reaches[kDegreeCount] = reaches[0];
  for (std::size_t i = 0; i < kDegreeCount; ++i) {
    const auto last = std::upper_bound(hues.begin(), hues.end(), static_cast<double>(i)) - hues.begin() - 1;
    const auto next = std::lower_bound(hues.begin(), hues.end(), static_cast<double>(i + 1)) - hues.begin();
    set(out, PHOTOPIC_ACES2_DEGREES + i,
        {reaches[i], reaches[i + 1], static_cast<double>(last), static_cast<double>(next)});
  }
}

}  // namespace photopic
