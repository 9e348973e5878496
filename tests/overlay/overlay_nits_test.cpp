// SPDX-License-Identifier: MIT
// Tests of the debug overlay's views of a display's light: false colours and waveform of nits.
#include <algorithm>
#include <cmath>
#include <map>

#include "overlay/overlay_rig.h"
#include "reference/display/transfer.h"

namespace {

using photopic::OutputEncoding;
using test::LdrTexel;
using test::OverlayRig;
using test::OverlayShot;

constexpr VkExtent2D kNitsExtent = {640, 360};
constexpr double kMaxCode = 1023.0;
constexpr std::uint32_t kColumns = PHOTOPIC_OVERLAY_WAVEFORM_COLUMNS, kRows = PHOTOPIC_OVERLAY_WAVEFORM_ROWS;

double brightest(const LdrTexel& texel) { return std::max({texel[0], texel[1], texel[2]}); }

/// Greys of 21 stops from left to right, some far above the peak.
test::HdrImage make_ramp() {
  return test::make_hdr(VK_FORMAT_R32G32B32A32_SFLOAT, kNitsExtent, [](std::uint32_t x, std::uint32_t y) {
    const double light = std::exp2(-12.0 + 21.0 * (x + 0.5) / kNitsExtent.width);
    return reference::Rgb{light, light * (y % 2 == 0 ? 1.0 : 0.7), light * 0.8};
  });
}

/// Band by the codes of 10 bits of its ends: the code nearest to an end belongs to the band below it.
std::size_t band_of(double code, const std::vector<double>& ends_nits) {
  std::size_t band = 0;
  for (const double end_nits : ends_nits) band += code > std::round(kMaxCode * reference::pq_encode(end_nits)) ? 1 : 0;
  return band;
}

/// Pictures of 10 bits for HDR10 whose colours are the scene's, up to the peak.
class OverlayNits : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    photopic::MadeFor info = test::overlay_info(kNitsExtent);
    info.ldr_format = VK_FORMAT_R32_UINT;
    info.tone_mappers = photopic::tone_mapper_bit(photopic::ToneMapper::none);
    shared_ = std::make_unique<OverlayRig>(info, OutputEncoding::hdr10);  // compiling it takes longer than all tests
  }
  static void TearDownTestSuite() { shared_.reset(); }

  OverlayNits() {
    rig_.settings = {};
    rig_.settings.display.encoding = OutputEncoding::hdr10;
    rig_.settings.tone_map.tone_mapper = photopic::ToneMapper::none;
    rig_.settings.tone_map.dither = false;  // the same picture twice
  }

  static std::unique_ptr<OverlayRig> shared_;
  OverlayRig& rig_ = *shared_;
};
std::unique_ptr<OverlayRig> OverlayNits::shared_;

struct Bands {
  float peak_nits;
  std::vector<double> ends_nits;  ///< of those that there are
  const char* legend;
};

TEST_F(OverlayNits, EveryBandHasItsColor) {
  const Bands kBands[] = {{4000, {100, 203, 400, 1000, 4000}, "100    203     400    1000   4000    >4000"},
                          {1000, {100, 203, 400, 1000}, "100    203     400    1000   -       >1000"},
                          {600, {100, 203, 400, 600}, "100    203     400    600    -       >600"}};
  for (const Bands& bands : kBands) {
    SCOPED_TRACE(bands.peak_nits);
    rig_.settings.display.peak_nits = bands.peak_nits;
    rig_.overlay = {.views = photopic::kOverlayNits};
    const OverlayShot shot = rig_.shoot(make_ramp());
    std::map<std::size_t, LdrTexel> colors;
    std::map<double, LdrTexel> greys;
    for (std::uint32_t y = 200; y < 260; ++y) {
      for (std::uint32_t x = 0; x < kNitsExtent.width; ++x) {
        const double code = brightest(shot.plain_at(x, y));
        const std::size_t band = band_of(code, bands.ends_nits);
        const LdrTexel& drawn = shot.drawn_at(x, y);
        const LdrTexel& known =
            band == 0 ? greys.emplace(code, drawn).first->second : colors.emplace(band, drawn).first->second;
        ASSERT_EQ(known, drawn) << x << ": code " << code;
      }
    }
    // Nothing is brighter than the peak.
    ASSERT_EQ(colors.size(), bands.ends_nits.size() - 1);
    for (const auto& [band, color] : colors) {
      for (const auto& [other, different] : colors) EXPECT_TRUE(band == other || color != different) << band;
    }
    ASSERT_GT(greys.size(), 100u);
    double before = -1.0;
    for (const auto& [code, grey] : greys) {
      // sRGB's grey in BT.2020: a matrix whose rows add up to 1, to a rounding.
      EXPECT_NEAR(grey[0], grey[2], 1.0) << code;
      EXPECT_GE(grey[1], before) << code;
      before = grey[1];
    }
    EXPECT_EQ(shot.text(PHOTOPIC_OVERLAY_PANEL_NITS)[1], bands.legend);
  }
}

