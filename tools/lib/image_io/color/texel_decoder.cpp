// SPDX-License-Identifier: MIT
// Steps from codes to light.
#include "image_io/color/texel_decoder.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

#include "reference/display/transfer.h"

namespace image_io::internal {
namespace {

/// Of a code's range, 0 to 1; of narrow range, black and white are 16 and 235 times the code of 1/256.
double signal_of(double code, double most, bool is_narrow) {
  if (!is_narrow) return code / most;
  const double unit = (most + 1.0) / 256.0;
  return std::max((code / unit - 16.0) / 219.0, 0.0);
}

template <class Sample>
std::array<Sample, 4> texel_at(const std::byte* texels, std::size_t index) {
  std::array<Sample, 4> texel;
  std::memcpy(texel.data(), texels + index * sizeof texel, sizeof texel);
  return texel;
}

}  // namespace

TexelDecoder::TexelDecoder(CodeImage::Samples samples, Meaning meaning)
    : samples_(samples), meaning_(std::move(meaning)) {
  if (samples == CodeImage::Samples::linear) return;
  const double most = samples == CodeImage::Samples::codes8 ? 255.0 : 65535.0;
  const double scale = meaning_.hlg_peak_nits ? 1.0 : meaning_.scale;
  for (const Curve& curve : meaning_.curves) {
    std::vector<float>& table = tables_.emplace_back();
    for (double code = 0.0; code <= most; ++code) {
      table.push_back(static_cast<float>(scale * curve(signal_of(code, most, meaning_.is_narrow))));
    }
  }
}

void TexelDecoder::decode(const std::byte* texels, std::size_t count, float* rgba) const {
  if (meaning_.convert) return convert_signals(texels, count, rgba);
  if (samples_ == CodeImage::Samples::codes8) look_up<std::uint8_t>(texels, count, rgba);
  if (samples_ == CodeImage::Samples::codes16) look_up<std::uint16_t>(texels, count, rgba);
  if (samples_ == CodeImage::Samples::linear) evaluate(texels, count, rgba);
  if (meaning_.hlg_peak_nits) add_system_gamma(count, rgba);
}

void TexelDecoder::convert(std::size_t count, float* rgba) const {
  if (!meaning_.to_bt709) return;
  for (std::size_t i = 0; i < count; ++i, rgba += 4) {
    const reference::Rgb light = {double{rgba[0]}, double{rgba[1]}, double{rgba[2]}};
    const reference::Rgb color = reference::multiply(*meaning_.to_bt709, light);
    rgba[0] = static_cast<float>(color.r);
    rgba[1] = static_cast<float>(color.g);
    rgba[2] = static_cast<float>(color.b);
  }
}

template <class Sample>
void TexelDecoder::look_up(const std::byte* texels, std::size_t count, float* rgba) const {
  constexpr auto kMost = static_cast<float>(std::numeric_limits<Sample>::max());
  const std::array<const float*, 3> tables = {tables_.front().data(), tables_[tables_.size() / 2].data(),
                                              tables_.back().data()};
  for (std::size_t i = 0; i < count; ++i, rgba += 4) {
    const auto texel = texel_at<Sample>(texels, i);
    for (std::size_t c = 0; c < 3; ++c) rgba[c] = tables[c][texel[c]];
    rgba[3] = static_cast<float>(texel[3]) / kMost;
  }
}

/// Of floats: without a curve they are light.
void TexelDecoder::evaluate(const std::byte* texels, std::size_t count, float* rgba) const {
  std::memcpy(rgba, texels, count * 4 * sizeof *rgba);
  if (meaning_.curves.empty()) return;
  const double scale = meaning_.hlg_peak_nits ? 1.0 : meaning_.scale;
  for (std::size_t i = 0; i < count; ++i, rgba += 4) {
    for (std::size_t c = 0; c < 3; ++c) rgba[c] = static_cast<float>(scale * curve(c)(double{rgba[c]}));
  }
}

void TexelDecoder::add_system_gamma(std::size_t count, float* rgba) const {
  for (std::size_t i = 0; i < count; ++i, rgba += 4) {
    const reference::Rgb scene = {double{rgba[0]}, double{rgba[1]}, double{rgba[2]}};
    const reference::Rgb shown = reference::hlg_ootf(scene, *meaning_.hlg_peak_nits, meaning_.hlg_row);
    rgba[0] = static_cast<float>(shown.r * meaning_.scale);
    rgba[1] = static_cast<float>(shown.g * meaning_.scale);
    rgba[2] = static_cast<float>(shown.b * meaning_.scale);
  }
}

void TexelDecoder::convert_signals(const std::byte* texels, std::size_t count, float* rgba) const {
  const std::size_t channels = meaning_.converted_channels;
  std::vector<float> signals;
  signals.reserve(channels * count);
  const auto take = [&](const auto& texel, float most) {
    for (std::size_t c = 0; c < channels; ++c) signals.push_back(static_cast<float>(texel[c]) / most);
  };
  const auto alpha_of = [&](std::size_t i) {
    if (channels == 4) return 1.0f;
    if (samples_ == CodeImage::Samples::codes8)
      return static_cast<float>(texel_at<std::uint8_t>(texels, i)[3]) / 255.0f;
    if (samples_ == CodeImage::Samples::codes16)
      return static_cast<float>(texel_at<std::uint16_t>(texels, i)[3]) / 65535.0f;
    return texel_at<float>(texels, i)[3];
  };
  for (std::size_t i = 0; i < count; ++i) {
    if (samples_ == CodeImage::Samples::codes8) take(texel_at<std::uint8_t>(texels, i), 255.0f);
    if (samples_ == CodeImage::Samples::codes16) take(texel_at<std::uint16_t>(texels, i), 65535.0f);
    if (samples_ == CodeImage::Samples::linear) take(texel_at<float>(texels, i), 1.0f);
  }
  std::vector<float> rgb(3 * count);
  meaning_.convert(signals.data(), count, rgb.data());
  for (std::size_t i = 0; i < count; ++i, rgba += 4) {
    std::copy_n(rgb.data() + 3 * i, 3, rgba);
    rgba[3] = alpha_of(i);
  }
}

}  // namespace image_io::internal
