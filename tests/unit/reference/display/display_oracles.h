// SPDX-License-Identifier: MIT
// Vectors of the display chain: some come with the project (tests/data/display), more may lie beside it.
#ifndef PHOTOPIC_TESTS_UNIT_REFERENCE_DISPLAY_DISPLAY_ORACLES_H
#define PHOTOPIC_TESTS_UNIT_REFERENCE_DISPLAY_DISPLAY_ORACLES_H

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "reference/matrix.h"

namespace display_test {

/// Calls `check` with the project's file, and with the file of that name beside the project where there is one.
void for_each_oracle(const std::string& file, const std::function<void(const nlohmann::json&)>& check);
/// The path of a file of vectors that every clone has.
std::string data_file(const std::string& name);

reference::Rgb rgb_of(const nlohmann::json& three);
reference::Matrix matrix_of(const nlohmann::json& rows);
std::vector<reference::Rgb> colors_of(const nlohmann::json& list);

/// How far two computations in double precision may be apart: 12 digits are printed, and the last ones of a long
/// computation depend on its order. `absolute` is for what cancels to 0.
struct Tolerance {
  double relative = 1e-9;
  double absolute = 1e-12;
};
void expect_close(double value, double expected, Tolerance tolerance = {});
void expect_close(reference::Rgb value, reference::Rgb expected, Tolerance tolerance = {});
void expect_close(const reference::Matrix& value, const reference::Matrix& expected, Tolerance tolerance = {});
/// Pairs of colours, one by one.
void expect_mapped(const nlohmann::json& inputs, const nlohmann::json& outputs,
                   const std::function<reference::Rgb(reference::Rgb)>& map, Tolerance tolerance = {});

}  // namespace display_test

#endif
