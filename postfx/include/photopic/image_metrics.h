// SPDX-License-Identifier: MIT
// Metrics of the difference between two pictures, on the GPU: exact errors and perceptual metrics.
#ifndef PHOTOPIC_IMAGE_METRICS_H
#define PHOTOPIC_IMAGE_METRICS_H

#include <photopic/device.h>
#include <photopic/owned.h>

#include <array>
#include <cstddef>
#include <cstdint>

namespace photopic {

/// What can be measured, in any combination. docs/regression.md says which answers what.
enum Metric : std::uint32_t {
  kMetricErrors = 1,        ///< squared error, largest error and where, differing pixels, histogram of errors
  kMetricPsnr = 2,          ///< PSNR of Y, Cb, Cr; moments of Y
  kMetricSsim = 4,          ///< structural similarity of Y at full resolution; at least 11 x 11 pixels
  kMetricSsimAuto = 8,      ///< the same at libvmaf's automatic scale, about 256 pixels high
  kMetricMsSsim = 16,       ///< multi-scale structural similarity; at least 176 x 176 pixels
  kMetricCiede2000 = 32,    ///< mean colour difference as libvmaf has it: kL = 0.65, kC = 1, kH = 4
  kMetricPsnrHvs = 64,      ///< PSNR-HVS-M; up to 12 bits, at least 8 x 8 samples in each plane
  kMetricFlip = 128,        ///< FLIP of codes, HDR-FLIP of floats; RGB alone
  kMetricDeltaE2000 = 256,  ///< colour difference as CIE has it, kL = kC = kH = 1
  kMetricErrorTiles = 512,  ///< tiles with the largest squared errors; of planes, Y alone
  kMetricSsimTiles = 1024,  ///< ... with the lowest SSIM at full resolution
  kMetricFlipTiles = 2048,  ///< ... with the largest FLIP
  kMetricCluster = 4096,    ///< largest cluster of pixels beyond a threshold; of planes, Y alone
};
inline constexpr std::uint32_t kAllMetrics = 8191;
/// How chroma planes are sampled, of pictures in planes: a sample for each pixel, for 2 in a row, for 2 x 2, for 4 in a
/// row. At the right and lower edge the last sample may stand for fewer: planes have these parts of the picture's
/// sides, rounded up.
enum class Chroma : std::uint32_t { c444, c422, c420, c411 };

/// What a format has: floats only kMetricErrors, kMetricFlip and kMetricFlipTiles, planes neither of FLIP's, more than
/// 12 bits no kMetricPsnrHvs; 0 for formats that can't be compared.
std::uint32_t supported_metrics(VkFormat format, std::uint32_t bits = 0) noexcept;
/// What pictures of this size are large enough for.
std::uint32_t metrics_for(VkExtent2D extent, Chroma chroma = Chroma::c444) noexcept;

/// One float for each pixel, row by row, top first. Of planes, kMapAbsolute and kMapSquared are of Y alone.
enum MetricMap : std::uint32_t {
  kMapAbsolute = 1,   ///< largest absolute error of a channel, codes or values; with kMetricErrors
  kMapSquared = 2,    ///< sum over the channels of squared errors; with kMetricErrors
  kMapSsim = 4,       ///< of the window around the pixel, 1 where none is; with kMetricSsim
  kMapCiede2000 = 8,  ///< dE00 of libvmaf's factors; with kMetricCiede2000
  kMapFlip = 16,      ///< [0, 1]; with kMetricFlip
};
inline constexpr std::uint32_t kAllMaps = 31;

/// Strips of rows for pictures that a device can't take whole: from the top down, one recording each. Results are those
/// of the whole picture, to the bit. ImageMetrics::plan_strips() finds strips.
struct MetricsStrips {
  /// Height of a strip, pixels, a multiple of kMetricsStripRows. 0: pictures are compared whole.
  std::uint32_t rows = 0;
  /// Width of the images, texels, a power of two in [16, 32768]. 0: as wide as the pictures. Images that are narrower
  /// than a picture have the rest of each row MetricsStrip::image_rows further down, and so on.
  std::uint32_t columns = 0;
};
inline constexpr std::uint32_t kMetricsStripRows = 64;

/// Rows of the pictures that one recording compares, and that its images hold: filters reach beyond a strip.
struct MetricsStrip {
  std::uint32_t first_row = 0;   ///< of the strip
  std::uint32_t rows = 0;        ///< of the strip
  std::uint32_t image_row = 0;   ///< the picture's row that the images begin with
  std::uint32_t image_rows = 0;  ///< of the picture, in the images
};

struct MetricsCreateInfo {
  VkExtent2D max_extent = {};  ///< pixels of the largest pictures; with strips up to 65535 a side
  /// RGB codes, sRGB-encoded: R8G8B8A8_UNORM, B8G8R8A8_UNORM, A8B8G8R8_UNORM_PACK32, A2B10G10R10_UNORM_PACK32,
  /// A2R10G10B10_UNORM_PACK32, R16G16B16A16_UNORM. Linear BT.709 floats: R16G16B16A16_SFLOAT, R32G32B32A32_SFLOAT.
  /// Three planes of limited-range BT.709 YUV codes: R8_UNORM, R16_UNORM. Alpha is ignored: pictures that differ in it
  /// only are equal.
  VkFormat format = VK_FORMAT_R8G8B8A8_UNORM;
  std::uint32_t bits = 0;  ///< of a code, in the low bits: 8 for R8_UNORM, 9 to 16 for R16_UNORM; 0 = all the format
                           ///< has. Numbers of pictures with larger codes mean nothing
  Chroma chroma = Chroma::c444;
  std::uint32_t metrics = 0;        ///< bits Metric
  std::uint32_t maps = 0;           ///< bits MetricMap; max_extent.width * max_extent.height floats each, or of a strip
  std::uint32_t slots = 1;          ///< recordings whose results aren't finished yet; [1, 8]
  bool has_mask = false;            ///< pairs may have a mask
  bool finds_antialiasing = false;  ///< recordings may leave out anti-aliased edges; RGB codes alone
  MetricsStrips strips = {};        ///< for pictures too large for the device; default: none
  /// Of recordings with FLIP; [4, 110]. Up to 74, filters of one length will do; above, pipelines are made for two,
  /// which takes llvmpipe a fifth of a second more.
  float max_pixels_per_degree = 110.0f;
};

enum class FlipToneMapper : std::uint32_t { aces, hable, reinhard };

/// Exposures of HDR-FLIP, in stops: start_ev + i * (stop_ev - start_ev) / (count - 1). Of the reference picture; for an
/// animation, of one picture for all.
struct FlipExposures {
  float start_ev = 0.0f;
  float stop_ev = 0.0f;
  std::uint32_t count = 0;  ///< [2, kMaxFlipExposures]
};
inline constexpr std::uint32_t kMaxFlipExposures = 64;

/// Those of Andersson et al. 2021, from the reference's linear BT.709 luminance. Where the median is 0 or less, it is
/// that of the pixels above 0. Reorders the `count` luminances; allocates nothing. invalid_argument, and `*out`
/// untouched: a value that isn't finite, or none above 0. Exposures are kept to kMaxFlipExposures.
Status flip_exposures(float* luminances, std::size_t count, FlipToneMapper tone_mapper, FlipExposures* out) noexcept;

/// The pictures of one comparison; both of the format, and with the sampling, that the object was created for.
struct MetricsPair {
  VkExtent2D extent = {};  ///< pixels, up to max_extent
  /// Of which the first extent.width x extent.height texels are compared, in SHADER_READ_ONLY_OPTIMAL: RGB, or Y, Cb
  /// and Cr (else VK_NULL_HANDLE).
  std::array<VkImageView, 3> reference = {};
  std::array<VkImageView, 3> test = {};
  /// Optional, with has_mask: of the same size and layout, R8_UNORM. Pixels of 0 are left out: they don't count for
  /// kMetricErrors, and to the other metrics they are equal. A chroma sample has the mask of its first pixel.
  VkImageView mask = VK_NULL_HANDLE;
  /// Rows that the images have, from ImageMetrics::strip(). Read only with MetricsCreateInfo::strips.
  MetricsStrip strip = {};
};

struct MetricsSettings {
  std::uint32_t metrics = 0;     ///< of those created; 0 = all of them
  std::uint32_t maps = 0;        ///< of those created, and whose metric is recorded
  std::uint32_t slot = 0;        ///< below slots; its last result has been finished
  float error_threshold = 0.0f;  ///< pixels with a larger error count as pixels_above; codes or values, not negative
  std::uint32_t cluster_threshold = 0;  ///< clusters are of pixels with a larger error; codes
  /// kMetricErrors, kMetricErrorTiles and kMetricCluster compare each pixel with the most alike of the test's pixels at
  /// most as far away, pixels (of planes, samples of each); [0, 4]. For edges that move from driver to driver.
  std::uint32_t shift_radius = 0;
  /// To the same metrics, pixels of anti-aliased edges are equal: see docs/regression.md. With finds_antialiasing.
  bool ignores_antialiasing = false;
  float pixels_per_degree = 67.0206433f;                   ///< of FLIP: 0.7 m away from 3840 pixels on 0.7 m;
                                                           ///< [4, max_pixels_per_degree]
  FlipToneMapper flip_tone_mapper = FlipToneMapper::aces;  ///< of HDR-FLIP
  FlipExposures flip_exposures;                            ///< of HDR-FLIP
};

/// MetricsCreateInfo::max_pixels_per_degree for recordings with these settings: the default's at least.
constexpr float needed_pixels_per_degree(const MetricsSettings& settings) noexcept {
  constexpr float kLeast = MetricsSettings{}.pixels_per_degree, kMost = MetricsCreateInfo{}.max_pixels_per_degree;
  return settings.pixels_per_degree > kLeast ? (settings.pixels_per_degree < kMost ? settings.pixels_per_degree : kMost)
                                             : kLeast;
}

inline constexpr std::uint32_t kErrorBins = 256;
using ErrorHistogram = std::array<std::uint64_t, kErrorBins>;

struct ChannelErrors {
  double squared_error = 0.0;  ///< sum, squared codes (exact up to 2^53) or values
  double mse = 0.0;
};

/// Of kMetricErrors. Codes are exact integers. Of planes, `pixels` are samples of all three.
struct ErrorResult {
  std::array<ChannelErrors, 3> channels;  ///< R, G, B or Y, Cb, Cr
  double squared_error = 0.0;             ///< of all channels
  double mse = 0.0;                       ///< the same per channel and pixel
  double psnr_db = 0.0;    ///< of mse, against the largest code; floats: against 1. Infinite for equal pictures, and
                           ///< where no pixel was compared
  double max_error = 0.0;  ///< of a channel
  std::uint32_t max_x = 0, max_y = 0;  ///< first pixel, by rows, that has it, in the first plane that has it
  std::uint64_t pixels = 0;            ///< that were compared
  std::uint64_t masked_pixels = 0;
  std::uint64_t differing_pixels = 0;
  std::uint64_t pixels_above = 0;  ///< of an error above MetricsSettings::error_threshold
  /// Pixels of floats with NaN or infinities in R, G or B. Left out of all other numbers as if masked: a picture of NaN
  /// has no error, so hold both counts to 0.
  std::uint64_t not_finite_reference = 0, not_finite_test = 0;
  /// Of each pixel's largest error. Bin i of 8-bit codes is an error of i, of b bits round(i * 255 / (2^b - 1)) but bin
  /// 0 only for equal pixels; of floats bin 0 is none, else the bin is 1 + floor(4 (log2(error) + 32)), clamped to [1,
  /// 255].
  ErrorHistogram histogram = {};
};

struct SsimMeans {
  double luminance = 0.0, contrast = 0.0, structure = 0.0;
};

struct SsimResult {
  double score = 0.0;  ///< mean of luminance * contrast * structure; 1 for equal pictures
  SsimMeans means;
  std::uint32_t scale = 1;  ///< pixels across that were averaged to one beforehand
};

struct MsSsimResult {
  double score = 0.0;  ///< NaN where a mean structure is negative
  std::array<SsimMeans, 5> scales;
};

struct PsnrResult {
  std::array<double, 3> squared_error = {};  ///< of Y, Cb, Cr
  std::array<double, 3> mse = {};
  std::array<double, 3> db = {};  ///< at most 6 * bits + 12, which equal planes have
  /// Mean, and mean of squares, of Y in units of 8-bit codes.
  std::array<double, 2> reference_moments = {};
  std::array<double, 2> test_moments = {};
};

struct Ciede2000Result {
  double score = 0.0;    ///< 45 - 20 log10(mean_de), dB; infinite for equal pictures
  double mean_de = 0.0;  ///< kL = 0.65, kC = 1, kH = 4
};

/// CIEDE2000 of sRGB codes (of planes: limited-range BT.709) in CIELAB of D65, kL = kC = kH = 1. About 1 is just
/// noticeable.
struct DeltaE2000Result {
  double mean = 0.0;
  double max = 0.0;
  /// The smallest that 95 % of the pixels are at or below, from a histogram: off by up to 1/128 of itself; 0 for what
  /// is below 2^-6.
  double p95 = 0.0;
};

struct PsnrHvsResult {
  std::array<double, 3> db = {};  ///< of Y, Cb, Cr; infinite for equal planes
  double combined_db = 0.0;       ///< of 0.8 Y + 0.1 Cb + 0.1 Cr
};

/// Errors in [0, 1]; a pixel that isn't finite in one picture is black in both. Weighted quantile q: the error at which
/// the sum of all errors up to it first exceeds q times the sum of all, from a histogram of 4096 bins.
struct FlipResult {
  double mean = 0.0;
  double weighted_first_quartile = 0.0, weighted_median = 0.0, weighted_third_quartile = 0.0;
  double min = 0.0, max = 0.0;
  double p99 = 0.0, p999 = 0.0;  ///< errors that 99 %, 99.9 % of the pixels don't exceed; the mask's don't count
};

/// Of a picture, a tile of 32 x 32 pixels, or of 8 x 8. Those of 32 lie 16 pixels apart, those of 8 lie 4 apart, so
/// that no grid cuts a damage in four. Scores are means over the tile's pixels (of a narrower picture, over fewer);
/// those that the mask leaves out, and that lie beyond the edge, have no error.
struct WorstTile {
  double score = 0.0;
  std::uint32_t x = 0, y = 0;  ///< its first pixel; of several tiles, the first by rows
};

struct WorstTiles {
  WorstTile small, large;
};

/// Of pixels that touch, at corners too.
struct ClusterResult {
  std::uint32_t pixels = 0;
  std::uint32_t x = 0, y = 0, width = 0, height = 0;  ///< around it; of several, the one whose first pixel is first
};

struct MetricsResult {
  std::uint32_t metrics = 0;  ///< which of the members below were measured
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
  WorstTiles ssim_tiles;   ///< mean SSIM; where no window is centred, 1. Like FLIP's, within 1e-6
  WorstTiles flip_tiles;   ///< mean FLIP
  ClusterResult cluster;
};

/// Compares pictures. RGB codes of 8 bits become YUV by integer BT.709 arithmetic, the same on every device; deeper
/// ones are rounded in float. Metrics of YUV follow libvmaf 3.2, FLIP the tool of its authors, version 1.6. Move-only;
/// threads, queues and destruction as with PostProcess.
class ImageMetrics {
 public:
  /// Makes pipelines and memory; submits nothing. On failure `*out` is untouched.
  /// invalid_argument: a value outside its range, or a metric that the format doesn't have. unsupported: a format that
  /// the device can't sample, or more pixels than its storage buffers hold floats where maps, FLIP, MS-SSIM or SSIM at
  /// the automatic scale are made. out_of_memory, device_error: of a Vulkan call.
  static Status create(const Device& device, const MetricsCreateInfo& info, ImageMetrics* out) noexcept;

