// SPDX-License-Identifier: MIT
// Profiles with an edge, and what operators make of them.
#include "reference/effects/local_profiles.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace reference {
namespace {

constexpr double kTextureEv = 0.25;
constexpr double kTextureTexels = 8.0;
constexpr std::size_t kEighth = kProfileTexels / 8;

double edge_at(std::size_t i, double ramp, double shift) {
  const double x = static_cast<double>(i) + 0.5 - 0.5 * static_cast<double>(kProfileTexels) - shift;
  return ramp == 0.0 ? (x >= 0.0 ? 0.5 : -0.5) : std::clamp(x / ramp, -0.5, 0.5);
}

double median(Profile values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

double low_plateau(const Profile& profile) { return median(Profile(profile.begin(), profile.begin() + kEighth)); }
double high_plateau(const Profile& profile) { return median(Profile(profile.end() - kEighth, profile.end())); }

}  // namespace

Profile edge_profile(double step_ev, double ramp, double shift) {
  Profile profile(kProfileTexels);
  for (std::size_t i = 0; i < profile.size(); ++i) profile[i] = step_ev * edge_at(i, ramp, shift);
  return profile;
}

Profile textured_profile(double shift) {
  Profile profile = edge_profile(6.0, 0.0, shift);
  for (std::size_t i = 0; i < profile.size(); ++i) {
    profile[i] += kTextureEv * std::sin(2.0 * std::numbers::pi * (static_cast<double>(i) - shift) / kTextureTexels);
  }
  return profile;
}

double halo_ev(const Profile& output) {
  const auto [least, most] = std::minmax_element(output.begin(), output.end());
  return std::max({low_plateau(output) - *least, *most - high_plateau(output), 0.0});
}

double worst_reversal_ev(const Profile& input, const Profile& output) {
  double worst = 0.0;
  for (std::size_t i = 0; i + 1 < input.size(); ++i) {
    if (input[i + 1] > input[i]) worst = std::max(worst, output[i] - output[i + 1]);
  }
  return worst;
}

std::size_t reversals(const Profile& input, const Profile& output) {
  std::size_t count = 0;
  for (std::size_t i = 0; i + 1 < input.size(); ++i) {
    if (input[i + 1] > input[i] && output[i] - output[i + 1] > 1e-3) ++count;
  }
  return count;
}

double texture_at(const Profile& output, std::size_t texel) {
  // Least squares of a sine, a cosine, a mean and a slope, over whole periods: the slope is taken off first.
  constexpr std::size_t kTexels = 32;
  const std::size_t first = texel - kTexels / 2;
  double mean = 0.0, slope = 0.0, squares = 0.0;
  for (std::size_t i = 0; i < kTexels; ++i) mean += output[first + i] / kTexels;
  Profile detrended(kTexels);
  double sine_of_slope = 0.0, cosine_of_slope = 0.0, sine = 0.0, cosine = 0.0;
  for (std::size_t i = 0; i < kTexels; ++i) {
    const double t = static_cast<double>(i) - 0.5 * (kTexels - 1.0);
    const double phase = 2.0 * std::numbers::pi * static_cast<double>(first + i) / kTextureTexels;
    const double scale = 2.0 / kTexels;
    sine += scale * std::sin(phase) * (output[first + i] - mean);
    cosine += scale * std::cos(phase) * (output[first + i] - mean);
    sine_of_slope += scale * std::sin(phase) * t;
    cosine_of_slope += scale * std::cos(phase) * t;
    slope += t * (output[first + i] - mean);
    squares += t * t;
  }
  // Normal equations: sine, cosine and slope overlap a little.
  const double overlap = 0.5 * kTexels * (sine_of_slope * sine_of_slope + cosine_of_slope * cosine_of_slope);
  const double projected = 0.5 * kTexels * (sine_of_slope * sine + cosine_of_slope * cosine);
  const double fitted = (slope - projected) / (squares - overlap);
  return std::hypot(sine - fitted * sine_of_slope, cosine - fitted * cosine_of_slope) / kTextureEv;
}

double compression(const Profile& input, const Profile& output) {
  return (high_plateau(output) - low_plateau(output)) / (high_plateau(input) - low_plateau(input));
}

double change_ev(const Profile& before, const Profile& after, std::size_t moved) {
  double worst = 0.0;
  for (std::size_t i = kEighth; i + moved + kEighth < before.size(); ++i) {
    worst = std::max(worst, std::abs(after[i + moved] - before[i]));
  }
  return worst;
}

LocalFigures figures_of(const ProfileOperator& apply, double contrast) {
  LocalFigures figures;
  for (const double step_ev : {4.0, 8.0}) {
    for (const double ramp : {0.0, 2.0, 8.0, 16.0, 32.0, 64.0, 128.0}) {
      for (const double shift : {0.0, 13.0, 26.0, 38.0, 51.0}) {  // edges anywhere in a tile
        const Profile input = edge_profile(step_ev, ramp, shift);
        const Profile output = apply(input);
        figures.halo_ev = std::max(figures.halo_ev, halo_ev(output));
        figures.worst_reversal_ev = std::max(figures.worst_reversal_ev, worst_reversal_ev(input, output));
        figures.reversals = std::max(figures.reversals, reversals(input, output));
        figures.compression_error =
            std::max(figures.compression_error, std::abs(compression(input, output) / contrast - 1.0));
      }
    }
  }
  const Profile textured = apply(textured_profile());
  for (std::size_t i = 0; i < 3; ++i) {
    constexpr std::size_t kDistances[] = {20, 50, 400};
    const double dark = texture_at(textured, kProfileTexels / 2 - kDistances[i]);
    const double bright = texture_at(textured, kProfileTexels / 2 + kDistances[i]);
    figures.texture[i] = std::abs(dark - 1.0) > std::abs(bright - 1.0) ? dark : bright;
  }
  for (std::size_t moved = 1; moved <= 64; ++moved) {
    const double flicker = change_ev(textured, apply(textured_profile(static_cast<double>(moved))), moved);
    figures.flicker_ev = std::max(figures.flicker_ev, flicker);
  }
  return figures;
}

}  // namespace reference