/// What the finished picture holds above the peak stands out: here, since the overlay is told a lower one.
TEST_F(OverlayNits, AboveThePeakStandOut) {
  const test::HdrImage ramp = make_ramp();
  const engine::Image ldr = test::make_ldr(kNitsExtent, VK_FORMAT_R32_UINT);
  const photopic::Frame frame = {.hdr = {ramp.view()}, .ldr = {ldr.view()}, .extent = kNitsExtent};
  photopic::Settings lower = rig_.settings;
  lower.display.peak_nits = 500.0f;
  std::vector<LdrTexel> plain;
  test::submit(
      [&](VkCommandBuffer commands) { test::context().check(rig_.post().record(commands, frame, rig_.settings)); });
  plain = test::read_ldr(ldr);
  test::submit([&](VkCommandBuffer commands) {
    test::context().check(
        rig_.overlay_object().record(commands, rig_.post(), frame, lower, {.views = photopic::kOverlayNits}));
  });
  const std::vector<LdrTexel> drawn = test::read_ldr(ldr);
  std::size_t above = 0;
  for (std::size_t i = 200 * kNitsExtent.width; i < 201 * kNitsExtent.width; ++i) {
    const bool is_above = brightest(plain[i]) > std::round(kMaxCode * reference::pq_encode(500.0));
    // The colour of over has little green: (1, 0.15, 0.1) of sRGB is in BT.2020 (0.63, 0.09, 0.03) of light.
    const bool is_red = drawn[i][1] < 0.8 * drawn[i][0];
    const bool is_grey = brightest(plain[i]) <= std::round(kMaxCode * reference::pq_encode(100.0));
    EXPECT_EQ(is_red && !is_grey, is_above) << i;
    above += is_above ? 1 : 0;
  }
  EXPECT_GT(above, 20u);
}

/// Every channel of every texel is counted once, in the row of its signal.
TEST_F(OverlayNits, WaveformCountsEveryTexel) {
  for (const VkExtent2D extent : {kNitsExtent, VkExtent2D{97, 31}}) {
    rig_.overlay = {.views = photopic::kOverlayWaveform};
    const OverlayShot shot = rig_.shoot(test::make_overlay_scene(extent));
    for (std::uint32_t column = 0; column < kColumns; ++column) {
      const std::uint32_t from = column * extent.width / kColumns;
      const std::uint32_t to = std::max(from + 1, (column + 1) * extent.width / kColumns);
      for (std::uint32_t channel = 0; channel < 3; ++channel) {
        std::vector<int> least(kRows), most(kRows);
        for (std::uint32_t i = 0; i < (to - from) * extent.height; ++i) {
          // A code stands at 128 / 1023 of a row; through nits and back, floats move it by less than 0.01.
          const double place = shot.plain_at(from + i % (to - from), i / (to - from))[channel] / kMaxCode * kRows;
          const auto low = std::size_t(std::clamp(place - 0.01, 0.0, kRows - 1.0));
          const auto high = std::size_t(std::clamp(place + 0.01, 0.0, kRows - 1.0));
          if (low == high) ++least[low];
          ++most[low];
          if (low != high) ++most[high];
        }
        for (std::uint32_t row = 0; row < kRows; ++row) {
          const auto count = int(shot.plots.waveform[(column * 3 + channel) * kRows + row]);
          ASSERT_GE(count, least[row]) << column << ' ' << channel << ' ' << row;
          ASSERT_LE(count, most[row]) << column << ' ' << channel << ' ' << row;
        }
      }
    }
  }
}

