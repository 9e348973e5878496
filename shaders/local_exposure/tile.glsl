// SPDX-License-Identifier: MIT
// Sums of a tile of the grid of tone curves, made by the workgroup that reads it. Sums over invocations are of integers,
// so they don't depend on the order. The includer has kSide, texels of a sample, kLanes, among which samples are shared,
// lanes of invocations as in gpu/lanes.glsl, kBranchless, and columns[].
//
// A texel between slices k and k + 1, a fraction f above k, adds a weight of 1 - f to slice k and of f to the next;
// to the sums of weight times what it is above the slice, f (1 - f) and as much below. So weight, f and f (1 - f)
// are added up per interval, each also times x, y and x y of the texel's place in the tile, from which the corners'
// sums follow.
const uint kTile = PHOTOPIC_LOCAL_TILE_SIDE;
const uint kSlices = PHOTOPIC_LOCAL_SLICES;
const uint kIntervals = kSlices - 1u;
const uint kSampleColumns = kTile / kSide;
const uint kRows = kSampleColumns * kSampleColumns / kLanes;  // samples of a lane, one below the other
const uint kBatch = kRows < 2u ? 1u : 2u;                // of which so many are asked for at once

// Of a tile: weight, f, f (1 - f), each times 1, x, y, x y. Several copies, since neighbouring invocations often add to
// the same interval; copies lie side by side, in different banks.
const uint kMoments = 12u;
const uint kCopies = 4u;
shared int moments[kMoments * kIntervals * kCopies];

// Units of the integers. What an invocation adds at once is of up to 64 texels: within 2^22, as whole() needs it.
const float kWeightUnit = 65536.0;  // 2^16
const float kSumUnit = 262144.0;    // 2^18, of f (1 - f), at most 1/4
const float kTileTexels = float(kTile * kTile);

struct Sums {
  float weight, fraction, product;        // of samples in one interval
  float weight_y, fraction_y, product_y;  // times y
};

// 1.5 * 2^23: what is added to it is rounded to an integer, which is in the lowest bits then. Conversions are slower.
const float kWhole = 12582912.0;

/// `value` in units; within 2^22.
int whole(float value, float unit) {
  precise float shifted = fma(value, unit, kWhole);
  return floatBitsToInt(shifted) - floatBitsToInt(kWhole);
}

/// Adds the sums of a column of samples at x.
void flush(Sums sums, float x, uint interval) {
  uint at = interval * kCopies + gl_LocalInvocationIndex % kCopies;
  float values[6] = float[](sums.weight, sums.weight_y, sums.fraction, sums.fraction_y, sums.product, sums.product_y);
  [[unroll]] for (uint i = 0u; i < 6u; ++i) {
    uint moment = i * 2u * kIntervals * kCopies + at;
    float unit = i < 4u ? kWeightUnit : kSumUnit;
    atomicAdd(moments[moment], whole(values[i], unit));
    atomicAdd(moments[moment + kIntervals * kCopies], whole(values[i] * x, unit));
  }
}

// Of a lane's column of samples: added up here as long as it stays in one interval.
uint grid_interval;
Sums grid_sums;

/// Mean of luminances, and how many they are, of their sum.
vec2 averaged(vec2 sum_and_count) {
  return vec2(sum_and_count.y > 0.0 ? sum_and_count.x / sum_and_count.y : 0.0, sum_and_count.y);
}

vec2 averaged_of_four(vec4 luminances) {
  float sum = (luminances.x + luminances.y) + (luminances.z + luminances.w);
  float least = min(min(luminances.x, luminances.y), min(luminances.z, luminances.w));
  if (kBranchless == 0u && least >= 0.0 && is_valid_luminance(sum)) return vec2(0.25 * sum, 4.0);
  vec2 sum_and_count = vec2(0.0);
  for (uint i = 0u; i < 4u; ++i) {
    if (is_valid_luminance(luminances[i])) sum_and_count += vec2(luminances[i], 1.0);
  }
  return averaged(sum_and_count);
}

/// Where a luminance lies among slices; a bit below the last one, so that there is always one above.
float slices_above_first(float luminance, float inverse_pre_exposure) {
  const float kMost = float(kIntervals) * (1.0 - 1.0 / 4194304.0);
  float log2_luminance = log2(max(luminance * inverse_pre_exposure, exp2(-PHOTOPIC_LOCAL_RANGE)));
  return min(log2_luminance + PHOTOPIC_LOCAL_RANGE, kMost);
}

/// Adds a sample, at y and a fraction above its interval's lower slice.
void add(float weight, float fraction, float y, inout Sums sums) {
  float weighted = weight * fraction;
  float product = weighted * (1.0 - fraction);
  sums.weight += weight;
  sums.fraction += weighted;
  sums.product += product;
  sums.weight_y += weight * y;
  sums.fraction_y += weighted * y;
  sums.product_y += product * y;
}

