// SPDX-License-Identifier: MIT
// Shared parts of tests of arguments: refused calls leave a message and no trace.
#ifndef PHOTOPIC_TESTS_GPU_ARGUMENTS_RIG_H
#define PHOTOPIC_TESTS_GPU_ARGUMENTS_RIG_H

#include <photopic/settings_table.h>

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "finish/tone_map_rig.h"
#include "gpu/loader_shim.h"

namespace test {

inline constexpr VkExtent2D kArgumentsExtent = {32, 16};

/// The module's last words have all of these.
inline void expect_message(const std::vector<std::string>& words) {
  const std::string& message = context().last_message();
  for (const std::string& word : words) {
    EXPECT_NE(message.find(word), std::string::npos) << "no \"" << word << "\" in: " << message;
  }
}

struct FloatSetting {
  std::string name;
  float* value;
  float min;
  float max;
  bool min_is_valid = true;
};

/// Settings of weights, with the ends that they have while the others are as in `s`. One that is a lower bound of
/// another ends at the other's value; above, the other is named.
inline std::vector<FloatSetting> weight_ranges(photopic::Settings& s) {
  using namespace photopic;
  std::vector<FloatSetting> ranges;
  for (const SettingInfo& row : setting_table()) {
    if ((row.needs >> kNeedsWeightShift & kAllWeights) == 0) continue;
    EXPECT_EQ(row.type, SettingType::number) << row.name;
    FloatSetting range = {row.name, &setting_ref<float>(row, s), float(row.min), float(row.max), !row.excludes_min};
    if (row.at_least != nullptr) {
      range.min = std::max(range.min, setting_value<float>(*find_setting(row.group, row.at_least), s));
    }
    for (const SettingInfo& other : setting_table()) {
      if (other.at_least == nullptr || find_setting(other.group, other.at_least) != &row) continue;
      range.max = std::min(range.max, setting_value<float>(other, s));
      const std::string_view name = other.name;  // what both begin with
      const auto end = std::mismatch(range.name.begin(), range.name.end(), name.begin(), name.end()).first;
      range.name.erase(end, range.name.end());
    }
    ranges.push_back(range);
  }
  return ranges;
}

/// An object with two views, every call of which is counted.
class RecordArguments : public testing::Test {
 protected:
  /// `call` must refuse, with these words, and leave no trace.
  void expect_refused(const std::function<photopic::Status(VkCommandBuffer)>& call,
                      const std::vector<std::string>& words,
                      photopic::Status status = photopic::Status::invalid_argument) {
    const std::uint32_t commands = shim_.commands_recorded();
    const auto alive = shim_.alive();
    submit([&](VkCommandBuffer command_buffer) { EXPECT_EQ(call(command_buffer), status); });
    expect_message(words);
    EXPECT_EQ(shim_.commands_recorded(), commands);
    EXPECT_EQ(shim_.alive(), alive);
  }

  /// Every setting: refused by its name beyond its ends, good at them.
  void expect_ranges(photopic::PostProcess& post, const photopic::Frame& frame, const photopic::Settings& s,
                     std::span<const FloatSetting> settings) {
    for (const FloatSetting& setting : settings) {
      SCOPED_TRACE(setting.name);
      const float original = *setting.value;
      const auto status_with = [&](VkCommandBuffer c, float value) {
        *setting.value = value;
        const photopic::Status status = post.record(c, frame, s);
        *setting.value = original;
        return status;
      };
      std::vector<float> bad = {kNanF, kInfinityF, -kInfinityF, std::nextafter(setting.min, -kInfinityF)};
      if (setting.max < FLT_MAX) bad.push_back(setting.max + (setting.max < 20.0f ? 0.2f : 1e-4f * setting.max));
      if (!setting.min_is_valid) bad.push_back(setting.min);
      for (const float value : bad) {
        expect_refused([&](VkCommandBuffer c) { return status_with(c, value); }, {setting.name});
      }
      submit([&](VkCommandBuffer c) {
        EXPECT_EQ(status_with(c, setting.min_is_valid ? setting.min : FLT_TRUE_MIN), photopic::Status::ok);
        engine::memory_barrier(context(), c, engine::kComputeWrite,
                               engine::kComputeWrite);  // the host's own, for `ldr`
        EXPECT_EQ(status_with(c, setting.max), photopic::Status::ok);
      });
    }
  }

  photopic::Frame meter_frame() const { return {.hdr = {hdr_.view()}, .extent = kArgumentsExtent}; }
  photopic::Frame tone_map_frame() const {
    return {.hdr = {hdr_.view()}, .ldr = {ldr_.view()}, .extent = kArgumentsExtent};
  }
  photopic::Frame frame() const { return {.hdr = {hdr_.view()}, .ldr = {ldr_.view()}, .extent = kArgumentsExtent}; }
  photopic::PostProcess make_single_pass(photopic::MadeFor info) {
    info.max_extent = kArgumentsExtent;
    info.meter_method = photopic::MeterMethod::single_pass;
    info.tone_mappers = 1u << 6;
    return make(shim_.device(), info);
  }

  LoaderShim shim_{context()};
  HdrImage hdr_ = make_uniform_hdr(kArgumentsExtent, 1.0);
  engine::Image ldr_ = make_ldr(kArgumentsExtent, VK_FORMAT_R8G8B8A8_UNORM);
  photopic::PostProcess post_ = make(shim_.device(), {.max_extent = kArgumentsExtent,
                                                      .view_count = 2,
                                                      .meter_method = photopic::MeterMethod::pyramid,
                                                      .tone_mappers = 1u << 6 | 1u});
};

}  // namespace test

#endif
