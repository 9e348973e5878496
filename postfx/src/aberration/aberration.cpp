// SPDX-License-Identifier: MIT
// Parameters of lateral chromatic aberration, made of settings.
#include "aberration/aberration.h"

#include <algorithm>
#include <cmath>

namespace photopic::aberration {

bool is_on(const Settings& settings) noexcept { return settings.aberration.chromatic_aberration_texels > 0.0f; }

gpu::AberrationParams params(const Settings& settings) noexcept {
  const float texels = settings.aberration.chromatic_aberration_texels;
  // As many in the whole picture, so that no ring shows where their number changes.
  constexpr float kMostBetween = 1.5f;  // texels from sample to sample: an edge has no steps
  return {texels, static_cast<std::uint32_t>(std::max(std::ceil(texels / kMostBetween), 2.0f))};
}

}  // namespace photopic::aberration
