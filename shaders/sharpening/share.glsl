// SPDX-License-Identifier: MIT
// How much a texel is sharpened.

/// Of the largest lobe that the limit allows: what is added of the difference to all four neighbours.
float sharpening_share(vec3 limit, float amount) {
  const float kMost = 3.0 / 16.0;
  float lobe = amount * max(min(kMost, min(limit.r, min(limit.g, limit.b))), 0.0);
  return lobe / (1.0 - 4.0 * lobe);
}
