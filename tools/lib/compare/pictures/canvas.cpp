// SPDX-License-Identifier: MIT
// Errors where both pictures are, and patterns where they aren't.
#include "compare/pictures/canvas.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "compare/pictures/map_picture.h"
#include "image_io/image_file.h"

namespace compare {
namespace {

/// A channel of a pixel: codes from 0 to 1, floats as they are.
float channel_at(const Frame& frame, std::uint32_t x, std::uint32_t y, std::size_t channel) {
  const std::size_t sample = 4 * (std::size_t{y} * frame.extent.width + x) + channel;
  const std::byte* const texels = frame.planes[0].data();
  if (frame.is_float()) {
    float value;
    std::memcpy(&value, texels + sample * sizeof value, sizeof value);
    return value;
  }
  if (frame.bits == 8) return float(std::to_integer<unsigned>(texels[sample])) / 255.0f;
  std::uint16_t code;
  std::memcpy(&code, texels + sample * sizeof code, sizeof code);
  return float(code) / 65535.0f;
}

bool is_in(const Frame& frame, std::uint32_t x, std::uint32_t y) {
  return x < frame.extent.width && y < frame.extent.height;
}

/// A grey, dark or light by `step`.
std::byte padding(std::uint32_t x, std::uint32_t y, bool has_reference, bool has_test) {
  constexpr std::uint32_t kSide = 8;  // pixels of a stripe and of a square
  const std::uint32_t step = has_reference ? x + 2 * kSide - y % (2 * kSide) : has_test ? x + y : x / kSide + y / kSide;
  const bool is_light = has_reference || has_test ? step / kSide % 2 == 0 : step % 2 == 0;
  return std::byte(is_light ? 0xa0 : 0x70);
}

}  // namespace

std::optional<Canvas> canvas_of(const Frame& reference, const Frame& test) {
  if (!reference.is_rgb() || !test.is_rgb() || reference.is_float() != test.is_float()) return std::nullopt;
  Canvas canvas;
  canvas.extent = {std::max(reference.extent.width, test.extent.width),
                   std::max(reference.extent.height, test.extent.height)};
  const std::uint64_t pixels = std::uint64_t{canvas.extent.width} * canvas.extent.height;
  if (pixels * (sizeof(float) + 4) > image_io::read_limits().memory_bytes) return std::nullopt;
  const std::size_t channels = reference.has_alpha || test.has_alpha ? 4 : 3;
  std::vector<float> errors(pixels);
  const auto for_each = [&](const auto& todo) {
    std::size_t i = 0;
    for (std::uint32_t y = 0; y < canvas.extent.height; ++y) {
      for (std::uint32_t x = 0; x < canvas.extent.width; ++x)
        todo(i++, x, y, is_in(reference, x, y), is_in(test, x, y));
    }
  };
  for_each([&](std::size_t i, std::uint32_t x, std::uint32_t y, bool has_reference, bool has_test) {
    if (!has_reference || !has_test) return;
    for (std::size_t c = 0; c < channels; ++c) {
      errors[i] = std::max(errors[i], std::fabs(channel_at(reference, x, y, c) - channel_at(test, x, y, c)));
    }
  });
  canvas.rgba = map_picture(photopic::kMapAbsolute, errors, 1.0);
  for_each([&](std::size_t i, std::uint32_t x, std::uint32_t y, bool has_reference, bool has_test) {
    if (has_reference && has_test) return;
    std::fill_n(canvas.rgba.begin() + std::ptrdiff_t(4 * i), 3, padding(x, y, has_reference, has_test));
  });
  return canvas;
}

}  // namespace compare
