// SPDX-License-Identifier: MIT
// Drawing of calibration screens in double precision.
#include "session/calibration.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>

#include "reference/display/transfer.h"
#include "reference/texel_formats.h"
#include "session/output/coded_picture.h"

namespace session {
namespace {

using photopic::DisplaySettings;
using photopic::OutputEncoding;

constexpr double kFieldNits = 10000.0;
constexpr double kFieldShare = 0.1;  // of the picture: what displays show their peak in
constexpr double kMiddleGrey = 0.18;

/// A diamond with a hole, `size` from tip to tip, about the origin.
bool is_in_emblem(double x, double y, double size) {
  const bool is_in_hole = std::max(std::abs(x), std::abs(y)) < 0.12 * size;
  return std::abs(x) + std::abs(y) < 0.5 * size && !is_in_hole;
}

/// Of the page, in shares of its sides from its upper left corner: lines of text, and a row of greys.
double page_share(double x, double y) {
  constexpr double kInk = 0.02;
  constexpr double kGreys[] = {0.05, kMiddleGrey, 0.5, 0.8};
  if (x < 0.1 || x >= 0.9) return 1.0;
  if (y >= 0.78 && y < 0.9) {
    const double place = (x - 0.1) / 0.2;
    const bool is_gap = place - std::floor(place) > 0.9;
    return is_gap ? 1.0 : kGreys[std::min<std::size_t>(3, std::size_t(place))];
  }
  if (y < 0.12 || y >= 0.7) return 1.0;
  const double line = (y - 0.12) / 0.058;
  const bool is_last = std::size_t(line) % 5 == 4;  // of a paragraph: shorter
  const bool is_ink = line - std::floor(line) < 0.35 && x < (is_last ? 0.55 : 0.9);
  return is_ink ? kInk : 1.0;
}

double signal_of(double nits, const DisplaySettings& display) {
  const double light = nits / double(display.paper_white_nits);
  switch (display.encoding) {
    case OutputEncoding::power22:
      return reference::power_encode(std::min(light, 1.0), 2.2);
    case OutputEncoding::linear:
      return light;
    case OutputEncoding::hdr10:
      return nits > 0.0 ? reference::pq_encode(nits) : 0.0;
    case OutputEncoding::hlg:
      return reference::hlg_encode({nits, nits, nits}).g;
    case OutputEncoding::scrgb:
      return nits / double(display.scrgb_reference_nits);
    default:
      return reference::srgb_encode(std::min(light, 1.0));
  }
}

/// A grey texel of picture_format().
std::vector<std::byte> texel_of(double nits, const DisplaySettings& display) {
  const double signal = signal_of(nits, display);
  const VkFormat format = picture_format(display.encoding);
  if (format == VK_FORMAT_R16G16B16A16_SFLOAT) {
    std::uint16_t halves[4] = {};
    std::fill(halves, halves + 3, reference::double_to_half(signal));
    halves[3] = reference::double_to_half(1.0);
    std::vector<std::byte> texel(sizeof halves);
    std::memcpy(texel.data(), halves, sizeof halves);
    return texel;
  }
  std::uint32_t word;
  if (format == VK_FORMAT_R32_UINT) {
    const std::uint32_t code = reference::full_code(signal, 10);
    word = code | code << 10 | code << 20 | 3u << 30;
  } else {
    const std::uint32_t code = reference::full_code(signal, 8);
    word = code | code << 8 | code << 16 | 255u << 24;
  }
  std::vector<std::byte> texel(sizeof word);
  std::memcpy(texel.data(), &word, sizeof word);
  return texel;
}

}  // namespace

double calibration_nits(CalibrationScreen screen, VkExtent2D extent, std::uint32_t column, std::uint32_t row,
                        const DisplaySettings& display) {
  const double width = extent.width, height = extent.height;
  const double x = column + 0.5 - 0.5 * width, y = row + 0.5 - 0.5 * height;
  switch (screen) {
    case CalibrationScreen::none:
      break;
    case CalibrationScreen::peak: {
      const double side = std::min({std::sqrt(kFieldShare * width * height), width, height});
      if (std::max(std::abs(x), std::abs(y)) >= 0.5 * side) return 0.0;
      return is_in_emblem(x, y, 0.75 * side) ? double(display.peak_nits) : kFieldNits;
    }
    case CalibrationScreen::black:
      return is_in_emblem(x, y, 0.6 * std::min(width, height)) ? double(display.min_nits) : 0.0;
    case CalibrationScreen::paper_white: {
      const double white = double(display.paper_white_nits);
      const double page_height = 0.8 * height, page_width = std::min(0.9 * width, 0.75 * page_height);
      const double across = x / page_width + 0.5, down = y / page_height + 0.5;
      const bool is_page = across >= 0.0 && across < 1.0 && down >= 0.0 && down < 1.0;
      return white * (is_page ? page_share(across, down) : kMiddleGrey);
    }
  }
  return 0.0;
}

std::vector<std::byte> calibration_texels(CalibrationScreen screen, VkExtent2D extent, const DisplaySettings& display) {
  std::map<double, std::vector<std::byte>> texels;  // a screen has few luminances
  std::vector<std::byte> all;
  for (std::uint32_t y = 0; y < extent.height; ++y) {
    for (std::uint32_t x = 0; x < extent.width; ++x) {
      const double nits = calibration_nits(screen, extent, x, y, display);
      std::vector<std::byte>& texel = texels[nits];
      if (texel.empty()) texel = texel_of(nits, display);
      all.insert(all.end(), texel.begin(), texel.end());
    }
  }
  return all;
}

CalibrationPicture::CalibrationPicture(const engine::Context& context, CalibrationScreen screen, VkExtent2D extent,
                                       const DisplaySettings& display)
    : screen_(screen), extent_(extent), display_(display) {
  const std::vector<std::byte> texels = calibration_texels(screen, extent, display);
  texels_ = engine::Buffer(context, texels.size(), VK_BUFFER_USAGE_TRANSFER_SRC_BIT, engine::MemoryUse::upload);
  std::copy(texels.begin(), texels.end(), texels_.mapped().begin());
}

bool CalibrationPicture::shows(CalibrationScreen screen, VkExtent2D extent, const DisplaySettings& display) const {
  return screen == screen_ && extent.width == extent_.width && extent.height == extent_.height &&
         display.encoding == display_.encoding && display.paper_white_nits == display_.paper_white_nits &&
         display.peak_nits == display_.peak_nits && display.min_nits == display_.min_nits &&
         display.scrgb_reference_nits == display_.scrgb_reference_nits;
}

}  // namespace session
