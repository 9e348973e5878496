// SPDX-License-Identifier: MIT
// Display settings as parameters of the device: matrices, ranges, the encoding that a format stands for.
#ifndef PHOTOPIC_SRC_DISPLAY_DISPLAY_H
#define PHOTOPIC_SRC_DISPLAY_DISPLAY_H

#include <photopic/post_process.h>

#include <array>

namespace photopic {

/// Whether the HDR image's colours aren't BT.709. Pure.
bool needs_conversion(const InputSettings& input) noexcept;
/// Weights of an HDR image's channels in its luminance: BT.709's after the conversion to BT.709, before white balance,
/// which keeps the exposure. Pure.
std::array<float, 3> luminance_row(const InputSettings& input) noexcept;
/// Whether it shows more than paper white. Pure.
bool is_hdr(OutputEncoding encoding) noexcept;
/// The limiting primaries, or those of the encoding where it has no room for more. Pure.
LimitPrimaries shown_primaries(const DisplaySettings& display, OutputEncoding encoding) noexcept;
/// What is compiled for an encoding: `automatic` and sRGB are one in formats of integers. Pure.
OutputEncoding compiled_encoding(VkFormat format, OutputEncoding encoding) noexcept;
/// Parameters of a picture in `encoding`, which is compiled_encoding(). Pure.
gpu::DisplayParams display_params(const Settings& settings, OutputEncoding encoding) noexcept;
/// PHOTOPIC_PACKING_* of CreateInfo::packed_format; PHOTOPIC_PACKING_COUNT if there is none.
std::uint32_t packing_of(VkFormat packed_format) noexcept;

}  // namespace photopic

#endif
