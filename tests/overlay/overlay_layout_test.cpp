// SPDX-License-Identifier: MIT
// Tests of the debug overlay's layout: no text, number or panel covers another.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <sstream>
#include <string>
#include <vector>

#include "overlay/axis_labels.h"
#include "overlay/layout.h"
#include "overlay/params.h"

namespace {

using photopic::OutputEncoding;
using photopic::OverlaySettings;
using photopic::Settings;

constexpr std::uint32_t kColumns = PHOTOPIC_OVERLAY_COLUMNS;

/// A frame's panels.
struct Layout {
  VkExtent2D extent = {};
  OverlaySettings overlay;
  photopic::gpu::OverlayParams params = {};

  std::string line(std::uint32_t index) const {
    std::string text;
    for (std::uint32_t column = 0; column < kColumns; ++column) {
      const std::uint32_t word = params.text[index * PHOTOPIC_OVERLAY_LINE_WORDS + column / 2];
      text += char(word >> (column % 2 * 16) & 0xffu);
    }
    return text;
  }
  /// Below the panel's own lines.
  std::string axis_of(std::uint32_t panel) const {
    return line(params.panels[panel].first_line + params.panels[panel].line_count);
  }
  bool has_room_for_all() const { return params.panels[PHOTOPIC_OVERLAY_PANEL_LEFT_OUT].width == 0; }
};

/// Over a finished picture. `is_scene`: as over a scene that has every effect.
Layout lay_out(VkExtent2D extent, const OverlaySettings& overlay, bool is_scene,
               OutputEncoding encoding = OutputEncoding::hdr10, float peak_nits = 10000.0f) {
  const photopic::StoredPicture picture = {.extent = extent, .display = {.peak_nits = peak_nits}};
  Settings settings = photopic::settings_of(picture, encoding);
  Layout layout = {extent, overlay, photopic::stored_params(extent, settings, overlay, encoding)};
  photopic::gpu::OverlayParams& params = layout.params;
  if (is_scene) {
    settings.meter = {};
    settings.night.dark_adaptation = photopic::DarkAdaptation::rods_and_cones;
    settings.white_balance.white_balance = photopic::WhiteBalance::automatic;
    params.is_stored = 0;
    params.min_log2 = settings.meter.min_log2_luminance;
    params.max_log2 = settings.meter.max_log2_luminance;
    params.ev100_of_luminance_one = 3.0f;
    params.level_width = params.level_used_width = extent.width;
    params.level_height = params.level_used_height = extent.height;
    params.local_pitch = 1;
    params.has_light = 1;
    params.glare.is_on = 1.0f;
  }
  photopic::lay_out_overlay(extent, settings, overlay, &params);
  return layout;
}

void expect_panels_apart(const Layout& layout) {
  const std::uint32_t margin = 8 * layout.overlay.scale;
  for (const auto& panel : layout.params.panels) {
    if (panel.width == 0 || &panel == &layout.params.panels[PHOTOPIC_OVERLAY_PANEL_LEFT_OUT]) continue;
    for (const auto& other : layout.params.panels) {
      if (&other == &panel || other.width == 0) continue;
      EXPECT_TRUE(panel.x + panel.width + margin <= other.x || other.x + other.width + margin <= panel.x ||
                  panel.y + panel.height + margin <= other.y || other.y + other.height + margin <= panel.y);
    }
  }
}

/// Numbers of the GPU stand on spaces, apart from each other and from words. No line is wider than its panel.
void expect_text_apart(const Layout& layout) {
  std::vector<std::string> lines;
  for (std::uint32_t i = 0; i < PHOTOPIC_OVERLAY_LINES; ++i) lines.push_back(layout.line(i));
  for (std::uint32_t i = 0; i < layout.params.field_count; ++i) {
    const std::uint32_t place = layout.params.fields[i].place;
    const std::uint32_t column = place >> 8 & 0xffu, width = place >> 16 & 0xffu;
    std::string& line = lines.at(place & 0xffu);
    ASSERT_LE(column + width, kColumns);
    EXPECT_EQ(line.substr(column, width), std::string(width, ' ')) << line;
    // Labels of the strip chart are drawn one by one.
    const std::uint32_t value = layout.params.fields[i].value - PHOTOPIC_OVERLAY_VALUE_CHART_TICK;
    const bool is_apart =
        (column == 0 || line[column - 1] == ' ') && (column + width == kColumns || line[column + width] == ' ');
    EXPECT_TRUE(is_apart || value < PHOTOPIC_OVERLAY_CHART_TICKS) << line;
    line.replace(column, width, width, '0');
  }
  for (const auto& panel : layout.params.panels) {
    if (panel.width == 0) continue;
    for (std::uint32_t i = 0; i < panel.line_count; ++i) {
      const std::string& line = lines.at(panel.first_line + i);
      const std::size_t used = line.find_last_not_of(' ') + 1;
      EXPECT_LE((used * PHOTOPIC_OVERLAY_CELL_WIDTH + 2 * PHOTOPIC_OVERLAY_BORDER) * layout.overlay.scale, panel.width)
          << line;
    }
  }
}

TEST(OverlayLayout, NothingCoversAnother) {
  for (const bool is_scene : {false, true}) {
    const std::uint32_t all = is_scene ? photopic::kAllOverlayViews : photopic::kStoredOverlayViews;
    for (const VkExtent2D extent : {VkExtent2D{320, 200}, {640, 360}, {900, 640}, {1280, 720}, {1920, 1080}}) {
      for (const std::uint32_t scale : {1u, 2u, 3u}) {
        for (std::uint32_t view = 0; view <= 17; ++view) {
          const std::uint32_t views = view == 17 ? all : 1u << view & all;
          SCOPED_TRACE(std::to_string(views) + " at " + std::to_string(extent.width) + ", scale " +
                       std::to_string(scale));
          const Layout layout = lay_out(extent, {.views = views, .scale = scale}, is_scene);
          expect_panels_apart(layout);
          expect_text_apart(layout);
        }
      }
    }
  }
}

TEST(OverlayLayout, EveryViewHasRoomInACommonPicture) {
  EXPECT_TRUE(lay_out({1280, 720}, {.views = photopic::kAllOverlayViews}, true).has_room_for_all());
  EXPECT_TRUE(lay_out({2560, 1440}, {.views = photopic::kAllOverlayViews, .scale = 2}, true).has_room_for_all());
  EXPECT_TRUE(lay_out({640, 360}, {.views = photopic::kStoredOverlayViews}, false).has_room_for_all());
}

/// What would help is named where a panel has no room.
TEST(OverlayLayout, SaysWhatWouldHelp) {
  for (const std::uint32_t scale : {1u, 2u}) {
    const Layout layout = lay_out({480, 270}, {.views = photopic::kAllOverlayViews, .scale = scale}, true);
    const auto& panel = layout.params.panels[PHOTOPIC_OVERLAY_PANEL_LEFT_OUT];
    ASSERT_GT(panel.width, 0u);
    EXPECT_EQ(layout.line(panel.first_line).substr(0, 12), "no room for ");
    EXPECT_EQ(layout.line(panel.first_line + panel.line_count - 1).substr(0, 33),
              scale == 1 ? "try fewer views, a larger picture" : "try fewer views, or smaller text ");
  }
}

/// Numbers below a histogram are whole, apart, and below their places.
TEST(OverlayLayout, AxisNumbersAreApart) {
  for (const bool is_scene : {false, true}) {
    for (float max_log2 = -5.0f; max_log2 <= 60.0f; max_log2 += 1.7f) {
      Settings settings;
      photopic::gpu::OverlayParams params = {};
      params.is_stored = is_scene ? 0 : 1;
      params.min_log2 = is_scene ? -16.3f : -9.0f;
      params.max_log2 = max_log2;
      params.ev100_of_luminance_one = is_scene ? 3.0f : 0.0f;
      photopic::lay_out_overlay({640, 360}, settings, {.views = photopic::kOverlayHistogram}, &params);
      const Layout layout = {{640, 360}, {}, params};
      const std::string axis = layout.axis_of(PHOTOPIC_OVERLAY_PANEL_HISTOGRAM);
      std::istringstream words(axis);
      std::size_t count = 0, from = 0;
      for (std::string word; words >> word; ++count) {
        const double tick = is_scene ? std::stod(word) : std::log2(std::stod(word));
        const double step = double(params.histogram_step_ev);
        EXPECT_NEAR(tick / step, std::round(tick / step), 1e-3) << word << " of " << axis;
        from = axis.find(word, from);
        const double least = double(params.min_log2 + params.ev100_of_luminance_one);
        const double place = (tick - least) / double(params.max_log2 - params.min_log2) * kColumns;
        // Half a column of rounding, and what the ends move a number.
        EXPECT_NEAR(double(from) + 0.5 * double(word.size()), place, 0.51 + 0.5 * double(word.size())) << axis;
        from += word.size();
      }
      EXPECT_GE(count, 1u) << max_log2;
      EXPECT_LE(count, 10u) << max_log2;
    }
  }
}

/// 203 is too near to 100 for letters of 11 dots, 4000 too near to 10000: their lines stay without a number.
TEST(OverlayLayout, WaveformKeepsRoundNumbers) {
  const Layout layout = lay_out({640, 360}, {.views = photopic::kOverlayWaveform}, false);
  EXPECT_EQ(layout.axis_of(PHOTOPIC_OVERLAY_PANEL_WAVEFORM).substr(0, 35), "    1   10  100      1000     10000");
}

/// EV100 is a claim about cd/m^2: the legend makes it only if the host has said what 1 in the picture is.
TEST(OverlayLayout, LegendSaysWhereLightIsRelative) {
  for (const bool is_automatic : {false, true}) {
    for (const float cd_m2_per_unit : {0.0f, 0.5f, 1.0f}) {  // EV100 takes 1 as 1 cd/m^2
      Settings settings;
      settings.view.cd_m2_per_unit = cd_m2_per_unit;
      Layout layout;
      photopic::lay_out_overlay({640, 360}, settings,
                                {.views = photopic::kOverlayFalseColor, .false_color_automatic = is_automatic},
                                &layout.params);
      const std::string line = layout.line(layout.params.panels[PHOTOPIC_OVERLAY_PANEL_LEGEND].first_line);
      const std::string expected = std::string("EV100") + (cd_m2_per_unit == 1.0f ? "" : ", relative") +
                                   (is_automatic ? ", range of the picture" : "");
      EXPECT_EQ(line.substr(0, line.find_last_not_of(' ') + 1), expected);
    }
  }
}

TEST(OverlayLayout, EarlierLabelsStay) {
  photopic::AxisLabel labels[] = {{10, 4}, {11, 4}, {15, 4}, {0, 4}, {19, 4}, {30, 50}};
  photopic::place_labels(labels, 20, 1);
  EXPECT_EQ(labels[0].first, 8);
  EXPECT_EQ(labels[1].first, -1);
  EXPECT_EQ(labels[2].first, 13);
  EXPECT_EQ(labels[3].first, 0);   // moved inside
  EXPECT_EQ(labels[4].first, -1);  // inside, it would touch another
  EXPECT_EQ(labels[5].first, -1);  // longer than the axis
}

/// Bands of nits have their numbers apart at any peak.
TEST(OverlayLayout, NitsHaveWordsApart) {
  for (const float peak_nits : {100.0f, 203.0f, 600.0f, 1000.0f, 4000.0f, 10000.0f}) {
    const Layout layout =
        lay_out({640, 360}, {.views = photopic::kOverlayNits}, false, OutputEncoding::hdr10, peak_nits);
    const auto& panel = layout.params.panels[PHOTOPIC_OVERLAY_PANEL_NITS];
    std::istringstream words(layout.line(panel.first_line + panel.line_count - 1));
    std::vector<std::string> all;
    for (std::string word; words >> word;) all.push_back(word);
    ASSERT_EQ(all.size(), 6u) << peak_nits;
    EXPECT_EQ(all[5], ">" + std::to_string(int(peak_nits)));
  }
}

}  // namespace
