// SPDX-License-Identifier: MIT
// Local exposure: settings for C++, device parameters for C++ and GLSL. docs/local-exposure.md.
#ifndef PHOTOPIC_LOCAL_EXPOSURE_H
#define PHOTOPIC_LOCAL_EXPOSURE_H

#ifdef __cplusplus
#include <cstdint>

namespace photopic {

/// Switch of local exposure.
enum class LocalExposure : std::uint32_t { off, on };
/// Image from which local exposure computes the base luminance.
enum class LocalSource : std::uint32_t {
  scene,        ///< the HDR image
  after_glare,  ///< the HDR image after glare, if glare is on
};

/// Local exposure: brightens shadows and darkens highlights without halos, and keeps details. The base of a texel is
/// the luminance of its surroundings. Off by default.
struct LocalExposureSettings {
  LocalExposure local_exposure = LocalExposure::off;
  /// Share of the base's distance from the adapted luminance, EV, that stays where the base is brighter; [0, 1]; 1 = no
  /// change.
  float highlight_contrast = 0.8f;
  float shadow_contrast = 0.8f;  ///< the same where the base is darker; [0, 1]; 1 = no change
  LocalSource local_source = LocalSource::scene;
  float detail = 1.0f;               ///< gain of a texel's distance from its base, EV; [0, 4]; 1 = no change
  float middle_grey_bias_ev = 0.0f;  ///< offset of the luminance that keeps its exposure, EV, [-16, 16]
  /// Share of a wide blur in the base, [0, 1]. Larger values are softer, with halos at edges.
  float blurred_luminance_blend = 0.0f;
  float highlight_threshold_ev = 0.0f;  ///< distance above the adapted luminance that stays unchanged, EV, [0, 32]
  float shadow_threshold_ev = 0.0f;     ///< distance below the adapted luminance that stays unchanged, EV, [0, 32]
  float local_max_ev = 4.0f;            ///< limit of the change of exposure in both directions, EV, [0, 16]
  float local_time_constant_s = 0.0f;   ///< time to 63.2 % of a change, seconds, >= 0; 0 = at once
};

}  // namespace photopic

namespace photopic::gpu {
#endif

// Nodes of the grid of tone curves in PostProcess::local_exposure_buffer().
#define PHOTOPIC_LOCAL_TILE_SIDE 64   // texels between nodes
#define PHOTOPIC_LOCAL_SLICES 33      // values of a curve, EV, at log2 luminances -16, -15, .. 16
#define PHOTOPIC_LOCAL_RANGE 16.0     // log2 luminance is clamped to [-16, 16]
#define PHOTOPIC_LOCAL_NODE_WORDS 72  // words of 4 bytes per node: the curve, then internal values

// Parameters of the final pass.
struct LocalExposureParams {
  float luminance_of_red;  // luminance of the primaries in which effects see colours
  float luminance_of_green;
  float luminance_of_blue;
  // Of the frame, as LocalSolveParams; zeros in what settings make.
  uint pitch_x;
  uint pitch_y;
  uint origin_x;
  uint origin_y;
};

#ifdef __cplusplus
}  // namespace photopic::gpu
#endif
#endif
