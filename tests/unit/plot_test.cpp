// SPDX-License-Identifier: MIT
// Tests of exposure plots and contact sheets.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "plot/contact_sheet.h"
#include "plot/exposure_plot.h"
#include "plot/flash_plot.h"
#include "plot/log_plot.h"
#include "reference/rgb.h"

namespace {

using plot::ExposureSample;
using plot::Picture;
using reference::kInfinity;
using reference::kNan;
using Rgb8 = std::array<int, 3>;

constexpr Rgb8 kSceneColor{86, 180, 233};
constexpr Rgb8 kTargetColor{0, 114, 178};
constexpr Rgb8 kAdaptedColor{213, 94, 0};

Rgb8 pixel(const Picture& picture, std::uint32_t x, std::uint32_t y) {
  const std::uint8_t* p = picture.rgba.data() + (std::size_t{y} * picture.width + x) * 4;
  return {p[0], p[1], p[2]};
}

bool close(const Rgb8& a, const Rgb8& b, int tolerance = 12) {
  return std::abs(a[0] - b[0]) <= tolerance && std::abs(a[1] - b[1]) <= tolerance && std::abs(a[2] - b[2]) <= tolerance;
}

/// Whether a pixel of `color` is found within `radius` of the place, as rounding and anti-aliasing allow.
bool found_near(const Picture& picture, const Rgb8& color, double x, double y, int radius = 2) {
  for (int dy = -radius; dy <= radius; ++dy) {
    for (int dx = -radius; dx <= radius; ++dx) {
      const int px = static_cast<int>(x) + dx, py = static_cast<int>(y) + dy;
      if (px < 0 || py < 0 || px >= static_cast<int>(picture.width) || py >= static_cast<int>(picture.height)) continue;
      if (close(pixel(picture, static_cast<std::uint32_t>(px), static_cast<std::uint32_t>(py)), color)) return true;
    }
  }
  return false;
}

int count_color(const Picture& picture, const Rgb8& color, double top, double bottom) {
  int count = 0;
  for (auto y = static_cast<std::uint32_t>(top); y < static_cast<std::uint32_t>(bottom); ++y) {
    for (std::uint32_t x = 0; x < picture.width; ++x) count += close(pixel(picture, x, y), color) ? 1 : 0;
  }
  return count;
}

void expect_well_formed(const Picture& picture, std::uint32_t width, std::uint32_t height) {
  ASSERT_EQ(picture.width, width);
  ASSERT_EQ(picture.height, height);
  ASSERT_EQ(picture.rgba.size(), std::size_t{width} * height * 4);
  for (std::size_t i = 3; i < picture.rgba.size(); i += 4) ASSERT_EQ(picture.rgba[i], 255);
}

/// A scene that steps from 4 to 12 EV at one second, with the adapted value following.
std::vector<ExposureSample> step_response(std::size_t count = 400) {
  std::vector<ExposureSample> samples;
  for (std::size_t i = 0; i < count; ++i) {
    const double time_s = 5.0 * static_cast<double>(i) / static_cast<double>(count - 1);
    const double scene = time_s < 1.0 ? 4.0 : 12.0;
    const double adapted = time_s < 1.0 ? 4.0 : 12.0 - 8.0 * std::exp(1.0 - time_s);
    samples.push_back({time_s, scene, scene, adapted});
  }
  return samples;
}

TEST(ExposurePlot, DrawsLinesWhereTheDataSay) {
  const auto samples = step_response();
  const Picture picture = plot::draw_exposure_plot(samples, "Step");
  expect_well_formed(picture, 1280, 640);
  const plot::ExposureAxes axes = plot::exposure_axes(samples);
  for (const double time_s : {0.5, 1.5, 2.0, 3.0, 4.5}) {
    const double adapted = time_s < 1.0 ? 4.0 : 12.0 - 8.0 * std::exp(1.0 - time_s);
    EXPECT_TRUE(found_near(picture, kAdaptedColor, axes.x_px(time_s), axes.y_px(adapted))) << time_s;
    EXPECT_FALSE(found_near(picture, kAdaptedColor, axes.x_px(time_s), axes.y_px(adapted) - 30)) << time_s;
  }
  EXPECT_TRUE(found_near(picture, kSceneColor, axes.x_px(1.5), axes.y_px(12.0)));
  EXPECT_TRUE(found_near(picture, kSceneColor, axes.x_px(1.0), axes.y_px(8.0), 5));
}

TEST(ExposurePlot, AxesEncloseTheData) {
  const auto samples = step_response();
  const plot::ExposureAxes axes = plot::exposure_axes(samples);
  EXPECT_LT(axes.ev_min, 4.0);
  EXPECT_GT(axes.ev_max, 12.0);
  EXPECT_LT(axes.ev_max - axes.ev_min, 10.0);
  EXPECT_DOUBLE_EQ(axes.time_min_s, 0.0);
  EXPECT_DOUBLE_EQ(axes.time_max_s, 5.0);
  EXPECT_LT(axes.x_px(0.0), axes.x_px(5.0));
  EXPECT_GT(axes.y_px(4.0), axes.y_px(12.0));
  EXPECT_GT(axes.left_px, 0.0);
  EXPECT_LT(axes.right_px, 1280.0);
  EXPECT_GT(axes.top_px, 0.0);
  EXPECT_LT(axes.bottom_px, 640.0);
}

TEST(ExposurePlot, LegendStandsAboveTheFrame) {
  const auto samples = step_response();
  const Picture picture = plot::draw_exposure_plot(samples, "Step");
  const plot::ExposureAxes axes = plot::exposure_axes(samples);
  EXPECT_GT(count_color(picture, kAdaptedColor, 0, axes.top_px), 30);
  EXPECT_GT(count_color(picture, kSceneColor, 0, axes.top_px), 30);
  EXPECT_EQ(count_color(picture, kAdaptedColor, axes.bottom_px + 2, 640), 0);
}

TEST(ExposurePlot, TargetIsDrawnOnlyWhereItDiffers) {
  auto samples = step_response();
  EXPECT_EQ(count_color(plot::draw_exposure_plot(samples, "same"), kTargetColor, 0, 640), 0);
  for (ExposureSample& sample : samples) sample.target_ev100 -= 1.5;
  const Picture picture = plot::draw_exposure_plot(samples, "compensated");
  const plot::ExposureAxes axes = plot::exposure_axes(samples);
  EXPECT_GT(count_color(picture, kTargetColor, 0, axes.top_px), 10);  // in the legend
  EXPECT_GT(count_color(picture, kTargetColor, axes.y_px(10.5) - 3, axes.y_px(10.5) + 3), 200);
}

TEST(ExposurePlot, ASingleSampleIsADot) {
  const std::vector<ExposureSample> samples{{2.0, 7.0, 7.0, 5.0}};
  const Picture picture = plot::draw_exposure_plot(samples, "one");
  const plot::ExposureAxes axes = plot::exposure_axes(samples);
  EXPECT_LT(axes.time_min_s, axes.time_max_s);
  EXPECT_TRUE(found_near(picture, kSceneColor, axes.x_px(2.0), axes.y_px(7.0)));
  EXPECT_TRUE(found_near(picture, kAdaptedColor, axes.x_px(2.0), axes.y_px(5.0)));
}

TEST(ExposurePlot, NoSamplesAndConstantDataGiveUsableAxes) {
  expect_well_formed(plot::draw_exposure_plot({}, "none"), 1280, 640);
  const std::vector<ExposureSample> samples(50, {1.0, 7.0, 7.0, 7.0});
  const plot::ExposureAxes axes = plot::exposure_axes(samples);
  EXPECT_GE(axes.ev_max - axes.ev_min, 1.0);
  EXPECT_GT(axes.time_max_s, axes.time_min_s);
  expect_well_formed(plot::draw_exposure_plot(samples, "constant"), 1280, 640);
}

TEST(ExposurePlot, ValuesThatAreNotFiniteLeaveAGap) {
  auto samples = step_response();
  for (ExposureSample& sample : samples) {
    if (sample.time_s > 2.0 && sample.time_s < 3.0) sample.adapted_ev100 = sample.time_s < 2.5 ? kNan : kInfinity;
    if (sample.time_s > 4.0 && sample.time_s < 4.5) sample.time_s = kNan;
  }
  samples.push_back({kNan, kNan, kNan, kNan});
  samples.push_back({-kInfinity, 1e300, -1e300, kInfinity});
  const plot::ExposureAxes axes = plot::exposure_axes(samples);
  EXPECT_LT(axes.ev_max, 14.0);
  const Picture picture = plot::draw_exposure_plot(samples, "gaps");
  const auto adapted = [](double time_s) { return 12.0 - 8.0 * std::exp(1.0 - time_s); };
  EXPECT_TRUE(found_near(picture, kAdaptedColor, axes.x_px(1.8), axes.y_px(adapted(1.8))));
  EXPECT_FALSE(found_near(picture, kAdaptedColor, axes.x_px(2.5), axes.y_px(adapted(2.5)), 6));
  EXPECT_TRUE(found_near(picture, kSceneColor, axes.x_px(2.5), axes.y_px(12.0)));
  EXPECT_FALSE(found_near(picture, kSceneColor, axes.x_px(4.25), axes.y_px(12.0), 6));
}

TEST(ExposurePlot, ThinningKeepsNarrowPeaks) {
  auto samples = step_response(100000);
  samples[60000].adapted_ev100 = 2.0;
  samples[70000].adapted_ev100 = 14.0;
  const Picture picture = plot::draw_exposure_plot(samples, "long");
  const plot::ExposureAxes axes = plot::exposure_axes(samples);
  EXPECT_TRUE(found_near(picture, kAdaptedColor, axes.x_px(samples[60000].time_s), axes.y_px(2.1), 3));
  EXPECT_TRUE(found_near(picture, kAdaptedColor, axes.x_px(samples[70000].time_s), axes.y_px(13.9), 3));
}

TEST(ExposurePlot, SizeIsKeptAndChecked) {
  const auto samples = step_response();
  expect_well_formed(plot::draw_exposure_plot(samples, "small", 320, 200), 320, 200);
  expect_well_formed(plot::draw_exposure_plot(samples, std::string(5000, 'W') + "\xFF\n\xC3\xA9", 2560, 1280), 2560,
                     1280);
  EXPECT_THROW(plot::draw_exposure_plot(samples, "tiny", 319, 640), std::invalid_argument);
  EXPECT_THROW(plot::draw_exposure_plot(samples, "huge", 1280, 4000000000U), std::runtime_error);
}

std::vector<std::uint8_t> filled(std::uint32_t width, std::uint32_t height, const Rgb8& color) {
  std::vector<std::uint8_t> rgba;
  for (std::size_t i = 0; i < std::size_t{width} * height; ++i) {
    for (const int channel : color) rgba.push_back(static_cast<std::uint8_t>(channel));
    rgba.push_back(7);
  }
  return rgba;
}

std::vector<std::uint8_t> checker(std::uint32_t side) {
  std::vector<std::uint8_t> rgba;
  for (std::uint32_t i = 0; i < side * side; ++i) {
    const std::uint8_t value = (i % side + i / side) % 2 == 0 ? 0 : 255;
    rgba.insert(rgba.end(), {value, value, value, 255});
  }
  return rgba;
}

TEST(ContactSheet, AveragesInLinearLight) {
  const auto rgba = checker(64);
  const Picture half = plot::area_average(rgba.data(), 64, 64, 32, 16);
  expect_well_formed(half, 32, 16);
  for (std::uint32_t i = 0; i < 32 * 16; ++i) ASSERT_EQ(half.rgba[std::size_t{i} * 4], 188);
}

TEST(ContactSheet, PartlyCoveredTexelsCountInPart) {
  // Three texels to two: each target has one whole texel and half of the middle one.
  const std::vector<std::uint8_t> rgba{255, 255, 255, 255, 255, 0, 0, 255, 0, 0, 0, 255};
  const Picture two = plot::area_average(rgba.data(), 3, 1, 2, 1);
  EXPECT_EQ(pixel(two, 0, 0), (Rgb8{255, 213, 213}));  // 2/3 of linear white
  EXPECT_EQ(pixel(two, 1, 0), (Rgb8{156, 0, 0}));      // 1/3
}

TEST(ContactSheet, AUniformPictureKeepsItsCodes) {
  for (const int code : {0, 1, 17, 128, 254, 255}) {
    const auto rgba = filled(101, 37, {code, 255 - code, code});
    const Picture small = plot::area_average(rgba.data(), 101, 37, 40, 15);
    for (std::uint32_t y = 0; y < 15; ++y) {
      for (std::uint32_t x = 0; x < 40; ++x) ASSERT_EQ(pixel(small, x, y), (Rgb8{code, 255 - code, code}));
    }
  }
}

/// Bounding box of exactly one colour: left, top, right, bottom (inclusive); left is -1 when absent.
std::array<int, 4> bounds_of(const Picture& picture, const Rgb8& color) {
  std::array<int, 4> box{-1, -1, -1, -1};
  for (std::uint32_t y = 0; y < picture.height; ++y) {
    for (std::uint32_t x = 0; x < picture.width; ++x) {
      if (pixel(picture, x, y) != color) continue;
      const int ix = static_cast<int>(x), iy = static_cast<int>(y);
      box = box[0] < 0 ? std::array<int, 4>{ix, iy, ix, iy}
                       : std::array<int, 4>{std::min(box[0], ix), box[1], std::max(box[2], ix), iy};
    }
  }
  return box;
}

TEST(ContactSheet, TilesStandInReadingOrder) {
  const std::array<Rgb8, 3> colors{Rgb8{250, 0, 0}, Rgb8{0, 250, 0}, Rgb8{0, 0, 250}};
  plot::ContactSheet sheet(2, 160, "Order");
  for (const Rgb8& color : colors) sheet.add(filled(640, 360, color).data(), 640, 360, "caption");
  EXPECT_EQ(sheet.size(), 3U);
  const Picture page = sheet.draw();
  const auto red = bounds_of(page, colors[0]), green = bounds_of(page, colors[1]), blue = bounds_of(page, colors[2]);
  for (const auto& box : {red, green, blue}) {
    ASSERT_GE(box[0], 0);
    EXPECT_EQ(box[2] - box[0] + 1, 160);
    EXPECT_EQ(box[3] - box[1] + 1, 90);
  }
  EXPECT_EQ(red[1], green[1]);
  EXPECT_GT(green[0], red[2]);
  EXPECT_EQ(blue[0], red[0]);
  EXPECT_GT(blue[1], red[3] + 10);
}

TEST(ContactSheet, AspectRatiosAreKept) {
  plot::ContactSheet sheet(3, 120, "");
  sheet.add(filled(1200, 300, {200, 0, 0}).data(), 1200, 300, "wide");
  sheet.add(filled(100, 200, {0, 200, 0}).data(), 100, 200, "tall");
  sheet.add(filled(2, 900, {0, 0, 200}).data(), 2, 900, "extreme");
  const Picture page = sheet.draw();
  const auto wide = bounds_of(page, {200, 0, 0}), tall = bounds_of(page, {0, 200, 0});
  EXPECT_EQ(wide[3] - wide[1] + 1, 30);
  EXPECT_EQ(tall[3] - tall[1] + 1, 240);
  EXPECT_EQ(tall[2] - tall[0] + 1, 120);
  const auto extreme = bounds_of(page, {0, 0, 200});
  EXPECT_EQ(extreme[3] - extreme[1] + 1, 240);
}

TEST(ContactSheet, ALongCaptionStaysInItsColumn) {
  plot::ContactSheet sheet(2, 160, "");
  const auto black = filled(160, 90, {0, 0, 0});
  sheet.add(black.data(), 160, 90, std::string(3000, 'M'));
  sheet.add(black.data(), 160, 90, "");
  const Picture page = sheet.draw();
  const auto box = bounds_of(page, {0, 0, 0});
  const Rgb8 background = pixel(page, 0, 0);
  const int column_end = box[0] + 160;
  bool ink = false;
  for (int y = box[3] + 1; y < static_cast<int>(page.height); ++y) {
    for (int x = 0; x < static_cast<int>(page.width); ++x) {
      const bool is_ink = pixel(page, static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y)) != background;
      ink = ink || is_ink;
      ASSERT_TRUE(!is_ink || (x >= box[0] - 1 && x <= column_end)) << x;
    }
  }
  EXPECT_TRUE(ink);
  for (std::uint32_t x = 0; x < page.width; ++x) ASSERT_EQ(pixel(page, x, page.height - 1), background);
}

