// SPDX-License-Identifier: MIT
// Tests of the maps from display to display against vectors of the published formulas.
#include "reference/display/display_map.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>

#include "unit/reference/display/display_oracles.h"

namespace {

using display_test::expect_close;
using nlohmann::json;
using reference::NitsRange;

NitsRange range_of(const json& two) { return {two.at(0), two.at(1)}; }

/// Where PQ is flat, nits near 0 are the digits that its signal has lost.
constexpr display_test::Tolerance kNits{1e-9, 1e-11};

TEST(DisplayMap, Bt2390) {
  display_test::for_each_oracle("eetf.json", [](const json& all) {
    ASSERT_FALSE(all.at("bt2390").empty());
    for (const json& vector : all.at("bt2390")) {
      const NitsRange source = range_of(vector.at("src"));
      const NitsRange target = range_of(vector.at("dst"));
      SCOPED_TRACE(vector.at("src").dump() + " to " + vector.at("dst").dump());
      const json& nits = vector.at("nits_in");
      for (std::size_t i = 0; i < nits.size(); ++i) {
        expect_close(bt2390(nits[i], source, target), vector.at("itu").at(i), kNits);
      }
    }
  });
}

TEST(DisplayMap, Spline) {
  display_test::for_each_oracle("eetf.json", [](const json& all) {
    ASSERT_FALSE(all.at("spline").empty());
    for (const json& vector : all.at("spline")) {
      SCOPED_TRACE(vector.dump());
      std::optional<double> average;
      if (!vector.at("avg").is_null()) average = vector.at("avg").get<double>();
      const reference::Spline spline = make_spline(range_of(vector.at("src")), range_of(vector.at("dst")), average);
      const json& params = vector.at("params");
      expect_close(spline.source_knee, params.at("src_knee"));
      expect_close(spline.target_knee, params.at("dst_knee"));
      expect_close(spline.slope, params.at("slope"));
      expect_close(spline.pa, params.at("Pa"));
      expect_close(spline.qa, params.at("Qa"));
      expect_close(spline.qb, params.at("Qb"));
      for (std::size_t i = 0; i < vector.at("nits_in").size(); ++i) {
        expect_close(spline.apply(vector.at("nits_in")[i]), vector.at("nits_out").at(i), kNits);
      }
    }
  });
}

TEST(DisplayMap, Bt2446a) {
  display_test::for_each_oracle("eetf.json", [](const json& all) {
    ASSERT_FALSE(all.at("bt2446a").empty());
    for (const json& vector : all.at("bt2446a")) {
      for (std::size_t i = 0; i < vector.at("nits_in").size(); ++i) {
        expect_close(reference::bt2446a(vector.at("nits_in")[i], vector.at("Lh"), vector.at("Ls")),
                     vector.at("nits_out").at(i), kNits);
      }
    }
  });
}

TEST(DisplayMap, LiftedBlack) {
  expect_close(reference::lift_black(0.0, 0.05, 1000.0), 0.05, kNits);
  expect_close(reference::lift_black(1000.0, 0.05, 1000.0), 1000.0, kNits);
  // As BT.2390 lifts what it doesn't compress.
  expect_close(reference::lift_black(1.0, 0.005, 10000.0), reference::bt2390(1.0, {0.0, 10000.0}, {0.005, 9999.0}),
               kNits);
}

TEST(DisplayMap, MaxChannelKeepsRatios) {
  const auto curve = [](double nits) { return reference::bt2390(nits, {0.0, 10000.0}, {0.0, 1000.0}); };
  const reference::Rgb mapped = reference::map_max_channel({1000.0, 500.0, 100.0}, curve);
  expect_close(mapped.r, 713.332140595);
  expect_close(mapped.g, mapped.r / 2.0);
  expect_close(mapped.b, mapped.r / 10.0);
  const auto lifted = [](double nits) { return reference::bt2390(nits, {0.0, 10000.0}, {0.005, 1000.0}); };
  expect_close(reference::map_max_channel({}, lifted).b, 0.005);
}

}  // namespace