int moment_at(uint moment, uint interval) { return moments[(moment * kIntervals + interval) * kCopies]; }

/// Of the moments of weight (0), f (4) or f (1 - f) (8) in an interval: what belongs to a corner.
int corner_of(uint first, uint interval, uint corner) {
  int all = moment_at(first, interval), x = moment_at(first + 1u, interval);
  int y = moment_at(first + 2u, interval), xy = moment_at(first + 3u, interval);
  int lower = (corner & 1u) != 0u ? xy : y - xy;
  int both = (corner & 1u) != 0u ? x : all - x;
  return (corner & 2u) != 0u ? lower : both - lower;
}

/// Weight and sum of a slice.
vec2 pair_of(uint slice, uint corner) {
  ivec2 pair = ivec2(0);
  if (slice < kIntervals) {
    int fraction = corner_of(4u, slice, corner);
    pair = ivec2(corner_of(0u, slice, corner) - fraction, corner_of(8u, slice, corner));
  }
  if (slice > 0u) pair += ivec2(corner_of(4u, slice - 1u, corner), -corner_of(8u, slice - 1u, corner));
  return vec2(pair) / (kTileTexels * vec2(kWeightUnit, kSumUnit));
}

/// Weight and sum of log2 luminances, of all slices.
vec2 total_of(uint corner) {
  vec2 total = vec2(0.0);
  for (uint i = 0u; i < kIntervals; ++i) {
    vec2 of_interval = vec2(corner_of(0u, i, corner), corner_of(4u, i, corner)) / (kTileTexels * kWeightUnit);
    total += vec2(of_interval.x, (float(i) - PHOTOPIC_LOCAL_RANGE) * of_interval.x + of_interval.y);
  }
  return total;
}

/// Before a tile's samples; a barrier comes between.
void grid_clear() {
  for (uint i = gl_LocalInvocationIndex; i < kMoments * kIntervals * kCopies; i += kGroup) moments[i] = 0;
}

/// Begins the samples of a lane. Returns the first of its kRows samples, one below the other, in the tile.
uvec2 grid_begin(uint invocation) {
  grid_interval = kIntervals;
  grid_sums = Sums(0.0, 0.0, 0.0, 0.0, 0.0, 0.0);
  return uvec2(invocation % kSampleColumns, invocation / kSampleColumns * kRows);
}

/// Ends the samples of a lane, which were at x.
void grid_end(float x) {
  if (grid_interval < kIntervals) flush(grid_sums, x, grid_interval);
}

/// Its middle, in tiles.
vec2 grid_place(uvec2 sample_) { return (vec2(sample_) + 0.5) * (float(kSide) / float(kTile)); }

/// Adds a sample, a mean and a count as averaged() gives them, at a place in the tile.
void grid_add(vec2 mean_and_count, vec2 place, float inverse_pre_exposure) {
  if (mean_and_count.y == 0.0) return;
  float z = slices_above_first(mean_and_count.x, inverse_pre_exposure);
  precise float shifted = (z - 0.5) + kWhole;
  precise float below = shifted - kWhole;
  uint interval = floatBitsToUint(shifted) - floatBitsToUint(kWhole);
  if (interval != grid_interval) {
    if (grid_interval < kIntervals) flush(grid_sums, place.x, grid_interval);
    grid_interval = interval;
    grid_sums = Sums(0.0, 0.0, 0.0, 0.0, 0.0, 0.0);
  }
  add(mean_and_count.y, z - below, place.y, grid_sums);
}

/// After all samples of a tile. Has barriers.
void grid_write(uint tile_number, bool has_totals) {
  barrier();
  for (uint i = gl_LocalInvocationIndex; i < kMoments * kIntervals; i += kGroup) {
    int sum = 0;
    for (uint copy = 0u; copy < kCopies; ++copy) sum += moments[i * kCopies + copy];
    moments[i * kCopies] = sum;
  }
  barrier();
  const uint kPairs = uint(PHOTOPIC_LOCAL_COLUMN_PAIRS);
  for (uint i = gl_LocalInvocationIndex; i < PHOTOPIC_LOCAL_CORNERS * kPairs; i += kGroup) {
    uint corner = i / kPairs, slice = i % kPairs;
    if (slice == kSlices && !has_totals) continue;
    vec2 pair = slice < kSlices ? pair_of(slice, corner) : total_of(corner);
    columns[tile_number * PHOTOPIC_LOCAL_CORNERS * kPairs + i] = pair;
  }
}
