// SPDX-License-Identifier: MIT
// Tests of meter --compare: every shortcut must be as wrong as theory says, and no wronger.
#include <cmath>
#include <nlohmann/json.hpp>

#include "cli/cli_test.h"
#include "reference/metering.h"

namespace cli_test {
namespace {

using nlohmann::json;

constexpr unsigned kBlockSide = 32;  // four times the workgroup's default side

const std::vector<std::string> kRows = {
    "truth, double precision",      "pyramid, r32f", "pyramid, r16f",        "pyramid, linear tap as published",
    "pyramid, factor as published", "blit chain",    "blit chain, even crop"};

class Compare : public CliTest {
 protected:
  json compare(const std::string& name) {
    const json readings = json::parse(output_of({"meter", "--json", "--compare", name}));
    const json rows = readings.at(0).at("compare");
    EXPECT_EQ(rows.size(), kRows.size());
    for (std::size_t i = 0; i < std::min(rows.size(), kRows.size()); ++i) {
      EXPECT_EQ(rows[i].at("method"), kRows[i]);
      EXPECT_NEAR(double(rows[i].at("error_stops")),
                  double(rows[i].at("mean_log2_luminance")) - double(rows[0].at("mean_log2_luminance")), 1e-12);
    }
    return rows;
  }
  static double mean(const json& rows, const std::string& method) {
    for (const json& row : rows) {
      if (row.at("method") == method) return row.at("mean_log2_luminance");
    }
    ADD_FAILURE() << "no row " << method;
    return std::nan("");
  }
};

std::vector<double> log2_luminances(const Picture& picture) {
  std::vector<double> values;
  for (const Rgb& texel : picture.texels) values.push_back(std::log2(reference::luminance(texel)));
  return values;
}

/// Bright in the middle; a mean far from zero, so that wrong factors show.
Rgb lamp(std::uint32_t x, std::uint32_t y, std::uint32_t width, std::uint32_t height) {
  const double dx = (x + 0.5) / width - 0.5;
  const double dy = (y + 0.5) / height - 0.5;
  const double light = std::exp2(2.0 + 6.0 * std::exp(-20.0 * (dx * dx + dy * dy)) + 0.5 * std::sin(0.7 * x));
  return {light, 0.8 * light, 0.6 * light};
}

void expect_all_rows(const json& rows, const Picture& picture) {
  const std::uint32_t width = picture.width, height = picture.height;
  const double truth = reference::meter(picture.texels).mean_log2_luminance;
  const auto row = [&](std::size_t i) { return double(rows.at(i).at("mean_log2_luminance")); };
  EXPECT_NEAR(row(0), truth, 1e-12);
  EXPECT_NEAR(row(1), truth, 5e-6);
  EXPECT_NEAR(row(2), truth, 4.5e-2);
  EXPECT_NEAR(row(3), truth, 1e-2);
  const double factor =
      reference::published_factor(width, height, kBlockSide) / reference::corrected_factor(width, height, kBlockSide);
  EXPECT_NEAR(row(4), truth * factor, 1e-5);
  // The blits filter with weights of limited precision; the reference is exact.
  const std::vector<double> values = log2_luminances(picture);
  EXPECT_NEAR(row(5), reference::blit_chain_mean(values, width, height, false), 2e-2);
  EXPECT_NEAR(row(6), reference::blit_chain_mean(values, width, height, true), 2e-2);
}

TEST_F(Compare, PublishedFactorIs32TimesOffAt1280x720) {
  const Picture picture =
      write_half_exr(folder_ / "in.exr", 1280, 720, [](auto x, auto y) { return lamp(x, y, 1280, 720); });
  const json rows = compare("in.exr");
  expect_all_rows(rows, picture);
  EXPECT_NEAR(mean(rows, "pyramid, r32f") / mean(rows, "pyramid, factor as published"), 32.0, 1e-3);
}

TEST_F(Compare, BlitChainReturnsTheCentreAt1023x1023) {
  constexpr std::uint32_t kSide = 1023;
  constexpr std::uint32_t kCentre = kSide / 2;
  const Picture picture = write_half_exr(folder_ / "in.exr", kSide, kSide, [](std::uint32_t x, std::uint32_t y) {
    return x == kCentre && y == kCentre ? Rgb{64.0, 64.0, 64.0} : lamp(x, y, kSide, kSide);
  });
  const json rows = compare("in.exr");
  expect_all_rows(rows, picture);
  EXPECT_NEAR(mean(rows, "blit chain"), 6.0, 1e-3);
  EXPECT_GT(std::abs(mean(rows, "blit chain") - mean(rows, "truth, double precision")), 1.0);
  EXPECT_NEAR(mean(rows, "pyramid, factor as published"), mean(rows, "pyramid, r32f"), 1e-5);
}

TEST_F(Compare, TextShowsEveryRowWithItsError) {
  write_half_exr(folder_ / "in.exr", 30, 20, scene);
  const std::string text = output_of({"meter", "--compare", "in.exr"});
  for (const std::string& row : kRows) EXPECT_NE(text.find(row), std::string::npos) << row << " in\n" << text;
  EXPECT_NE(text.find("error, stops"), std::string::npos) << text;
}

TEST_F(Compare, InvalidTexelsAreLeftOutOfTheTruthToo) {
  const Picture picture = write_float_exr(folder_ / "in.exr", 50, 40, [](std::uint32_t x, std::uint32_t y) {
    return x == 3 ? Rgb{std::nan(""), 1.0, 1.0} : scene(x, y);
  });
  const json rows = compare("in.exr");
  const double truth = reference::meter(picture.texels).mean_log2_luminance;
  EXPECT_NEAR(mean(rows, "truth, double precision"), truth, 1e-12);
  EXPECT_NEAR(mean(rows, "pyramid, r32f"), truth, 5e-6);
}

}  // namespace
}  // namespace cli_test
