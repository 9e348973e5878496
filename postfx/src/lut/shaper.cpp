// SPDX-License-Identifier: MIT
// Numbers of the shaper.
#include "lut/shaper.h"

#include <cmath>

#include "display/display.h"
#include "display/primaries.h"

namespace photopic {
namespace {

/// Exposed scene-linear value of the last node; operators show as much as white.
constexpr float kMaxInput = 128.0f;
// The shaper is linear up to about 1 / gain: black is a node, and PQ shows more of what is near it.
constexpr float kGainSdr = 256.0f;
constexpr float kGainHdr = 1024.0f;

}  // namespace

gpu::LutParams lut_params(const Settings& settings, OutputEncoding encoding, std::uint32_t size) noexcept {
  gpu::LutParams params = {};
  const Matrix3 to_bt709 = rgb_to_rgb(scene_primaries(settings), chromaticities_of(Primaries::bt709));
  for (std::size_t i = 0; i < 9; ++i) params.domain_to_bt709[i] = static_cast<float>(to_bt709[i / 3][i % 3]);
  params.shaper_gain = is_hdr(encoding) ? kGainHdr : kGainSdr;
  params.shaper_scale = static_cast<float>(size - 1) / std::log2(1.0f + kMaxInput * params.shaper_gain);
  params.max_input = kMaxInput;
  const bool is_linear = encoding == OutputEncoding::linear || encoding == OutputEncoding::scrgb;
  params.is_root = is_linear || encoding == OutputEncoding::automatic ? 1 : 0;
  const DisplaySettings& display = settings.display;
  params.unit = encoding == OutputEncoding::scrgb ? display.paper_white_nits / display.scrgb_reference_nits : 1.0f;
  return params;
}

}  // namespace photopic