  /// Sets `info->strips` for create(), and makes nothing: no strips if the device takes pictures of max_extent whole,
  /// else the tallest strips that fit. `memory_bytes`: limit of the object and a strip's images together; the least
  /// strips are taken even if they need more.
  /// invalid_argument: as create(). unsupported: the device's images and buffers don't hold even the least strips.
  static Status plan_strips(const Device& device, VkDeviceSize memory_bytes, MetricsCreateInfo* info) noexcept;

  /// The strip of pictures of this size that begins with `first_row`: 0, or the row after the strip before. Without
  /// strips, the whole picture.
  MetricsStrip strip(VkExtent2D extent, std::uint32_t first_row) const noexcept;
  /// Least size of a strip's images, texels. `plane`: 0 for RGB and Y, 1 and 2 for chroma.
  VkExtent2D image_extent(VkExtent2D extent, const MetricsStrip& strip, std::uint32_t plane = 0) const noexcept;

  /// Before: `pair`'s images visible to COMPUTE_SHADER / SHADER_READ; earlier recordings of this object in submission
  ///         order, maps of them read before COMPUTE_SHADER.
  /// After: finish() on the CPU, once the host has waited for the submission. Maps are written at COMPUTE_SHADER /
  ///        SHADER_WRITE. The images may be written after COMPUTE_SHADER.
  /// Strips of a picture are recorded from the top down with the same settings but for the slot, one picture after the
  /// other, and finished in that order.
  /// invalid_argument: among others, pictures that are too small for a metric, and a strip out of its turn.
  Status record(VkCommandBuffer command_buffer, const MetricsPair& pair, const MetricsSettings& settings) noexcept;

  /// What was last recorded for `slot`, whose submission the host has waited for. CPU only. Strips are finished in
  /// order, each once. The last strip of a picture gives the picture's result; the others leave `*out` untouched.
  /// invalid_argument, and `*out` untouched: no such slot, nothing was recorded for it, or a strip out of its turn.
  Status finish(std::uint32_t slot, MetricsResult* out) noexcept;

  /// The last recorded map (kMapFlip's buffer is used by every kMetricFlip): extent.width * extent.height floats, of a
  /// strip those of its rows. Usage STORAGE and TRANSFER_SRC; VK_NULL_HANDLE if it wasn't created.
  VkBuffer map_buffer(MetricMap map) const noexcept;

  /// Device and host-visible memory that this object has allocated, bytes.
  VkDeviceSize memory_bytes() const noexcept;

  struct Impl;

 private:
  detail::Owned<Impl> impl_;
};

}  // namespace photopic

#endif
