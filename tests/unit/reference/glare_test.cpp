// SPDX-License-Identifier: MIT
// Tests of the glare reference: vectors of other programs, rows and columns of its matrices, energy, steadiness.
#include "reference/effects/glare.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <numeric>
#include <string>
#include <vector>

#include "unit/sampling.h"

namespace glare_reference_test {
namespace {

using nlohmann::json;
using namespace reference::glare;

/// Calls `check` with the project's file, and with the longer one beside the project where there is one.
void for_each_vision_file(const std::string& name, const std::function<void(const json&)>& check) {
  const std::filesystem::path folders[] = {PHOTOPIC_TEST_PROJECT_DIR "/tests/data/vision",
                                           PHOTOPIC_TEST_SHARED_DIR "/oracles/vision"};
  for (const std::filesystem::path& folder : folders) {
    if (&folder != folders && !std::filesystem::exists(folder)) continue;
    SCOPED_TRACE((folder / name).string());
    std::ifstream stream(folder / name);
    ASSERT_TRUE(stream.good());
    check(json::parse(stream));
  }
}

constexpr Kernel kGlareKernels[] = {Kernel::b6, Kernel::j};
std::string glare_kernel_name(Kernel kernel) { return kernel == Kernel::b6 ? "B6" : "J"; }

/// The picture that pyramid.json describes in words.
Picture oracle_picture(std::size_t width, std::size_t height) {
  Picture picture(width, height);
  for (std::size_t y = 0; y < height; ++y) {
    for (std::size_t x = 0; x < width; ++x) picture.at(x, y) = 1.0 + double((7 * x + 13 * y) % 11) / 4.0;
  }
  picture.at(width / 3, height / 2) = 1000.0;
  picture.at(0, 0) = 50.0;
  return picture;
}

std::vector<Axis> octave_table(const json& weights) {
  std::vector<Axis> table;
  for (const char* age : {"25", "45", "60", "70", "80"}) {
    for (const char* pigmentation : {"/0", "/0.5", "/1.2"}) {
      table.push_back(weights.at(std::string(age) + pigmentation).get<Axis>());
    }
  }
  return table;
}

TEST(GlareReference, CoverageIsTheVectors) {
  for_each_vision_file("pyramid.json", [](const json& file) {
    for (const Kernel kernel : kGlareKernels) {
      for (const auto& [size, levels] : file.at("coverage_" + glare_kernel_name(kernel)).items()) {
        const std::vector<Axis> ours = coverage(std::stoul(size), {kernel});
        ASSERT_EQ(ours.size(), levels.size()) << size;
        for (std::size_t k = 0; k < ours.size(); ++k) {
          ASSERT_EQ(ours[k].size(), levels[k].at("size").get<std::size_t>());
          const auto first = levels[k].at("first4").get<Axis>();
          const auto last = levels[k].at("last4").get<Axis>();
          for (std::size_t i = 0; i < first.size(); ++i) EXPECT_NEAR(ours[k][i], first[i], 1e-8);
          for (std::size_t i = 0; i < last.size(); ++i) {
            EXPECT_NEAR(ours[k][ours[k].size() - last.size() + i], last[i], 1e-8);
          }
        }
      }
    }
  });
}

TEST(GlareReference, MatricesAreTheVectors) {
  for_each_vision_file("pyramid.json", [](const json& file) {
    for (const Kernel kernel : kGlareKernels) {
      for (const auto& [size, levels] : file.at("M_" + glare_kernel_name(kernel)).items()) {
        for (const auto& [level, rows] : levels.items()) {
          const std::size_t n = std::stoul(size);
          const std::vector<double> ours = level_operator(n, std::stoul(level), {kernel});
          for (std::size_t i = 0; i < n * n; ++i) {
            const double expected = rows[0].is_array() ? rows[i / n][i % n].get<double>() : rows[i].get<double>();
            ASSERT_NEAR(ours[i], expected, 1e-12) << size << " level " << level;
          }
        }
      }
    }
  });
}

TEST(GlareReference, PicturesAreTheVectors) {
  for_each_vision_file("pyramid.json", [](const json& file) {
    for (const json& entry : file.at("pictures")) {
      const Picture input = oracle_picture(entry.at("width"), entry.at("height"));
      ASSERT_DOUBLE_EQ(input.sum(), entry.at("sum_in").get<double>());
      for (const Kernel kernel : kGlareKernels) {
        const Picture ours = with_glare(input, entry.at("weights_level_1_up").get<Axis>(), {kernel});
        EXPECT_NEAR(ours.sum(), input.sum(), 1e-11 * input.sum());
        const Axis expected = entry.at("out_" + glare_kernel_name(kernel) + "_row_major").get<Axis>();
        ASSERT_EQ(expected.size(), ours.texels.size());
        for (std::size_t i = 0; i < expected.size(); ++i) {  // 9 digits are printed
          ASSERT_NEAR(ours.texels[i], expected[i], 1e-8 * expected[i]) << i;
        }
      }
    }
  });
}

TEST(GlareReference, EyeIsTheVectors) {
  for_each_vision_file("glare.json", [](const json& file) {
    const Axis angles = file.at("theta_deg").get<Axis>();
    for (const auto& [eye, values] : file.at("psf").items()) {
      const double age = std::stod(eye);
      const double pigmentation = std::stod(eye.substr(eye.find('/') + 1));
      for (std::size_t i = 0; i < angles.size(); ++i) {
        const double total = values[i].get<double>();
        const double general = file.at("general").at(eye)[i].get<double>();
        EXPECT_NEAR(point_spread(angles[i], age, pigmentation), total, 1e-8 * total);
        EXPECT_NEAR(disability_glare(angles[i], age, pigmentation), general, 1e-8 * general);
      }
      for (const auto& [angle, share] : file.at("spread_beyond_deg").at(eye).items()) {
        EXPECT_NEAR(spread_beyond(std::stod(angle), age, pigmentation), share.get<double>(), 2e-6) << eye << angle;
      }
    }
  });
}

TEST(GlareReference, LimitProfilesAreTheVectors) {
  for_each_vision_file("glare.json", [](const json& file) {
    for (const Kernel kernel : kGlareKernels) {
      const json& profile = file.at("kernel_" + glare_kernel_name(kernel) + "_limit_profile");
      const Axis at = profile.at("x_in_level_spacings").get<Axis>();
      const Axis value = profile.at("value").get<Axis>();
      for (std::size_t i = 0; i < at.size(); i += 3) {  // J's is integrated numerically here
        EXPECT_NEAR(limit_profile(at[i], kernel), value[i], kernel == Kernel::b6 ? 1e-9 : 1e-6) << at[i];
      }
    }
  });
}

TEST(GlareReference, WeightsOfLevelsAreTheVectors) {
  for_each_vision_file("glare.json", [](const json& file) {
    const std::vector<Axis> table = octave_table(file.at("octave_table_B6").at("weights"));
    for (const auto& [frame, entry] : file.at("runtime_B6").items()) {
      const std::size_t height = std::stoul(frame.substr(frame.find('x') + 1));
      const double texel_deg = deg_per_texel(std::stod(frame.substr(frame.find('@') + 1)), height);
      EXPECT_NEAR(texel_deg, entry.at("deg_per_px").get<double>(), 1e-15);
      for (const auto& [key, least] : {std::pair{"weights_level_1_up", 0.0}, std::pair{"min_deg_0.25", 0.25}}) {
        const Axis expected = entry.at(key).get<Axis>();
        const Axis ours = eye_weights({.min_deg = least}, texel_deg, table);
        ASSERT_EQ(ours.size(), expected.size()) << frame;
        for (std::size_t k = 0; k < ours.size(); ++k) EXPECT_NEAR(ours[k], expected[k], 1e-15) << frame << k;
        // What scatters beyond a quarter of a degree doesn't depend on the size.
        if (least > 0.0) {
          EXPECT_NEAR(std::accumulate(ours.begin(), ours.end(), 0.0), 0.15112, 1e-6) << frame;
        }
      }
    }
  });
}

/// Rows and columns of M sum to 1: a constant stays, and no light is lost, whatever the weights.
TEST(GlareReference, MatricesAreDoublyStochastic) {
  for (const Kernel kernel : kGlareKernels) {
    for (std::size_t n = 1; n <= 130; ++n) {
      for (std::size_t level = 1; level <= level_count(n, 1); ++level) {
        const std::vector<double> m = level_operator(n, level, {kernel});
        for (std::size_t i = 0; i < n; ++i) {
          double row = 0.0;
          double column = 0.0;
          for (std::size_t j = 0; j < n; ++j) {
            ASSERT_GE(m[i * n + j], 0.0);
            row += m[i * n + j];
            column += m[j * n + i];
          }
          ASSERT_NEAR(row, 1.0, 1e-14) << n << " level " << level;
          ASSERT_NEAR(column, 1.0, 1e-14) << n << " level " << level;
        }
      }
    }
  }
}

/// With a dark border light is lost at the edges and nothing is made.
TEST(GlareReference, DarkBordersLoseLight) {
  for (std::size_t n = 2; n <= 64; n += 7) {
    for (std::size_t level = 1; level <= level_count(n, 1); ++level) {
      const std::vector<double> m = level_operator(n, level, {Kernel::b6, Border::dark});
      for (std::size_t i = 0; i < n; ++i) {
        double row = 0.0;
        for (std::size_t j = 0; j < n; ++j) {
          ASSERT_NEAR(m[i * n + j], m[j * n + i], 1e-15);
          row += m[i * n + j];
        }
        ASSERT_LE(row, 1.0 + 1e-14);
        if (i == 0) {
          ASSERT_LT(row, 0.9);
        }
      }
    }
  }
}

/// Of two dimensions, and an impulse in a corner, on an edge and inside.
TEST(GlareReference, ConstantsAndLightAreKept) {
  const std::vector<double> weights = {0.3, 0.2, 0.1, 0.08, 0.05, 0.04, 0.03, 0.02, 0.01};
  for (const std::size_t pair : sampling::sampled(130 * 130, 60)) {
    const std::size_t width = pair / 130 + 1;
    const std::size_t height = pair % 130 + 1;
    for (const Kernel kernel : kGlareKernels) {
      const Picture constant = with_glare(Picture(width, height, 3.0), weights, {kernel});
      const auto [least, most] = std::minmax_element(constant.texels.begin(), constant.texels.end());
      ASSERT_NEAR(*least, 3.0, 1e-13) << width << " x " << height;
      ASSERT_NEAR(*most, 3.0, 1e-13) << width << " x " << height;
      Picture impulse(width, height);
      impulse.at(width - 1, 0) = 1000.0;
      impulse.at(width / 2, height - 1) += 10.0;
      impulse.at(width / 3, height / 3) += 1.0;
      ASSERT_NEAR(with_glare(impulse, weights, {kernel}).sum(), impulse.sum(), 1e-11 * impulse.sum())
          << width << " x " << height;
    }
  }
}

/// How far the glow at fixed offsets of a sun of one texel changes as the sun moves: (most - least) / mean. The sun
/// moves by whole texels, or by quarters of one, antialiased by a box; its glow is read by cubic interpolation then.
/// Along an axis M, sun and interpolation are factors of products, so that one axis gives every position.
class MovingSun {
 public:
  MovingSun(std::size_t positions, std::size_t steps, std::size_t reach, const std::vector<double>& weights,
            Kernel kernel)
      : positions_(positions), steps_(steps), reach_(reach), weights_(weights) {
    const std::size_t n = 2048;  // far from the borders
    for (std::size_t level = 1; level <= weights.size(); ++level) {
      std::vector<Axis> columns;
      for (std::size_t p = 0; p <= positions / steps; ++p) columns.push_back(response(n, n / 2 + p, level, {kernel}));
      std::vector<Axis> glows;
      for (std::size_t p = 0; p < positions; ++p) glows.push_back(glow(columns, p));
      glows_.push_back(std::move(glows));
    }
  }