/// A picture of one colour is a line at its nits in each part of the parade; marks are where PQ puts them.
TEST_F(OverlayNits, WaveformStandsAtItsNits) {
  rig_.overlay = {.views = photopic::kOverlayWaveform};
  const OverlayShot shot = rig_.shoot(test::make_uniform_hdr(kNitsExtent, 1.0));
  const auto& panel = shot.panel(PHOTOPIC_OVERLAY_PANEL_WAVEFORM);
  EXPECT_EQ(shot.text(PHOTOPIC_OVERLAY_PANEL_WAVEFORM)[0], "nits  White 203  Peak 1000");
  const std::uint32_t x = panel.x + 4 + PHOTOPIC_OVERLAY_LABEL_DOTS + 101;
  const auto y_of = [&](std::uint32_t row) { return panel.y + panel.plot_y + kRows - 1 - row; };
  const auto lit = std::uint32_t(shot.plain_at(0, 0)[1] / kMaxCode * kRows);
  const auto lightness = [&](std::uint32_t row) { return shot.drawn_at(x, y_of(row))[1]; };
  // Green of the trace is 0.9 of sRGB, 0.787 of the light of ui_white_nits, 203. Red and blue change it in BT.2020.
  EXPECT_NEAR(lightness(lit), kMaxCode * reference::pq_encode(0.787 * 203.0), 20.0);
  std::vector<std::uint32_t> marked;
  for (std::uint32_t row = 0; row < kRows; ++row) {
    if (row != lit && lightness(row) > lightness(2) + 20.0) marked.push_back(row);
  }
  std::vector<std::uint32_t> expected;
  for (const double nits : {1.0, 10.0, 100.0, 203.0, 1000.0, 4000.0, 10000.0}) {
    const auto row = std::min(kRows - 1, std::uint32_t(reference::pq_encode(nits) * kRows));
    if (row != lit) expected.push_back(row);
  }
  EXPECT_EQ(marked, expected);
}

/// Channels are told apart without colour: each has a part of its own, with a letter, and shows the whole width.
TEST_F(OverlayNits, WaveformIsAParade) {
  rig_.overlay = {.views = photopic::kOverlayWaveform};
  const OverlayShot shot =
      rig_.shoot(test::make_hdr(VK_FORMAT_R32G32B32A32_SFLOAT, kNitsExtent, [](std::uint32_t x, std::uint32_t) {
        return x < kNitsExtent.width / 2 ? reference::Rgb{0.02, 0.3, 1.5} : reference::Rgb{2.0, 0.1, 0.01};
      }));
  const auto& panel = shot.panel(PHOTOPIC_OVERLAY_PANEL_WAVEFORM);
  const std::uint32_t left = panel.x + 4 + PHOTOPIC_OVERLAY_LABEL_DOTS, top = panel.y + panel.plot_y;
  const auto row_of = [&](bool is_left, std::uint32_t channel) {
    return std::uint32_t(shot.plain_at(is_left ? 0 : kNitsExtent.width - 1, 0)[channel] / kMaxCode * kRows);
  };
  std::vector<std::string> letters;
  for (std::uint32_t part = 0; part < 3; ++part) {
    const std::uint32_t first = left + part * PHOTOPIC_OVERLAY_PARADE_PERIOD;
    std::string letter;
    for (std::uint32_t y = 0; y < PHOTOPIC_OVERLAY_CELL_HEIGHT; ++y) {
      for (std::uint32_t x = 0; x < PHOTOPIC_OVERLAY_CELL_WIDTH; ++x) {
        letter += brightest(shot.drawn_at(first + x, top + y)) > 400.0 ? '#' : ' ';
      }
    }
    EXPECT_GT(std::count(letter.begin(), letter.end(), '#'), 8) << part;
    letters.push_back(letter);
    for (const bool is_left : {true, false}) {
      const std::uint32_t x = first + PHOTOPIC_OVERLAY_PARADE_DOTS / 4 * (is_left ? 1 : 3);
      for (std::uint32_t channel = 0; channel < 3; ++channel) {
        const std::uint32_t row = row_of(is_left, channel);
        EXPECT_EQ(brightest(shot.drawn_at(x, top + kRows - 1 - row)) > 450.0, channel == part)
            << part << ' ' << channel << ' ' << is_left;
      }
    }
  }
  EXPECT_NE(letters[0], letters[1]);
  EXPECT_NE(letters[0], letters[2]);
  EXPECT_NE(letters[1], letters[2]);
}

/// SDR ends at paper white.
TEST(Overlay, NitsOfSdr) {
  OverlayRig rig(test::overlay_info(kNitsExtent));
  rig.overlay.views = photopic::kOverlayNits | photopic::kOverlayWaveform;
  const OverlayShot shot = rig.shoot(test::make_overlay_scene(kNitsExtent));
  EXPECT_EQ(shot.text(PHOTOPIC_OVERLAY_PANEL_NITS)[1], "100    203     -      -      -       >203");
  EXPECT_EQ(shot.text(PHOTOPIC_OVERLAY_PANEL_WAVEFORM)[0], "nits  White 203  Peak 203");
  const auto top = std::uint32_t(reference::pq_encode(203.0) * kRows);
  std::uint32_t above = 0, counted = 0;
  for (std::uint32_t i = 0; i < PHOTOPIC_OVERLAY_WAVEFORM_COUNTS; ++i) {
    (i % kRows > top ? above : counted) += shot.plots.waveform[i];
  }
  EXPECT_EQ(above, 0u);
  EXPECT_EQ(counted, 3 * kNitsExtent.width * kNitsExtent.height);
}

}  // namespace
