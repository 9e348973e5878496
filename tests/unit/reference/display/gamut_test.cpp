// SPDX-License-Identifier: MIT
// Tests of gamut mapping against vectors of the published formulas.
#include "reference/display/gamut.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "unit/reference/display/display_oracles.h"

namespace {

using display_test::expect_mapped;
using nlohmann::json;
using reference::Rgb;

TEST(DisplayGamut, OfBt2020InBt709) {
  const reference::Matrix to_bt709 = conversion(reference::kBt2020, reference::kBt709);
  display_test::for_each_oracle("gamut.json", [&](const json& all) {
    const json& inputs = all.at("bt2020_in");
    expect_mapped(inputs, all.at("bt709_unclipped"), [&](Rgb c) { return multiply(to_bt709, c); });
    expect_mapped(inputs, all.at("clip"), [&](Rgb c) { return clip_gamut(multiply(to_bt709, c)); });
    expect_mapped(inputs, all.at("desaturate_to_luminance_then_clip"),
                  [&](Rgb c) { return desaturate_gamut(multiply(to_bt709, c), reference::kBt709); });
    expect_mapped(inputs, all.at("oklab_chroma"), [&](Rgb c) { return oklab_gamut(multiply(to_bt709, c)); },
                  {1e-9, 1e-10});
  });
}

// 9 digits are printed, and the hull's peaks are found by searches.
constexpr display_test::Tolerance kSearched{5e-9, 1e-9};

TEST(DisplayGamut, LibplacebosTwo) {
  constexpr double kWhiteNits = 203.0;
  const reference::GamutDisplay source{reference::kBt2020, {0.0, kWhiteNits}};
  const reference::GamutDisplay target{reference::kBt709, {0.0, kWhiteNits}};
  display_test::for_each_oracle("gamut.json", [&](const json& all) {
    const json& inputs = all.at("bt2020_in");
    expect_mapped(
        inputs, all.at("libplacebo_perceptual_203_nits"),
        [&](Rgb c) { return scale(perceptual_gamut(scale(c, kWhiteNits), source, target), 1.0 / kWhiteNits); },
        kSearched);
    expect_mapped(
        inputs, all.at("libplacebo_relative_203_nits"),
        [&](Rgb c) { return scale(relative_gamut(scale(c, kWhiteNits), source, target), 1.0 / kWhiteNits); },
        kSearched);
  });
}

TEST(DisplayGamut, Aces13) {
  display_test::for_each_oracle("gamut.json", [](const json& all) {
    const json& compression = all.at("aces13_rgc_ap1");
    expect_mapped(compression.at("inp"), compression.at("out"), reference::compress_aces13);
    const json& plain = all.at("ap1_to_bt709");
    const reference::Matrix to_bt709 = conversion(reference::kAp1, reference::kBt709);
    expect_mapped(plain.at("inp"), plain.at("bradford"), [&](Rgb c) { return multiply(to_bt709, c); });
  });
}

}  // namespace
