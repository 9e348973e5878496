// SPDX-License-Identifier: MIT
// Glare in double precision, written as the definitions are: scatter down, its transpose up.
#include "reference/effects/glare.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <numeric>

namespace reference::glare {
namespace {

/// P(j, i) of an infinite axis, t = i - 2 j.
double tap(long t, Kernel kernel) {
  constexpr std::array<double, 8> kB6 = {1, 7, 21, 35, 35, 21, 7, 1};  // of t = -3 .. 4, 64ths
  constexpr std::array<double, 6> kJ = {1, 3, 4, 4, 3, 1};             // of t = -2 .. 3, 8ths
  if (kernel == Kernel::b6) return t < -3 || t > 4 ? 0.0 : kB6[static_cast<std::size_t>(t + 3)] / 64.0;
  return t < -2 || t > 3 ? 0.0 : kJ[static_cast<std::size_t>(t + 2)] / 8.0;
}

/// Calls `use(fine, coarse, weight)` for every pair of an axis of n texels that hands on light.
template <class Use>
void for_each_tap(std::size_t n, Chain chain, Use use) {
  if (n == 1) return use(std::size_t{0}, std::size_t{0}, 1.0);
  const auto last = static_cast<long>(next_size(n)) - 1;
  for (std::size_t i = 0; i < n; ++i) {
    for (long j = static_cast<long>(i) / 2 - 3; j <= static_cast<long>(i) / 2 + 3; ++j) {
      const double weight = tap(static_cast<long>(i) - 2 * j, chain.kernel);
      if (weight == 0.0 || (chain.border == Border::dark && (j < 0 || j > last))) continue;
      use(i, static_cast<std::size_t>(std::clamp(j, 0L, last)), weight);
    }
  }
}

/// Rows, then columns.
template <class AlongAxis>
Picture separable(const Picture& picture, std::size_t width, std::size_t height, AlongAxis along) {
  Picture rows(width, picture.height);
  for (std::size_t y = 0; y < picture.height; ++y) {
    const auto first = picture.texels.begin() + static_cast<std::ptrdiff_t>(y * picture.width);
    const Axis row = along(Axis(first, first + static_cast<std::ptrdiff_t>(picture.width)), width);
    for (std::size_t x = 0; x < width; ++x) rows.at(x, y) = row[x];
  }
  Picture result(width, height);
  for (std::size_t x = 0; x < width; ++x) {
    Axis column(picture.height);
    for (std::size_t y = 0; y < picture.height; ++y) column[y] = rows.at(x, y);
    column = along(column, height);
    for (std::size_t y = 0; y < height; ++y) result.at(x, y) = column[y];
  }
  return result;
}

double age_term(double age_years) { return std::pow(age_years / 70.0, 4.0); }

/// Centred B-spline of that degree, by the recurrence.
double b_spline(double x, int degree) {
  if (degree == 0) return x >= -0.5 && x < 0.5 ? 1.0 : 0.0;
  const double half = 0.5 * (degree + 1);
  if (std::abs(x) >= half) return 0.0;
  return ((half + x) * b_spline(x + 0.5, degree - 1) + (half - x) * b_spline(x - 0.5, degree - 1)) / degree;
}

}  // namespace

std::size_t next_size(std::size_t n) { return (n + 1) / 2; }

Axis down(const Axis& fine, Chain chain) {
  Axis coarse(next_size(fine.size()), 0.0);
  for_each_tap(fine.size(), chain, [&](std::size_t i, std::size_t j, double w) { coarse[j] += w * fine[i]; });
  return coarse;
}

Axis up(const Axis& coarse, std::size_t n, Chain chain) {
  Axis fine(n, 0.0);
  for_each_tap(n, chain, [&](std::size_t i, std::size_t j, double w) { fine[i] += w * coarse[j]; });
  return fine;
}

std::vector<Axis> coverage(std::size_t n, Chain chain) {
  std::vector<Axis> levels;
  for (Axis a(n, 1.0); a.size() > 1;) levels.push_back(a = down(a, chain));
  return levels;
}

std::vector<double> level_operator(std::size_t n, std::size_t level, Chain chain) {
  std::vector<double> matrix(n * n);
  std::vector<std::size_t> sizes = {n};
  Axis a(n, 1.0);
  for (std::size_t k = 0; k < level; ++k) {
    a = down(a, chain);
    sizes.push_back(a.size());
  }
  for (std::size_t column = 0; column < n; ++column) {
    Axis v(n, 0.0);
    v[column] = 1.0;
    for (std::size_t k = 0; k < level; ++k) v = down(v, chain);
    for (std::size_t i = 0; i < v.size(); ++i) v[i] /= a[i];
    for (std::size_t k = level; k > 0; --k) v = up(v, sizes[k - 1], chain);
    for (std::size_t row = 0; row < n; ++row) matrix[row * n + column] = v[row];
  }
  return matrix;
}

double Picture::sum() const { return std::accumulate(texels.begin(), texels.end(), 0.0); }

std::size_t level_count(std::size_t width, std::size_t height) {
  std::size_t count = 0;
  for (std::size_t n = std::max(width, height); n > 1; n = next_size(n)) ++count;
  return count;
}

Picture veil(const Picture& picture, const std::vector<double>& weights, Chain chain) {
  const std::size_t levels = level_count(picture.width, picture.height);
  if (levels == 0) {  // one texel: all light returns to it
    Picture result = picture;
    result.texels[0] *= std::accumulate(weights.begin(), weights.end(), 0.0);
    return result;
  }
  Axis of_level(levels, 0.0);
  for (std::size_t k = 0; k < weights.size(); ++k) of_level[std::min(k, levels - 1)] += weights[k];
  const auto go_down = [&](const Axis& axis, std::size_t) { return down(axis, chain); };
  const auto go_up = [&](const Axis& axis, std::size_t n) { return up(axis, n, chain); };
  std::vector<Picture> means;
  Picture sums = picture;
  Axis across(picture.width, 1.0);
  Axis along(picture.height, 1.0);
  for (std::size_t k = 0; k < levels; ++k) {
    sums = separable(sums, next_size(sums.width), next_size(sums.height), go_down);
    across = down(across, chain);
    along = down(along, chain);
    means.push_back(sums);
    for (std::size_t y = 0; y < sums.height; ++y) {
      for (std::size_t x = 0; x < sums.width; ++x) means[k].at(x, y) *= of_level[k] / (across[x] * along[y]);
    }
  }
  Picture result = means.back();
  for (std::size_t k = levels - 1; k > 0; --k) {
    result = separable(result, means[k - 1].width, means[k - 1].height, go_up);
    for (std::size_t i = 0; i < result.texels.size(); ++i) result.texels[i] += means[k - 1].texels[i];
  }
  return separable(result, picture.width, picture.height, go_up);
}

Picture with_glare(const Picture& picture, const std::vector<double>& weights, Chain chain) {
  const double scattered = std::accumulate(weights.begin(), weights.end(), 0.0);
  Picture result = veil(picture, weights, chain);
  for (std::size_t i = 0; i < result.texels.size(); ++i) result.texels[i] += (1.0 - scattered) * picture.texels[i];
  return result;
}

double point_spread(double theta_deg, double age_years, double p) {
  const double a = age_term(age_years);
  const auto lobe = [&](double width) { return 1.0 + (theta_deg / width) * (theta_deg / width); };
  return (1.0 - 0.08 * a) * (9.2e6 / std::pow(lobe(0.0046), 1.5) + 1.5e5 / std::pow(lobe(0.045), 1.5)) +
         (1.0 + 1.6 * a) * (400.0 / lobe(0.1) + 3e-8 * theta_deg * theta_deg +
                            p * (1300.0 / std::pow(lobe(0.1), 1.5) + 0.8 / std::sqrt(lobe(0.1)))) +
         2.5e-3 * p;
}

double disability_glare(double theta_deg, double age_years, double p) {
  const double age = 1.0 + std::pow(age_years / 62.5, 4.0);
  return 10.0 / std::pow(theta_deg, 3.0) + (5.0 / (theta_deg * theta_deg) + 0.1 * p / theta_deg) * age + 2.5e-3 * p;
}

double spread_beyond(double theta_deg, double age_years, double p) {
  // Midpoints of log-spaced rings; the core is flat below the first.
  constexpr int kRings = 40000;
  constexpr double kFirst_deg = 1e-6;
  constexpr double kDegree = std::numbers::pi / 180.0;
  const double step = std::log(90.0 / kFirst_deg) / kRings;
  double all = 0.0;
  double beyond = 0.0;
  for (int i = 0; i < kRings; ++i) {
    const double theta = kFirst_deg * std::exp((i + 0.5) * step);
    const double light = point_spread(theta, age_years, p) * std::sin(theta * kDegree) * theta;
    all += light;
    // Of the ring that the angle falls into, the part beyond it.
    beyond += light * std::clamp(std::log(kFirst_deg / theta_deg) / step + i + 1.0, 0.0, 1.0);
  }
  return beyond / all;
}

double limit_profile(double x, Kernel kernel) {
  if (kernel == Kernel::b6) return b_spline(x, 13);
  // [1 3 4 4 3 1] / 8 is [1 1]^3 * [1 0 1] / 8: box splines at full and at double spacing, whose cascade is the
  // quadratic B-spline convolved with boxes 2, 1, 1/2, .. times [1 0 1] / 2: a box of two spacings.
  // Half the integral of the centred quadratic B-spline over [at - 1, at + 1]; that of the cubic one is over a unit.
  const auto scaling = [](double at) { return 0.5 * (b_spline(at - 0.5, 3) + b_spline(at + 0.5, 3)); };
  constexpr double kReach = 2.5;
  constexpr int kSteps = 2000;
  double sum = 0.0;
  for (int i = 0; i < kSteps; ++i) {
    const double at = -kReach + (i + 0.5) * 2.0 * kReach / kSteps;
    sum += scaling(at) * scaling(x - at);
  }
  return sum * 2.0 * kReach / kSteps;
}

double deg_per_texel(double field_of_view_vertical_deg, std::size_t height) {
  const double tangent = std::tan(field_of_view_vertical_deg * std::numbers::pi / 360.0);
  return 360.0 / std::numbers::pi * tangent / static_cast<double>(height);
}

std::vector<double> eye_weights(const EyeWeights& eye, double texel_deg, const std::vector<Axis>& table) {
  constexpr std::array<double, 5> kAges = {25, 45, 60, 70, 80};
  constexpr std::array<double, 3> kPigments = {0.0, 0.5, 1.2};
  const auto segment = [](const auto& knots, double value) {
    std::size_t i = 0;
    while (i + 2 < knots.size() && value > knots[i + 1]) ++i;
    return i;
  };
  const std::size_t row = segment(kAges, eye.age_years);
  const std::size_t column = segment(kPigments, eye.pigmentation);
  const double older =
      (age_term(eye.age_years) - age_term(kAges[row])) / (age_term(kAges[row + 1]) - age_term(kAges[row]));
  const double paler = (eye.pigmentation - kPigments[column]) / (kPigments[column + 1] - kPigments[column]);
  const auto levels = static_cast<std::size_t>(std::max(1.0, std::ceil(std::log2(40.96 / texel_deg))));
  std::vector<double> weights(levels, 0.0);
  for (std::size_t j = 0; j < 13; ++j) {
    const double spacing = 0.01 * std::exp2(static_cast<double>(j));
    if (spacing < eye.min_deg) continue;
    const auto entry = [&](std::size_t r, std::size_t c) { return table[3 * r + c][j]; };
    const double young = std::lerp(entry(row, column), entry(row, column + 1), paler);
    const double old = std::lerp(entry(row + 1, column), entry(row + 1, column + 1), paler);
    const double weight = std::max(0.0, std::lerp(young, old, older));
    const double level = std::log2(spacing / texel_deg);
    const double floor = std::floor(level);
    if (floor >= 1.0) weights[static_cast<std::size_t>(floor) - 1] += weight * (1.0 - (level - floor));
    if (floor >= 0.0 && level > floor) weights[static_cast<std::size_t>(floor)] += weight * (level - floor);
  }
  return weights;
}

}  // namespace reference::glare
