// SPDX-License-Identifier: MIT
// Shared parts of kernels that read every texel: a block of 32 x 32 texels, four fetches for each invocation.

layout(local_size_x = BENCH_READ_INVOCATIONS) in;

layout(set = 0, binding = BENCH_READ_IMAGE) uniform texture2D source;
layout(set = 0, binding = BENCH_READ_SINK, std430) writeonly buffer Sink { float sink; };
layout(push_constant, std430) uniform Push { ReadImageParams pc; };

/// Fetched, not yet looked at: whoever adds it up waits for it.
struct Batch {
  vec3 t0;
  vec3 t1;
  vec3 t2;
  vec3 t3;
};

/// Texel of this invocation within a step of 16 x 16: 8 x 4 texels for every 32 invocations, 2 x 4 of these.
uvec2 position_in_step() {
  uint invocation = gl_LocalInvocationIndex;
  return uvec2(invocation & 7u | invocation >> 2u & 8u, invocation >> 3u & 3u | invocation >> 4u & 12u);
}

vec3 texel_at(uvec2 position) { return texelFetch(source, ivec2(position), 0).rgb; }

vec3 texel_or_zero(uvec2 position) {
  return position.x < pc.width && position.y < pc.height ? texel_at(position) : vec3(0.0);
}

/// The block's four texels of this invocation; what lies outside of the image isn't fetched.
Batch fetch_block(uvec2 corner, uvec2 within) {
  const uint kStep = BENCH_READ_STEP_SIDE;
  uvec2 first = corner + within;
  // The same in all invocations: blocks inside of the image pay for no other test.
  if (corner.x + BENCH_READ_BLOCK_SIDE <= pc.width && corner.y + BENCH_READ_BLOCK_SIDE <= pc.height) {
    return Batch(texel_at(first), texel_at(first + uvec2(kStep, 0u)), texel_at(first + uvec2(0u, kStep)),
                 texel_at(first + kStep));
  }
  return Batch(texel_or_zero(first), texel_or_zero(first + uvec2(kStep, 0u)), texel_or_zero(first + uvec2(0u, kStep)),
               texel_or_zero(first + kStep));
}

float sum_of(Batch batch) {
  vec3 sum = (batch.t0 + batch.t1) + (batch.t2 + batch.t3);
  return sum.r + sum.g + sum.b;
}

/// Without it, the compiler would drop the reads.
void keep(float sum) {
  if (sum == BENCH_IMPOSSIBLE_SUM) sink = sum;
}
