// SPDX-License-Identifier: MIT
// Parameters of a measurement of content light as the device takes them, and results as the host gets them.
#include <algorithm>
#include <bit>
#include <cmath>

#include "content_light/content_light.h"
#include "display/display.h"
#include "display/stored_formats.h"
#include "gpu/memory/extent.h"

namespace photopic {
namespace content_light {
namespace {

/// Workgroups of a GPU: three for each of an H100's or H200's 132 multiprocessors. Numbers that aren't multiples of 132
/// took up to a third longer there (ADR 50). Those of a CPU, whose bins take longer than its idle cores.
constexpr std::uint32_t kWorkgroups = 396, kCpuWorkgroups = 64;

float nits_of_one(OutputEncoding encoding, const ContentLightFrame& frame) {
  switch (encoding) {
    case OutputEncoding::hdr10:
    case OutputEncoding::hlg:
      return 1.0f;
    case OutputEncoding::scrgb:
      return frame.scrgb_reference_nits;
    default:
      return frame.paper_white_nits;
  }
}

}  // namespace

gpu::ContentLightParams params_of(const ContentLightCreateInfo& info, const ContentLightFrame& frame,
                                  bool is_cpu) noexcept {
  gpu::ContentLightParams params = {};
  params.width = frame.extent.width;
  params.height = frame.extent.height;
  params.tile_columns = divide_up(frame.extent.width, PHOTOPIC_CONTENT_LIGHT_TILE_SIDE);
  params.tiles = params.tile_columns * divide_up(frame.extent.height, PHOTOPIC_CONTENT_LIGHT_TILE_SIDE);
  params.workgroups = std::max(std::min(params.tiles, is_cpu ? kCpuWorkgroups : kWorkgroups),
                               divide_up(params.tiles, PHOTOPIC_CONTENT_LIGHT_MAX_TILES));
  params.nits = nits_of_one(stored_encoding(info.format, info.encoding), frame);
  params.number_low = static_cast<std::uint32_t>(frame.number);
  params.number_high = static_cast<std::uint32_t>(frame.number >> 32);
  return params;
}

ContentLightStatistics statistics_of(const gpu::ContentLightResult& result) noexcept {
  const auto word = [&](std::size_t i) { return result.words[i]; };
  const auto wide = [&](std::size_t i) { return static_cast<double>(std::uint64_t{word(i + 1)} << 32 | word(i)); };
  ContentLightStatistics statistics;
  statistics.number = std::uint64_t{result.number_high} << 32 | result.number_low;
  statistics.invalid_texels = word(PHOTOPIC_CONTENT_LIGHT_INVALID);
  statistics.valid_texels = result.texels - statistics.invalid_texels;
  if (statistics.valid_texels == 0) return statistics;
  const auto texels = static_cast<double>(statistics.valid_texels);
  statistics.light = content_light_of(word(PHOTOPIC_CONTENT_LIGHT_MAX),
                                      wide(PHOTOPIC_CONTENT_LIGHT_BRIGHTEST) / PHOTOPIC_CONTENT_LIGHT_SUM_UNIT,
                                      statistics.valid_texels);
  statistics.min_nits = std::bit_cast<float>(~word(PHOTOPIC_CONTENT_LIGHT_INVERTED_MIN));
  statistics.mean_nits =
      static_cast<float>(wide(PHOTOPIC_CONTENT_LIGHT_LUMINANCE) / PHOTOPIC_CONTENT_LIGHT_SUM_UNIT / texels);
  if (const std::uint32_t lit = word(PHOTOPIC_CONTENT_LIGHT_LIT); lit != 0) {
    const double mean_log2 = wide(PHOTOPIC_CONTENT_LIGHT_LOG2) / PHOTOPIC_CONTENT_LIGHT_LOG2_UNIT / lit;
    statistics.geometric_mean_nits = static_cast<float>(std::exp2(mean_log2 + PHOTOPIC_CONTENT_LIGHT_MIN_LOG2));
  }
  // The middle of the bin, but nothing that no texel has.
  const auto percentile = [&](std::size_t i) {
    const std::uint32_t bin = result.bins[i];
    const float middle = bin == 0 ? 0.0f : 0.5f * (content_light_bin_nits(bin) + content_light_bin_nits(bin + 1));
    return std::clamp(middle, statistics.min_nits, std::max(statistics.min_nits, statistics.light.max_cll_nits));
  };
  for (std::size_t i = 0; i < statistics.percentiles_nits.size(); ++i) statistics.percentiles_nits[i] = percentile(i);
  statistics.p9999_nits = percentile(PHOTOPIC_CONTENT_LIGHT_PERCENTILES - 1);
  statistics.beyond_bt709 = static_cast<float>(word(PHOTOPIC_CONTENT_LIGHT_BEYOND_BT709) / texels);
  statistics.beyond_p3 = static_cast<float>(word(PHOTOPIC_CONTENT_LIGHT_BEYOND_P3) / texels);
  return statistics;
}

}  // namespace content_light

static_assert(kContentLightBins == PHOTOPIC_CONTENT_LIGHT_BINS);
constexpr std::uint32_t kParts[] = {PHOTOPIC_CONTENT_LIGHT_SHARES};
static_assert(std::equal(kContentLightShares.begin(), kContentLightShares.end(), std::begin(kParts),
                         [](float share, std::uint32_t parts) {
                           return share == static_cast<float>(parts) / 10000.0f;
                         }));
static_assert(PHOTOPIC_CONTENT_LIGHT_INVOCATION_BINS * PHOTOPIC_CONTENT_LIGHT_INVOCATIONS ==
              PHOTOPIC_CONTENT_LIGHT_BINS);
static_assert(PHOTOPIC_CONTENT_LIGHT_MAX_TILES * PHOTOPIC_CONTENT_LIGHT_TILE_SIDE * PHOTOPIC_CONTENT_LIGHT_TILE_SIDE <
              0x10000);

float content_light_bin_nits(std::uint32_t bin) noexcept {
  if (bin == 0) return 0.0f;
  return std::bit_cast<float>((bin + PHOTOPIC_CONTENT_LIGHT_FIRST_BIN) << PHOTOPIC_CONTENT_LIGHT_BIN_SHIFT);
}

}  // namespace photopic
