// SPDX-License-Identifier: MIT
// Display settings as parameters of the device: matrices, ranges, the encoding that a format stands for.
#ifndef PHOTOPIC_SRC_DISPLAY_DISPLAY_H
#define PHOTOPIC_SRC_DISPLAY_DISPLAY_H

#include <photopic/hdr_display.h>
#include <photopic/post_process.h>

#include <array>

#include "display/primaries.h"

namespace photopic {

/// Whether the HDR image's colours aren't BT.709. Pure.
bool needs_conversion(const InputSettings& input) noexcept;
/// Weights of an HDR image's channels in its luminance: BT.709's after the conversion to BT.709, before white balance,
/// which keeps the exposure. Pure.
std::array<float, 3> luminance_row(const InputSettings& input) noexcept;
/// Primaries of what the display transform is given: BT.709's; BT.2020's where a LUT has to take colours outside of
/// them. Pure.
Chromaticities scene_primaries(const Settings& settings) noexcept;
/// The same of colours in those primaries.
std::array<float, 3> scene_luminance_row(const Settings& settings) noexcept;
/// The limiting primaries, or those of the encoding where it has no room for more. Pure.
LimitPrimaries shown_primaries(const DisplaySettings& display, OutputEncoding encoding) noexcept;
/// Primaries of stored colours. Pure.
Chromaticities container_primaries(OutputEncoding encoding) noexcept;
/// What is compiled for an encoding: `automatic` and sRGB are one in formats of integers. Pure.
OutputEncoding compiled_encoding(VkFormat format, OutputEncoding encoding) noexcept;
/// Parameters of a picture in `encoding`, which is compiled_encoding(). Pure.
gpu::DisplayParams display_params(const Settings& settings, OutputEncoding encoding) noexcept;
/// display_params() of the settings that were asked for last: its matrices take longer than all else of a recording.
class DisplayParamsMemo {
 public:
  const gpu::DisplayParams& of(const Settings& settings, VkFormat format) noexcept;

 private:
  struct Key {
    InputSettings input;
    WhiteBalanceSettings white_balance;
    DisplaySettings display;
    ToneMapper tone_mapper;
  };
  Key key_ = {};
  bool is_made_ = false;
  gpu::DisplayParams params_ = {};
};
/// Light of a picture of so many texels: bits of its brightest channel, and the sum of texels' brightest channels.
/// Pure.
ContentLight content_light_of(std::uint32_t max_nits_bits, double sum_nits, std::uint32_t texels) noexcept;
/// PHOTOPIC_PACKING_* of CreateInfo::packed_format; PHOTOPIC_PACKING_COUNT if there is none.
std::uint32_t packing_of(VkFormat packed_format) noexcept;

}  // namespace photopic

#endif
