// SPDX-License-Identifier: MIT
// Debug overlay: views of the meter or of a finished picture, drawn into the picture. It has no user interface and no
// readback.
#ifndef PHOTOPIC_DEBUG_OVERLAY_H
#define PHOTOPIC_DEBUG_OVERLAY_H

#include <photopic/owned.h>
#include <photopic/post_process.h>

namespace photopic {

/// Views, in any combination. The values are those of PHOTOPIC_OVERLAY_*.
enum OverlayView : std::uint32_t {
  /// EV100 of every texel as a colour, one step per stop, with a legend. EV100 takes 1 in the picture as 1 cd/m^2: the
  /// legend says "relative" unless ViewSettings::cd_m2_per_unit is 1
  kOverlayFalseColor = 1,
  /// Histogram of the metered region over EV100 (square root of counts), with the tone curve. Marks have the initials
  /// and the colours of their names: percentiles, median (dashed), target (dotted), adapted EV (eye), EV limits (long
  /// dashes)
  kOverlayHistogram = 2,
  kOverlayWeights = 4,  ///< weight of each texel in the measurement; texels that aren't metered are hatched
  kOverlayPyramid = 8,  ///< one level of the log-luminance pyramid, enlarged; unused texels are hatched
  /// Naive and correct mean: the mean of a blit chain, the mean of the meter, their difference in stops, and the weight
  /// of each texel in the naive mean; texels of weight 0 are hatched
  kOverlayNaive = 16,
  /// Stripes on clipped texels, with a legend: red and falling to the left above, blue and falling to the right below
  kOverlayZebra = 32,
  /// Texels that are NaN, infinite or negative, and their neighbours; with their number, and the number of texels with
  /// a channel at the largest half float, 65504
  kOverlayInvalid = 64,
  /// EV100 of scene (blue, dotted), target (green, dashed) and adaptation (white) over the last 256 frames; with dark
  /// adaptation, also the thresholds of cones (orange) and rods (violet), dashed and dotted
  kOverlayStripChart = 128,
  kOverlaySplit = 256,  ///< left part of the picture as exposed by the naive mean
  /// Nits of each texel's brightest stored channel, as colours with a legend: up to 100 (greys), 203, 400, 1000, the
  /// peak, and above
  kOverlayNits = 512,
  /// Nits of red, green and blue (in the encoding's primaries) over the columns of the picture, side by side (a
  /// parade), on a PQ scale, with marks at 1, 10, 100, 203, 1000, 4000, 10000, paper white (W, dashed) and the peak (P,
  /// dotted)
  kOverlayWaveform = 1024,
  /// Chromaticities (CIE 1976 u'v') with the locus of blackbodies: light of the scene (blue ring), adapted light
  /// (white), balance of the picture (green diamond). Needs WhiteBalance::automatic
  kOverlayWhiteBalance = 2048,
  // Views of local exposure, if the frame has it. Only the first of those that are turned on is shown.
  /// Change of each texel's exposure: blue darker, orange brighter, full at 4 EV; hatched if it is more than 0.5 EV
  /// from the median a tile around
  kOverlayLocalExposure = 4096,
  kOverlayLocalBase = 8192,     ///< EV100 of each texel's surroundings, in the colours of kOverlayFalseColor
  kOverlayLocalDetail = 16384,  ///< difference of a texel from its surroundings, full at 2 EV
  // Views of glare, if the frame has it.
  /// Light scattered to each texel over its own light, EV: blue less, orange more, full at 8 EV; hatched red where
  /// limits remove light. With the scattered and the removed share, percent of the picture's light
  kOverlayGlare = 32768,
  /// Over angles of 0.03 to 60 degrees: share of each level (bars), scattered light per steradian (line), and the CIE
  /// standard observer (dots, GlareProfile::eye)
  kOverlayGlareSpread = 65536,
};
inline constexpr std::uint32_t kAllOverlayViews = 131071;
/// Views of finished pictures (OverlaySource::stored). They read the stored texels only:
/// - kOverlayHistogram: luminance in nits; marks of the percentiles 1, 50 and 99
/// - kOverlayNaive: geometric means in nits, and the weights
/// - kOverlayZebra: SDR: by codes. HDR: zebra_over and zebra_under are shares of the peak in nits
/// - kOverlayNits: with MaxCLL and MaxFALL of the picture (CTA-861.3)
/// - kOverlayWaveform
inline constexpr std::uint32_t kStoredOverlayViews =
    kOverlayHistogram | kOverlayNaive | kOverlayZebra | kOverlayNits | kOverlayWaveform;

/// Pictures that an overlay draws over.
enum class OverlaySource : std::uint32_t {
  scene,   ///< pictures of a scene-linear image, with the PostProcess that has metered it
  stored,  ///< finished pictures: nothing but their texels is known
};

/// A finished picture, of any origin.
struct StoredPicture {
  /// Picture to read and draw over: a storage view in GENERAL, OverlayCreateInfo::ldr_format.
  VkImageView ldr = VK_NULL_HANDLE;
  VkExtent2D extent = {};  ///< size of the picture, texels from the top left, at most max_extent
  /// Light of its texels: paper_white_nits (SDR's white), peak_nits, scrgb_reference_nits, ui_white_nits (the overlay's
  /// white over HDR). OverlayCreateInfo::encoding is its encoding. Other members count nothing.
  DisplaySettings display = {};
  /// Draws the numbers and plots of the last recording again, if that had the same extent, display and OverlaySettings.
  /// Views of the whole picture show this picture. Cheaper on CPU devices. Before: the device has executed that
  /// recording.
  bool keeps_numbers = false;
};

/// Creation parameters. Required: max_extent.
struct OverlayCreateInfo {
  VkExtent2D max_extent = {};                                   ///< size of the largest picture, texels
  VkFormat ldr_format = VK_FORMAT_R8G8B8A8_UNORM;               ///< Output::format of the pictures
  VkFormat packed_format = VK_FORMAT_A2B10G10R10_UNORM_PACK32;  ///< Tuning::packed_format
  OutputEncoding encoding = OutputEncoding::automatic;          ///< encoding of all pictures
  /// Operators of kOverlaySplit and of the histogram's curve: tone_mapper_bit() bits. More operators compile longer.
  std::uint32_t tone_mappers = kPortableToneMappers;
  /// create() makes memory only; prepare() makes the pipelines. Until then record() returns not_prepared.
  bool defer_pipelines = false;
  OverlaySource source = OverlaySource::scene;  ///< which record() may be called; stored: `tone_mappers` count nothing
};

/// Settings of one recording.
struct OverlaySettings {
  std::uint32_t views = 0;  ///< OverlayView bits; 0 records nothing
  std::uint32_t scale = 1;  ///< texels per dot of panels, [1, 8]. Letters are 13 dots high: use 2 on a dense display
  float false_color_min_ev100 = -6.0f;  ///< darker texels are shown as under, [-64, 64]
  float false_color_max_ev100 = 18.0f;  ///< brighter texels are shown as over; at least 1 above the minimum
  /// Replaces the range above by that of the metered region, in whole EV, without a thousandth of its texels at each
  /// end.
  bool false_color_automatic = false;
  std::uint32_t pyramid_level = 0;  ///< level of kOverlayPyramid; too large: an empty panel
  float zebra_under = 0.0f;         ///< clipped: all encoded channels at most this, [0, 1]
  float zebra_over = 1.0f;          ///< clipped: an encoded channel at least this, [0, 1]
  float split = 0.5f;               ///< share of the width for kOverlaySplit, [0, 1]
  /// Local exposure: place whose tone curve the histogram shows, shares of width and height, [0, 1].
  float local_x = 0.5f;
  float local_y = 0.5f;
};

/// Draws over a tone mapped or a finished picture. Panels lie in its corners, then beside each other; none covers
/// another. If there is too little room, plots are lower, and views without room are named. Move-only. Threads, queues
/// and destruction as with PostProcess.
class DebugOverlay {
 public:
  /// Makes pipelines and memory, less than 1 MiB at any size. Submits nothing. On failure `*out` is unchanged.
  /// invalid_argument: a value is out of range. unsupported: a format or limit is missing.
  static Status create(const Device& device, const OverlayCreateInfo& info, DebugOverlay* out) noexcept;

