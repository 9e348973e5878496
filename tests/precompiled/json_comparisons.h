// SPDX-License-Identifier: MIT
// Comparisons of JSON values in tests, instantiated with the precompiled headers: each takes a compiler a second or
// two.
#ifndef PHOTOPIC_TESTS_PRECOMPILED_JSON_COMPARISONS_H
#define PHOTOPIC_TESTS_PRECOMPILED_JSON_COMPARISONS_H

#include <gtest/gtest.h>

#include <cstdint>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

namespace photopic::precompiled {

/// Never called, nor in any object file.
inline void compare(const nlohmann::json& json, const std::string& text, std::ifstream& file) {
  EXPECT_EQ(json, json);
  EXPECT_EQ(json, 1);
  EXPECT_EQ(json, 1u);
  EXPECT_EQ(json, std::size_t{1});
  EXPECT_EQ(json, 1.0);
  EXPECT_EQ(json, true);
  EXPECT_EQ(json, "text");
  EXPECT_EQ(json, text);
  EXPECT_NE(json, json);
  EXPECT_GT(json, 1);
  EXPECT_GT(json, 1.0);
  EXPECT_LT(json, 1);
  EXPECT_LT(json, 1.0);
  EXPECT_GE(json, 1.0);
  EXPECT_LE(json, 1.0);
  EXPECT_EQ(json.at("key"), json[0]);
  EXPECT_EQ(nlohmann::json::parse(text), nlohmann::json::parse(file));
  EXPECT_EQ(json.dump(), json.get<std::string>());
  EXPECT_EQ(json.get<double>(), json.get<int>());
  EXPECT_TRUE(json.contains("key"));
}

}  // namespace photopic::precompiled

#endif
