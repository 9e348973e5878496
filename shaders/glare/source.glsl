// SPDX-License-Identifier: MIT
// Share of a texel's light that is scattered.

/// By GlareSource, of an exposed luminance.
float scattered_share(float luminance, float excess_above) {
  if (excess_above <= 0.0) return 1.0;
  return luminance > excess_above ? 1.0 - excess_above / luminance : 0.0;
}

/// What exposes a picture: 0 of a number that can't.
float valid_exposure(float exposure) { return exposure > 0.0 && exposure < 3.0e38 ? exposure : 0.0; }