TEST(ContactSheet, MalformedCaptionsAreDrawnAnyway) {
  plot::ContactSheet sheet(1, 200, "\xED\xA0\x80 \xF4\x90\x80\x80 \xC0\xAF \xE2\x82");
  const auto grey = filled(8, 8, {90, 90, 90});
  sheet.add(grey.data(), 8, 8, "\xFF\xFE\n\t\x80");
  EXPECT_NO_THROW(sheet.draw());
}

TEST(ContactSheet, RefusesWhatItCannotDraw) {
  EXPECT_THROW(plot::ContactSheet(0, 160, ""), std::invalid_argument);
  EXPECT_THROW(plot::ContactSheet(1, 31, ""), std::invalid_argument);
  plot::ContactSheet sheet(200, 320, "too wide");
  EXPECT_THROW(sheet.draw(), std::logic_error);
  EXPECT_THROW(sheet.add(nullptr, 4, 4, ""), std::invalid_argument);
  const auto grey = filled(4, 4, {90, 90, 90});
  EXPECT_THROW(sheet.add(grey.data(), 0, 4, ""), std::invalid_argument);
  for (int i = 0; i < 200; ++i) sheet.add(grey.data(), 4, 4, "");
  EXPECT_THROW(sheet.draw(), std::runtime_error);
}