  /// Makes the pipelines of an object with `defer_pipelines`, at most `max_pipelines` per call. Any thread; concurrent
  /// calls wait for each other. ok: record() may be called from now on. not_prepared: pipelines are left, so call it
  /// again. Any other result: nothing has changed.
  Status prepare(std::uint32_t max_pipelines = ~0u) noexcept;
  /// Whether record() may be called. Any thread.
  bool is_prepared() const noexcept;

  /// Draws over frame.ldr. Needs OverlaySource::scene. Call it after `post` has recorded `frame` with `settings`, by
  /// record(), record_fused(), record_meter() and record_finish(), or record_meter() only. `post` must have kMeter and
  /// the same device. If another tone mapper has made `ldr`, kOverlaySplit and the histogram's curve still show that of
  /// `settings`. Each call adds a sample to the strip chart. If `views` is 0, nothing is recorded. Before: `ldr` is in
  /// GENERAL, has STORAGE usage, and is written at COMPUTE_SHADER. After: `ldr` is written at COMPUTE_SHADER /
  /// SHADER_WRITE.
  Status record(VkCommandBuffer command_buffer, const PostProcess& post, const Frame& frame, const Settings& settings,
                const OverlaySettings& overlay) noexcept;
  /// Draws over a finished picture. Needs OverlaySource::stored. invalid_argument: `overlay` asks for views beyond
  /// kStoredOverlayViews. Barriers as above, for `picture.ldr`.
  Status record(VkCommandBuffer command_buffer, const StoredPicture& picture, const OverlaySettings& overlay) noexcept;

  /// Buffer with the numbers of the last frame: PHOTOPIC_OVERLAY_VALUES floats at values_offset_bytes(), NaN if a
  /// number doesn't exist. Usage STORAGE and TRANSFER_SRC. Written at COMPUTE_SHADER / SHADER_WRITE.
  VkBuffer data_buffer() const noexcept;
  VkDeviceSize values_offset_bytes() const noexcept;

  /// Device memory of this object, bytes.
  VkDeviceSize memory_bytes() const noexcept;

  struct Impl;

 private:
  detail::Owned<Impl> impl_;
};

}  // namespace photopic

#endif
