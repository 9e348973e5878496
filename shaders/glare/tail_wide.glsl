// SPDX-License-Identifier: MIT
// Glare's tail with one copy of each step's code for all levels. It takes more shared memory than the other way: a step's
// half rows have memory of their own. A frame runs the pass once, in one workgroup, from cold instruction caches: short
// code is fast code. Part of tail.comp.

// Weights and coverage of all levels, and the light of the level's groups, read once.
const uint kCoverages = uint(PHOTOPIC_GLARE_MAX_LEVELS * 2 * PHOTOPIC_GLARE_ENDS);
const uint kGroups = 48u;  // of a level of kSide x kSide texels: 3 x 16
shared float wide_weights[kChunks != 0u ? PHOTOPIC_GLARE_MAX_LEVELS : 1];
shared float wide_coverage[kChunks != 0u ? kCoverages : 1u];
shared GlareLight wide_light[kChunks != 0u ? kGroups : 1u];

float wide_coverage_at(uint index, uint axis, uint i, uint n) {
  uint end = end_of(i, n);
  return end == uint(PHOTOPIC_GLARE_ENDS) ? 1.0 : wide_coverage[(2u * index + axis) * uint(PHOTOPIC_GLARE_ENDS) + end];
}

float wide_weight_at(uint index, uvec2 texel, uvec2 extent) {
  return wide_weights[index] * wide_coverage_at(index, 0u, texel.x, extent.x) *
         wide_coverage_at(index, 1u, texel.y, extent.y);
}

/// x % n and x / n without a division of integers: `inverse` is 1 / n, and x at most kTexels.
uvec2 split(uint x, uint n, float inverse) {
  uint quotient = uint((float(x) + 0.5) * inverse);
  return uvec2(x - quotient * n, quotient);
}

/// Of the k-th level from the image's.
uvec2 extent_of(uint k) { return (uvec2(pc.width, pc.height) + ((1u << k) - 1u)) >> k; }

void wide_report(vec3 coarsest, uint index) {
  GlareLight picture = GlareLight(0.0, 0.0, 0.0);
  [[dont_unroll]] for (uint i = 0u; i < pc.groups; ++i) {
    picture.removed += wide_light[i].removed;
    picture.total += wide_light[i].total;
    picture.source += wide_light[i].source;
  }
  write_state(picture, coarsest, wide_coverage_at(index, 0u, 0u, 1u) * wide_coverage_at(index, 1u, 0u, 1u));
}

/// `width` texels from `first` on of rows of the coarser level to scratch memory, from the image's level.
void wide_rows_of_image(uvec2 extent, uint first, uint width) {
  const uint kWideRun = 4u;  // texels that an invocation makes of a row
  uint runs = (width + kWideRun - 1u) / kWideRun;
  float inverse = 1.0 / float(runs);
  [[dont_unroll]] for (uint task = gl_LocalInvocationIndex; task < extent.y * runs; task += kGroup) {
    uvec2 at = split(task, runs, inverse);
    uint x = at.x * kWideRun;
    vec3 v[2u * kWideRun + 6u];
    [[unroll]] for (uint i = 0u; i < 2u * kWideRun + 6u; ++i) v[i] = image_at(2 * int(first + x) - 3 + int(i), int(at.y));
    [[unroll]] for (uint i = 0u; i < kWideRun; ++i) {
      if (x + i < width) set_texel(kScratch + at.y * width + x + i, DOWN_TAPS(v, 2u * i, first + x + i, extent.x));
    }
  }
}

/// The same from a level at `from`.
void wide_rows(uint from, uvec2 extent, uint first, uint width) {
  float inverse = 1.0 / float(width);
  [[dont_unroll]] for (uint texel = gl_LocalInvocationIndex; texel < width * extent.y; texel += kGroup) {
    uvec2 at = split(texel, width, inverse);
    set_texel(kScratch + texel, down_of_line(from + at.y * extent.x, 1u, first + at.x, extent.x));
  }
}

