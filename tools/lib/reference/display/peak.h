// SPDX-License-Identifier: MIT
// Parts of ACES 2's output transform that follow from a peak luminance: tone scale, constants of its compressions.
#ifndef PHOTOPIC_TOOLS_REFERENCE_DISPLAY_PEAK_H
#define PHOTOPIC_TOOLS_REFERENCE_DISPLAY_PEAK_H

namespace reference {

struct Aces2Peak {
  explicit Aces2Peak(double peak_nits);

  /// Nits shown for a scene's luminance, 100 for diffuse white.
  double tone(double scene) const;

  double nits;
  double max_rgb;  ///< 1 = 100 nits

  // The tone scale, named as in the publication.
  double r_hit;
  double m_1;
  double ct;
  double w_2;
  double s_2;
  double u_2;
  double m_2;

  double max_j;       ///< lightness of the peak
  double mid_j;       ///< and of middle grey
  double saturation;  ///< of the chroma compression: sat, sat_thr, compr and the scale of its norm
  double saturation_threshold;
  double compression;
  double chroma_scale;
  double focus_distance;  ///< of the gamut compression
  double lower_hull_gamma_inverse;
  double max_scene;  ///< larger channels of AP1 are clipped
};

}  // namespace reference

#endif