// ---- logarithmic axes ----

/// Axes of 10 to 1000 both ways: 100 is in the middle.
TEST(LogPlot, DrawsPointsWhereTheDataSay) {
  const plot::LogCurve curves[] = {{"rises", {{10.0, 10.0}, {100.0, 100.0}, {1000.0, 1000.0}}},
                                   {"falls", {{10.0, 1000.0}, {1000.0, 10.0}, {1000.0, 0.0}, {1000.0, kNan}}}};
  const Picture picture = plot::draw_log_plot({"Title", "x", "y", curves});
  expect_well_formed(picture, 1280, 720);
  constexpr double kLeft = 82.0, kRight = 1248.0, kTop = 92.0, kBottom = 652.0;
  constexpr Rgb8 kFirst{213, 94, 0}, kSecond{230, 159, 0};
  const auto x = [&](double share) { return kLeft + share * (kRight - kLeft); };
  const auto y = [&](double share) { return kBottom - share * (kBottom - kTop); };
  EXPECT_TRUE(found_near(picture, kFirst, x(0.0), y(0.0)));
  EXPECT_TRUE(found_near(picture, kFirst, x(0.25), y(0.25)));
  EXPECT_TRUE(found_near(picture, kFirst, x(0.75), y(0.75)));
  EXPECT_TRUE(found_near(picture, kSecond, x(0.0), y(1.0)));
  EXPECT_TRUE(found_near(picture, kSecond, x(1.0), y(0.0)));
  EXPECT_FALSE(found_near(picture, kFirst, x(0.25), y(0.75), 20));
}

