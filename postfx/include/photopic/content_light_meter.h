// SPDX-License-Identifier: MIT
// Meter of content light: MaxCLL, MaxFALL, luminances and gamut of a finished picture, in nits (cd/m^2), on the GPU.
// docs/display.md.
#ifndef PHOTOPIC_CONTENT_LIGHT_METER_H
#define PHOTOPIC_CONTENT_LIGHT_METER_H

#include <photopic/device.h>
#include <photopic/display.h>
#include <photopic/hdr_display.h>
#include <photopic/owned.h>

#include <array>
#include <cstddef>
#include <cstdint>

namespace photopic {

struct ContentLightCreateInfo {
  /// Format of ContentLightFrame::ldr, a view that reads codes. One of: R8G8B8A8_UNORM, B8G8R8A8_UNORM,
  /// A8B8G8R8_UNORM_PACK32, A2B10G10R10_UNORM_PACK32, A2R10G10B10_UNORM_PACK32, R16G16B16A16_UNORM,
  /// R16G16B16A16_SFLOAT or R32G32B32A32_SFLOAT; or R8G8B8A8_SRGB, B8G8R8A8_SRGB or A8B8G8R8_SRGB_PACK32, which the
  /// device decodes, with OutputEncoding::linear.
  VkFormat format = VK_FORMAT_R8G8B8A8_UNORM;
  /// Encoding of the texels. automatic: sRGB for UNORM formats, linear for others.
  OutputEncoding encoding = OutputEncoding::automatic;
  std::uint32_t statistics_slots = 4;  ///< slots of statistics(), 1..64, more than frames in flight
};

struct ContentLightFrame {
  VkImageView ldr = VK_NULL_HANDLE;  ///< picture to read: 2D view of one level, in `layout`
  VkImageLayout layout = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL;  ///< or GENERAL
  VkExtent2D extent = {};           ///< size of the picture, texels from the top left, 1..32768; may change every frame
  std::uint64_t number = 0;         ///< number of the frame, which its statistics have
  float paper_white_nits = 203.0f;  ///< luminance of white, nits, [1, 10000]; not for hdr10, hlg and scrgb
  float scrgb_reference_nits = 80.0f;  ///< luminance of 1 in scRGB, nits, [1, 10000]
};

/// Shares of ContentLightStatistics::percentiles_nits.
inline constexpr std::array<float, 5> kContentLightShares = {0.01f, 0.10f, 0.50f, 0.90f, 0.99f};

/// Light of a picture, as a display shows it. Brighter light than 10000 nits counts as 10000. Percentiles are those of
/// nearest rank, within 1/64 stop.
struct ContentLightStatistics {
  std::uint64_t number = 0;                    ///< ContentLightFrame::number
  ContentLight light;                          ///< MaxCLL and MaxFALL of this picture; take the maximum over pictures
  float p9999_nits = 0.0f;                     ///< brightest channel that 99.99 % of the texels don't exceed
  float min_nits = 0.0f;                       ///< least luminance
  float mean_nits = 0.0f;                      ///< mean luminance
  float geometric_mean_nits = 0.0f;            ///< ... of texels above 0; darker ones than 2^-20 count as that
  std::array<float, 5> percentiles_nits = {};  ///< luminances at kContentLightShares
  float beyond_bt709 = 0.0f;  ///< share of the texels that BT.709 can't show, 0..1; 0 for srgb and power22
  float beyond_p3 = 0.0f;     ///< share of the texels that Display P3 can't show, 0..1
  std::uint32_t valid_texels = 0;
  std::uint32_t invalid_texels = 0;  ///< NaN, infinite, or of a luminance below 0; all else leaves them out
};

/// Bins of histogram_buffer().
inline constexpr std::uint32_t kContentLightBins = 2176;
/// Least luminance of a bin, nits: 64 equal steps an octave, from 2^-20. Bin 0 begins with 0.
float content_light_bin_nits(std::uint32_t bin) noexcept;

/// Measures the light of finished pictures of one view. Move-only. Threads, queues and destruction as with PostProcess.
/// A recording may be dropped, or submitted again, which measures again.
class ContentLightMeter {
 public:
  /// Makes pipelines and memory. Submits nothing. On failure `*out` is unchanged.
  /// invalid_argument: a value is out of range. unsupported: the device can't sample the format.
  static Status create(const Device& device, const ContentLightCreateInfo& info, ContentLightMeter* out) noexcept;

  /// Measures one picture, in two dispatches; the first reads each texel once. Record outside render passes; binds as
  /// PostProcess does. The same picture gives the same bits. invalid_argument: a value is out of range.
  /// Before: `ldr` is visible to COMPUTE_SHADER / SHADER_READ. Recordings of this object run in the order of
  /// submission. After: histogram_buffer() is written at COMPUTE_SHADER / SHADER_WRITE, and `ldr` is read at
  /// COMPUTE_SHADER.
  Status record(VkCommandBuffer command_buffer, const ContentLightFrame& frame) noexcept;

  /// Statistics of the newest picture that the device has measured. Doesn't wait. False, with `*out` unchanged, if
  /// there is none yet. Any thread, also during a recording.
  bool statistics(ContentLightStatistics* out) const noexcept;

  /// Luminance histogram of the last picture: kContentLightBins numbers of texels, 32 bits each. Usage STORAGE and
  /// TRANSFER_SRC.
  VkBuffer histogram_buffer() const noexcept;

  /// Device and host-visible memory of this object, bytes.
  VkDeviceSize memory_bytes() const noexcept;

  struct Impl;

 private:
  detail::Owned<Impl> impl_;
};

}  // namespace photopic

#endif
