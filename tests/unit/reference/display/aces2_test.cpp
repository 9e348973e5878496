// SPDX-License-Identifier: MIT
// Tests of ACES 2's output transform against vectors of the published algorithm, with whole tables.
#include "reference/display/aces2.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "unit/reference/display/display_oracles.h"

namespace {

using display_test::expect_close;
using display_test::expect_mapped;
using display_test::rgb_of;
using display_test::Tolerance;
using nlohmann::json;
using reference::Aces2;
using reference::Rgb;

// 9 digits are printed; of the inputs, too, which were not rounded when their results were computed.
constexpr Tolerance kNineDigits{5e-9, 1e-12};
constexpr Tolerance kOfNineDigits{2e-8, 2e-8};

/// Of all transforms of both files, made once each.
const Aces2& transform(double peak_nits, const std::string& limit) {
  static std::map<std::pair<double, std::string>, Aces2> made;
  const auto found = made.find({peak_nits, limit});
  if (found != made.end()) return found->second;
  const reference::Primaries& primaries = limit == "bt709"   ? reference::kBt709
                                          : limit == "p3d65" ? reference::kP3D65
                                                             : reference::kBt2020;
  return made.try_emplace({peak_nits, limit}, peak_nits, primaries).first->second;
}

void for_each_transform(const std::function<void(const json& all, const json& expected, const Aces2&)>& check) {
  display_test::for_each_oracle("aces2.json", [&](const json& all) {
    ASSERT_FALSE(all.at("transforms").empty());
    for (const json& expected : all.at("transforms")) {
      const std::string limit = expected.at("limit");
      SCOPED_TRACE(expected.at("peak_nits").dump() + " nits, " + limit);
      check(all, expected, transform(expected.at("peak_nits"), limit));
    }
  });
}

TEST(DisplayAces2, Model) {
  display_test::for_each_oracle("aces2.json", [](const json& all) {
    const reference::Aces2Model model(reference::kAp0);
    for (const json& vector : all.at("jmh_ap0")) {
      SCOPED_TRACE(vector.dump());
      const Rgb color = rgb_of(vector.at("ap0"));
      const reference::Jmh jmh = model.jmh_of(color);
      expect_close(jmh.j, vector.at("jmh").at(0), kOfNineDigits);
      expect_close(jmh.m, vector.at("jmh").at(1), kOfNineDigits);
      if (jmh.m > 1e-6) expect_close(jmh.h, vector.at("jmh").at(2), kOfNineDigits);  // greys have no hue
      expect_close(model.rgb_of(jmh), color, {1e-9, 1e-12});
    }
    expect_close(reference::kAces2LuminanceAdaptation, all.at("constants").at("F_L"), kNineDigits);
    expect_close(reference::kAces2LightnessExponent, all.at("constants").at("cz"), kNineDigits);
  });
}

TEST(DisplayAces2, Constants) {
  for_each_transform([](const json&, const json& expected, const Aces2& aces2) {
    const reference::Aces2Peak& peak = aces2.peak();
    const json& tone = expected.at("tonescale");
    expect_close(peak.ct, tone.at("ct"), kNineDigits);
    expect_close(peak.s_2, tone.at("s2"), kNineDigits);
    expect_close(peak.u_2, tone.at("u2"), kNineDigits);
    expect_close(peak.m_2, tone.at("m2"), kNineDigits);
    expect_close(peak.max_scene, tone.at("fl"), kNineDigits);
    expect_close(peak.r_hit, tone.at("r_hit"), kNineDigits);
    expect_close(peak.m_1, tone.at("m_1"), kNineDigits);
    expect_close(peak.w_2, tone.at("w_2"), kNineDigits);
    expect_close(peak.max_j, expected.at("limit_J_max"), kNineDigits);
    expect_close(peak.mid_j, expected.at("mid_J"), kNineDigits);
    expect_close(peak.focus_distance, expected.at("focus_dist"), kNineDigits);
    expect_close(peak.lower_hull_gamma_inverse, expected.at("lower_hull_gamma_inv"), kNineDigits);
    expect_close(peak.saturation, expected.at("chroma_compress").at("sat"), kNineDigits);
    expect_close(peak.saturation_threshold, expected.at("chroma_compress").at("sat_thr"), kNineDigits);
    expect_close(peak.compression, expected.at("chroma_compress").at("compr"), kNineDigits);
    expect_close(peak.chroma_scale, expected.at("chroma_compress").at("scale"), kNineDigits);
    for (const json& point : expected.at("tonescale_curve")) {
      expect_close(peak.tone(100.0 * point.at(0).get<double>()), point.at(1), kNineDigits);
    }
  });
}

TEST(DisplayAces2, ToneScaleByPeak) {
  display_test::for_each_oracle("curves_by_peak.json", [](const json& all) {
    ASSERT_FALSE(all.at("aces2_tonescale_nits").empty());
    for (const auto& [peak_nits, outputs] : all.at("aces2_tonescale_nits").items()) {
      const reference::Aces2Peak peak(std::stod(peak_nits));
      for (std::size_t i = 0; i < outputs.size(); ++i) {
        expect_close(peak.tone(100.0 * all.at("x").at(i).get<double>()), outputs[i]);
      }
    }
  });
}

void expect_cusp(const json& expected, double hue, const reference::Aces2Cusp& cusp) {
  expect_close(hue, expected.at(0), kNineDigits);
  expect_close(cusp.j, expected.at(1), kNineDigits);
  expect_close(cusp.m, expected.at(2), kNineDigits);
  expect_close(cusp.gamma_inverse, expected.at(3), kNineDigits);
}

TEST(DisplayAces2, Tables) {
  for_each_transform([](const json&, const json& expected, const Aces2& aces2) {
    const reference::Aces2Tables& tables = aces2.tables();
    for (std::size_t i = 0; i < 12; ++i) {
      expect_close(tables.reach[30 * i], expected.at("reach_m_every_30_deg").at(i), kNineDigits);
      if (expected.contains("cusp_every_30_entries")) {
        expect_cusp(expected.at("cusp_every_30_entries").at(i), tables.hues[30 * i], tables.cusps[30 * i]);
      }
    }
    if (!expected.contains("tables")) return;
    const json& whole = expected.at("tables");
    for (std::size_t i = 0; i < reference::Aces2Tables::kSize; ++i) {
      SCOPED_TRACE(i);
      expect_close(tables.reach[i], whole.at("reach_m").at(i), kNineDigits);
      expect_cusp(
          {whole.at("hue").at(i), whole.at("cusp_J").at(i), whole.at("cusp_M").at(i), whole.at("top_gamma_inv").at(i)},
          tables.hues[i], tables.cusps[i]);
    }
  });
}

TEST(DisplayAces2, Colors) {
  for_each_transform([](const json& all, const json& expected, const Aces2& aces2) {
    expect_mapped(all.at("colorchecker_ap0"), expected.at("colorchecker"), aces2, kOfNineDigits);
    expect_mapped(all.at("extra_ap0"), expected.at("extra"), aces2, kOfNineDigits);
    expect_mapped(
        all.at("extra_ap0"), expected.at("extra_unclamped"), [&](Rgb c) { return aces2.unclamped(c); }, kOfNineDigits);
    expect_mapped(all.at("grey_ap0"), expected.at("grey"), aces2, kOfNineDigits);
    const reference::Matrix to_ap0 = conversion(reference::kBt709, reference::kAp0);
    expect_mapped(
        all.at("bt709_in"), expected.at("bt709"), [&](Rgb c) { return aces2(multiply(to_ap0, c)); }, kOfNineDigits);
  });
}

TEST(DisplayAces2, GamutCompressionAlone) {
  const Aces2& aces2 = transform(100.0, "bt709");
  for (const Rgb c : {Rgb{0.5, 0.5, 0.5}, Rgb{0.4, 0.3, 0.25}}) expect_close(aces2.map_gamut(c), c);  // well inside
  const Rgb green = multiply(conversion(reference::kBt2020, reference::kBt709), Rgb{0.0, 0.8, 0.0});
  const Rgb mapped = aces2.map_gamut(green);
  EXPECT_GT(mapped.g, 0.6);
  EXPECT_LT(reference::max_channel({mapped.r, 0.0, mapped.b}), 0.35 * mapped.g);
  // The hull is a fit of the cube: what clamping takes off is little.
  const reference::Aces2Model model(reference::kBt709);
  EXPECT_NEAR(model.jmh_of(mapped).h, model.jmh_of(green).h, 3.0);
}

TEST(DisplayAces2, NanAndInfinity) {
  const Aces2& aces2 = transform(1000.0, "bt2020");
  expect_close(aces2({reference::kNan, 1.0, 1.0}), {}, {0.0, 1e-12});
  const Rgb bright = aces2({1e30, 1e30, 1e30});
  expect_close(bright, reference::grey(bright.g));
  EXPECT_GT(bright.g, 9.9);
}

TEST(DisplayAces2, GreysStayGrey) {
  const Aces2& aces2 = transform(1000.0, "bt2020");
  for (const double x : {0.001, 0.18, 1.0, 16.0, 300.0}) {
    const Rgb shown = aces2.unclamped(reference::grey(x));
    expect_close(shown, reference::grey(shown.g), {1e-9, 0.0});
  }
}

}  // namespace
