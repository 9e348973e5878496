// SPDX-License-Identifier: MIT
// Tone curves of local exposure's grid, as the debug overlay reads them.

/// Of the picture's largest, the nodes of a row of what local exposure keeps; 0 = there is none.
uint local_pitch() { return overlay.params.local_pitch; }

uint local_word(uvec2 node, uint word) {
  return local_nodes[(node.y * local_pitch() + node.x) * PHOTOPIC_LOCAL_NODE_WORDS + word];
}

/// What a node's curve is at a log2 luminance; `first` is 0 for EV, PHOTOPIC_LOCAL_NODE_BASE for the base above it.
float local_at_node(uvec2 node, uint first, float log2_luminance) {
  float z = clamp(log2_luminance, -PHOTOPIC_LOCAL_RANGE, PHOTOPIC_LOCAL_RANGE) + PHOTOPIC_LOCAL_RANGE;
  uint k = min(uint(z), PHOTOPIC_LOCAL_SLICES - 2u);
  float low = uintBitsToFloat(local_word(node, first + k)), high = uintBitsToFloat(local_word(node, first + k + 1u));
  return low + (high - low) * (z - float(k));
}

/// Change of exposure at the node nearest to the place that is looked at.
float local_ev_of_node(float log2_luminance) {
  vec2 texel = vec2(overlay.params.local_x, overlay.params.local_y) * vec2(pc.width, pc.height);
  return local_at_node(uvec2(texel / float(PHOTOPIC_LOCAL_TILE_SIDE) + 0.5), 0u, log2_luminance);
}
