// SPDX-License-Identifier: MIT
// Spline and timing of the camera's walk.
#include "corridor/path.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/vec2.hpp>
#include <span>

#include "corridor/layout.h"

namespace corridor {
namespace {

using glm::vec2;

/// In (x, z). The first and the last only give the direction.
constexpr std::array<vec2, 11> kWaypoints{{{-3.55F, 8.3F},
                                           {-3.55F, 7.2F},
                                           {-3.50F, 5.6F},
                                           {-2.95F, 4.25F},
                                           {-2.0F, 3.65F},
                                           {-1.05F, 3.2F},
                                           {-0.35F, 2.15F},
                                           {-0.08F, 0.9F},
                                           {-0.1F, -0.4F},
                                           {-0.3F, -1.75F},
                                           {-0.6F, -3.0F}}};
constexpr float kWalkFrom_s = 1.0F, kWalkUntil_s = 8.8F;
constexpr float kStart_s = 0.8F, kStop_s = 1.4F;  ///< to gain and to lose speed

struct Turn {
  float time_s, degrees;
};
constexpr std::array<Turn, 9> kYaw{{{0.0F, 0.0F},
                                    {1.6F, 4.0F},
                                    {3.3F, 66.0F},
                                    {4.0F, 60.0F},
                                    {5.3F, 4.0F},
                                    {6.6F, -3.0F},
                                    {8.1F, -86.0F},
                                    {9.6F, -188.0F},
                                    {10.0F, -190.0F}}};
constexpr std::array<Turn, 7> kPitch{
    {{0.0F, 2.0F}, {2.0F, -3.0F}, {5.0F, -1.0F}, {6.6F, 1.0F}, {8.0F, 11.0F}, {9.4F, 0.0F}, {10.0F, 0.0F}}};

/// Through all points without overshooting them (Fritsch and Carlson).
float interpolate(std::span<const Turn> turns, float time_s) {
  const auto secant = [&](std::size_t i) {
    return (turns[i + 1].degrees - turns[i].degrees) / (turns[i + 1].time_s - turns[i].time_s);
  };
  const auto slope = [&](std::size_t i) {
    if (i == 0 || i + 1 == turns.size()) return 0.0F;
    const float before = secant(i - 1), after = secant(i);
    return before * after <= 0.0F ? 0.0F : 2.0F * before * after / (before + after);
  };
  std::size_t i = 0;
  while (i + 2 < turns.size() && time_s >= turns[i + 1].time_s) ++i;
  const float span = turns[i + 1].time_s - turns[i].time_s;
  const float t = std::clamp((time_s - turns[i].time_s) / span, 0.0F, 1.0F);
  const float rise = t * t * (3.0F - 2.0F * t);
  return turns[i].degrees * (1.0F - rise) + turns[i + 1].degrees * rise +
         span * (slope(i) * t * (1.0F - t) * (1.0F - t) - slope(i + 1) * t * t * (1.0F - t));
}

/// Catmull-Rom between the second and the last waypoint but one.
vec2 on_spline(float t) {
  const int last = static_cast<int>(kWaypoints.size()) - 4;
  const int i = std::clamp(static_cast<int>(t), 0, last);
  const float s = t - static_cast<float>(i);
  const vec2* p = &kWaypoints[static_cast<std::size_t>(i)];
  return 0.5F * (2.0F * p[1] + s * (p[2] - p[0]) + s * s * (2.0F * p[0] - 5.0F * p[1] + 4.0F * p[2] - p[3]) +
                 s * s * s * (3.0F * (p[1] - p[2]) + p[3] - p[0]));
}

/// Distances along the spline.
class Way {
 public:
  Way() {
    for (int i = 0; i <= kSteps; ++i) {
      const vec2 point = on_spline(parameter(static_cast<float>(i)));
      const float step = i == 0 ? 0.0F : glm::length(point - points_.back());
      distances_.push_back(i == 0 ? 0.0F : distances_.back() + step);
      points_.push_back(point);
    }
  }
  float length_m() const { return distances_.back(); }
  vec2 at(float distance_m) const {
    const auto after = std::upper_bound(distances_.begin(), distances_.end() - 1, distance_m);
    const auto i = static_cast<std::size_t>(std::max<std::ptrdiff_t>(after - distances_.begin(), 1)) - 1;
    const float t = (distance_m - distances_[i]) / (distances_[i + 1] - distances_[i]);
    return on_spline(parameter(static_cast<float>(i) + std::clamp(t, 0.0F, 1.0F)));
  }

 private:
  static constexpr int kSteps = 2000;
  static float parameter(float step) { return step * static_cast<float>(kWaypoints.size() - 3) / kSteps; }

  std::vector<vec2> points_;
  std::vector<float> distances_;
};

/// Integral of a smooth step of this length, from its start.
float eased(float time_s, float length_s) {
  const float t = std::clamp(time_s / length_s, 0.0F, 1.0F);
  return length_s * t * t * t * (1.0F - 0.5F * t) + std::max(0.0F, time_s - length_s);
}

/// Share of the way, 0 to 1.
float progress(float time_s) {
  const float duration = kWalkUntil_s - kWalkFrom_s, time = std::clamp(time_s - kWalkFrom_s, 0.0F, duration);
  const float whole = duration - 0.5F * (kStart_s + kStop_s);
  const float lost = std::max(0.0F, time - (duration - kStop_s));
  return (eased(time, kStart_s) - eased(lost, kStop_s)) / whole;
}

}  // namespace

std::vector<CameraKey> camera_path() {
  const Way way;
  std::vector<CameraKey> keys;
  for (int frame = 0; frame < kFrameCount; ++frame) {
    const double time_s = static_cast<double>(frame) / kFramesPerSecond;
    const auto time = static_cast<float>(time_s);
    const vec2 at = way.at(progress(time) * way.length_m());
    keys.push_back({time_s, {at.x, kEyeHeight_m, at.y}, interpolate(kYaw, time), interpolate(kPitch, time)});
  }
  return keys;
}

}  // namespace corridor
