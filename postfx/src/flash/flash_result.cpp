// SPDX-License-Identifier: MIT
// Thresholds of profiles as the device takes them, and results as the host gets them.
#include <algorithm>
#include <cmath>

#include "display/stored_formats.h"
#include "flash/flash.h"

namespace photopic::flash {
namespace {

struct Rule {
  double step_cd_m2, dark_limit_cd_m2;
  std::uint32_t contrast;
  std::uint32_t areas;
};

constexpr std::uint32_t counts(FlashKind kind) { return PHOTOPIC_FLASH_COUNTS(static_cast<std::uint32_t>(kind)); }
constexpr std::uint32_t kAllAreas = PHOTOPIC_FLASH_AREA_SCREEN | PHOTOPIC_FLASH_AREA_WINDOW | PHOTOPIC_FLASH_EXTENDED |
                                    counts(FlashKind::luminance) | counts(FlashKind::red_measure) |
                                    counts(FlashKind::red_chromaticity);
constexpr std::uint32_t kContrast = 17;  // Michelson contrasts of 1/17

Rule rule_of(const FlashSettings& settings) {
  const double white = static_cast<double>(settings.white_cd_m2);
  switch (settings.profile) {
    case FlashProfile::wcag:
      return {0.1 * white, 0.8 * white, 0,
              PHOTOPIC_FLASH_AREA_WINDOW | counts(FlashKind::luminance) | counts(FlashKind::red_chromaticity)};
    case FlashProfile::bt1702:
      return {20.0, 160.0, kContrast, kAllAreas & ~(PHOTOPIC_FLASH_AREA_WINDOW | counts(FlashKind::red_chromaticity))};
    case FlashProfile::strict:
      break;
  }
  return {20.0, 160.0, kContrast, kAllAreas};
}

std::uint32_t steps(double cd_m2) { return static_cast<std::uint32_t>(std::floor(cd_m2 * PHOTOPIC_FLASH_UNITS + 0.5)); }

}  // namespace

std::uint32_t window_side(std::uint32_t cells) noexcept { return std::max(1u, (2 * cells + 3) / 6); }

gpu::FlashParams params_of(const FlashCreateInfo& info, VkExtent2D extent, const FlashSettings& settings) noexcept {
  const Rule rule = rule_of(settings);
  const bool is_white = !is_of_floats(stored_encoding(info.format, info.encoding)) || settings.cd_m2_per_unit == 0.0f;
  gpu::FlashParams params = {};
  params.width = extent.width;
  params.height = extent.height;
  params.columns = info.columns;
  params.rows = info.rows;
  params.window_columns = window_side(info.columns);
  params.window_rows = window_side(info.rows);
  params.step = steps(rule.step_cd_m2);
  params.dark_limit = steps(rule.dark_limit_cd_m2);
  params.contrast = rule.contrast;
  params.areas = rule.areas;
  params.cd_m2 = is_white ? settings.white_cd_m2 : settings.cd_m2_per_unit;
  params.red_per_cd_m2 = 320.0f / settings.white_cd_m2;
  return params;
}

FlashStatistics statistics_of(const gpu::FlashResult& result, const FlashCreateInfo& info) noexcept {
  const auto time = [](std::uint32_t low, std::uint32_t high) { return std::uint64_t{high} << 32 | low; };
  FlashStatistics statistics;
  statistics.time_us = time(result.time_low, result.time_high);
  statistics.frames = result.frames;
  statistics.verdict = static_cast<FlashVerdict>(result.verdict);
  statistics.worst_verdict = static_cast<FlashVerdict>(result.worst_verdict);
  statistics.worst_time_us = time(result.worst_time_low, result.worst_time_high);
  const float cells = static_cast<float>(info.columns) * static_cast<float>(info.rows);
  const float window = static_cast<float>(window_side(info.columns)) * static_cast<float>(window_side(info.rows));
  for (std::size_t i = 0; i < kFlashKindCount; ++i) {
    const gpu::FlashKindResult& from = result.kinds[i];
    statistics.kinds[i] = {static_cast<FlashVerdict>(from.verdict), from.screen_transitions, from.cell_transitions,
                           static_cast<float>(from.risk_cells) / cells, static_cast<float>(from.window_cells) / window};
  }
  return statistics;
}

}  // namespace photopic::flash
