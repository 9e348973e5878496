// SPDX-License-Identifier: MIT
// Vectors of local exposure: their picture and their cases.
#ifndef PHOTOPIC_TESTS_LOCAL_EXPOSURE_LOCAL_VECTORS_H
#define PHOTOPIC_TESTS_LOCAL_EXPOSURE_LOCAL_VECTORS_H

#include <cmath>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>

#include "reference/effects/local_exposure.h"

namespace local_test {

/// tests/data/vision/local_exposure.json; tests/data/README.md says what is in it.
inline nlohmann::json local_vectors() {
  std::ifstream stream(std::filesystem::path(PHOTOPIC_TEST_PROJECT_DIR) / "tests/data/vision/local_exposure.json");
  return nlohmann::json::parse(stream);
}

/// The picture that the file describes: its `log2_luminance` and `invalid`.
inline reference::LogPicture local_picture(const nlohmann::json& vectors) {
  reference::LogPicture picture = {vectors.at("width"), vectors.at("height"), {}};
  for (std::size_t y = 0; y < picture.height; ++y) {
    for (std::size_t x = 0; x < picture.width; ++x) {
      const auto column = static_cast<double>(x), row = static_cast<double>(y);
      picture.log2_luminance.push_back(-3.0 + 0.5 * std::sin(0.7 * column) * std::cos(0.45 * row) +
                                       (x >= 80 ? 6.0 : 0.0) + 0.01 * row);
    }
  }
  return picture;
}
inline bool is_invalid_in_local_picture(std::size_t x, std::size_t y) {
  return x >= 20 && x <= 23 && y >= 10 && y <= 13;
}
inline reference::LogPicture local_picture_with_invalid(const nlohmann::json& vectors) {
  reference::LogPicture picture = local_picture(vectors);
  for (std::size_t i = 0; i < picture.log2_luminance.size(); ++i) {
    if (is_invalid_in_local_picture(i % picture.width, i / picture.width)) {
      picture.log2_luminance[i] = std::numeric_limits<double>::quiet_NaN();
    }
  }
  return picture;
}

inline reference::LocalExposure local_settings(const nlohmann::json& test_case) {
  reference::LocalExposure settings;
  settings.anchor_log2 = test_case.at("anchor_log2");
  settings.highlight_contrast = test_case.at("highlight_contrast");
  settings.shadow_contrast = test_case.at("shadow_contrast");
  settings.detail = test_case.at("detail");
  return settings;
}

}  // namespace local_test

#endif
