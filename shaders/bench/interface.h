// SPDX-License-Identifier: MIT
// Parameter blocks, binding numbers and shapes of the benchmark's own kernels, for C++ and GLSL. 4-byte scalars alone.
#ifndef PHOTOPIC_BENCH_INTERFACE_H
#define PHOTOPIC_BENCH_INTERFACE_H

#ifdef __cplusplus
#include <cstdint>
namespace bench::gpu {
using uint = std::uint32_t;
#endif

// ---- read_strided, read_blocks: every texel of an image is read, nothing is made of it ----
#define BENCH_READ_IMAGE 0  // texture2D
#define BENCH_READ_SINK 1   // buffer, written if a sum is BENCH_IMPOSSIBLE_SUM: never
#define BENCH_READ_INVOCATIONS 256
#define BENCH_READ_STEP_SIDE 16      // texels that a workgroup reads at once, side
#define BENCH_READ_BLOCK_SIDE 32     // 2 x 2 steps, four texels for each invocation
#define BENCH_READ_TILE_SIDE 64      // read_strided: 2 x 2 blocks
#define BENCH_READ_WORKGROUPS 1056u  // read_strided: at most; 8 for each of 132 multiprocessors
#define BENCH_IMPOSSIBLE_SUM -1.0    // no channel is negative

struct ReadImageParams {
  uint width;  // texels
  uint height;
  uint tiles_x;  // the rest: read_strided alone
  uint tiles_y;
  uint stride_x;  // from one tile of a workgroup to its next: workgroups % tiles_x
  uint stride_y;  // workgroups / tiles_x
};

// ---- read_buffer: every word of a buffer is read ----
#define BENCH_READ_BUFFER_WORDS 0  // buffer of uvec4
#define BENCH_READ_BUFFER_SINK 1
#define BENCH_READ_BUFFER_INVOCATIONS 256
#define BENCH_READ_BUFFER_VECTORS 8          // uvec4s for each invocation
#define BENCH_IMPOSSIBLE_WORD 1u             // 8 equal words add up to an even number
#define BENCH_READ_BUFFER_GROUP_BYTES 32768  // 256 * 8 * 16

// ---- produce: one image is copied to another ----
#define BENCH_PRODUCE_SOURCE 0  // texture2D
#define BENCH_PRODUCE_TARGET 1  // image2D of the same size, format PRODUCE_FORMAT
#define BENCH_PRODUCE_GROUP_SIDE 16

// ---- copy: every texel goes to another image of the same size, in 8 bits a channel; tiles of COPY_WIDTH x COPY_HEIGHT
// ----
#define BENCH_COPY_SOURCE 0  // texture2D
#define BENCH_COPY_TARGET 1  // image2D, rgba8

#ifdef __cplusplus
static_assert(sizeof(ReadImageParams) == 24);
static_assert(BENCH_READ_BUFFER_GROUP_BYTES == BENCH_READ_BUFFER_INVOCATIONS * BENCH_READ_BUFFER_VECTORS * 16);
}  // namespace bench::gpu
#endif
#endif