/// Down from the image's level, in chunks of columns. Returns the place of the coarsest level, `last`.
uint wide_down(out uint last) {
  uvec2 extent = extent_of(0u);
  uvec2 coarse = extent_of(1u);
  uint from = 0u;   // place of the finer level, and of the coarser one
  uint place = 0u;
  uint first = 0u;  // column of the coarser one
  last = 1u;
  [[dont_unroll]] while (true) {
    uint width = min(kChunk, coarse.x - first);
    if (last == 1u) {
      wide_rows_of_image(extent, first, width);
    } else {
      wide_rows(from, extent, first, width);
    }
    barrier();
    float inverse = 1.0 / float(width);
    [[dont_unroll]] for (uint texel = gl_LocalInvocationIndex; texel < width * coarse.y; texel += kGroup) {
      uvec2 at = split(texel, width, inverse);
      set_texel(place + at.y * coarse.x + first + at.x, down_of_line(kScratch + at.x, width, at.y, extent.y));
    }
    barrier();
    first += width;
    if (first < coarse.x) continue;
    if (all(equal(coarse, uvec2(1u)))) return place;
    first = 0u;
    from = place;
    place += coarse.x * coarse.y;
    extent = coarse;
    ++last;
    coarse = extent_of(last);
  }
  return place;
}

/// From level k, at `place`, up to the image's: adds each level to the finer one, whose weight comes with it.
void wide_up(uint place, uint k) {
  [[dont_unroll]] while (k != 0u) {
    --k;
    uvec2 extent = extent_of(k);
    uvec2 coarse = extent_of(k + 1u);
    uint finer = place - extent.x * extent.y;  // unless it is the image's
    [[dont_unroll]] for (uint first = 0u; first < extent.x; first += 2u * kChunk) {
      uint width = min(2u * kChunk, extent.x - first);
      float inverse = 1.0 / float(width);
      [[dont_unroll]] for (uint texel = gl_LocalInvocationIndex; texel < width * coarse.y; texel += kGroup) {
        uvec2 at = split(texel, width, inverse);
        set_texel(kScratch + texel, up_of_line(place + at.y * coarse.x, 1u, first + at.x, extent.x));
      }
      barrier();
      [[dont_unroll]] for (uint texel = gl_LocalInvocationIndex; texel < width * extent.y; texel += kGroup) {
        uvec2 at = split(texel, width, inverse);
        uvec2 own_at = uvec2(first + at.x, at.y);
        uint own_place = finer + own_at.y * extent.x + own_at.x;
        vec3 own = k != 0u ? texel_at(own_place) : load_texel(ivec2(own_at));
        vec3 sum = own * wide_weight_at(pc.level + k, own_at, extent) + up_of_line(kScratch + at.x, width, at.y, extent.y);
        if (k != 0u) {
          set_texel(own_place, sum);
        } else {
          store_texel(ivec2(own_at), sum);
        }
      }
      barrier();
    }
    place = finer;
  }
}

void make_wide_tail() {
  uint lane = gl_LocalInvocationIndex;
  if (lane < uint(PHOTOPIC_GLARE_MAX_LEVELS)) wide_weights[lane] = tables.weights[lane];
  [[dont_unroll]] for (uint i = lane; i < kCoverages; i += kGroup) wide_coverage[i] = tables.inverse_coverage[i];
  if (pc.writes_state != 0u && lane < min(pc.groups, kGroups)) wide_light[lane] = light[pc.light_from + lane];
  bool is_one_texel = pc.width * pc.height == 1u;
  uint place = 0u;
  uint last = 0u;
  if (!is_one_texel) {
    place = wide_down(last);
  } else {
    barrier();
  }
  if (lane == 0u) {
    vec3 coarsest = is_one_texel ? load_texel(ivec2(0)) : texel_at(place);
    uint index = pc.level + last;
    if (pc.writes_state != 0u) wide_report(coarsest, index);
    vec3 weighted = coarsest * wide_weight_at(index, uvec2(0u), uvec2(1u));
    if (is_one_texel) {
      store_texel(ivec2(0), weighted);
    } else {
      set_texel(place, weighted);
    }
  }
  if (is_one_texel) return;
  barrier();
  wide_up(place, last);
}
