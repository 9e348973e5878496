// SPDX-License-Identifier: MIT
// Layouts of 256 or 128 invocations on texels that are read at once. Blocks of 8 x 4 texels for every 32 invocations:
// what is read at once lies together.

/// On a square of PHOTOPIC_STEP_SIDE texels.
uvec2 texel_of_invocation(uint invocation) {
  return uvec2((invocation & 7u) | (invocation >> 2u & 8u), (invocation >> 3u & 3u) | (invocation >> 4u & 12u));
}

/// On PHOTOPIC_METER_BAND_ROWS rows: in every second 16 of 128 texels.
uvec2 band_texel_of_invocation(uint invocation) {
  return uvec2((invocation & 7u) | (invocation >> 2u & 8u) | (invocation >> 1u & 96u), invocation >> 3u & 3u);
}

/// 128 invocations on 32 x 4 texels.
uvec2 strip_texel_of_invocation(uint invocation) {
  return uvec2((invocation & 7u) | (invocation >> 2u & 24u), invocation >> 3u & 3u);
}
