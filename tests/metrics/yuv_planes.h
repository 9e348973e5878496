// SPDX-License-Identifier: MIT
// Pictures in planes, with more bits or with fewer samples of chroma.
#ifndef PHOTOPIC_TESTS_METRICS_YUV_PLANES_H
#define PHOTOPIC_TESTS_METRICS_YUV_PLANES_H

#include <random>

#include "metrics/metrics_rig.h"
#include "reference/metrics/metrics.h"

namespace test {

/// The first sample of each square, also where that lies over the edge; of luma all.
inline reference::Yuv444 subsampled(const reference::Yuv444& yuv, photopic::Chroma chroma) {
  const auto [step_x, step_y] = subsampling(chroma);
  reference::Yuv444 result{yuv.y, {(yuv.u.width + step_x - 1) / step_x, (yuv.u.height + step_y - 1) / step_y}, {}};
  result.v = result.u;
  for (std::size_t y = 0; y < result.u.height; ++y) {
    for (std::size_t x = 0; x < result.u.width; ++x) {
      result.u.at(x, y) = yuv.u.at(x * step_x, y * step_y);
      result.v.at(x, y) = yuv.v.at(x * step_x, y * step_y);
    }
  }
  return result;
}

/// Each pixel has the chroma of its square.
inline reference::Yuv444 upsampled(const reference::Yuv444& planes, photopic::Chroma chroma) {
  const auto [step_x, step_y] = subsampling(chroma);
  reference::Yuv444 result{planes.y, planes.y, planes.y};
  for (std::size_t y = 0; y < planes.y.height; ++y) {
    for (std::size_t x = 0; x < planes.y.width; ++x) {
      result.u.at(x, y) = planes.u.at(x / step_x, y / step_y);
      result.v.at(x, y) = planes.v.at(x / step_x, y / step_y);
    }
  }
  return result;
}

/// For the device: codes of `bits` bits, those of 8 bits with zeros behind them.
inline Picture picture_of(const reference::Yuv444& planes, photopic::Chroma chroma, unsigned bits) {
  if (bits == 8) {
    Picture picture = picture_of(planes);
    picture.chroma = chroma;
    return picture;
  }
  std::array<std::vector<std::uint16_t>, 3> codes;
  const reference::Plane* const all[] = {&planes.y, &planes.u, &planes.v};
  for (std::size_t i = 0; i < codes.size(); ++i) {
    for (std::uint8_t code : all[i]->pixels) codes[i].push_back(std::uint16_t(code << (bits - 8)));
  }
  const VkExtent2D extent = {std::uint32_t(planes.y.width), std::uint32_t(planes.y.height)};
  return picture_of_codes(extent, VK_FORMAT_R16_UNORM, codes, chroma);
}

inline photopic::MetricsCreateInfo info_for(const Picture& picture, unsigned bits, std::uint32_t metrics,
                                            std::uint32_t maps) {
  photopic::MetricsCreateInfo info = info_for(picture, metrics, maps);
  info.bits = bits;
  return info;
}

struct Layout {
  photopic::Chroma chroma;
  unsigned bits;
};
inline constexpr Layout kLayouts[] = {
    {photopic::Chroma::c444, 8},  {photopic::Chroma::c422, 8},  {photopic::Chroma::c420, 8},
    {photopic::Chroma::c444, 10}, {photopic::Chroma::c422, 10}, {photopic::Chroma::c420, 10},
    {photopic::Chroma::c444, 12}, {photopic::Chroma::c420, 12}, {photopic::Chroma::c411, 8}};

/// Zero for one pixel in four, in patches that no square of chroma shares.
inline std::vector<std::uint8_t> patchy_mask(std::size_t width, std::size_t height) {
  std::vector<std::uint8_t> mask(width * height, 255);
  for (std::size_t i = 0; i < mask.size(); ++i) {
    if (i % width / 6 % 2 == 1 && i / width / 4 % 2 == 1) mask[i] = 0;
  }
  return mask;
}

/// `test`, but `reference` where the mask is 0. `mask_width`: of the picture whose samples these are; 0: their own.
template <class Pixel>
reference::Raster<Pixel> masked(const reference::Raster<Pixel>& reference, reference::Raster<Pixel> test,
                                const std::vector<std::uint8_t>& mask, Subsampling step = {},
                                std::size_t mask_width = 0) {
  if (mask_width == 0) mask_width = test.width;
  for (std::size_t y = 0; y < test.height; ++y) {
    for (std::size_t x = 0; x < test.width; ++x) {
      const std::size_t pixel = y * step.y * mask_width + x * step.x;
      if (mask[pixel] == 0) test.at(x, y) = reference.at(x, y);
    }
  }
  return test;
}

/// Random colours, most of them beyond any display.
inline reference::Yuv444 random_yuv(std::size_t width, std::size_t height, unsigned seed) {
  std::mt19937 random(seed);
  reference::Yuv444 yuv{{width, height}, {width, height}, {width, height}};
  for (reference::Plane* plane : {&yuv.y, &yuv.u, &yuv.v}) {
    for (std::uint8_t& code : plane->pixels) code = std::uint8_t(16 + random() % 225);
  }
  return yuv;
}

}  // namespace test

#endif
