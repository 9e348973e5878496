// SPDX-License-Identifier: MIT
// Exposure states, one per view, and the settings of the pass that moves them on.
#ifndef PHOTOPIC_SRC_ADAPT_ADAPTATION_H
#define PHOTOPIC_SRC_ADAPT_ADAPTATION_H

#include <photopic/post_process.h>

#include "settings/made_for.h"

#include <array>
#include <cstddef>
#include <memory>

#include "gpu/host/gpu.h"
#include "gpu/memory/content_slots.h"
#include "gpu/memory/memory.h"
#include "gpu/passes/compute_pass.h"

namespace photopic {

/// A part of gpu::ExposureState, bytes.
struct StatePart {
  VkDeviceSize offset_bytes;
  VkDeviceSize size_bytes;
  bool is_written;  ///< by the passes of an object that is made so
};
/// All parts, one after the other; their places among them. Pure.
inline constexpr std::uint32_t kBalancePart = 1, kNightPart = 2;
constexpr std::array<StatePart, 4> state_parts(const MadeFor& info) noexcept {
  constexpr VkDeviceSize kBalance = offsetof(gpu::ExposureState, white_balance);
  constexpr VkDeviceSize kNight = offsetof(gpu::ExposureState, night);
  constexpr VkDeviceSize kMesopic = offsetof(gpu::ExposureState, night.mesopic_m);
  return {{{0, kBalance, true},
           {kBalance, kNight - kBalance, info.auto_white_balance},
           {kNight, kMesopic - kNight, info.dark_adaptation},
           {kMesopic, sizeof(float), (info.effects & kEffectNight) != 0}}};
}
/// Of those that are written, bits by their places. Pure.
constexpr std::uint32_t part_bits(const MadeFor& info) noexcept {
  std::uint32_t bits = 0, bit = 1;
  for (const StatePart& part : state_parts(info)) {
    bits |= part.is_written ? bit : 0;
    bit <<= 1;
  }
  return bits;
}
/// The GPU parameters of one frame, but for the epoch. Pure.
gpu::AdaptParams adapt_params(const ExposureSettings& settings, const MeterSettings& meter, float delta_time_s,
                              std::uint32_t texels) noexcept;
/// Whether settings ask for more than PHOTOPIC_SPEC_ADAPTATION 0 does. Pure.
bool needs_full_adaptation(const ExposureSettings& settings) noexcept;
/// What push constants have no room for. Pure.
/// Receptors and pupil see a picture of these sides. `window_log2`: stops that luminances which the window looks at are
/// above the scene's.
gpu::MeterTables meter_tables(const Settings& settings, VkExtent2D picture, float window_log2 = 0.0f) noexcept;
/// Stops of MeterFrame::pre_exposure, and limits of luminance for the image that it made brighter. Pure.
float pre_exposure_log2(float pre_exposure) noexcept;
MeterSettings pre_exposed(const MeterSettings& meter, float log2) noexcept;

/// From a view's state to that of the next one.
VkDeviceSize state_stride_bytes(const Gpu& gpu) noexcept;

class Adaptation {
 public:
  explicit Adaptation(const Gpu& gpu)
      : gpu_(gpu), adapt_(gpu), buffer_(gpu, "exposure states"), tables_(gpu, "meter settings") {}

  /// `has_pass`: record() will be called; else another pass adapts.
  Status create(const MadeFor& info, bool has_pass) noexcept;

  /// Zeros parts of a view's state, bits of state_parts(). `syncs_balance`: white balance, which counts frames by
  /// itself since its pass runs beside the one that adapts, goes on from the exposure's number. Before record_begin().
  void record_parts(VkCommandBuffer command_buffer, std::uint32_t view, std::uint32_t cleared,
                    bool syncs_balance) const noexcept;
  /// Orders this frame after earlier ones.
  void record_begin(VkCommandBuffer command_buffer) const noexcept;
  /// Where passes read what push constants have no room for. `is_needed`: more than curves is read.
  /// `content`, if not null: those, zeros if they aren't needed.
  Binding tables(const Settings& settings, VkExtent2D picture, bool is_needed, float window_log2 = 0.0f,
                 gpu::MeterTables* content = nullptr) noexcept;
  /// Of the next frame of its view; counts a reset.
  gpu::AdaptParams next_params(const MeterFrame& frame, std::uint32_t texels, const MeterSettings& meter,
                               const ExposureSettings& settings) noexcept;
  /// Moves view's state on. Before: mean and stats visible to COMPUTE_SHADER / SHADER_READ; leaves the stats zero.
  void record(VkCommandBuffer command_buffer, VkImageView mean, const Binding& stats, std::uint32_t view,
              const gpu::AdaptPassParams& params, const Binding& tables) const noexcept;

  /// Copies a state, ordered after the passes and imports that write it.
  /// `made`: says which parts of the state are written.
  void record_export(VkCommandBuffer command_buffer, const MadeFor& made, std::uint32_t view, VkBuffer destination,
                     VkDeviceSize offset_bytes) const noexcept;

  /// Makes an imported state this object's own, as if it had adapted to it: the words that say whose it is.
  void claim(std::uint32_t view, gpu::ExposureState* state) const noexcept;
  /// Whether a measurement of the view, or an import, was recorded.
  bool is_started(std::uint32_t view) const { return started_[view]; }
  void set_started(std::uint32_t view) { started_[view] = true; }

  const DeviceBuffer& buffer() const { return buffer_; }
  VkDeviceSize stride_bytes() const { return stride_bytes_; }
  Binding state(std::uint32_t view) const noexcept;

 private:
  const Gpu& gpu_;
  ComputePass adapt_;
  DeviceBuffer buffer_;  // the states
  ContentSlots<gpu::MeterTables> tables_;
  VkDeviceSize stride_bytes_ = 0;
  // A state belongs to this object and reset if it carries their numbers; fresh memory carries neither. Counting resets
  // instead of marking the next command buffer lets the host drop or resubmit command buffers.
  std::uint32_t epoch_instance_ = 0;
  std::unique_ptr<std::uint32_t[]> epoch_resets_;
  std::unique_ptr<bool[]> started_;
};

}  // namespace photopic

#endif
