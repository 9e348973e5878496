// SPDX-License-Identifier: MIT
// Copies of glare's tables, and its plot over angles.
#include "overlay/glare_view.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "glare/spread.h"
#include "glare/tables.h"

namespace photopic {
namespace {

constexpr std::uint32_t kColumns = PHOTOPIC_OVERLAY_GLARE_COLUMNS;
constexpr double kFirst_deg = PHOTOPIC_OVERLAY_GLARE_FIRST_DEG, kLast_deg = PHOTOPIC_OVERLAY_GLARE_LAST_DEG;
constexpr double kLeastPower = PHOTOPIC_OVERLAY_GLARE_LEAST_POWER, kMostPower = PHOTOPIC_OVERLAY_GLARE_MOST_POWER;
constexpr float kNone = -1.0f;

double angle_deg(std::uint32_t column) {
  return kFirst_deg * std::pow(kLast_deg / kFirst_deg, static_cast<double>(column) / (kColumns - 1));
}

/// Of the plot.
float height_of(double per_sr) {
  const double share = (std::log10(std::max(per_sr, 1e-30)) - kLeastPower) / (kMostPower - kLeastPower);
  return share >= 0.0 && share <= 1.0 ? static_cast<float>(share) : kNone;
}

}  // namespace

gpu::OverlayGlare glare_view(const Settings& settings, VkExtent2D extent, float most, bool has_plot) noexcept {
  const gpu::GlareTables tables = glare::make_tables(settings, extent, most);
  gpu::OverlayGlare view = {};
  view.is_on = 1.0f;
  view.scattered = tables.scattered;
  view.excess_above = tables.excess_above;
  view.firefly_limit = tables.firefly_limit;
  view.most = tables.most;
  view.kernel = glare::kernel_bits(settings);
  if (!has_plot) return view;
  const double texel_deg =
      glare::deg_per_texel(static_cast<double>(settings.view.field_of_view_vertical_deg), extent.height);
  const float largest = *std::max_element(std::begin(tables.weights), std::end(tables.weights));
  for (std::uint32_t i = 0; i < PHOTOPIC_GLARE_MAX_LEVELS; ++i) {
    const double spacing_deg = std::exp2(i + 1.0) * texel_deg;
    view.level_places[i] = static_cast<float>(std::log(spacing_deg / kFirst_deg) / std::log(kLast_deg / kFirst_deg));
    view.level_shares[i] = largest > 0.0f ? tables.weights[i] / largest : 0.0f;
  }
  const GlareSettings& glare = settings.glare;
  for (std::uint32_t i = 0; i < kColumns; ++i) {
    view.chain[i] = height_of(glare::chain_per_sr(settings, extent, angle_deg(i)));
    view.eye[i] = glare.glare == GlareProfile::eye
                      ? height_of(glare::eye_per_sr(static_cast<double>(settings.view.observer_age_years),
                                                    static_cast<double>(glare.pigmentation), angle_deg(i)))
                      : kNone;
  }
  return view;
}

}  // namespace photopic
