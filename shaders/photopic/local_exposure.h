// SPDX-License-Identifier: MIT
// Settings of local exposure. For C++ and, of the parameters on the device, GLSL. docs/local-exposure.md.
#ifndef PHOTOPIC_LOCAL_EXPOSURE_H
#define PHOTOPIC_LOCAL_EXPOSURE_H

#ifdef __cplusplus
#include <cstdint>

namespace photopic {

enum class LocalExposure : std::uint32_t { off, on };
/// What surroundings are made of: the HDR image, or, in frames with glare, what glare makes of it.
enum class LocalSource : std::uint32_t { scene, after_glare };

/// Exposure that differs from place to place: bright and dark surroundings come nearer to the luminance that the
/// frame's exposure is made for, and keep their details. Off by default.
struct LocalExposureSettings {
  LocalExposure local_exposure = LocalExposure::off;
  /// What is left of a surrounding's distance, in EV, from the adapted luminance where it is brighter, and where it is
  /// darker; 1 = all of it, [0, 1].
  float highlight_contrast = 0.8f;
  float shadow_contrast = 0.8f;
  LocalSource local_source = LocalSource::scene;
  float detail = 1.0f;               ///< gain of what differs from its surrounding, in EV; [0, 4]
  float middle_grey_bias_ev = 0.0f;  ///< moves the luminance that keeps its exposure; [-16, 16]
  /// Share of a wide blur in the surrounding: softer, but with halos at edges; [0, 1].
  float blurred_luminance_blend = 0.0f;
  float highlight_threshold_ev = 0.0f;  ///< surroundings up to this far above keep their exposure; [0, 32]
  float shadow_threshold_ev = 0.0f;     ///< and below; [0, 32]
  float local_max_ev = 4.0f;            ///< bound of the change of exposure, either way; [0, 16]
  float local_time_constant_s = 0.0f;   ///< seconds to 63.2 % of a change; >= 0, 0 = at once, without a history
};

}  // namespace photopic

namespace photopic::gpu {
#endif

// Nodes of the grid of tone curves, which PostProcess::local_exposure_buffer() has.
#define PHOTOPIC_LOCAL_TILE_SIDE 64   // texels between nodes
#define PHOTOPIC_LOCAL_SLICES 33      // values of a curve, EV, at log2 luminances of -16, -15, .. 16
#define PHOTOPIC_LOCAL_RANGE 16.0     // log2 luminance is clamped to +- this
#define PHOTOPIC_LOCAL_NODE_WORDS 72  // of 4 bytes: the curve, and what is the module's own

// Of the final pass.
struct LocalExposureParams {
  float luminance_of_red;  // of the primaries in which effects see colours
  float luminance_of_green;
  float luminance_of_blue;
};

#ifdef __cplusplus
}  // namespace photopic::gpu
#endif
#endif
