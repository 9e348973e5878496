// SPDX-License-Identifier: MIT
// What both fronts show: a source of HDR frames, settings, and what the module makes of them. No window.
#ifndef PHOTOPIC_SAMPLES_VIEWER_SESSION_H
#define PHOTOPIC_SAMPLES_VIEWER_SESSION_H

#include <photopic/debug_overlay.h>

#include <memory>

#include "cli/settings.h"
#include "viewer/source.h"

namespace viewer {

/// All that a frame depends on besides the source and the time.
struct Controls {
  cli::Settings settings;
  photopic::OverlaySettings overlay;
  View view;
};

/// Not for several threads at once; the context must outlive it.
class Session {
 public:
  static constexpr VkFormat kLdrFormat = VK_FORMAT_R8G8B8A8_UNORM;

  /// Frames of `extent` texels, but for pictures, which keep their size. Throws engine::Error.
  Session(engine::Context& context, VkExtent2D extent);

  Controls controls;

  /// Shows `file` from its start, with an exposure of its own from the first frame on. Throws io::Error or
  /// engine::Error, and keeps what was shown. Waits for the queue.
  void open(const std::filesystem::path& file);
  bool has_source() const { return source_ != nullptr; }
  const Source& source() const { return *source_; }
  /// Waits for the queue.
  void resize(VkExtent2D extent);
  /// The next frame takes the measured value at once, as after a cut.
  void reset_exposure() { is_cut_ = true; }

  /// Renders, meters, adapts by `delta_time_s`, tone maps and draws the overlay. Needs a source. Throws cli::UsageError
  /// for settings that don't go together, io::Error for a mask that can't be read. Before: readers of ldr(), at any
  /// stage, were submitted earlier and are ordered before COMPUTE_SHADER writes. After: ldr() in GENERAL, written at
  /// COMPUTE_SHADER.
  void record(VkCommandBuffer command_buffer, double delta_time_s);

  /// sRGB-encoded. Usage STORAGE, SAMPLED and TRANSFER_SRC.
  const engine::Image& ldr() const { return ldr_; }
  const photopic::PostProcess& post() const { return post_; }
  VkExtent2D extent() const { return ldr_.extent(); }

 private:
  void fit_to_source();
  void apply_meter_settings();
  void keep_state(photopic::PostProcess& next);

  engine::Context& context_;
  VkExtent2D wanted_extent_;
  std::unique_ptr<Source> source_;
  photopic::PostProcess post_;
  photopic::DebugOverlay overlay_;
  engine::Image ldr_;
  bool is_cut_ = false;
  bool has_state_ = false;  ///< a frame was recorded with post_
  // What post_ and mask_ were made for.
  cli::MeterSettings made_for_;
  engine::Image mask_;
};

}  // namespace viewer

#endif
