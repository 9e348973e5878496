// SPDX-License-Identifier: MIT
// Tests of the transfer functions and shapers against vectors of the standards' formulas.
#include "reference/display/transfer.h"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

#include "reference/display/primaries.h"
#include "reference/display/shaper.h"
#include "reference/texel_formats.h"
#include "unit/reference/display/display_oracles.h"

namespace {

using display_test::expect_close;
using display_test::rgb_of;
using nlohmann::json;

/// Each vector of `list` of transfer.json: check(number), where number(key) is its member.
template <typename Check>
void for_each_transfer(const char* list, Check check) {
  display_test::for_each_oracle("transfer.json", [&](const json& all) {
    ASSERT_FALSE(all.at(list).empty());
    for (const json& vector : all.at(list)) {
      SCOPED_TRACE(vector.dump());
      check([&](const char* key) { return vector.at(key).template get<double>(); });
    }
  });
}

TEST(DisplayTransfer, Srgb) {
  for_each_transfer("srgb", [](auto number) {
    const double encoded = reference::srgb_encode(number("linear"));
    expect_close(encoded, number("encoded"));
    EXPECT_EQ(reference::full_code(encoded, 8), number("code8"));
    EXPECT_EQ(reference::full_code(encoded, 10), number("code10"));
    EXPECT_EQ(reference::double_to_half(encoded), number("half_of_encoded"));
  });
  for_each_transfer("srgb_mirrored", [](auto number) {
    expect_close(reference::srgb_encode(number("linear")), number("encoded"));
    expect_close(reference::srgb_decode(number("encoded")), number("linear"));
  });
  for_each_transfer("srgb_decode",
                    [](auto number) { expect_close(reference::srgb_decode(number("encoded")), number("linear")); });
}

TEST(DisplayTransfer, CodesOfWhatIsNoSignal) {
  for (const double none : {reference::kNan, -reference::kInfinity, -1.0}) {
    EXPECT_EQ(reference::full_code(none, 10), 0u);
  }
  EXPECT_EQ(reference::full_code(reference::kInfinity, 10), 1023u);
}

TEST(DisplayTransfer, Powers) {
  for (const double gamma : {2.2, 2.4}) {
    for_each_transfer(gamma == 2.2 ? "power22" : "power24", [&](auto number) {
      expect_close(reference::power_encode(number("linear"), gamma), number("encoded"));
      expect_close(reference::power_decode(number("encoded"), gamma), number("linear"));
    });
  }
  for_each_transfer("srgb_shown_on_power22", [](auto number) {
    expect_close(reference::srgb_decode(number("code8") / 255.0), number("piecewise_linear"));
    expect_close(reference::power_decode(number("code8") / 255.0, 2.2), number("power22_linear"));
  });
  EXPECT_EQ(reference::power_encode(-1.0, 2.2), 0.0);
}

TEST(DisplayTransfer, Bt1886) {
  for_each_transfer("bt1886", [](auto number) {
    expect_close(reference::bt1886_decode(number("signal"), number("Lw"), number("Lb")), number("nits"));
  });
}

TEST(DisplayTransfer, Pq) {
  for_each_transfer("pq", [](auto number) {
    const double signal = reference::pq_encode(number("nits"));
    expect_close(signal, number("signal"));
    EXPECT_EQ(reference::full_code(signal, 10), number("full10"));
    EXPECT_EQ(reference::full_code(signal, 12), number("full12"));
    EXPECT_EQ(reference::full_code(signal, 16), number("full16"));
  });
  // Where PQ is steep, 12 digits of the signal are less of the nits.
  for_each_transfer("pq_decode", [](auto number) {
    expect_close(reference::pq_decode(number("signal")), number("nits"), {1e-9, 1e-12});
  });
  for (unsigned code = 0; code < 1024; ++code) {
    EXPECT_EQ(reference::full_code(reference::pq_encode(reference::pq_decode(code / 1023.0)), 10), code);
  }
}

TEST(DisplayTransfer, Hlg) {
  for_each_transfer("hlg_oetf", [](auto number) {
    // The oracle's 1/12 has 12 digits, and the two pieces part there by 2e-9.
    expect_close(reference::hlg_oetf(number("scene")), number("signal"), {1e-9, 1e-11});
  });
  for_each_transfer("hlg_inverse",
                    [](auto number) { expect_close(reference::hlg_inverse_oetf(number("signal")), number("scene")); });
  for_each_transfer("hlg_gamma", [](auto number) {
    expect_close(reference::hlg_gamma_bt2100(number("Lw")), number("gamma_bt2100"));
    expect_close(reference::hlg_gamma_extended(number("Lw")), number("gamma_extended"));
  });
  EXPECT_EQ(reference::hlg_gamma(2000.0), reference::hlg_gamma_bt2100(2000.0));
  EXPECT_EQ(reference::hlg_gamma(203.0), reference::hlg_gamma_extended(203.0));
  EXPECT_EQ(reference::hlg_gamma(4000.0), reference::hlg_gamma_extended(4000.0));
  display_test::for_each_oracle("transfer.json", [](const json& all) {
    for (const json& vector : all.at("hlg_display")) {
      SCOPED_TRACE(vector.dump());
      const reference::Rgb nits = reference::hlg_decode(rgb_of(vector.at("signal")), vector.at("Lw"));
      expect_close(nits, rgb_of(vector.at("nits")));
      expect_close(reference::hlg_encode(nits, vector.at("Lw")), rgb_of(vector.at("signal")));
    }
    for (const json& vector : all.at("hlg_from_nits")) {
      expect_close(reference::hlg_encode(rgb_of(vector.at("nits")), vector.at("Lw")), rgb_of(vector.at("signal")));
    }
  });
  EXPECT_EQ(reference::hlg_encode({0.0, 0.0, 0.0}).g, 0.0);
  EXPECT_EQ(reference::hlg_decode({0.0, 0.0, 0.0}, 203.0).g, 0.0);  // where the gamma is below 1
}

TEST(DisplayTransfer, Scrgb) {
  for_each_transfer("scrgb", [](auto number) {
    const double value = reference::scrgb_encode(number("nits"));
    expect_close(value, number("value"));
    EXPECT_EQ(reference::double_to_half(value), number("half"));
    EXPECT_EQ(reference::full_code(reference::pq_encode(80.0 * value), 10), number("signal_10bit_pq_after_windows"));
  });
  display_test::for_each_oracle("transfer.json", [](const json& all) {
    const reference::Matrix to_bt709 = reference::conversion(reference::kBt2020, reference::kBt709);
    for (const json& vector : all.at("scrgb_gamut")) {
      const reference::Rgb nits = scale(multiply(to_bt709, rgb_of(vector.at("bt2020"))), 203.0);
      expect_close(reference::per_channel(nits, [](double x) { return reference::scrgb_encode(x); }),
                   rgb_of(vector.at("scrgb")));
    }
  });
  EXPECT_EQ(reference::scrgb_encode(203.0, 203.0), 1.0);  // of systems where 1 is paper white
}

TEST(DisplayTransfer, Shapers) {
  for_each_transfer("acescct", [](auto number) {
    expect_close(reference::acescct_encode(number("linear")), number("log"));
    expect_close(reference::acescct_decode(number("log")), number("linear"), {1e-9, 1e-12});
  });
  for_each_transfer("agx_log2", [](auto number) {
    expect_close(reference::log_encode(number("linear"), -12.47393, 4.026069), number("norm"));  // of tone_map.cpp
  });
  for_each_transfer("linlog", [](auto number) {
    const reference::Shaper shaper{reference::ShaperCurve::linear_log, number("xmax"), number("a")};
    expect_close(shaper.encode(number("linear")), number("s"));
    expect_close(shaper.decode(number("s")), number("linear"), {1e-9, 1e-12});
  });
  using reference::ShaperCurve;
  for (const ShaperCurve curve :
       {ShaperCurve::linear_log, ShaperCurve::log2, ShaperCurve::pq, ShaperCurve::acescct, ShaperCurve::logc3}) {
    const reference::Shaper shaper{curve, 128.0, 1.0 / 256.0};
    EXPECT_NEAR(shaper.encode(0.0), 0.0, curve == ShaperCurve::pq ? 1e-6 : 0.0);  // PQ of black is not 0
    EXPECT_EQ(shaper.decode(0.0), 0.0);
    EXPECT_EQ(shaper.encode(-1.0), shaper.encode(0.0));
    EXPECT_EQ(shaper.encode(128.0), 1.0);
    EXPECT_EQ(shaper.encode(1e9), 1.0);
    for (const double x : {0.0009, 0.005, 0.18, 1.0, 100.0}) EXPECT_NEAR(shaper.decode(shaper.encode(x)), x, 1e-9 * x);
  }
}

}  // namespace
