// SPDX-License-Identifier: MIT
// PNG and JPEG files for the tests of textures.
#ifndef PHOTOPIC_TESTS_SCENE_TEXTURE_FILES_H
#define PHOTOPIC_TESTS_SCENE_TEXTURE_FILES_H

#include <cstdint>
#include <vector>

namespace scene_test {

struct PngOptions {
  std::uint32_t width = 2;
  std::uint32_t height = 2;
  int depth = 8;
  int color_type = 2;  ///< 0 grey, 2 RGB, 4 grey and alpha, 6 RGBA
};

/// Before packing: a number of its own for every sample.
unsigned png_sample(const PngOptions& options, std::uint32_t x, std::uint32_t y, unsigned channel);
std::vector<unsigned char> make_png(const PngOptions& options = {});
/// One whose header promises another size than its data has.
std::vector<unsigned char> make_png_header(std::uint32_t width, std::uint32_t height, int depth = 8);
/// 16 x 16 of (200, 40, 60).
std::vector<unsigned char> make_jpeg();
/// 8 x 8, grey, with a scan for some of the coefficients after the other: from nearly black at the top to nearly white.
std::vector<unsigned char> progressive_jpeg();

}  // namespace scene_test

#endif