  double variation(std::size_t dx, std::size_t dy) const { return variation(dx, dy, 0, 1); }
  /// Of places as far between texels as each other, the worst: what the chain adds, without the width that a sun has
  /// that several texels share.
  double variation_of_the_chain(std::size_t dx, std::size_t dy) const {
    double worst = 0.0;
    for (std::size_t phase = 0; phase < steps_ * steps_; ++phase) {
      worst = std::max(worst, variation(dx, dy, phase, steps_));
    }
    return worst;
  }

 private:
  double variation(std::size_t dx, std::size_t dy, std::size_t phase, std::size_t every) const {
    double least = 1e300;
    double most = 0.0;
    double sum = 0.0;
    std::size_t count = 0;
    for (std::size_t y = phase / every; y < positions_; y += every) {
      for (std::size_t x = phase % every; x < positions_; x += every) {
        double veil = 0.0;
        for (std::size_t k = 0; k < weights_.size(); ++k) veil += weights_[k] * glows_[k][x][dx] * glows_[k][y][dy];
        least = std::min(least, veil);
        most = std::max(most, veil);
        sum += veil;
        ++count;
      }
    }
    return (most - least) / (sum / double(count));
  }

  /// Of M_level to an impulse at `at`: from 2 texels before it on.
  Axis response(std::size_t n, std::size_t at, std::size_t level, Chain chain) const {
    std::vector<std::size_t> sizes = {n};
    Axis v(n, 0.0);
    v[at] = 1.0;
    Axis a(n, 1.0);
    for (std::size_t k = 0; k < level; ++k) {
      v = down(v, chain);
      a = down(a, chain);
      sizes.push_back(v.size());
    }
    for (std::size_t i = 0; i < v.size(); ++i) v[i] /= a[i];
    for (std::size_t k = level; k > 0; --k) v = up(v, sizes[k - 1], chain);
    const auto first = v.begin() + static_cast<std::ptrdiff_t>(at - 2);
    return Axis(first, first + static_cast<std::ptrdiff_t>(reach_ + 6));
  }

