// SPDX-License-Identifier: MIT
// Frames over time: adapted, tone mapped, written.
#ifndef PHOTOPIC_TOOLS_SESSION_OUTPUT_ANIMATION_H
#define PHOTOPIC_TOOLS_SESSION_OUTPUT_ANIMATION_H

#include <photopic/post_process.h>

#include <functional>
#include <string>

#include "arguments/device_options.h"
#include "engine/transfer/commands.h"
#include "engine/transfer/memory.h"
#include "session/output/frame_writer.h"
#include "session/settings/settings.h"

namespace session {

/// Common to sequence and pan.
struct AnimationOptions {
  arguments::DeviceOptions device;
  std::filesystem::path output_folder;
  double fps = 24.0;                ///< frames per second
  std::uint32_t sheet_frames = 24;  ///< 0: none
};

/// A frame of a shot whose exposure is known.
struct ExposedFrame {
  const photopic::gpu::ExposureState& state;
  std::uint64_t index;  ///< in the shot
};

class Animation {
 public:
  /// `frame_count` frames of `extent` texels. `mask` is that of the settings, and outlives this.
  Animation(engine::Context& context, VkExtent2D extent, std::size_t frame_count, const AnimationOptions& options,
            const Settings& settings, const engine::Image& mask, std::string title);

  /// Records `render`, which leaves the frame in `hdr` (SHADER_READ_ONLY_OPTIMAL, visible to COMPUTE_SHADER /
  /// SHADER_READ), adapts by 1 / fps, tone maps, and writes "frame.DIGITS.png".
  void add_frame(const engine::Image& hdr, const std::string& digits,
                 const std::function<void(VkCommandBuffer)>& render = {});

  /// The same with a state instead of metering and adapting.
  void add_frame(const engine::Image& hdr, const std::string& digits, const ExposedFrame& exposed);

  /// As FrameWriter::finish().
  void finish() { writer_.finish(); }

 private:
  void begin_picture(VkCommandBuffer command_buffer) const;
  void end_picture(VkCommandBuffer command_buffer) const;
  photopic::Settings settings_at(std::uint64_t index) const;
  void record(VkCommandBuffer command_buffer, const engine::Image& hdr) const;
  void record(VkCommandBuffer command_buffer, const engine::Image& hdr, const ExposedFrame& exposed) const;
  void submit_and_write(const std::string& digits);

  engine::Context& context_;
  AnimationOptions options_;
  Settings settings_;
  const engine::Image& mask_;
  LoadedLook look_;
  mutable photopic::PostProcess post_;
  engine::CommandRing ring_;
  engine::Image ldr_;
  engine::Buffer ldr_readback_;
  engine::Buffer state_readback_;
  FrameWriter writer_;
};

}  // namespace session

#endif
