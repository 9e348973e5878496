// SPDX-License-Identifier: MIT
// Debug overlay: views of the meter drawn into the picture. No user interface, no readback.
#ifndef PHOTOPIC_DEBUG_OVERLAY_H
#define PHOTOPIC_DEBUG_OVERLAY_H

#include <photopic/owned.h>
#include <photopic/post_process.h>

namespace photopic {

/// What can be shown, in any combination. The values are those of PHOTOPIC_OVERLAY_*.
enum OverlayView : std::uint32_t {
  kOverlayFalseColor = 1,  ///< EV100 of every texel in colours, one step per stop, with a legend
  /// Histogram of the metered region over EV100 (bars of square-root height) with the tone curve on top, and marks, in
  /// the colours of their names: percentiles, median (dashed), target, adapted EV (eye), EV limits (dashed)
  kOverlayHistogram = 2,
  kOverlayWeights = 4,  ///< each texel's weight in the measurement; what isn't metered is hatched
  kOverlayPyramid = 8,  ///< one level of the log-luminance pyramid, enlarged; texels it doesn't use are hatched
  /// Naive against correct: the mean that a chain of blits would give, the meter's, the difference in stops, and with
  /// which weight each texel enters the naive one; texels of weight 0 are hatched
  kOverlayNaive = 16,
  kOverlayZebra = 32,  ///< stripes where output is clipped: red above, blue below; with a legend
  /// Texels that are NaN, infinite or negative, and their neighbours; with their number, and that of texels with a
  /// channel at the largest half float, 65504
  kOverlayInvalid = 64,
  /// Scene (blue), target (green) and adapted EV100 (white) of the last 256 frames; with dark adaptation, the least
  /// that cones (orange) and rods (violet) see.
  kOverlayStripChart = 128,
  kOverlaySplit = 256,  ///< the left part as it would look with the naive mean
  /// Nits of each texel's brightest channel, as the picture is stored, in colours, with a legend: to 100 in greys, then
  /// to 203, 400, 1000, the peak, and more than that
  kOverlayNits = 512,
  /// Nits of red, green and blue (the encoding's primaries) over the picture's columns, on the scale of PQ, with marks
  /// at 1, 10, 100, 203, 1000, 4000 and 10000, at paper white (green) and at the peak (red)
  kOverlayWaveform = 1024,
  /// Chromaticities (CIE 1976 u'v') with the locus of blackbodies: the scene's light (blue ring), the light that is
  /// adapted to (white) and what the picture is balanced for (green ring); WhiteBalance::automatic
  kOverlayWhiteBalance = 2048,
  // Of local exposure, where the frame has it; the first of these that is asked for is shown.
  /// By how much it changes each texel's exposure: blue darker, orange brighter, full at 4 EV; hatched where that is
  /// further than 0.5 EV from the median around, a tile away
  kOverlayLocalExposure = 4096,
  kOverlayLocalBase = 8192,     ///< EV100 of each texel's surroundings, in the colours of kOverlayFalseColor
  kOverlayLocalDetail = 16384,  ///< what a texel differs from them, full at 2 EV
  // Of glare, where the frame has it.
  /// EV of the light that is scattered to each texel over its own: blue less, orange more, full at 8 EV; hatched red
  /// where limits take light away. With what was scattered and removed, percent of the picture's light
  kOverlayGlare = 32768,
  /// Over angles, 0.03 to 60 degrees: shares of levels (bars), the light that they scatter per steradian (line), and
  /// the CIE's standard observer (dots; GlareProfile::eye)
  kOverlayGlareSpread = 65536,
};
inline constexpr std::uint32_t kAllOverlayViews = 131071;

struct OverlayCreateInfo {
  VkExtent2D max_extent = {};                      ///< texels of the largest picture
  VkFormat ldr_format = VK_FORMAT_R8G8B8A8_UNORM;  ///< this and the next as CreateInfo's
  VkFormat packed_format = VK_FORMAT_A2B10G10R10_UNORM_PACK32;
  OutputEncoding encoding = OutputEncoding::automatic;  ///< of all pictures that are drawn over
  /// tone_mapper_bit() of those that kOverlaySplit and the histogram's curve may show. Compiling more takes longer.
  std::uint32_t tone_mappers = kPortableToneMappers;
};

struct OverlaySettings {
  std::uint32_t views = 0;  ///< bits OverlayView; 0 records nothing
  std::uint32_t scale = 1;  ///< texels per dot of the 5x8 font, [1, 8]: 2 for a display of twice the density
  float false_color_min_ev100 = -6.0f;  ///< darker is shown as under; [-64, 64]
  float false_color_max_ev100 = 18.0f;  ///< brighter as over; at least 1 above the minimum
  /// The range of false colours is that of the metered region but for a thousandth of its texels at either end, in
  /// whole EV, in place of the two above.
  bool false_color_automatic = false;
  std::uint32_t pyramid_level = 0;  ///< below PostProcess::log_luminance_levels(), else an empty panel
  float zebra_under = 0.0f;         ///< encoded output value up to which all channels count as clipped; [0, 1]
  float zebra_over = 1.0f;          ///< encoded output value from which on one channel counts as clipped; [0, 1]
  float split = 0.5f;               ///< share of the width that kOverlaySplit takes; [0, 1]
  /// Place in the picture, shares of width and height, [0, 1]: with local exposure, the histogram has the tone curve
  /// there, too.
  float local_x = 0.5f;
  float local_y = 0.5f;
};

/// Draws over a tone mapped picture. Panels lie in its corners, and beside each other where one wouldn't hold them:
/// none covers another. Where there are more than the picture has room for, plots are lower, and views that still find
/// no room are named. Move-only; threads, queues and destruction as with PostProcess.
class DebugOverlay {
 public:
  /// Makes pipelines and memory, under 1 MiB at any size; submits nothing. On failure `*out` is untouched.
  /// invalid_argument: a value outside its range; unsupported: a format or limit that is missing.
  static Status create(const Device& device, const OverlayCreateInfo& info, DebugOverlay* out) noexcept;

  /// Draws into frame.ldr what `post` has just done with `frame` and `settings`; `post` must have kMeter and be of
  /// the same device. The strip chart gets one sample each time.
  /// Before: post.record(), record_fused() or record_meter() and record_finish() of this frame recorded, `ldr` in
  ///         GENERAL, written at COMPUTE_SHADER. `ldr` is read and written: usage STORAGE.
  /// After:  `ldr` written at COMPUTE_SHADER / SHADER_WRITE.
  /// The barriers between are recorded here. With settings `views` of 0, nothing is recorded.
  Status record(VkCommandBuffer command_buffer, const PostProcess& post, const Frame& frame, const Settings& settings,
                const OverlaySettings& overlay) noexcept;

  /// The numbers of the last frame: PHOTOPIC_OVERLAY_VALUES floats at values_offset_bytes() of this buffer (usage
  /// STORAGE and TRANSFER_SRC), NaN for what there isn't. Written at COMPUTE_SHADER / SHADER_WRITE.
  VkBuffer data_buffer() const noexcept;
  VkDeviceSize values_offset_bytes() const noexcept;

  /// Device memory that this object has allocated, bytes.
  VkDeviceSize memory_bytes() const noexcept;

  struct Impl;

 private:
  detail::Owned<Impl> impl_;
};

}  // namespace photopic

#endif
