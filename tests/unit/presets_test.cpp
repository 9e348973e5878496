// SPDX-License-Identifier: MIT
// Tests of presets.
#include <gtest/gtest.h>
#include <photopic/presets.h>
#include <photopic/settings_table.h>

#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "reference/tone_map.h"

namespace {

using photopic::Settings;
using photopic::ToneMapper;

constexpr double kGrey = 0.18;

double shown_grey(ToneMapper tone_mapper, double exposed) {
  photopic::ToneMapSettings settings;
  settings.tone_mapper = tone_mapper;
  float numbers[PHOTOPIC_OPERATOR_MAX_PARAMETERS];
  photopic::operator_parameters(settings, &numbers);
  const std::vector<double> parameters(std::begin(numbers), std::end(numbers));
  reference::Display display;
  display.paper_white_nits = display.peak_nits = double{photopic::DisplaySettings{}.paper_white_nits};
  const auto wanted = reference::ToneMapper(tone_mapper);
  return reference::tone_map_for(display, wanted, {exposed, exposed, exposed}, parameters).g;
}

/// Each operator shows the grey that was metered as bright as agx does, to the half of 0.05 stop.
TEST(Presets, ShowGreyAlikeWithEachOperator) {
  EXPECT_FLOAT_EQ(photopic::studied_compensation_ev(ToneMapper::agx), 0.8f);
  const double agx = shown_grey(ToneMapper::agx, kGrey);
  for (std::uint32_t i = 0; i < photopic::kToneMapperCount; ++i) {
    const auto tone_mapper = ToneMapper(i);
    const double stops = double{photopic::studied_compensation_ev(tone_mapper)} - 0.8;
    EXPECT_LE(shown_grey(tone_mapper, kGrey * std::exp2(stops - 0.026)), agx) << tone_mapper_name(tone_mapper);
    EXPECT_GE(shown_grey(tone_mapper, kGrey * std::exp2(stops + 0.026)), agx) << tone_mapper_name(tone_mapper);
  }
}

TEST(Presets, AreFoundByNameInOrder) {
  const char* previous = "";
  for (const photopic::Preset& preset : photopic::preset_table()) {
    EXPECT_LT(std::strcmp(previous, preset.name), 0) << preset.name;
    EXPECT_EQ(photopic::find_preset(preset.name), &preset);
    previous = preset.name;
  }
  EXPECT_EQ(photopic::find_preset("Film"), nullptr);
}

std::vector<std::string> changed(const Settings& settings, const Settings& from) {
  std::vector<std::string> names;
  for (const photopic::SettingInfo& row : photopic::setting_table()) {
    const std::size_t bytes = row.type == photopic::SettingType::curve  ? sizeof(photopic::Curve)
                              : row.type == photopic::SettingType::flag ? sizeof(bool)
                                                                        : sizeof(float);
    const auto* at = reinterpret_cast<const char*>(&settings) + row.offset_bytes;
    const auto* from_at = reinterpret_cast<const char*>(&from) + row.offset_bytes;
    if (std::memcmp(at, from_at, bytes) != 0) names.push_back(std::string(row.group) + "." + row.name);
  }
  return names;
}

TEST(Presets, StandOverTheStudiedSettings) {
  namespace presets = photopic::presets;
  EXPECT_EQ(changed(presets::studied(), {}),
            (std::vector<std::string>{"meter.high_percentile", "meter.highlight_stops", "meter.black_stops",
                                      "exposure.compensation_ev"}));
  for (const Settings& settings :
       {presets::archviz(), presets::film(), presets::game(), presets::night(), presets::photo(), presets::viewer()}) {
    EXPECT_FLOAT_EQ(settings.meter.black_stops, 9.0f);
    EXPECT_GE(changed(settings, presets::studied(settings.tone_map.tone_mapper)).size(), 4u);
  }
  const Settings viewer = presets::viewer();
  EXPECT_FLOAT_EQ(viewer.exposure.compensation_ev, photopic::studied_compensation_ev(ToneMapper::pbr_neutral));
}

/// A preset sets its own settings and leaves the others as they are.
TEST(Presets, LeaveOtherSettings) {
  Settings settings;
  settings.exposure.min_ev100 = -3.0f;
  settings.meter.centre = true;
  for (const photopic::Preset& preset : photopic::preset_table()) {
    Settings applied = settings;
    preset.apply(applied);
    EXPECT_FLOAT_EQ(applied.exposure.min_ev100, -3.0f) << preset.name;
    EXPECT_TRUE(applied.meter.centre) << preset.name;
  }
}

}  // namespace
