// SPDX-License-Identifier: MIT
// Tests of the numbers that glare's settings and a picture's size make, against the reference and its vectors.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numeric>
#include <string>
#include <vector>

#include "glare/octaves.h"
#include "glare/tables.h"
#include "reference/effects/glare.h"

namespace {

using photopic::GlareBorder;
using photopic::GlareKernel;
using photopic::GlareProfile;
namespace glare_reference = reference::glare;

nlohmann::json glare_vectors() {
  std::ifstream stream(PHOTOPIC_TEST_PROJECT_DIR "/tests/data/vision/glare.json");
  return nlohmann::json::parse(stream);
}

std::vector<glare_reference::Axis> glare_octaves(const nlohmann::json& weights) {
  std::vector<glare_reference::Axis> table;
  for (const char* age : {"25", "45", "60", "70", "80"}) {
    for (const char* pigmentation : {"/0", "/0.5", "/1.2"}) {
      table.push_back(weights.at(std::string(age) + pigmentation).get<glare_reference::Axis>());
    }
  }
  return table;
}

photopic::Settings glare_of(GlareProfile profile) {
  photopic::Settings settings;
  settings.glare.glare = profile;
  return settings;
}

TEST(GlareTables, OctavesAreTheVectors) {
  const nlohmann::json file = glare_vectors();
  for (const bool is_b6 : {true, false}) {
    const photopic::glare::OctaveTable& ours = is_b6 ? photopic::glare::kOctavesB6 : photopic::glare::kOctavesJ;
    const auto expected = glare_octaves(file.at(is_b6 ? "octave_table_B6" : "octave_table_J").at("weights"));
    for (std::size_t row = 0; row < 15; ++row) {
      for (std::size_t i = 0; i < 13; ++i) EXPECT_EQ(ours[row / 3][row % 3][i], expected[row][i]);
    }
  }
}

/// Of every age, iris and size, also beyond the table's ages and where the last level gets what comes after it.
TEST(GlareTables, WeightsOfTheEyeAreTheReference) {
  const nlohmann::json file = glare_vectors();
  for (const GlareKernel kernel : {GlareKernel::b6, GlareKernel::j}) {
    const bool is_b6 = kernel == GlareKernel::b6;
    const auto table = glare_octaves(file.at(is_b6 ? "octave_table_B6" : "octave_table_J").at("weights"));
    for (const float age : {20.0f, 25.0f, 52.0f, 70.0f, 83.0f}) {
      for (const float pigmentation : {0.0f, 0.3f, 0.5f, 1.2f}) {
        for (const VkExtent2D extent : {VkExtent2D{1920, 1080}, VkExtent2D{3840, 2160}, VkExtent2D{17, 240}}) {
          photopic::Settings settings = glare_of(GlareProfile::eye);
          settings.view.observer_age_years = age;
          settings.glare.pigmentation = pigmentation;
          settings.glare.glare_kernel = kernel;
          settings.view.field_of_view_vertical_deg = 47.5f;
          const auto ours = photopic::glare::level_weights(settings, extent);
          std::vector<double> expected =
              glare_reference::eye_weights({double(age), double(pigmentation), 0.25,
                                            is_b6 ? glare_reference::Kernel::b6 : glare_reference::Kernel::j},
                                           glare_reference::deg_per_texel(47.5, extent.height), table);
          const std::size_t levels = glare_reference::level_count(extent.width, extent.height);
          while (expected.size() > levels) {
            expected[expected.size() - 2] += expected.back();
            expected.pop_back();
          }
          expected.resize(PHOTOPIC_GLARE_MAX_LEVELS, 0.0);
          for (std::size_t k = 0; k < expected.size(); ++k) EXPECT_NEAR(ours.of_level[k], expected[k], 1e-12) << k;
          EXPECT_NEAR(ours.scattered, std::accumulate(expected.begin(), expected.end(), 0.0), 1e-12);
        }
      }
    }
  }
}

TEST(GlareTables, CamerasScatterTheirFraction) {
  for (const float exponent : {0.25f, 1.0f, 3.0f}) {
    for (const VkExtent2D extent : {VkExtent2D{1920, 1080}, VkExtent2D{7680, 4320}, VkExtent2D{320, 180}}) {
      photopic::Settings settings = glare_of(GlareProfile::camera);
      settings.glare.veil_fraction = 0.08f;
      settings.glare.falloff_exponent = exponent;
      const auto weights = photopic::glare::level_weights(settings, extent);
      EXPECT_NEAR(weights.scattered, double(0.08f), 1e-12);
      EXPECT_NEAR(std::accumulate(weights.of_level.begin(), weights.of_level.end(), 0.0), double(0.08f), 1e-12);
      // From one level to the next, away from both ends of the octaves.
      const std::size_t first = extent.height == 180 ? 3 : 5;
      EXPECT_NEAR(weights.of_level[first + 1] / weights.of_level[first], std::exp2(-double(exponent)), 1e-9);
    }
  }
}

TEST(GlareTables, ScaleEndsWhereMostIsScattered) {
  photopic::Settings settings = glare_of(GlareProfile::eye);
  settings.glare.glare_min_deg = 0.0f;
  const VkExtent2D extent = {1920, 1080};
  const double measured = photopic::glare::level_weights(settings, extent).scattered;
  settings.glare.bloom_scale = 2.0f;
  EXPECT_NEAR(photopic::glare::level_weights(settings, extent).scattered, 2.0 * measured, 1e-12);
  settings.glare.bloom_scale = 6.0f;
  EXPECT_NEAR(photopic::glare::level_weights(settings, extent).scattered, 0.95, 1e-12);
  settings.glare.glare_min_deg = 90.0f;  // no octave is that wide
  EXPECT_EQ(photopic::glare::level_weights(settings, extent).scattered, 0.0);
}

/// Of every texel of every level of axes up to 300, and of long ones.
TEST(GlareTables, CoverageIsTheReference) {
  for (const GlareKernel kernel : {GlareKernel::b6, GlareKernel::j}) {
    for (const GlareBorder border : {GlareBorder::fold, GlareBorder::dark}) {
      photopic::Settings settings = glare_of(GlareProfile::eye);
      settings.glare.glare_kernel = kernel;
      settings.glare.glare_border = border;
      const glare_reference::Chain chain = {
          kernel == GlareKernel::b6 ? glare_reference::Kernel::b6 : glare_reference::Kernel::j,
          border == GlareBorder::fold ? glare_reference::Border::fold : glare_reference::Border::dark};
      for (std::uint32_t n = 2; n <= 3000; n += n < 300 ? 1 : 337) {
        const photopic::gpu::GlareTables tables = photopic::glare::make_tables(settings, {n, 1}, 65504.0f);
        const std::vector<glare_reference::Axis> levels = glare_reference::coverage(n, chain);
        for (std::size_t k = 0; k < levels.size(); ++k) {
          const std::size_t size = levels[k].size();
          for (std::size_t i = 0; i < size; ++i) {
            const std::size_t from_last = size - 1 - i;
            const std::size_t end = i < 4 ? i : from_last < 5 ? 8 - from_last : PHOTOPIC_GLARE_ENDS;
            const double ours =
                end == PHOTOPIC_GLARE_ENDS ? 1.0 : double(tables.inverse_coverage[2 * k * PHOTOPIC_GLARE_ENDS + end]);
            ASSERT_NEAR(ours, std::exp2(double(k + 1)) / levels[k][i], 1e-6 * ours) << n << " level " << k + 1;
          }
          ASSERT_EQ(tables.inverse_coverage[(2 * k + 1) * PHOTOPIC_GLARE_ENDS], 1.0f);  // an axis of one texel
        }
      }
    }
  }
}

}  // namespace