  /// At distances 0, 1, .. of a sun at position p, whose light two texels share.
  Axis glow(const std::vector<Axis>& columns, std::size_t p) const {
    const double f = double(p % steps_) / double(steps_);
    const Axis& left = columns[p / steps_];
    const Axis& right = columns[p / steps_ + 1];
    // Of texels -1, 0, 1, 2 at f (Lagrange).
    const double taps[] = {-f * (f - 1.0) * (f - 2.0) / 6.0, (f + 1.0) * (f - 1.0) * (f - 2.0) / 2.0,
                           -(f + 1.0) * f * (f - 2.0) / 2.0, (f + 1.0) * f * (f - 1.0) / 6.0};
    Axis result(reach_ + 1, 0.0);
    for (std::size_t d = 0; d <= reach_; ++d) {
      for (std::size_t i = 0; i < 4; ++i) {  // `right` begins a texel later
        const std::size_t at = d + 1 + i;
        result[d] += taps[i] * ((1.0 - f) * left[at] + f * right[at - 1]);
      }
    }
    return result;
  }

  std::size_t positions_;
  std::size_t steps_;
  std::size_t reach_;
  std::vector<double> weights_;
  std::vector<std::vector<Axis>> glows_;  // by level and position
};

/// Bounds of docs/glare.md, at 1080 rows and 60 degrees: near the sun, with and without a least angle, and from 8
/// texels on. By quarters of a texel, a sun's own antialiasing widens kernels that are steep: no bound near it without
/// a least angle, 0.0256 in place of 0.025 at (9, 0) with one, where it is 0.009 of that.
TEST(GlareReference, GlowOfAMovingSunIsSteady) {
  std::vector<Axis> table;
  for_each_vision_file("glare.json",
                       [&](const json& file) { table = octave_table(file.at("octave_table_B6").at("weights")); });
  const std::size_t positions = sampling::full_wanted() ? 64 : 16;
  for (const std::size_t steps : {std::size_t{1}, std::size_t{4}}) {
    for (const double least_deg : {0.25, 0.0}) {
      const Axis weights = eye_weights({.min_deg = least_deg}, deg_per_texel(60.0, 1080), table);
      const MovingSun sun(positions, steps, 64, weights, Kernel::b6);
      const double far_bound = steps == 1 ? 0.019 : least_deg > 0.0 ? 0.025 : 0.035;
      const double near_bound = least_deg > 0.0 ? far_bound : 0.055;
      for (const std::size_t d : {1u, 2u, 3u, 5u, 7u, 8u, 9u, 12u, 17u, 31u, 64u}) {
        if (d < 8 && steps > 1 && least_deg == 0.0) continue;
        const double bound = d == 9 && far_bound == 0.025 ? 0.026 : d >= 8 ? far_bound : near_bound;
        for (const std::size_t across : {std::size_t{0}, std::size_t{1}, d}) {
          if (d >= 8) {
            EXPECT_LE(sun.variation_of_the_chain(d, across), 0.019)
                << d << ", " << across << " from " << least_deg << " by 1 / " << steps;
          }
          EXPECT_LE(sun.variation(d, across), bound)
              << d << ", " << across << " from " << least_deg << " by 1 / " << steps;
        }
      }
    }
  }
}

}  // namespace
}  // namespace glare_reference_test
