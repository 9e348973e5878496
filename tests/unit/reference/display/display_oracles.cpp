// SPDX-License-Identifier: MIT
// Reading of the display chain's vectors, and comparison with them.
#include "unit/reference/display/display_oracles.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iomanip>
#include <string>
#include <vector>

namespace display_test {

using nlohmann::json;
using reference::Matrix;
using reference::Rgb;

void for_each_oracle(const std::string& file, const std::function<void(const json&)>& check) {
  const auto check_file = [&](const std::filesystem::path& path) {
    SCOPED_TRACE(path.string());
    std::ifstream stream(path);
    ASSERT_TRUE(stream.good());
    check(json::parse(stream));
  };
  check_file(data_file(file));
  const std::filesystem::path more = std::filesystem::path(PHOTOPIC_TEST_SHARED_DIR) / "oracles/display";
  if (std::filesystem::exists(more)) check_file(more / file);
}

std::string data_file(const std::string& name) {
  return (std::filesystem::path(PHOTOPIC_TEST_PROJECT_DIR) / "tests/data/display" / name).string();
}

Rgb rgb_of(const json& three) {
  return {three.at(0).get<double>(), three.at(1).get<double>(), three.at(2).get<double>()};
}

Matrix matrix_of(const json& rows) { return {rgb_of(rows.at(0)), rgb_of(rows.at(1)), rgb_of(rows.at(2))}; }

std::vector<Rgb> colors_of(const json& list) {
  std::vector<Rgb> colors;
  for (const json& color : list) colors.push_back(rgb_of(color));
  return colors;
}

void expect_close(double value, double expected, Tolerance tolerance) {
  EXPECT_NEAR(value, expected, tolerance.absolute + tolerance.relative * std::abs(expected));
}

void expect_close(Rgb value, Rgb expected, Tolerance tolerance) {
  const auto near = [&](double a, double b) {
    return std::abs(a - b) <= tolerance.absolute + tolerance.relative * std::abs(b);
  };
  EXPECT_TRUE(near(value.r, expected.r) && near(value.g, expected.g) && near(value.b, expected.b))
      << std::setprecision(12) << "(" << value.r << ", " << value.g << ", " << value.b << ") for (" << expected.r
      << ", " << expected.g << ", " << expected.b << ")";
}

void expect_close(const Matrix& value, const Matrix& expected, Tolerance tolerance) {
  for (std::size_t row = 0; row < 3; ++row) expect_close(value[row], expected[row], tolerance);
}

void expect_mapped(const json& inputs, const json& outputs, const std::function<Rgb(Rgb)>& map, Tolerance tolerance) {
  ASSERT_EQ(inputs.size(), outputs.size());
  ASSERT_FALSE(inputs.empty());
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    SCOPED_TRACE(inputs[i].dump());
    expect_close(map(rgb_of(inputs[i])), rgb_of(outputs[i]), tolerance);
  }
}

}  // namespace display_test
