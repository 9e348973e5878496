// SPDX-License-Identifier: MIT
// Tests of the module's tables of ACES 2 against published vectors and the reference.
#include "display/aces2_tables.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>

#include "reference/display/aces2.h"
#include "unit/reference/display/display_oracles.h"

namespace {

using photopic::LimitPrimaries;
using photopic::gpu::Aces2Tables;

/// Of what is rounded to floats.
void expect_float(float value, double expected) {
  EXPECT_NEAR(static_cast<double>(value), expected, 1.5e-7 * std::abs(expected) + 1e-30);
}

const float (&node(const Aces2Tables& tables, std::size_t index))[4] {
  return tables.rows[PHOTOPIC_ACES2_NODES + index];
}
float reach(const Aces2Tables& tables, std::size_t degree) { return tables.rows[PHOTOPIC_ACES2_DEGREES + degree][0]; }

Aces2Tables tables_of(double headroom, LimitPrimaries limit) {
  Aces2Tables tables;
  photopic::make_aces2_tables(headroom, limit, &tables);
  return tables;
}

void expect_node(const Aces2Tables& tables, std::size_t index, const nlohmann::json& expected) {
  for (std::size_t i = 0; i < 4; ++i) expect_float(node(tables, index)[i], expected.at(i).get<double>());
}

TEST(Aces2Tables, EqualTheVectors) {
  display_test::for_each_oracle("aces2.json", [](const nlohmann::json& all) {
    for (const nlohmann::json& expected : all.at("transforms")) {
      const std::string limit = expected.at("limit");
      const double peak_nits = expected.at("peak_nits");
      SCOPED_TRACE(expected.at("peak_nits").dump() + " nits, " + limit);
      const Aces2Tables tables = tables_of(peak_nits / 100.0, limit == "bt709"   ? LimitPrimaries::bt709
                                                              : limit == "p3d65" ? LimitPrimaries::p3
                                                                                 : LimitPrimaries::bt2020);
      const auto& tone = tables.rows[PHOTOPIC_ACES2_TONE];
      expect_float(tone[0], expected.at("tonescale").at("s2").get<double>() * 0.00793700528);
      expect_float(tone[1], expected.at("tonescale").at("m2"));
      expect_float(tone[2], expected.at("tonescale").at("fl"));
      expect_float(tone[3], peak_nits / 100.0);
      const nlohmann::json& compression = expected.at("chroma_compress");
      const auto& chroma = tables.rows[PHOTOPIC_ACES2_CHROMA];
      const char* const names[] = {"scale", "sat", "sat_thr", "compr"};
      for (std::size_t i = 0; i < 4; ++i) expect_float(chroma[i], compression.at(names[i]));
      const auto& hull = tables.rows[PHOTOPIC_ACES2_HULL];
      const double max_j = expected.at("limit_J_max");
      expect_float(hull[0], max_j);
      expect_float(hull[1], expected.at("mid_J"));
      expect_float(hull[2], max_j * expected.at("focus_dist").get<double>());
      expect_float(hull[3], expected.at("lower_hull_gamma_inv"));
      expect_float(tables.rows[PHOTOPIC_ACES2_PEAK][0], std::pow(max_j / 100.0, -1.0 / 1.137056021344975));
      for (std::size_t i = 0; i < 12; ++i) {
        expect_float(reach(tables, 30 * i), expected.at("reach_m_every_30_deg").at(i));
        if (expected.contains("cusp_every_30_entries")) {
          expect_node(tables, 30 * i, expected.at("cusp_every_30_entries").at(i));
        }
      }
      if (!expected.contains("tables")) continue;
      const nlohmann::json& whole = expected.at("tables");
      for (std::size_t i = 0; i < PHOTOPIC_ACES2_DEGREE_COUNT; ++i) {
        expect_float(reach(tables, i), whole.at("reach_m").at(i));
        expect_node(tables, i,
                    {whole.at("hue").at(i), whole.at("cusp_J").at(i), whole.at("cusp_M").at(i),
                     whole.at("top_gamma_inv").at(i)});
      }
    }
  });
}

/// Between the published peaks, at the ends of the range, and beyond every display.
TEST(Aces2Tables, EqualTheReferenceAtAnyPeak) {
  constexpr const reference::Primaries* kLimits[] = {&reference::kBt709, &reference::kP3D65, &reference::kBt2020};
  for (const double headroom : {1.0, 1.001, 2.7, 4.926108374384236, 33.3, 125.0, 10000.0}) {
    for (std::size_t i = 0; i < std::size(kLimits); ++i) {
      SCOPED_TRACE(testing::Message() << headroom << ", limit " << i);
      const Aces2Tables tables = tables_of(headroom, static_cast<LimitPrimaries>(i));
      const reference::Aces2 aces2(100.0 * headroom, *kLimits[i]);
      for (std::size_t j = 0; j < PHOTOPIC_ACES2_NODE_COUNT; ++j) {
        expect_float(node(tables, j)[0], aces2.tables().hues[j]);
        expect_float(node(tables, j)[1], aces2.tables().cusps[j].j);
        expect_float(node(tables, j)[2], aces2.tables().cusps[j].m);
        expect_float(node(tables, j)[3], aces2.tables().cusps[j].gamma_inverse);
        if (j < PHOTOPIC_ACES2_DEGREE_COUNT) expect_float(reach(tables, j), aces2.tables().reach[j]);
      }
    }
  }
}

/// What the shader looks for lies between the nodes that it starts from, and it finds it in 9 halvings.
TEST(Aces2Tables, NodesOfADegreeEncloseIt) {
  for (const LimitPrimaries limit : {LimitPrimaries::bt709, LimitPrimaries::p3, LimitPrimaries::bt2020}) {
    const Aces2Tables tables = tables_of(5.0, limit);
    EXPECT_EQ(node(tables, 0)[0], 0.0f);
    for (std::size_t i = 1; i < PHOTOPIC_ACES2_NODE_COUNT; ++i) EXPECT_GT(node(tables, i)[0], node(tables, i - 1)[0]);
    for (std::size_t i = 0; i < PHOTOPIC_ACES2_DEGREE_COUNT; ++i) {
      const auto& row = tables.rows[PHOTOPIC_ACES2_DEGREES + i];
      const auto low = static_cast<std::size_t>(row[2]), high = static_cast<std::size_t>(row[3]);
      ASSERT_TRUE(low < high && high < PHOTOPIC_ACES2_NODE_COUNT) << i;
      EXPECT_LE(node(tables, low)[0], static_cast<float>(i));
      EXPECT_GE(node(tables, high)[0], static_cast<float>(i + 1));
      EXPECT_LE(high - low, 512u);
      EXPECT_EQ(row[1], reach(tables, (i + 1) % PHOTOPIC_ACES2_DEGREE_COUNT));
    }
  }
}

}  // namespace
