// SPDX-License-Identifier: MIT
// Frames over time: adapted, tone mapped, written, and summed up in a contact sheet, a table and a plot.
#ifndef PHOTOPIC_SAMPLES_CLI_ANIMATION_H
#define PHOTOPIC_SAMPLES_CLI_ANIMATION_H

#include <photopic/post_process.h>

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "cli/options.h"
#include "engine/commands.h"
#include "engine/memory.h"
#include "plot/contact_sheet.h"
#include "plot/exposure_plot.h"

namespace cli {

/// Makes the folder if need be. Throws io::Error if it can't be made or isn't one.
void make_output_folder(const std::filesystem::path& folder);

/// Pictures that are written beside the frames.
inline constexpr const char* kSheetName = "contact_sheet.png";
inline constexpr const char* kPlotName = "exposure.png";

/// "FOLDER/frame.DIGITS.EXTENSION"
std::filesystem::path frame_file(const std::filesystem::path& folder, const std::string& digits, const char* extension);

class Animation {
 public:
  /// `frame_count` frames of `extent` texels. `mask` is that of the settings, and outlives this.
  Animation(engine::Context& context, VkExtent2D extent, std::size_t frame_count, const AnimationOptions& options,
            const Settings& settings, const engine::Image& mask, std::string title);

  /// Records `render`, which leaves the frame in `hdr` (SHADER_READ_ONLY_OPTIMAL, visible to COMPUTE_SHADER /
  /// SHADER_READ), adapts by 1 / fps, tone maps, and writes "frame.DIGITS.png".
  void add_frame(const engine::Image& hdr, const std::string& digits,
                 const std::function<void(VkCommandBuffer)>& render = {});

  /// Writes contact_sheet.png, exposure.csv and exposure.png.
  void finish();

 private:
  void record(VkCommandBuffer command_buffer, const engine::Image& hdr) const;
  photopic::gpu::ExposureState state() const;
  void add_to_sheet(const plot::ExposureSample& sample);

  engine::Context& context_;
  AnimationOptions options_;
  Settings settings_;
  const engine::Image& mask_;
  std::string title_;
  std::size_t frame_count_;
  mutable photopic::PostProcess post_;
  engine::CommandRing ring_;
  engine::Image ldr_;
  engine::Buffer ldr_readback_;
  engine::Buffer state_readback_;
  plot::ContactSheet sheet_;
  std::vector<plot::ExposureSample> samples_;
  std::string csv_;
};

/// Writes a drawn picture as PNG.
void write_picture(const std::filesystem::path& file, const plot::Picture& picture);

}  // namespace cli

#endif
