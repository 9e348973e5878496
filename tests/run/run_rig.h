// SPDX-License-Identifier: MIT
// Runs of the presenter in the window system of the tests, and the surfaces that it may present to.
#ifndef PHOTOPIC_TESTS_RUN_RUN_RIG_H
#define PHOTOPIC_TESTS_RUN_RUN_RIG_H

#include <vulkan/vulkan_core.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "run/program_run.h"

namespace test {

inline constexpr std::uint32_t kWidth = 37, kHeight = 23;

inline run::RunOptions presenting(std::vector<std::string> arguments, const char* windows = "") {
  run::RunOptions options;
  options.program = {PHOTOPIC_TEST_PRESENTER};
  options.program.insert(options.program.end(), arguments.begin(), arguments.end());
  options.environment = {{"PHOTOPIC_WINDOWS", windows}};
  options.frames = {0, 3, 4};
  options.time_limit_s = 60.0;
  return options;
}

/// The layers of the tests, for all runs of this process. The last is the lowest.
class Layers {
 public:
  explicit Layers(const std::string& layers = "VK_LAYER_PHOTOPIC_windows", const char* folder = PHOTOPIC_TEST_RUN_DIR) {
    ::setenv("VK_ADD_LAYER_PATH", folder, 1);
    ::setenv("VK_INSTANCE_LAYERS", layers.c_str(), 1);
  }
  ~Layers() {
    ::unsetenv("VK_ADD_LAYER_PATH");
    ::unsetenv("VK_INSTANCE_LAYERS");
  }
};

using Taken = std::map<std::pair<std::uint32_t, std::uint64_t>, std::vector<std::uint8_t>>;

inline run::RunResult take(const run::RunOptions& options, Taken& taken) {
  return run::run_program(options, [&](const run::Frame& frame) {
    const auto* const bytes = reinterpret_cast<const std::uint8_t*>(frame.data.data());
    taken[{frame.window, frame.number}] = {bytes, bytes + frame.data.size()};
  });
}

inline std::string problem_of(const run::RunOptions& options) {
  const Layers layers;
  Taken taken;
  return take(options, taken).problem;
}

struct Surface {
  VkFormat format;
  VkColorSpaceKHR color_space;
  const char* extension;
};
inline constexpr Surface kSurfaces[] = {
    {VK_FORMAT_B8G8R8A8_UNORM, VK_COLOR_SPACE_SRGB_NONLINEAR_KHR, ".png"},
    {VK_FORMAT_B8G8R8A8_SRGB, VK_COLOR_SPACE_SRGB_NONLINEAR_KHR, ".png"},
    {VK_FORMAT_R8G8B8A8_UNORM, VK_COLOR_SPACE_SRGB_NONLINEAR_KHR, ".png"},
    {VK_FORMAT_R8G8B8A8_SRGB, VK_COLOR_SPACE_SRGB_NONLINEAR_KHR, ".png"},
    {VK_FORMAT_A8B8G8R8_SRGB_PACK32, VK_COLOR_SPACE_DISPLAY_P3_NONLINEAR_EXT, ".png"},
    {VK_FORMAT_A2B10G10R10_UNORM_PACK32, VK_COLOR_SPACE_SRGB_NONLINEAR_KHR, ".png"},
    {VK_FORMAT_A2B10G10R10_UNORM_PACK32, VK_COLOR_SPACE_HDR10_ST2084_EXT, ".png"},
    {VK_FORMAT_A2R10G10B10_UNORM_PACK32, VK_COLOR_SPACE_HDR10_HLG_EXT, ".png"},
    {VK_FORMAT_R16G16B16A16_SFLOAT, VK_COLOR_SPACE_EXTENDED_SRGB_LINEAR_EXT, ".exr"},
};

inline std::vector<std::string> words_of(const Surface& surface) {
  return {"--format", std::to_string(surface.format), "--color-space", std::to_string(surface.color_space)};
}

inline float half(std::uint16_t bits) {
  const int exponent = bits >> 10 & 31, mantissa = bits & 1023;
  return exponent == 0 ? std::ldexp(float(mantissa), -24) : std::ldexp(float(1024 + mantissa), exponent - 25);
}

/// The codes of presented bytes as a file has them, R, G, B of one texel.
inline std::array<double, 3> codes_of(VkFormat format, const std::uint8_t* texel) {
  std::uint32_t word = 0;
  std::memcpy(&word, texel, sizeof word);
  const auto wide = [&](int shift) { return double((word >> shift & 1023u) << 6 | (word >> shift & 1023u) >> 4); };
  std::array<std::uint16_t, 3> halves{};
  switch (format) {
    case VK_FORMAT_B8G8R8A8_UNORM:
    case VK_FORMAT_B8G8R8A8_SRGB:
      return {double(texel[2]), double(texel[1]), double(texel[0])};
    case VK_FORMAT_A2B10G10R10_UNORM_PACK32:
      return {wide(0), wide(10), wide(20)};
    case VK_FORMAT_A2R10G10B10_UNORM_PACK32:
      return {wide(20), wide(10), wide(0)};
    case VK_FORMAT_R16G16B16A16_SFLOAT:
      std::memcpy(halves.data(), texel, sizeof halves);
      return {half(halves[0]), half(halves[1]), half(halves[2])};
    default:
      return {double(texel[0]), double(texel[1]), double(texel[2])};
  }
}

}  // namespace test

#endif
