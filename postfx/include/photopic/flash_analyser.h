// SPDX-License-Identifier: MIT
// Flash analyser: finds flashes that may bring on seizures, by WCAG 2.3.1 and ITU-R BT.1702, on the GPU. No
// certification: neither a standards body nor a clinic has judged it. docs/flashes.md.
#ifndef PHOTOPIC_FLASH_ANALYSER_H
#define PHOTOPIC_FLASH_ANALYSER_H

#include <photopic/device.h>
#include <photopic/display.h>
#include <photopic/owned.h>

#include <array>
#include <cstddef>
#include <cstdint>

namespace photopic {

/// Profile: thresholds, areas and kinds of red.
enum class FlashProfile : std::uint32_t {
  strict,  ///< fails if either of the others fails
  wcag,    ///< WCAG 2.3.1: changes of a tenth of white, in a third by a third of the screen; red by chromaticity
  bt1702,  ///< ITU-R BT.1702-3: changes of 20 cd/m^2, bright ones by contrast, on a quarter of the screen; red by
           ///< measure
};

/// Kind of flash.
enum class FlashKind : std::uint32_t {
  luminance,
  red_measure,       ///< 320 (R - G - B) of saturated reds, WCAG's older working definition
  red_chromaticity,  ///< changes to and from saturated red above 0.2 in CIE 1976 u'v', WCAG 2.2
};
inline constexpr std::size_t kFlashKindCount = 3;

enum class FlashVerdict : std::uint32_t {
  pass,
  warning,   ///< four to six transitions in the last second
  extended,  ///< the same for four of the last five seconds
  fail,      ///< more than three flashes, of two transitions each, in a second
};

struct FlashCreateInfo {
  /// Format of FlashFrame::ldr. One of: R8G8B8A8_UNORM, B8G8R8A8_UNORM, A8B8G8R8_UNORM_PACK32,
  /// A2B10G10R10_UNORM_PACK32, A2R10G10B10_UNORM_PACK32, R16G16B16A16_UNORM, R16G16B16A16_SFLOAT or
  /// R32G32B32A32_SFLOAT; or R8G8B8A8_SRGB, B8G8R8A8_SRGB or A8B8G8R8_SRGB_PACK32, which the device decodes, with
  /// OutputEncoding::linear.
  VkFormat format = VK_FORMAT_R8G8B8A8_UNORM;
  /// Encoding of the texels. automatic: sRGB for UNORM formats, linear for others.
  OutputEncoding encoding = OutputEncoding::automatic;
  /// Cells of the averaged picture, 1..256 each, for every size of picture. A default cell is a sixth of a degree on a
  /// screen 40 degrees wide. Balanced patterns finer than a cell count as still.
  std::uint32_t columns = 240;
  std::uint32_t rows = 135;
  std::uint32_t statistics_slots = 4;  ///< slots of statistics(), 1..64, more than frames in flight
  /// create() makes memory only; prepare() makes the pipelines. Until then record() returns not_prepared.
  bool defer_pipelines = false;
};

struct FlashSettings {
  FlashProfile profile = FlashProfile::strict;
  float white_cd_m2 = 200.0f;   ///< luminance of SDR white, cd/m^2, [1, 10000]
  float cd_m2_per_unit = 0.0f;  ///< luminance of 1 in linear and scrgb, cd/m^2, [0.001, 10000]; 0 = white_cd_m2
};

struct FlashFrame {
  VkImageView ldr = VK_NULL_HANDLE;  ///< picture to read: 2D view of one level, in `layout`
  VkImageLayout layout = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL;  ///< or GENERAL
  VkExtent2D extent = {};      ///< size of the picture, texels from the top left, 1..65535; may change every frame
  std::uint64_t time_us = 0;   ///< display time; a frame that isn't later than the previous one changes nothing
  bool reset_history = false;  ///< ignores all earlier frames
};

struct FlashCount {
  FlashVerdict verdict = FlashVerdict::pass;
  std::uint32_t screen_transitions = 0;  ///< transitions of a quarter of the screen, last second; at most 8 is reported
  std::uint32_t cell_transitions = 0;    ///< largest number of transitions of a cell; at most 8 is reported
  float risk_share = 0.0f;               ///< share of cells with at least seven transitions
  float window_share = 0.0f;             ///< the same share in the worst window, a third by a third of the screen
};

struct FlashStatistics {
  std::uint64_t time_us = 0;  ///< display time of the frame
  std::uint32_t frames = 0;   ///< frames since the reset, including it
  FlashVerdict verdict = FlashVerdict::pass;
  std::array<FlashCount, kFlashKindCount> kinds;    ///< indexed by FlashKind
  FlashVerdict worst_verdict = FlashVerdict::pass;  ///< worst verdict since the reset
  std::uint64_t worst_time_us = 0;                  ///< display time of the first frame with worst_verdict
};

/// Transitions of a cell in the last second, 0..8, from its word in cells_buffer().
constexpr std::uint32_t flash_transitions(std::uint32_t word, FlashKind kind) noexcept {
  const auto number = static_cast<std::uint32_t>(kind);
  return word >> (number == 0 ? 26u : 1u + 10u * number) & 15u;
}

/// Counts flashes in the pictures of one view. Move-only. Threads, queues and destruction as with PostProcess. A
/// recording may be dropped, because the device decides which frames count. A recording that is submitted again changes
/// nothing.
class FlashAnalyser {
 public:
  /// Makes pipelines and memory. Submits nothing. On failure `*out` is unchanged.
  /// invalid_argument: a value is out of range. unsupported: the device can't sample the format.
  static Status create(const Device& device, const FlashCreateInfo& info, FlashAnalyser* out) noexcept;

  /// Makes the pipelines of an object with `defer_pipelines`, at most `max_pipelines` per call. Any thread; concurrent
  /// calls wait for each other. ok: record() may be called from now on. not_prepared: pipelines are left, so call it
  /// again. Any other result: nothing has changed.
  Status prepare(std::uint32_t max_pipelines = ~0u) noexcept;
  /// Whether record() may be called. Any thread.
  bool is_prepared() const noexcept;

  /// Analyses one picture, in two dispatches; the first reads each texel once. Record outside render passes; binds as
  /// PostProcess does. NaN counts as 0, infinity as 65504. invalid_argument: a value is out of range.
  /// Before: `ldr` is visible to COMPUTE_SHADER / SHADER_READ. Recordings of this object run in the order of
  /// submission. After: cells_buffer() is written at COMPUTE_SHADER / SHADER_WRITE, and `ldr` is read at
  /// COMPUTE_SHADER.
  Status record(VkCommandBuffer command_buffer, const FlashFrame& frame, const FlashSettings& settings) noexcept;

  /// Statistics of the newest frame that the device has executed. Doesn't wait. False, with `*out` unchanged, if there
  /// is none yet. Any thread, also during a recording.
  bool statistics(FlashStatistics* out) const noexcept;

  /// Buffer with one word per cell of the last frame, row by row; flash_transitions() reads it. Usage STORAGE and
  /// TRANSFER_SRC.
  VkBuffer cells_buffer() const noexcept;

  /// Device and host-visible memory of this object, bytes.
  VkDeviceSize memory_bytes() const noexcept;

  struct Impl;

 private:
  detail::Owned<Impl> impl_;
};

}  // namespace photopic

#endif
