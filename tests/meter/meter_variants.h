// SPDX-License-Identifier: MIT
// List of every correct way to meter: all must hold what one must.
#ifndef PHOTOPIC_TESTS_METER_METER_VARIANTS_H
#define PHOTOPIC_TESTS_METER_METER_VARIANTS_H

#include <photopic/post_process.h>

#include <ostream>
#include <vector>

#include "settings/made_for.h"

namespace test {

struct MeterVariant {
  const char* name;
  photopic::MadeFor info;  ///< without max_extent
  double tolerance_stops;  ///< against the double-precision mean, at any size

  photopic::MadeFor for_extent(VkExtent2D max_extent) const {
    photopic::MadeFor result = info;
    result.max_extent = max_extent;
    return result;
  }
};

inline void PrintTo(const MeterVariant& variant, std::ostream* out) { *out << variant.name; }

/// Metering alone. The single pass takes its portable implementation where the device has no 64-bit atomics, or
/// PHOTOPIC_TEST_INT64=0 says so. A histogram brings extrema with it.
inline std::vector<MeterVariant> meter_variants() {
  using photopic::MadeFor;
  constexpr photopic::MeterMethod kSinglePass = photopic::MeterMethod::single_pass;
  // LevelFormat::r32f: float sums of up to 16384 terms of size 16 in trees of depth 10 err by less than 1e-6,
  // llvmpipe's log2 by 1e-6. The single pass: half a unit of 2^-20 stop for a single texel, and log2.
  constexpr double kPyramid = 5e-6;
  constexpr double kExact = 4e-6;
  return {{"pyramid_s8",
           photopic::MadeFor{.steps = photopic::kMeterStep, .meter_method = photopic::MeterMethod::pyramid}, kPyramid},
          {"pyramid_s16",
           photopic::MadeFor{
               .steps = photopic::kMeterStep, .meter_method = photopic::MeterMethod::pyramid, .workgroup_side = 16},
           kPyramid},
          {"pyramid_without_level_0",
           photopic::MadeFor{
               .steps = photopic::kMeterStep, .meter_method = photopic::MeterMethod::pyramid, .pyramid_level_0 = false},
           kPyramid},
          {"single_pass", photopic::MadeFor{.steps = photopic::kMeterStep, .meter_method = kSinglePass}, kExact},
          {"single_pass_weighted",
           photopic::MadeFor{
               .steps = photopic::kMeterStep, .meter_method = kSinglePass, .weights = photopic::kWeightWindow},
           kExact},
          {"single_pass_histogram",
           photopic::MadeFor{
               .steps = photopic::kMeterStep, .meter_method = kSinglePass, .histogram = true, .forces_histogram = true},
           kExact}};
}

/// Single passes, whose bits depend on nothing but the picture.
inline std::vector<MeterVariant> repeatable_variants() {
  using photopic::MeterMethod;
  constexpr MeterMethod kMethod = MeterMethod::single_pass;
  constexpr std::uint32_t kWeights = photopic::kWeightCentre | photopic::kWeightEllipse;
  return {{"mean", {.steps = photopic::kMeterStep, .meter_method = kMethod}, 0.0},
          {"extrema", {.steps = photopic::kMeterStep, .meter_method = kMethod, .extrema = true}, 0.0},
          {"histogram",
           {.steps = photopic::kMeterStep, .meter_method = kMethod, .histogram = true, .forces_histogram = true},
           0.0},
          {"weighted", {.steps = photopic::kMeterStep, .meter_method = kMethod, .weights = kWeights}, 0.0},
          {"weighted_histogram",
           {.steps = photopic::kMeterStep,
            .meter_method = kMethod,
            .weights = kWeights,
            .histogram = true,
            .forces_histogram = true},
           0.0}};
}

/// All that bends a measurement.
inline photopic::MeterSettings biased_settings() {
  photopic::MeterSettings settings;
  settings.low_percentile = 20.0f;
  settings.high_percentile = 95.0f;
  settings.median_blend = 0.25f;
  return settings;
}

}  // namespace test

#endif
