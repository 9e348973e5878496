// SPDX-License-Identifier: MIT
// Image metrics: difference of two pictures on the GPU, by exact errors and perceptual metrics.
#ifndef PHOTOPIC_IMAGE_METRICS_H
#define PHOTOPIC_IMAGE_METRICS_H

#include <photopic/device.h>
#include <photopic/owned.h>

#include <array>
#include <cstddef>
#include <cstdint>

namespace photopic {

/// Metrics, in any combination. docs/regression.md says when to use each.
enum Metric : std::uint32_t {
  kMetricErrors = 1,        ///< squared error, largest error and its place, differing pixels, histogram of errors
  kMetricPsnr = 2,          ///< PSNR of Y, Cb, Cr; moments of Y
  kMetricSsim = 4,          ///< structural similarity of Y at full resolution; at least 11 x 11 pixels
  kMetricSsimAuto = 8,      ///< SSIM at libvmaf's automatic scale, about 256 pixels high
  kMetricMsSsim = 16,       ///< multi-scale structural similarity; at least 176 x 176 pixels
  kMetricCiede2000 = 32,    ///< mean colour difference with the factors of libvmaf: kL = 0.65, kC = 1, kH = 4
  kMetricPsnrHvs = 64,      ///< PSNR-HVS-M; up to 12 bits, at least 8 x 8 samples in each plane
  kMetricFlip = 128,        ///< FLIP of codes, HDR-FLIP of floats; only RGB
  kMetricDeltaE2000 = 256,  ///< colour difference with the factors of CIE, kL = kC = kH = 1
  kMetricErrorTiles = 512,  ///< tiles with the largest squared errors; of planes, only Y
  kMetricSsimTiles = 1024,  ///< tiles with the lowest SSIM at full resolution
  kMetricFlipTiles = 2048,  ///< tiles with the largest FLIP
  kMetricCluster = 4096,    ///< largest cluster of pixels above a threshold; of planes, only Y
};
inline constexpr std::uint32_t kAllMetrics = 8191;
/// Sampling of chroma planes: one sample per pixel, per 2 pixels of a row, per 2 x 2 pixels, per 4 pixels of a row.
/// Sides of planes are rounded up.
enum class Chroma : std::uint32_t { c444, c422, c420, c411 };

/// Metrics of a format (Metric bits); 0 if the format can't be compared. Floats have kMetricErrors, kMetricFlip and
/// kMetricFlipTiles. Planes have no FLIP. More than 12 bits have no kMetricPsnrHvs.
std::uint32_t supported_metrics(VkFormat format, std::uint32_t bits = 0) noexcept;
/// Metrics for which pictures of this size are large enough (Metric bits).
std::uint32_t metrics_for(VkExtent2D extent, Chroma chroma = Chroma::c444) noexcept;

/// Maps: one float per pixel, row by row, top row first. Of planes, kMapAbsolute and kMapSquared are only of Y.
enum MetricMap : std::uint32_t {
  kMapAbsolute = 1,   ///< largest absolute error of a channel, codes or values; with kMetricErrors
  kMapSquared = 2,    ///< sum over the channels of squared errors; with kMetricErrors
  kMapSsim = 4,       ///< SSIM of the window around the pixel, 1 without a window; with kMetricSsim
  kMapCiede2000 = 8,  ///< dE00 with the factors of libvmaf; with kMetricCiede2000
  kMapFlip = 16,      ///< FLIP, [0, 1]; with kMetricFlip
};
inline constexpr std::uint32_t kAllMaps = 31;

/// Strips of rows, for pictures that are too large for a device: from the top down, one recording per strip. Results
/// have the bits of the whole picture. ImageMetrics::plan_strips() finds strips.
struct MetricsStrips {
  /// Height of a strip, pixels, a multiple of kMetricsStripRows. 0 = no strips.
  std::uint32_t rows = 0;
  /// Width of the images, texels, a power of two in [16, 32768]. 0 = width of the pictures. In a narrower image, the
  /// rest of each row continues MetricsStrip::image_rows rows further down, and so on.
  std::uint32_t columns = 0;
};
inline constexpr std::uint32_t kMetricsStripRows = 64;

/// Rows that one recording compares, and rows that its images hold. Images hold more, because filters reach beyond a
/// strip.
struct MetricsStrip {
  std::uint32_t first_row = 0;   ///< first row of the strip
  std::uint32_t rows = 0;        ///< rows of the strip
  std::uint32_t image_row = 0;   ///< first row of the picture in the images
  std::uint32_t image_rows = 0;  ///< rows of the picture in the images
};

/// Creation parameters. Required: max_extent, metrics.
struct MetricsCreateInfo {
  VkExtent2D max_extent = {};  ///< size of the largest pictures, pixels; with strips up to 65535 per side
  /// Format of the images. RGB codes, sRGB-encoded: R8G8B8A8_UNORM, B8G8R8A8_UNORM, A8B8G8R8_UNORM_PACK32,
  /// A2B10G10R10_UNORM_PACK32, A2R10G10B10_UNORM_PACK32, R16G16B16A16_UNORM. Linear BT.709 floats: R16G16B16A16_SFLOAT,
  /// R32G32B32A32_SFLOAT. Three planes of limited-range BT.709 YUV codes: R8_UNORM, R16_UNORM. Alpha is ignored.
  VkFormat format = VK_FORMAT_R8G8B8A8_UNORM;
  std::uint32_t bits = 0;  ///< planes: bits of a code, in the low bits: 8 for R8_UNORM, 9..16 for R16_UNORM; 0 = all
                           ///< bits of the format. Larger codes give meaningless numbers
  Chroma chroma = Chroma::c444;  ///< planes: sampling of chroma
  std::uint32_t metrics = 0;     ///< Metric bits to measure
  std::uint32_t maps = 0;   ///< MetricMap bits to write; each map has a float per pixel of max_extent, or of a strip
  std::uint32_t slots = 1;  ///< recordings whose results may be pending, [1, 8]
  bool has_mask = false;    ///< pairs may have a mask
  bool finds_antialiasing = false;  ///< recordings may ignore anti-aliased edges; only RGB codes
  MetricsStrips strips = {};        ///< for pictures that are too large for the device; default: none
  /// Largest MetricsSettings::pixels_per_degree, [4, 110]. Up to 74, FLIP needs half the pipelines.
  float max_pixels_per_degree = 110.0f;
};

/// Tone mapper of HDR-FLIP.
enum class FlipToneMapper : std::uint32_t { aces, hable, reinhard };

/// Exposures of HDR-FLIP, stops: start_ev + i * (stop_ev - start_ev) / (count - 1). For an animation, use those of one
/// reference picture for all frames.
struct FlipExposures {
  float start_ev = 0.0f;
  float stop_ev = 0.0f;
  std::uint32_t count = 0;  ///< [2, kMaxFlipExposures]
};
inline constexpr std::uint32_t kMaxFlipExposures = 64;

/// Exposures by Andersson et al. 2021, from the linear BT.709 luminance of the reference; at most kMaxFlipExposures. If
/// the median is 0 or less, the median of the pixels above 0 counts. Reorders the `count` luminances. Allocates
/// nothing. invalid_argument, with `*out` unchanged: a value isn't finite, or no value is above 0.
Status flip_exposures(float* luminances, std::size_t count, FlipToneMapper tone_mapper, FlipExposures* out) noexcept;

/// Pictures of one comparison, both in the format and sampling of MetricsCreateInfo.
struct MetricsPair {
  VkExtent2D extent = {};  ///< size of the pictures, pixels, up to max_extent
  /// Views of RGB, or of Y, Cb and Cr; others are VK_NULL_HANDLE. In SHADER_READ_ONLY_OPTIMAL. The top left texels of
  /// size `extent` are compared.
  std::array<VkImageView, 3> reference = {};
  std::array<VkImageView, 3> test = {};
  /// Mask, R8_UNORM, same size and layout; null = none. Needs has_mask. Pixels of 0 are left out: kMetricErrors doesn't
  /// count them, and for other metrics they are equal. A chroma sample has the mask of its first pixel.
  VkImageView mask = VK_NULL_HANDLE;
  /// Strip of this recording, from ImageMetrics::strip(). Read only with MetricsCreateInfo::strips.
  MetricsStrip strip = {};
};

/// Settings of one recording.
struct MetricsSettings {
  std::uint32_t metrics = 0;            ///< Metric bits, among those created; 0 = all of them
  std::uint32_t maps = 0;               ///< MetricMap bits, among those created, whose metric is recorded
  std::uint32_t slot = 0;               ///< slot of the result, below `slots`; its previous result must be finished
  float error_threshold = 0.0f;         ///< pixels with a larger error count as pixels_above; codes or values, >= 0
  std::uint32_t cluster_threshold = 0;  ///< clusters consist of pixels with a larger error, codes
  /// Radius in pixels, [0, 4], for edges that move between drivers. kMetricErrors, kMetricErrorTiles and kMetricCluster
  /// compare each pixel with the most similar pixel of the test within this radius.
  std::uint32_t shift_radius = 0;
  /// For the same metrics, pixels of anti-aliased edges are equal: docs/regression.md. Needs finds_antialiasing.
  bool ignores_antialiasing = false;
  float pixels_per_degree = 67.0206433f;                   ///< FLIP: [4, max_pixels_per_degree]. Default: 3840
                                                           ///< pixels on 0.7 m, 0.7 m away
  FlipToneMapper flip_tone_mapper = FlipToneMapper::aces;  ///< HDR-FLIP: tone mapper
  FlipExposures flip_exposures;                            ///< HDR-FLIP: exposures
};

/// MetricsCreateInfo::max_pixels_per_degree for recordings with these settings; at least the default of settings.
constexpr float needed_pixels_per_degree(const MetricsSettings& settings) noexcept {
  constexpr float kLeast = MetricsSettings{}.pixels_per_degree, kMost = MetricsCreateInfo{}.max_pixels_per_degree;
  return settings.pixels_per_degree > kLeast ? (settings.pixels_per_degree < kMost ? settings.pixels_per_degree : kMost)
                                             : kLeast;
}

inline constexpr std::uint32_t kErrorBins = 256;
using ErrorHistogram = std::array<std::uint64_t, kErrorBins>;

/// Errors of one channel.
struct ChannelErrors {
  double squared_error = 0.0;  ///< sum, squared codes (exact up to 2^53) or values
  double mse = 0.0;
};

/// Result of kMetricErrors. Codes are exact integers. Of planes, `pixels` counts the samples of all three.
struct ErrorResult {
  std::array<ChannelErrors, 3> channels;  ///< R, G, B or Y, Cb, Cr
  double squared_error = 0.0;             ///< sum over all channels
  double mse = 0.0;                       ///< squared_error per channel and pixel
  double psnr_db = 0.0;    ///< PSNR of mse, peak: the largest code; floats: 1. Infinite for equal pictures, and if no
                           ///< pixel was compared
  double max_error = 0.0;  ///< largest error of a channel
  std::uint32_t max_x = 0, max_y = 0;  ///< first pixel with max_error, by rows, in the first such plane
  std::uint64_t pixels = 0;            ///< pixels that were compared
  std::uint64_t masked_pixels = 0;     ///< pixels that the mask leaves out
  std::uint64_t differing_pixels = 0;  ///< pixels with any error
  std::uint64_t pixels_above = 0;      ///< pixels with an error above MetricsSettings::error_threshold
  /// Float pixels with NaN or infinity in R, G or B. All other numbers leave them out, so a picture of NaN has no
  /// error: require both counts to be 0.
  std::uint64_t not_finite_reference = 0, not_finite_test = 0;
  /// Histogram of each pixel's largest error e. Bin 0: equal pixels. 8-bit codes: bin e. Codes of b bits: bin
  /// round(e * 255 / (2^b - 1)), at least 1. Floats: bin 1 + floor(4 (log2(e) + 32)), clamped to [1, 255].
  ErrorHistogram histogram = {};
};

/// Means of the factors of SSIM.
struct SsimMeans {
  double luminance = 0.0, contrast = 0.0, structure = 0.0;
};

/// Result of kMetricSsim and kMetricSsimAuto.
struct SsimResult {
  double score = 0.0;  ///< mean of luminance * contrast * structure; 1 for equal pictures
  SsimMeans means;
  std::uint32_t scale = 1;  ///< side of the blocks of pixels that were averaged before
};

/// Result of kMetricMsSsim.
struct MsSsimResult {
  double score = 0.0;  ///< NaN if a mean structure is negative
  std::array<SsimMeans, 5> scales;
};

/// Result of kMetricPsnr.
struct PsnrResult {
  std::array<double, 3> squared_error = {};  ///< Y, Cb, Cr
  std::array<double, 3> mse = {};
  std::array<double, 3> db = {};  ///< dB, at most 6 * bits + 12, the value of equal planes
  /// Mean, and mean of squares, of Y in units of 8-bit codes.
  std::array<double, 2> reference_moments = {};
  std::array<double, 2> test_moments = {};
};

/// Result of kMetricCiede2000.
struct Ciede2000Result {
  double score = 0.0;    ///< 45 - 20 log10(mean_de), dB; infinite for equal pictures
  double mean_de = 0.0;  ///< kL = 0.65, kC = 1, kH = 4
};

/// Result of kMetricDeltaE2000: CIEDE2000 of sRGB codes (planes: limited-range BT.709) in CIELAB of D65, kL = kC = kH
/// = 1. About 1 is just noticeable.
struct DeltaE2000Result {
  double mean = 0.0;
  double max = 0.0;
  /// 95th percentile, from a histogram: within 1/128 of its value; 0 below 2^-6.
  double p95 = 0.0;
};

/// Result of kMetricPsnrHvs.
struct PsnrHvsResult {
  std::array<double, 3> db = {};  ///< Y, Cb, Cr, dB; infinite for equal planes
  double combined_db = 0.0;       ///< dB, weights 0.8 Y + 0.1 Cb + 0.1 Cr
};

/// Result of kMetricFlip: errors in [0, 1]. A pixel that isn't finite in one picture is black in both. Weighted
/// quantile q: smallest error e at which the sum of all errors up to e exceeds q times the total sum; from 4096 bins.
struct FlipResult {
  double mean = 0.0;
  double weighted_first_quartile = 0.0, weighted_median = 0.0, weighted_third_quartile = 0.0;
  double min = 0.0, max = 0.0;
  double p99 = 0.0, p999 = 0.0;  ///< percentiles 99 and 99.9, without masked pixels
};

/// Worst tile of a picture, 32 x 32 pixels every 16 pixels, or 8 x 8 every 4 pixels. The score is the mean over the
/// pixels of the tile. Masked pixels and pixels beyond the edge have no error.
struct WorstTile {
  double score = 0.0;
  std::uint32_t x = 0, y = 0;  ///< first pixel of the tile; of several worst tiles, the first by rows
};

/// Worst tiles: 8 x 8 and 32 x 32 pixels.
struct WorstTiles {
  WorstTile small, large;
};

/// Largest cluster of pixels that touch, also at corners.
struct ClusterResult {
  std::uint32_t pixels = 0;
  std::uint32_t x = 0, y = 0, width = 0,
                height = 0;  ///< bounding box; of several clusters, the one whose first pixel is first
};

/// Results of one comparison.
struct MetricsResult {
  std::uint32_t metrics = 0;  ///< Metric bits that were measured
  ErrorResult errors;
  PsnrResult psnr;
  SsimResult ssim;
  SsimResult ssim_auto;
  MsSsimResult ms_ssim;
  Ciede2000Result ciede2000;
  DeltaE2000Result delta_e2000;
  PsnrHvsResult psnr_hvs;
  FlipResult flip;
  WorstTiles error_tiles;  ///< mean squared error over pixels and channels, squared codes; exact sums
  WorstTiles ssim_tiles;   ///< mean SSIM; 1 without a window. Like FLIP's tiles, within 1e-6
  WorstTiles flip_tiles;   ///< mean FLIP
  ClusterResult cluster;
};

/// Compares pictures. 8-bit RGB codes become YUV by integer BT.709 arithmetic, the same on every device; deeper codes
/// are rounded in float. Metrics of YUV follow libvmaf 3.2, FLIP follows its authors' tool, version 1.6. Move-only.
/// Threads, queues and destruction as with PostProcess.
class ImageMetrics {
 public:
  /// Makes pipelines and memory. Submits nothing. On failure `*out` is unchanged.
  /// invalid_argument: a value is out of range, or the format doesn't have a metric. unsupported: the device can't
  /// sample the format, or its storage buffers are too small for a float per pixel (maps, FLIP, MS-SSIM, SSIM at the
  /// automatic scale). out_of_memory, device_error: a Vulkan call failed.
  static Status create(const Device& device, const MetricsCreateInfo& info, ImageMetrics* out) noexcept;

