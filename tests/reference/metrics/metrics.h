// SPDX-License-Identifier: MIT
// Images for the comparison metrics, and those metrics that are exact: squared and absolute errors, the conversion to
// YUV, its PSNR and moments. Everything here throws std::invalid_argument for empty images, for a pair of two sizes,
// and for images whose pixels aren't width * height.
#ifndef PHOTOPIC_TESTS_REFERENCE_METRICS_H
#define PHOTOPIC_TESTS_REFERENCE_METRICS_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "reference/rgb.h"

namespace reference {

template <typename Pixel>
struct Raster {
  std::size_t width = 0;
  std::size_t height = 0;
  std::vector<Pixel> pixels;  ///< width * height, row by row, top first

  Raster() = default;
  Raster(std::size_t columns, std::size_t rows, Pixel fill = {})
      : width(columns), height(rows), pixels(columns * rows, fill) {}

  Pixel& at(std::size_t x, std::size_t y) { return pixels[y * width + x]; }
  const Pixel& at(std::size_t x, std::size_t y) const { return pixels[y * width + x]; }
};

using Rgb8 = std::array<std::uint8_t, 3>;  ///< R, G, B; sRGB codes
using CodeImage = Raster<Rgb8>;
using LinearImage = Raster<Rgb>;     ///< scene- or display-linear BT.709
using Plane = Raster<std::uint8_t>;  ///< one component of a picture
using Map = Raster<double>;          ///< one value of a metric for each pixel

/// Throws std::invalid_argument unless both have pixels, as many as their size says, and the same size.
template <typename Pixel>
void check_pair(const Raster<Pixel>& reference, const Raster<Pixel>& test) {
  if (reference.pixels.empty() || reference.pixels.size() != reference.width * reference.height ||
      test.pixels.size() != test.width * test.height) {
    throw std::invalid_argument("an image is empty or has not as many pixels as its size says");
  }
  if (reference.width != test.width || reference.height != test.height) {
    throw std::invalid_argument("the images have different sizes");
  }
}

/// IEC 61966-2-1, each code over 255.
LinearImage decode_srgb(const CodeImage& image);

// ---- exact errors ---------------------------------------------------------------------------------------------------

/// Of 8-bit RGB images. Channels in the order R, G, B.
struct ErrorCounts {
  std::array<std::uint64_t, 3> squared_error{};  ///< sum over the pixels, in squared codes
  std::uint64_t total_squared_error = 0;         ///< of the three channels
  std::array<unsigned, 3> channel_max{};         ///< worst absolute error of each channel, codes
  unsigned max = 0;                              ///< the worst of the three
  std::size_t max_x = 0;                         ///< first pixel in row order that has `max`; 0, 0 for equal images
  std::size_t max_y = 0;
  std::uint64_t differing_pixels = 0;  ///< with an error in any channel
  /// [channel][error]: how many pixels have this absolute error in this channel. Each adds up to width * height.
  std::array<std::array<std::uint64_t, 256>, 3> histogram{};
};
ErrorCounts count_errors(const CodeImage& reference, const CodeImage& test);

/// Pixels and channels together: the sum of the three histograms.
std::array<std::uint64_t, 256> total_histogram(const ErrorCounts& counts);

// ---- YUV ------------------------------------------------------------------------------------------------------------

/// 8-bit limited range BT.709 (ITU-R BT.709-6, item 4), 4:4:4: Y 16..235, U and V 16..240.
struct Yuv444 {
  Plane y;
  Plane u;
  Plane v;
};
using Yuv8 = std::array<std::uint8_t, 3>;

/// Rounded to the nearest code, halves up, in integers throughout: the same on every machine.
Yuv8 to_yuv(Rgb8 rgb);
Yuv444 to_yuv444(const CodeImage& image);

// ---- PSNR and moments -----------------------------------------------------------------------------------------------

/// Sum of squared differences, in squared codes.
std::uint64_t squared_error(const Plane& reference, const Plane& test);

/// The cap of 8-bit samples, 6 * 8 + 12 dB: what equal images have.
inline constexpr double kPsnrCap_db = 60.0;

/// min(10 log10(255^2 / max(mse, 1e-16)), 60), dB, as libvmaf's `psnr`.
double psnr_db(std::uint64_t sum_of_squared_errors, std::uint64_t samples);
double psnr_db(const Plane& reference, const Plane& test);

/// Sums, so that they are exact; first and second moments are these over the number of samples.
struct Moments {
  std::uint64_t sum = 0;
  std::uint64_t sum_of_squares = 0;
  double first = 0.0;   ///< mean code
  double second = 0.0;  ///< mean squared code
};
Moments moments(const Plane& plane);

}  // namespace reference

#endif
