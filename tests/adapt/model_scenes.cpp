// SPDX-License-Identifier: MIT
// Walks, cuts and extremes, as frames and settings.
#include "adapt/model_scenes.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <random>

namespace test {

using photopic::AdaptationCurve;
using photopic::Curve;
using photopic::ExposureSettings;

namespace {

ExposureSettings everything(AdaptationCurve curve) {
  ExposureSettings settings = {.curve = curve, .hold_on_black = true, .calibration_k = 13.0f};
  settings.compensation_ev = 0.5f;
  settings.compensation_curve = zigzag(-0.5f, 0.5f);
  settings.target_curve = make_curve({{-10.0f, -8.0f}, {4.0f, 5.0f}, {16.0f, 13.0f}});
  settings.min_curve = make_curve({{-10.0f, -6.0f}, {10.0f, 2.0f}});
  settings.max_curve = make_curve({{-6.0f, -4.0f}, {0.0f, 6.0f}, {12.0f, 11.0f}});
  settings.dead_band_ev = 0.4f;
  settings.cut_low_ev = 4.0f;
  settings.cut_high_ev = 11.0f;
  settings.max_ev_per_s = 9.0f;
  settings.max_reversals_per_s = 2.5f;
  return settings;
}

constexpr float kExtremes[] = {0.0f, FLT_TRUE_MIN, FLT_MIN, 1e-30f, 1e-6f, 1.0f / 60.0f, 1.0f, 1e6f, 1e30f, FLT_MAX};

ExposureSettings extreme_settings(std::mt19937& random) {
  const auto extreme = [&] { return kExtremes[random() % std::size(kExtremes)]; };
  ExposureSettings settings;
  settings.curve = AdaptationCurve(random() % 3);
  settings.to_bright_ev_per_s = extreme();
  settings.to_dark_ev_per_s = extreme();
  settings.transition_ev = extreme();
  settings.to_bright_time_constant_s = extreme();
  settings.to_dark_time_constant_s = extreme();
  settings.slow_time_constant_ratio = std::min(std::max(extreme(), 1.0f), 1000.0f);
  settings.dead_band_ev = random() % 2 == 0 ? 0.0f : std::min(extreme(), 64.0f);
  settings.max_ev_per_s = extreme();
  settings.max_reversals_per_s = extreme();
  if (random() % 3 == 0) {
    settings.cut_low_ev = std::min(extreme(), 1e30f);
    settings.cut_high_ev = random() % 2 == 0 ? FLT_MAX : std::nextafter(settings.cut_low_ev, FLT_MAX);
  }
  return settings;
}

}  // namespace

std::vector<RigFrame> walk(const ExposureSettings& settings) {
  std::vector<RigFrame> frames;
  const double scenes[] = {2.0, 9.0, 9.0, -5.0, 3.25, 17.5, 17.5, -11.0, 4.0, 4.0, 6.5, 1.0};
  const double times_s[] = {0.0, 0.1, 0.5, 0.25, 1.0, 0.016, 3.0, 0.75, 0.033, 0.0, 10.0, 0.4};
  for (std::size_t i = 0; i < std::size(scenes); ++i) {
    frames.push_back({.scene_ev100 = scenes[i], .dt_s = times_s[i], .settings = settings});
  }
  return frames;
}

std::vector<RigFrame> restless(const ExposureSettings& settings, double seconds, std::uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<RigFrame> frames = {{.scene_ev100 = 2.0, .settings = settings}};
  double scene_ev100 = 2.0;
  while (double(frames.size()) <= seconds / kFrame_s + 0.5) {
    if (seed == 0) scene_ev100 = 14.0 - scene_ev100;
    if (seed != 0 && random() % 6 == 0) scene_ev100 = double(random() % 26) - 9.0;
    frames.push_back({.scene_ev100 = scene_ev100, .dt_s = kFrame_s, .settings = settings});
  }
  return frames;
}

std::vector<RigFrame> everything_at_once(std::uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<RigFrame> frames;
  double scene_ev100 = 4.0;
  std::uint32_t kind = seed;
  for (int i = 0; i < 300; ++i) {
    if (random() % 8 == 0) scene_ev100 = double(random() % 2900) / 100.0 - 12.0;
    if (random() % 100 == 0) ++kind;
    RigFrame frame = {.scene_ev100 = scene_ev100, .settings = everything(AdaptationCurve(kind % 3))};
    frame.dt_s = random() % 10 == 0 ? 0.0 : double(random() % 500) / 10000.0;
    if (random() % 25 == 0) frame.scene_ev100 = kBlackEv100;
    if (i > 0 && random() % 25 == 0) frame.scene_ev100 = kInvalidEv100;
    frame.settings.hold = random() % 12 == 0;
    frame.cut = random() % 100 == 0 && !std::isinf(frame.scene_ev100);
    if (random() % 60 == 0) frame.settings.mode = photopic::ExposureMode::manual;
    frames.push_back(frame);
  }
  return frames;
}

std::vector<RigFrame> extremes(int count, std::uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<RigFrame> frames;
  for (int i = 0; i < count; ++i) {
    const double dt_s = double(kExtremes[random() % std::size(kExtremes)]);
    frames.push_back({.scene_ev100 = double(random() % 30) - 11.0, .dt_s = dt_s, .settings = extreme_settings(random)});
    if (random() % 50 == 0) frames.back().scene_ev100 = kBlackEv100;
  }
  return frames;
}

std::vector<ExposureSettings> every_curve_kind(ExposureSettings settings) {
  std::vector<ExposureSettings> kinds;
  for (const AdaptationCurve curve :
       {AdaptationCurve::linear_exponential, AdaptationCurve::exponential, AdaptationCurve::two_exponentials}) {
    settings.curve = curve;
    kinds.push_back(settings);
  }
  return kinds;
}

Curve zigzag(float y0, float y1) {
  Curve curve;
  for (std::uint32_t i = 0; i < Curve::kMaxPoints; ++i) {
    curve.points[curve.count++] = {-12.0f + 2.0f * float(i), (i % 2 == 0 ? y0 : y1) + 0.1f * float(i)};
  }
  return curve;
}

std::vector<std::vector<double>> splits_of_two_seconds() {
  std::vector<std::vector<double>> splits = {{2.0}, {0.0, 1.9, 0.0, 0.1}};
  splits.emplace_back(120, kFrame_s);
  splits.emplace_back(1000, 0.002);
  std::mt19937 random(7);
  std::vector<double> jittered(300);
  double sum = 0.0;
  for (double& time_s : jittered) sum += time_s = 0.1 + double(random() % 1000) / 1000.0;
  for (double& time_s : jittered) time_s *= 2.0 / sum;
  splits.push_back(jittered);
  return splits;
}

}  // namespace test
