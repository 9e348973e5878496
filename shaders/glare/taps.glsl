// SPDX-License-Identifier: MIT
// The pyramid's kernel and, with TABLES, a GlareTables, the coverage of its levels.
#include "glare/kernel.glsl"

#ifdef TABLES
/// Place of texel i of an axis of n in GlareTables::inverse_coverage, or PHOTOPIC_GLARE_ENDS where it is 1.
uint end_of(uint i, uint n) {
  uint from_last = n - 1u - i;
  return i < 4u ? i : from_last < 5u ? 8u - from_last : uint(PHOTOPIC_GLARE_ENDS);
}

float inverse_coverage_of(uint level, uint axis, uint i, uint n) {
  uint end = end_of(i, n);
  if (end == uint(PHOTOPIC_GLARE_ENDS)) return 1.0;
  return TABLES.inverse_coverage[(2u * level + axis) * uint(PHOTOPIC_GLARE_ENDS) + end];
}

/// 1 / coverage of a texel, times the level's weight.
float weight_of(uint level, float weight, uvec2 texel, uvec2 extent) {
  return weight * inverse_coverage_of(level, 0u, texel.x, extent.x) *
         inverse_coverage_of(level, 1u, texel.y, extent.y);
}
#endif
