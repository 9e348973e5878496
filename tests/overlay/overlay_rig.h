// SPDX-License-Identifier: MIT
// Frames with and without the debug overlay.
#ifndef PHOTOPIC_TESTS_OVERLAY_OVERLAY_RIG_H
#define PHOTOPIC_TESTS_OVERLAY_OVERLAY_RIG_H

#include <photopic/debug_overlay.h>
#include <photopic/overlay_interface.h>

#include <array>
#include <string>
#include <vector>

#include "finish/tone_map_rig.h"

namespace test {

inline constexpr double kLowEnd = -16.0, kHighEnd = 16.0;  ///< MeterSettings

struct OverlayShot {
  VkExtent2D extent = {};
  std::vector<LdrTexel> plain;
  std::vector<LdrTexel> drawn;
  std::array<float, PHOTOPIC_OVERLAY_VALUES> values = {};
  photopic::gpu::OverlayData data = {};
  photopic::gpu::OverlayPlots plots = {};
  State state;

  const LdrTexel& plain_at(std::uint32_t x, std::uint32_t y) const { return plain[y * extent.width + x]; }
  const LdrTexel& drawn_at(std::uint32_t x, std::uint32_t y) const { return drawn[y * extent.width + x]; }
  /// What a panel's text says, line by line, without spaces at the ends; with `below` lines of its axis.
  std::vector<std::string> text(std::uint32_t panel, std::uint32_t below = 0) const;
  const photopic::gpu::OverlayPanel& panel(std::uint32_t index) const { return data.params.panels[index]; }
  bool is_in_panel(std::uint32_t x, std::uint32_t y) const;
};

/// No power of two, as larger pictures: llvmpipe compiles the overlay's drawing, which takes seconds, for each kind.
inline constexpr VkExtent2D kSmallOverlay = {72, 48};

/// Of a rig that only has AgX.
photopic::MadeFor overlay_info(VkExtent2D extent);
/// 20 stops from left to right, with a sun; no invalid texel.
HdrImage make_overlay_scene(VkExtent2D extent);

class OverlayRig {
 public:
  explicit OverlayRig(photopic::MadeFor info, photopic::OutputEncoding encoding = photopic::OutputEncoding::automatic);

  photopic::Settings settings;
  photopic::OverlaySettings overlay;

  /// Meters, tone maps and draws in one command buffer. `frame` needs no hdr, ldr or extent.
  OverlayShot shoot(const HdrImage& hdr, photopic::Frame frame = {});

  /// The same, into a command buffer that is never submitted.
  void record_and_drop(const HdrImage& hdr);

  photopic::PostProcess& post() { return post_; }
  photopic::DebugOverlay& overlay_object() { return drawer_; }

 private:
  photopic::MadeFor info_;  ///< with the encoding
  photopic::PostProcess post_;
  photopic::DebugOverlay drawer_;
};

/// Whether a clipped texel is in a stripe, at one texel per dot: stripes over fall to the left, those under to the
/// right.
bool is_zebra_stripe(std::uint32_t x, std::uint32_t y, bool is_over);

/// With PHOTOPIC_TEST_PICTURES=FOLDER, writes the drawn picture there as NAME.ppm, to be looked at.
void keep_picture(const OverlayShot& shot, const std::string& name);

}  // namespace test

#endif
