// SPDX-License-Identifier: MIT
// Fixture with an OpenGL ES 2 context, and arrays to and from it.
#ifndef PHOTOPIC_TESTS_ES2_RIG_H
#define PHOTOPIC_TESTS_ES2_RIG_H

#include <gtest/gtest.h>
#include <photopic/es2.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "engine/opengl/egl_context.h"
#include "reference/rgb.h"

namespace test {

/// Unit roundoff of binary32.
inline constexpr double kUnit = 0x1p-24;

/// Keeps the last message.
photopic::es2::CreateInfo info_for(std::string* message, std::uint32_t max_side = 0);

/// Reproducible.
std::vector<float> uniform_values(std::size_t count, float low, float high, std::uint32_t seed = 1);
/// Of bit patterns.
std::vector<float> floats_of(std::span<const std::uint32_t> bits);
std::uint32_t bits_of(float x);
/// Equal to the bit; NaN is NaN.
bool is_same(float a, float b);
bool is_subnormal(float x);

/// One context for the process. What OpenGL says during a test fails it.
class Es2 : public testing::Test {
 protected:
  static void SetUpTestSuite() { egl_ = std::make_unique<engine::EglContext>(engine::EglContext::Api::es, true); }
  static void TearDownTestSuite() { egl_.reset(); }

  Es2();
  void TearDown() override;

  /// Arrays made from here on are cut into textures of that side.
  void cut_into(std::uint32_t max_side);

  photopic::es2::Array make(photopic::es2::Size size);
  photopic::es2::Array make(photopic::es2::Size size, std::span<const float> values);
  std::vector<float> values_of(const photopic::es2::Array& array);
  std::vector<float> mapped(std::span<const float> values, const photopic::es2::Map& map);

  static std::unique_ptr<engine::EglContext> egl_;
  std::string message_;
  photopic::es2::Context context_;
};

/// Three arrays.
struct Planes {
  photopic::es2::Array red, green, blue;
  photopic::es2::Picture picture() const { return {&red, &green, &blue}; }
};

class Es2Picture : public Es2 {
 protected:
  Planes planes_of(photopic::es2::Size size, const std::vector<reference::Rgb>& texels);
};

/// Texels by place; rounded to float.
std::vector<reference::Rgb> picture_of(photopic::es2::Size size,
                                       const std::function<reference::Rgb(std::uint32_t, std::uint32_t)>& texel);

}  // namespace test

#endif
