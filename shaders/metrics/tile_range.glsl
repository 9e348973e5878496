// SPDX-License-Identifier: MIT
// Tiles that a group goes over, of the picture or of a strip. A group has the same tiles either way, in the same order,
// so that its sums, which go on from strip to strip, are the same to the bit. Needs pc.range and strips.glsl.
#include "metrics/tiles.glsl"

uint first_tile() {
  if (kHasStrips != 0u) return pc.range.first + gl_WorkGroupID.x;
  return gl_WorkGroupID.x;
}

uint end_tile(uvec2 tiles) {
  if (kHasStrips != 0u) return pc.range.end;
  return tiles.x * tiles.y;
}

uint tile_step() {
  if (kHasStrips != 0u) return pc.range.groups;
  return gl_NumWorkGroups.x;
}

/// Whether the group has had tiles in an earlier strip.
bool goes_on() { return kHasStrips != 0u && first_tile() >= pc.range.groups; }

/// First of an invocation's `words` words of state.
uint state_word(uint words, uint invocation) {
  uint group = first_tile() % pc.range.groups;
  return pc.range.state + (group * PHOTOPIC_METRICS_INVOCATIONS + invocation) * words;
}
uint state_word(uint words) { return state_word(words, gl_LocalInvocationIndex); }
