// SPDX-License-Identifier: MIT
// Analyser of flashes that may bring on seizures, in the pictures that a viewer gets: WCAG 2.3.1, ITU-R BT.1702, on the
// GPU. No certification: neither standard's bodies nor a clinic have judged it. docs/flashes.md.
#ifndef PHOTOPIC_FLASH_ANALYSER_H
#define PHOTOPIC_FLASH_ANALYSER_H

#include <photopic/device.h>
#include <photopic/display.h>
#include <photopic/owned.h>

#include <array>
#include <cstddef>
#include <cstdint>

namespace photopic {

/// Thresholds, and which areas and reds count.
enum class FlashProfile : std::uint32_t {
  strict,  ///< what fails by either of the others
  wcag,    ///< WCAG 2.3.1: changes of a tenth of white, in a third by a third of the screen; red by chromaticity
  bt1702,  ///< ITU-R BT.1702-3: changes of 20 cd/m^2, bright ones by contrast, on a quarter of the screen; red by
           ///< measure
};

/// What of the light flashes.
enum class FlashKind : std::uint32_t {
  luminance,
  red_measure,       ///< 320 (R - G - B) of saturated reds, WCAG's older working definition
  red_chromaticity,  ///< to and from saturated red by more than 0.2 in CIE 1976 u'v', WCAG 2.2's
};
inline constexpr std::size_t kFlashKindCount = 3;

enum class FlashVerdict : std::uint32_t {
  pass,
  warning,   ///< four to six transitions in the last second
  extended,  ///< the same for four of the last five seconds
  fail,      ///< more than three flashes, of two transitions each, in a second
};

struct FlashCreateInfo {
  /// Of the view that is read: R8G8B8A8_UNORM, B8G8R8A8_UNORM, A8B8G8R8_UNORM_PACK32, A2B10G10R10_UNORM_PACK32,
  /// A2R10G10B10_UNORM_PACK32, R16G16B16A16_UNORM, R16G16B16A16_SFLOAT or R32G32B32A32_SFLOAT; or R8G8B8A8_SRGB or
  /// B8G8R8A8_SRGB, which the device decodes, with OutputEncoding::linear.
  VkFormat format = VK_FORMAT_R8G8B8A8_UNORM;
  /// What the texels are; automatic: sRGB of UNORM formats, linear of others.
  OutputEncoding encoding = OutputEncoding::automatic;
  /// Cells that a picture is averaged to, whatever its size; 1..256 each. By default each is a sixth of a degree of
  /// a screen that is 40 degrees wide. What is finer than a cell and balanced counts as still.
  std::uint32_t columns = 240;
  std::uint32_t rows = 135;
  std::uint32_t statistics_slots = 4;  ///< of statistics(), 1..64: more than frames in flight
};

struct FlashSettings {
  FlashProfile profile = FlashProfile::strict;
  float white_cd_m2 = 200.0f;   ///< of SDR's white, and 1 of what is relative to white; [1, 10000]
  float cd_m2_per_unit = 0.0f;  ///< of 1 in linear and scrgb pictures; 0 = white_cd_m2; else [0.001, 10000]
};

struct FlashFrame {
  VkImageView ldr = VK_NULL_HANDLE;  ///< 2D, one level, SHADER_READ_ONLY_OPTIMAL or GENERAL as `layout` says
  VkImageLayout layout = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL;
  VkExtent2D extent = {};     ///< texels from the top left that are the picture; 1..65535 each, any from frame to frame
  std::uint64_t time_us = 0;  ///< when it is shown: later than the frame before, or the recording changes nothing
  bool reset_history = false;  ///< nothing before it counts
};

struct FlashCount {
  FlashVerdict verdict = FlashVerdict::pass;
  std::uint32_t screen_transitions = 0;  ///< of a quarter of the screen, in the last second; above 8 reported as 8
  std::uint32_t cell_transitions = 0;    ///< of the cell that has most, likewise
  float risk_share = 0.0f;               ///< of cells with seven transitions and more
  float window_share = 0.0f;             ///< the same, of the worst third by third of the screen: 10 degrees by WCAG
};

struct FlashStatistics {
  std::uint64_t time_us = 0;  ///< of the frame that it is of
  std::uint32_t frames = 0;   ///< since the reset, with it
  FlashVerdict verdict = FlashVerdict::pass;
  std::array<FlashCount, kFlashKindCount> kinds;    ///< by FlashKind
  FlashVerdict worst_verdict = FlashVerdict::pass;  ///< since the reset, and the first frame that had it
  std::uint64_t worst_time_us = 0;
};

/// Transitions of a cell in the last second, 0 to 8, from its word of cells_buffer().
constexpr std::uint32_t flash_transitions(std::uint32_t word, FlashKind kind) noexcept {
  const auto number = static_cast<std::uint32_t>(kind);
  return word >> (number == 0 ? 26u : 1u + 10u * number) & 15u;
}

/// Counts flashes of one view's pictures. Move-only; threads, queues and destruction as with PostProcess. A recording
/// may be dropped: what counts is decided on the device, and one that is submitted again changes nothing.
class FlashAnalyser {
 public:
  /// Makes pipelines and memory; submits nothing. On failure `*out` is untouched.
  /// invalid_argument: a value outside its range; unsupported: a format that the device can't sample.
  static Status create(const Device& device, const FlashCreateInfo& info, FlashAnalyser* out) noexcept;

  /// Three dispatches, of which the first reads each texel once. Outside render passes; binds as PostProcess does.
  /// Before: `ldr` visible to COMPUTE_SHADER / SHADER_READ; earlier recordings of this object in submission order.
  /// After:  cells_buffer() written at COMPUTE_SHADER / SHADER_WRITE; `ldr` may be written after COMPUTE_SHADER.
  /// NaN counts as 0, infinity as 65504. invalid_argument: a value outside its range.
  Status record(VkCommandBuffer command_buffer, const FlashFrame& frame, const FlashSettings& settings) noexcept;

  /// The newest frame whose recording the device has executed, without waiting. False, `*out` untouched, if there is
  /// none yet. Any thread, also while another records.
  bool statistics(FlashStatistics* out) const noexcept;

  /// A word for each cell, row by row, of the last frame: see flash_transitions(). Usage STORAGE and TRANSFER_SRC.
  VkBuffer cells_buffer() const noexcept;

  /// Device and host-visible memory that this object has allocated, bytes.
  VkDeviceSize memory_bytes() const noexcept;

  struct Impl;

 private:
  detail::Owned<Impl> impl_;
};

}  // namespace photopic

#endif
