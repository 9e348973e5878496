// SPDX-License-Identifier: MIT
#include "photopic/run/light_table.h"

#include <content_light/interface.h>
#include <photopic/exposure.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <vector>

#include "files/error.h"
#include "reference/display/primaries.h"
#include "reference/matrix.h"

namespace cli {
namespace {

using reference::Rgb;

constexpr double kMinLog2 = PHOTOPIC_CONTENT_LIGHT_MIN_LOG2, kBinsPerStop = 64.0;
constexpr std::size_t kBins = 40 * 64;  // up to 2^20 cd/m^2
constexpr std::uint64_t kShares[] = {PHOTOPIC_CONTENT_LIGHT_SHARES}, kWhole = 10000;
constexpr double kMaxNits = PHOTOPIC_CONTENT_LIGHT_MAX_NITS;  ///< brighter light counts as this

reference::Primaries primaries_of(photopic::OutputEncoding encoding) {
  using photopic::OutputEncoding;
  if (encoding == OutputEncoding::hdr10 || encoding == OutputEncoding::hlg) return reference::kBt2020;
  return encoding == OutputEncoding::display_p3 ? reference::kP3D65 : reference::kBt709;
}

double luminance_of_bt709(Rgb c) { return 0.2126 * c.r + 0.7152 * c.g + 0.0722 * c.b; }

bool is_beyond(Rgb c, double largest) { return std::min({c.r, c.g, c.b}) < -PHOTOPIC_CONTENT_LIGHT_BORDER * largest; }

double percentile(const std::array<std::uint64_t, kBins>& bins, std::uint64_t count, std::uint64_t share) {
  const std::uint64_t rank = (count * share + kWhole - 1) / kWhole;
  std::uint64_t below = 0;
  for (std::size_t i = 0; i < kBins; ++i) {
    below += bins[i];
    if (below >= std::max<std::uint64_t>(rank, 1))
      return i == 0 ? 0.0 : std::exp2(kMinLog2 + (double(i) + 0.5) / kBinsPerStop);
  }
  return 0.0;
}

}  // namespace

FrameLight light_of(const photopic::ContentLightStatistics& measured) {
  FrameLight light = {.mean = measured.mean_nits,
                      .geometric_mean = measured.geometric_mean_nits,
                      .max_cll = measured.light.max_cll_nits,
                      .max_fall = measured.light.max_fall_nits,
                      .beyond_bt709 = measured.beyond_bt709,
                      .beyond_p3 = measured.beyond_p3,
                      .invalid = measured.invalid_texels};
  std::copy(measured.percentiles_nits.begin(), measured.percentiles_nits.end(), light.percentiles);
  if (measured.valid_texels != 0) light.ev100 = photopic::ev100_from_luminance(light.geometric_mean);
  return light;
}

FrameLight light_of(const image_io::CodeImage& image, photopic::OutputEncoding encoding, const flashes::Light& light) {
  const reference::Primaries own = primaries_of(encoding);
  const reference::Matrix to_bt709 = reference::conversion(own, reference::kBt709);
  const reference::Matrix to_p3 = reference::conversion(own, reference::kP3D65);
  // BT.709 codes are within both; scRGB goes beyond by channels below 0.
  const bool may_be_beyond = encoding != photopic::OutputEncoding::srgb;
  const std::size_t row_bytes = image.texels.size() / image.height;
  std::vector<float> row(std::size_t(image.width) * 3);
  std::array<std::uint64_t, kBins> bins{};
  FrameLight result;
  double sum = 0.0, log_sum = 0.0, largest_sum = 0.0;
  std::uint64_t valid = 0, lit = 0, beyond_bt709 = 0, beyond_p3 = 0;
  for (std::uint32_t y = 0; y < image.height; ++y) {
    light.decode(image.texels.data() + y * row_bytes, image.width, row.data());
    for (std::uint32_t x = 0; x < image.width; ++x) {
      const Rgb texel = {row[3 * x], row[3 * x + 1], row[3 * x + 2]};
      const Rgb bt709 = may_be_beyond ? reference::multiply(to_bt709, texel) : texel;
      const double unlimited = luminance_of_bt709(bt709);
      if (!std::isfinite(unlimited) || unlimited < 0.0) {
        ++result.invalid;
        continue;
      }
      ++valid;
      const double largest = std::max({texel.r, texel.g, texel.b});
      const double luminance = std::min(unlimited, kMaxNits);
      const double counted = std::min(largest, kMaxNits);
      sum += luminance;
      largest_sum += counted;
      result.max_cll = std::max(result.max_cll, counted);
      if (may_be_beyond && is_beyond(bt709, largest)) {
        ++beyond_bt709;
        if (is_beyond(reference::multiply(to_p3, texel), largest)) ++beyond_p3;
      }
      const double log2 = luminance > 0.0 ? std::log2(luminance) : kMinLog2;
      if (luminance > 0.0) {
        ++lit;
        log_sum += log2;
      }
      ++bins[std::size_t(std::clamp((log2 - kMinLog2) * kBinsPerStop, 0.0, double(kBins - 1)))];
    }
  }
  if (valid == 0) return result;
  result.mean = sum / double(valid);
  result.max_fall = largest_sum / double(valid);
  result.geometric_mean = lit != 0 ? std::exp2(log_sum / double(lit)) : 0.0;
  result.ev100 = photopic::ev100_from_luminance(result.geometric_mean);
  for (std::size_t i = 0; i < std::size(result.percentiles); ++i)
    result.percentiles[i] = percentile(bins, valid, kShares[i]);
  result.beyond_bt709 = double(beyond_bt709) / double(valid);
  result.beyond_p3 = double(beyond_p3) / double(valid);
  return result;
}

LightTable::LightTable(const std::filesystem::path& file, const flashes::Display& display)
    : file_(file), display_(display), stream_(std::fopen(file.c_str(), "we")) {
  if (stream_ == nullptr) throw files::Error(file, files::system_reason(errno));
  std::fputs(
      "frame,time_s,mean_cd_m2,geometric_mean_cd_m2,ev100,p1_cd_m2,p10_cd_m2,p50_cd_m2,p90_cd_m2,p99_cd_m2,max_cll,"
      "max_fall,beyond_bt709,beyond_p3,invalid_texels\n",
      stream_);
}

LightTable::~LightTable() { std::fclose(stream_); }

void LightTable::add(const image_io::CodeImage& image, std::uint64_t number, double time_s) {
  const photopic::OutputEncoding encoding = flashes::encoding_of(image, file_, display_.encoding);
  std::unique_ptr<flashes::Light>& light = lights_[{encoding, image.samples}];
  if (!light) light = std::make_unique<flashes::Light>(encoding, image.samples, display_);
  add(light_of(image, encoding, *light), number, time_s);
}

void LightTable::add(const FrameLight& of, std::uint64_t number, double time_s) {
  const double* const p = of.percentiles;
  std::fprintf(stream_, "%llu,%.6f,%.6g,%.6g,%.4f,%.5g,%.5g,%.5g,%.5g,%.5g,%.6g,%.6g,%.6g,%.6g,%llu\n",
               static_cast<unsigned long long>(number), time_s, of.mean, of.geometric_mean, of.ev100, p[0], p[1], p[2],
               p[3], p[4], of.max_cll, of.max_fall, of.beyond_bt709, of.beyond_p3,
               static_cast<unsigned long long>(of.invalid));
  if (std::fflush(stream_) != 0) throw files::Error(file_, files::system_reason(errno));
}

}  // namespace cli
