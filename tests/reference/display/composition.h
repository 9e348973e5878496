// SPDX-License-Identifier: MIT
// Steps after the display transform: the user interface, the dither, the gain map, light levels of content.
#ifndef PHOTOPIC_TESTS_REFERENCE_DISPLAY_COMPOSITION_H
#define PHOTOPIC_TESTS_REFERENCE_DISPLAY_COMPOSITION_H

#include <cstdint>
#include <optional>
#include <span>

#include "reference/matrix.h"

namespace reference {

// ---- user interface ----

/// Bounds of the scene below an interface: from the peak where that is clear to the limit where it is opaque.
struct UiSceneLimit {
  double peak_nits = 0.0;
  double limit_nits = 0.0;
};
/// In BT.2020 nits; the interface's colour is linear BT.709, not premultiplied, and 1 is its white.
Rgb compose_ui(Rgb scene_nits, Rgb ui, double alpha, double ui_white_nits,
               std::optional<UiSceneLimit> limit = std::nullopt);

// ---- dither ----

/// Jimenez 2014; the frame counts modulo 64.
double interleaved_gradient_noise(double x, double y, unsigned frame);
/// Noise in codes of what is uniform in 0..1.
double rectangular_noise(double uniform);
double triangular_noise(double uniform);
/// A code of 0..2^bits - 1 with triangular noise; rectangular near the ends, where the other would be clamped.
std::uint32_t dithered_code(double signal, unsigned bits, double uniform);

// ---- gain map ----

/// ISO 21496-1, of linear colour where 1 is the base rendition's white.
struct GainMap {
  Rgb min_log2;
  Rgb max_log2;
  double gamma = 1.0;
  double base_offset = 1.0 / 64.0;
  double alternate_offset = 1.0 / 64.0;
  double base_headroom_log2 = 0.0;
  double alternate_headroom_log2 = 0.0;

  /// log2 of alternate over base, in each channel.
  Rgb gain_log2(Rgb base, Rgb alternate) const;
  /// The same of the two luminances, in all channels: a map of one channel.
  Rgb luminance_gain_log2(Rgb base, Rgb alternate) const;
  Rgb codes_of(Rgb gain_log2) const;
  Rgb gain_of(Rgb codes) const;
  /// What a display of this headroom shows.
  Rgb apply(Rgb base, Rgb gain_log2, double headroom_log2) const;
};

// ---- light levels ----

/// CTA-861.3, of one frame's nits: the largest channel of any texel, and the mean of texels' largest channels.
struct ContentLight {
  double max_nits = 0.0;
  double mean_nits = 0.0;
};
ContentLight content_light(std::span<const Rgb> nits);

}  // namespace reference

#endif
