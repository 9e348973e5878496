// SPDX-License-Identifier: MIT
// Making of the OpenGL ES 2 context, and values for its arrays.
#include "es2/rig.h"

#include <bit>
#include <cmath>
#include <stdexcept>

namespace test {

using photopic::Status;
using photopic::es2::Array;
using photopic::es2::Context;
using photopic::es2::Size;

std::unique_ptr<engine::EglContext> Es2::egl_;

photopic::es2::CreateInfo info_for(std::string* message, std::uint32_t max_side) {
  return {.message = [](Status, const char* text, void* user) { *static_cast<std::string*>(user) = text; },
          .message_user = message,
          .max_side = max_side};
}

std::vector<float> uniform_values(std::size_t count, float low, float high, std::uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<float> values(count);
  for (float& value : values) value = low + (high - low) * float(random() >> 8) * 0x1p-24f;
  return values;
}

std::vector<float> floats_of(std::span<const std::uint32_t> bits) {
  std::vector<float> values;
  values.reserve(bits.size());
  for (const std::uint32_t each : bits) values.push_back(std::bit_cast<float>(each));
  return values;
}

std::uint32_t bits_of(float x) { return std::bit_cast<std::uint32_t>(x); }
bool is_same(float a, float b) { return (std::isnan(a) && std::isnan(b)) || bits_of(a) == bits_of(b); }
bool is_subnormal(float x) { return std::fpclassify(x) == FP_SUBNORMAL; }

Es2::Es2() { cut_into(0); }

void Es2::TearDown() {
  for (const std::string& message : egl_->take_messages()) ADD_FAILURE() << message;
}

void Es2::cut_into(std::uint32_t max_side) {
  context_ = {};
  // Without a context there is nothing to test.
  if (Context::create(info_for(&message_, max_side), &context_) != Status::ok) throw std::runtime_error(message_);
}

Array Es2::make(Size size) {
  Array array;
  EXPECT_EQ(Array::create(context_, size, &array), Status::ok) << message_;
  return array;
}

Array Es2::make(Size size, std::span<const float> values) {
  Array array = make(size);
  EXPECT_EQ(array.upload(values.data(), values.size()), Status::ok) << message_;
  return array;
}

std::vector<float> Es2::values_of(const Array& array) {
  std::vector<float> values(std::size_t{array.size().width} * array.size().height);
  EXPECT_EQ(array.download(values.data(), values.size()), Status::ok) << message_;
  return values;
}

std::vector<float> Es2::mapped(std::span<const float> values, const photopic::es2::Map& map) {
  constexpr std::size_t kWidth = 2048;  // rows of what is long
  const auto width = std::uint32_t(std::min(values.size(), kWidth));
  const Size size = {width, std::uint32_t(values.size() / width)};
  EXPECT_EQ(std::size_t{size.width} * size.height, values.size());
  const Array input = make(size, values);
  Array output = make(size);
  EXPECT_EQ(context_.map(input, map, &output), Status::ok) << message_;
  return values_of(output);
}

Planes Es2Picture::planes_of(Size size, const std::vector<reference::Rgb>& texels) {
  std::vector<float> red, green, blue;
  for (const reference::Rgb& texel : texels) {
    red.push_back(float(texel.r));
    green.push_back(float(texel.g));
    blue.push_back(float(texel.b));
  }
  return {make(size, red), make(size, green), make(size, blue)};
}

std::vector<reference::Rgb> picture_of(Size size,
                                       const std::function<reference::Rgb(std::uint32_t, std::uint32_t)>& texel) {
  std::vector<reference::Rgb> texels;
  texels.reserve(std::size_t{size.width} * size.height);
  for (std::uint32_t y = 0; y < size.height; ++y) {
    for (std::uint32_t x = 0; x < size.width; ++x) {
      const reference::Rgb c = texel(x, y);
      texels.push_back({double(float(c.r)), double(float(c.g)), double(float(c.b))});
    }
  }
  return texels;
}

}  // namespace test
