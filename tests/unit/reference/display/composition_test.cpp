// SPDX-License-Identifier: MIT
// Tests of user interface, dither and gain map against vectors of the published formulas.
#include "reference/display/composition.h"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>

#include "reference/display/primaries.h"
#include "reference/display/transfer.h"
#include "unit/reference/display/display_oracles.h"

namespace {

using display_test::expect_close;
using display_test::rgb_of;
using nlohmann::json;
using reference::Rgb;

TEST(DisplayComposition, Ui) {
  display_test::for_each_oracle("ui.json", [](const json& all) {
    ASSERT_FALSE(all.empty());
    for (const json& vector : all) {
      SCOPED_TRACE(vector.dump());
      const Rgb scene = rgb_of(vector.at("scene_bt2020_nits"));
      const Rgb ui = rgb_of(vector.at("ui_linear_bt709"));
      const double alpha = vector.at("alpha");
      const double white = vector.at("ui_white_nits");
      const Rgb composed = reference::compose_ui(scene, ui, alpha, white);
      expect_close(composed, rgb_of(vector.at("out_nits")));
      expect_close(reference::pq_encode(composed), rgb_of(vector.at("out_pq")));
      // What blending the signals makes.
      const Rgb ui_nits = scale(multiply(conversion(reference::kBt709, reference::kBt2020), ui), white);
      expect_close(lerp(reference::pq_encode(scene), reference::pq_encode(ui_nits), alpha),
                   rgb_of(vector.at("naive_blend_in_pq")));
    }
  });
}

TEST(DisplayComposition, SceneBelowUiIsLimited) {
  const reference::UiSceneLimit limit{1000.0, 200.0};
  const Rgb scene{1000.0, 500.0, 100.0};
  expect_close(reference::compose_ui(scene, {}, 0.0, 203.0, limit), scene);
  expect_close(reference::compose_ui(scene, {}, 0.5, 203.0, limit), {300.0, 150.0, 30.0});
  expect_close(reference::compose_ui({100.0, 50.0, 0.0}, {}, 0.5, 203.0, limit), {50.0, 25.0, 0.0});
}

TEST(DisplayComposition, Noise) {
  display_test::for_each_oracle("dither.json", [](const json& all) {
    constexpr display_test::Tolerance kSevenDigits{0.0, 0.5e-7 + 1e-10};
    ASSERT_FALSE(all.at("ign").empty());
    for (const json& vector : all.at("ign")) {
      expect_close(reference::interleaved_gradient_noise(vector.at("x"), vector.at("y"), vector.at("frame")),
                   vector.at("value"), kSevenDigits);
    }
    for (const json& vector : all.at("triangular_remap")) {
      expect_close(reference::triangular_noise(vector.at("u")), vector.at("t"), kSevenDigits);
    }
  });
}

/// Of codes less the signal, in codes.
struct Moments {
  double mean = 0.0;
  double variance = 0.0;
};
template <typename Code>
Moments moments_of(double signal, Code code) {
  constexpr int kSteps = 20000;
  Moments moments;
  for (int i = 0; i < kSteps; ++i) {
    const double error = code((i + 0.5) / kSteps) - signal;
    moments.mean += error / kSteps;
    moments.variance += error * error / kSteps;
  }
  moments.variance -= moments.mean * moments.mean;
  return moments;
}

TEST(DisplayComposition, DitherHasTheMomentsOfItsNoise) {
  display_test::for_each_oracle("dither.json", [](const json& all) {
    ASSERT_FALSE(all.at("statistics_in_code_values").empty());
    for (const json& vector : all.at("statistics_in_code_values")) {
      SCOPED_TRACE(vector.dump());
      const double signal = vector.at("signal");
      const std::string noise = vector.at("noise");
      const Moments moments = moments_of(signal, [&](double u) -> double {
        if (noise == "none") return reference::full_code(signal / 255.0, 8);
        if (noise == "rectangular_1lsb") return std::floor(signal + 0.5 + reference::rectangular_noise(u));
        return reference::dithered_code(signal / 255.0, 8, u);
      });
      // The oracle drew 400000 random numbers.
      EXPECT_NEAR(moments.mean, vector.at("mean_error").get<double>(), 0.003);
      EXPECT_NEAR(moments.variance, vector.at("variance").get<double>(), 0.003);
    }
  });
  for (const double signal : {0.0, 0.3, 254.8, 255.0}) {  // near the ends, too, the mean is right
    EXPECT_NEAR(
        moments_of(signal, [&](double u) -> double { return reference::dithered_code(signal / 255.0, 8, u); }).mean,
        0.0, 1e-3);
  }
}

TEST(DisplayComposition, GainMap) {
  display_test::for_each_oracle("gain_map.json", [](const json& all) {
    ASSERT_FALSE(all.empty());
    for (const json& vector : all) {
      const bool is_grey = vector.at("channels") == 1;
      // One channel stands for three.
      const auto channels = [&](const json& list) { return is_grey ? reference::grey(list.at(0)) : rgb_of(list); };
      const reference::GainMap map{channels(vector.at("gain_min_log2")),
                                   channels(vector.at("gain_max_log2")),
                                   vector.at("gamma"),
                                   vector.at("offset_base"),
                                   vector.at("offset_alternate"),
                                   vector.at("base_headroom_log2"),
                                   vector.at("alternate_headroom_log2")};
      for (std::size_t i = 0; i < vector.at("sdr").size(); ++i) {
        const Rgb sdr = rgb_of(vector.at("sdr")[i]);
        const Rgb hdr = rgb_of(vector.at("hdr").at(i));
        const Rgb gain = is_grey ? map.luminance_gain_log2(sdr, hdr) : map.gain_log2(sdr, hdr);
        expect_close(gain, channels(vector.at("gain_log2").at(i)));
        const Rgb codes = map.codes_of(gain);
        expect_close(codes, channels(vector.at("code8").at(i)), {0.0, 0.0});
        for (const auto& [headroom, decoded] : vector.at("decoded_by_display_headroom_log2").items()) {
          SCOPED_TRACE("headroom 2^" + headroom);
          expect_close(map.apply(sdr, map.gain_of(codes), std::stod(headroom)), rgb_of(decoded.at(i)));
        }
      }
    }
  });
}

TEST(DisplayComposition, ContentLight) {
  const std::array<Rgb, 2> texels{Rgb{100.0, 400.0, 0.0}, Rgb{50.0, 10.0, 20.0}};
  const reference::ContentLight light = reference::content_light(texels);
  EXPECT_EQ(light.max_nits, 400.0);
  EXPECT_EQ(light.mean_nits, 225.0);
}

}  // namespace
