// SPDX-License-Identifier: MIT
// Sequences of scenes and settings that exercise every influence on the exposure.
#ifndef PHOTOPIC_TESTS_ADAPT_MODEL_SCENES_H
#define PHOTOPIC_TESTS_ADAPT_MODEL_SCENES_H

#include <vector>

#include "adapt/model_rig.h"

namespace test {

inline constexpr double kFrame_s = 1.0 / 60.0;

/// Scenes all over the range, in times from nothing to much.
std::vector<RigFrame> walk(const photopic::ExposureSettings& settings);
/// At 60 frames per second. Seed 0: flips with each frame; else anywhere, for a few frames.
std::vector<RigFrame> restless(const photopic::ExposureSettings& settings, double seconds, std::uint32_t seed);
/// 300 frames with all that bounds, holds or bends the exposure, and changes of its kind.
std::vector<RigFrame> everything_at_once(std::uint32_t seed);
/// Settings and times at the ends of their ranges.
std::vector<RigFrame> extremes(int count, std::uint32_t seed);

/// These settings with each AdaptationCurve.
std::vector<photopic::ExposureSettings> every_curve_kind(photopic::ExposureSettings settings);
/// Rises and falls, with 16 points over EV100 -12 to 18.
photopic::Curve zigzag(float y0, float y1);
/// One step, many, equal and jittered.
std::vector<std::vector<double>> splits_of_two_seconds();

}  // namespace test

#endif
