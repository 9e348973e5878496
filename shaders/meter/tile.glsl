// SPDX-License-Identifier: MIT
// Layout of 256 invocations on a square of PHOTOPIC_STEP_SIDE texels.

/// Blocks of 8 x 4 texels for every 32 invocations: what is read at once lies together.
uvec2 texel_of_invocation(uint invocation) {
  return uvec2((invocation & 7u) | (invocation >> 2u & 8u), (invocation >> 3u & 3u) | (invocation >> 4u & 12u));
}
