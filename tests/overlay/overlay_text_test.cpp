// SPDX-License-Identifier: MIT
// Tests of the debug overlay's letters.
#include <algorithm>
#include <map>
#include <set>

#include "overlay/overlay_rig.h"

namespace {

using test::LdrTexel;
using test::OverlayRig;
using test::OverlayShot;

constexpr VkExtent2D kExtent = {640, 360};

class OverlayText : public testing::Test {
 protected:
  OverlayRig rig_{test::overlay_info(kExtent)};
};

using Glyph = std::vector<int>;  // codes of its texels over those of an empty place

constexpr std::uint32_t kCellWidth = PHOTOPIC_OVERLAY_CELL_WIDTH, kCellHeight = PHOTOPIC_OVERLAY_CELL_HEIGHT;

/// Texels of a character of a panel's text.
Glyph glyph_at(const OverlayShot& shot, std::uint32_t index, std::size_t line, std::size_t column,
               std::uint32_t scale) {
  const auto& panel = shot.panel(index);
  Glyph glyph;
  for (std::uint32_t i = 0; i < kCellWidth * kCellHeight * scale * scale; ++i) {
    const std::uint32_t x = std::uint32_t(4 + column * kCellWidth) * scale + i % (kCellWidth * scale);
    const std::uint32_t y = std::uint32_t(4 + line * kCellHeight) * scale + i / (kCellWidth * scale);
    glyph.push_back(int(shot.drawn_at(panel.x + x, panel.y + y)[1]));
  }
  return glyph;
}

/// Over a uniform picture, the same character looks the same everywhere, different ones differ, and a space is empty.
/// Letters have grey edges and full strokes.
TEST_F(OverlayText, TextIsDrawnAsItSays) {
  for (const std::uint32_t scale : {1u, 2u, 3u}) {
    SCOPED_TRACE(scale);
    // The panel with more text is too wide at the largest of these scales.
    const std::uint32_t panel = scale < 3 ? PHOTOPIC_OVERLAY_PANEL_NAIVE : PHOTOPIC_OVERLAY_PANEL_INVALID;
    rig_.overlay.views = scale < 3 ? photopic::kOverlayNaive : photopic::kOverlayInvalid;
    rig_.overlay.scale = scale;
    const OverlayShot shot = rig_.shoot(test::make_uniform_hdr(kExtent, 1.0));
    test::keep_picture(shot, "text-" + std::to_string(scale));
    const int ground = glyph_at(shot, panel, 0, 0, scale)[0];
    const auto lines = shot.text(panel);
    std::map<char, Glyph> glyphs;
    std::size_t greys = 0, full = 0;
    for (std::size_t line = 0; line < lines.size(); ++line) {
      for (std::size_t column = 0; column < lines[line].size(); ++column) {
        const char character = lines[line][column];
        const Glyph glyph = glyph_at(shot, panel, line, column, scale);
        ASSERT_EQ(glyphs.emplace(character, glyph).first->second, glyph) << character;
        const bool is_empty = std::all_of(glyph.begin(), glyph.end(), [&](int code) { return code == ground; });
        EXPECT_EQ(is_empty, character == ' ') << character;
        for (const int code : glyph) {
          greys += code > ground + 20 && code < 200 ? 1 : 0;
          full += code > 230 ? 1 : 0;
        }
      }
    }
    std::set<Glyph> different;
    for (const auto& [character, glyph] : glyphs) different.insert(glyph);
    EXPECT_EQ(different.size(), glyphs.size());
    EXPECT_GT(glyphs.size(), scale < 3 ? 20u : 10u);
    EXPECT_GT(greys, 200u * scale);
    EXPECT_GT(full, 200u * scale * scale);
  }
}

/// "i": a dot, a gap, and a stem on the base line.
TEST_F(OverlayText, LettersAreTheFonts) {
  rig_.overlay.views = photopic::kOverlayInvalid;
  for (const std::uint32_t scale : {1u, 2u}) {
    rig_.overlay.scale = scale;
    const OverlayShot shot = rig_.shoot(test::make_uniform_hdr(kExtent, 1.0));
    const Glyph glyph = glyph_at(shot, PHOTOPIC_OVERLAY_PANEL_INVALID, 0, 0, scale);
    std::vector<bool> has_ink;  // by rows of dots
    for (std::uint32_t row = 0; row < kCellHeight; ++row) {
      const auto first = glyph.begin() + row * scale * kCellWidth * scale;
      has_ink.push_back(*std::max_element(first, first + kCellWidth * scale * scale) > 150);
    }
    std::string rows;
    for (const bool is_inked : has_ink) rows += is_inked ? '#' : '.';
    EXPECT_EQ(rows, scale == 1 ? "#...#######..." : ".##.#######...") << scale;
  }
}

/// Names of curves have the curves' colours.
TEST_F(OverlayText, NamesHaveTheColorsOfCurves) {
  rig_.overlay.views = photopic::kOverlayStripChart;
  const OverlayShot shot = rig_.shoot(test::make_overlay_scene(kExtent));
  const auto& panel = shot.panel(PHOTOPIC_OVERLAY_PANEL_CHART);
  constexpr std::uint32_t kLine = 1;
  const std::string line = shot.text(PHOTOPIC_OVERLAY_PANEL_CHART)[kLine];
  const auto brightest_of = [&](const std::string& word) {
    LdrTexel most = {};
    for (std::uint32_t dot = 0; dot < kCellWidth * word.size(); ++dot) {
      for (std::uint32_t y = 4 + kLine * kCellHeight; y < 4 + (kLine + 1) * kCellHeight; ++y) {
        const std::uint32_t x = panel.x + 4 + kCellWidth * std::uint32_t(line.find(word)) + dot;
        const LdrTexel& texel = shot.drawn_at(x, panel.y + y);
        if (texel[0] + texel[1] + texel[2] > most[0] + most[1] + most[2]) most = texel;
      }
    }
    return most;
  };
  EXPECT_EQ(brightest_of("scene"), (LdrTexel{89, 166, 255, 255}));
  EXPECT_EQ(brightest_of("target"), (LdrTexel{76, 230, 102, 255}));
  EXPECT_EQ(brightest_of("eye"), (LdrTexel{255, 255, 255, 255}));
}

}  // namespace
