// SPDX-License-Identifier: MIT
// Vectors of the eye at night, those that come with the project (tests/data/vision).
#ifndef PHOTOPIC_TESTS_UNIT_REFERENCE_EYE_ORACLES_H
#define PHOTOPIC_TESTS_UNIT_REFERENCE_EYE_ORACLES_H

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>

#include "reference/matrix.h"

namespace eye_test {

inline void with_vectors(const std::function<void(const nlohmann::json&)>& check) {
  const std::filesystem::path path = std::filesystem::path(PHOTOPIC_TEST_PROJECT_DIR) / "tests/data/vision/eye.json";
  std::ifstream stream(path);
  ASSERT_TRUE(stream.good()) << path;
  check(nlohmann::json::parse(stream));
}

inline reference::Rgb rgb_of(const nlohmann::json& three) {
  return {three.at(0).get<double>(), three.at(1).get<double>(), three.at(2).get<double>()};
}

}  // namespace eye_test

#endif