TEST(LogPlot, OnePointNoneAndTooManyCurves) {
  const plot::LogCurve one[] = {{"one", {{64.0, 3e-9}}}};
  EXPECT_GT(count_color(plot::draw_log_plot({"", "x", "y", one}), kAdaptedColor, 92, 652), 50);
  EXPECT_EQ(count_color(plot::draw_log_plot({"", "x", "y", {}}), kAdaptedColor, 0, 720), 0);
  const std::vector<plot::LogCurve> many(plot::kMaxLogCurves + 1, one[0]);
  EXPECT_THROW(plot::draw_log_plot({"", "x", "y", many}), std::invalid_argument);
}

/// The plot is as tall as the line of the busiest cell, too: 8.5 transitions are its least height.
TEST(FlashPlot, TheLineOfTheBusiestCellIsNotCut) {
  const auto drawn = [](double transitions) {
    const std::array<plot::FlashSample, 3> samples = {{{.time_s = 0.0}, {.time_s = 0.5}, {.time_s = 1.0}}};
    std::array<plot::FlashSample, 3> with_cell = samples;
    for (plot::FlashSample& sample : with_cell) sample.cell_transitions = transitions;
    return plot::draw_flash_plot(with_cell, "title");
  };
  const Picture twenty = drawn(20.0), forty = drawn(40.0);
  EXPECT_NE(twenty.rgba, forty.rgba);
  // Below the frame's upper edge, which is where a line that is cut lies.
  constexpr Rgb8 kCellColor{86, 180, 233};
  EXPECT_EQ(count_color(twenty, kCellColor, 90, 96), 0);
  EXPECT_GT(count_color(twenty, kCellColor, 100, 140), 100);
}

}  // namespace