  /// Sets `info->strips` for create(): no strips if pictures of max_extent fit the device, otherwise the tallest strips
  /// that fit. `memory_bytes`: limit for the object and the images of a strip; the smallest strips may exceed it.
  /// invalid_argument: as create(). unsupported: images or buffers of the device are too small for the smallest strips.
  static Status plan_strips(const Device& device, VkDeviceSize memory_bytes, MetricsCreateInfo* info) noexcept;

  /// Strip that begins with `first_row`, for pictures of this size. `first_row`: 0, or the row after the previous
  /// strip. Without strips: the whole picture.
  MetricsStrip strip(VkExtent2D extent, std::uint32_t first_row) const noexcept;
  /// Smallest size of a strip's images, texels. `plane`: 0 for RGB and Y, 1 and 2 for chroma.
  VkExtent2D image_extent(VkExtent2D extent, const MetricsStrip& strip, std::uint32_t plane = 0) const noexcept;

  /// Compares the pictures of `pair`. Record strips from the top down, with the same settings except the slot, one
  /// picture after another, and finish them in this order. invalid_argument: a value is out of range, a picture is too
  /// small for a metric, or a strip is out of order. Before: the images are visible to COMPUTE_SHADER / SHADER_READ.
  /// Recordings of this object run in the order of submission. Reads of earlier maps have finished. After: call
  /// finish() when the submission has finished. Maps are written at COMPUTE_SHADER / SHADER_WRITE, and the images are
  /// read at COMPUTE_SHADER.
  Status record(VkCommandBuffer command_buffer, const MetricsPair& pair, const MetricsSettings& settings) noexcept;

  /// Result of the last recording for `slot`; wait for its submission before. CPU only. Finish each strip once, in
  /// order: the last strip of a picture gives the result, the others leave `*out` unchanged. invalid_argument, with
  /// `*out` unchanged: no such slot, nothing was recorded for it, or a strip is out of order.
  Status finish(std::uint32_t slot, MetricsResult* out) noexcept;

  /// Buffer with the last recorded map: a float per pixel, of a strip only its rows. kMetricFlip always overwrites
  /// kMapFlip's buffer. Usage STORAGE and TRANSFER_SRC. VK_NULL_HANDLE if the map wasn't created.
  VkBuffer map_buffer(MetricMap map) const noexcept;

  /// Device and host-visible memory of this object, bytes.
  VkDeviceSize memory_bytes() const noexcept;

  struct Impl;

 private:
  detail::Owned<Impl> impl_;
};

}  // namespace photopic

#endif
