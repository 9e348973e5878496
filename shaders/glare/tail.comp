// SPDX-License-Identifier: MIT
// All levels coarser than the last stored one, in the shared memory of one workgroup, and back up to that one.
#version 450
#extension GL_EXT_control_flow_attributes : require
#extension GL_GOOGLE_include_directive : require
#include "glare/interface.h"

#define GROUP_INVOCATIONS PHOTOPIC_GLARE_INVOCATIONS
#include "gpu/lanes.glsl"
#include "gpu/small_memory.glsl"

layout(set = 0, binding = PHOTOPIC_GLARE_TAIL_LEVEL, LEVEL_FORMAT) uniform image2D level;
layout(set = 0, binding = PHOTOPIC_GLARE_TAIL_TABLES, std430) readonly buffer Tables { GlareTables tables; };
layout(set = 0, binding = PHOTOPIC_GLARE_TAIL_LIGHT, std430) readonly buffer Light { GlareLight light[]; };
layout(set = 0, binding = PHOTOPIC_GLARE_TAIL_STATE, std430) writeonly buffer State { uint state_words[]; };
layout(push_constant, std430) uniform Push { GlareTailParams pc; };
#define TABLES tables
#include "glare/taps.glsl"

layout(constant_id = PHOTOPIC_SPEC_GLARE_CHUNKS) const uint kChunks = 0u;

const uint kSide = PHOTOPIC_GLARE_TAIL_SIDE;
const uint kHalfSide = kSide / 2u;
const uint kHalfTexels = kSide * kHalfSide;  // a level of half rows
// Behind all levels in shared memory: 4 / 3 of the first, at most. With kChunks, half rows of a chunk of the image's level
// are behind them, else in their place.
const uint kScratch = kChunks != 0u ? 2u * kHalfTexels / 3u + 8u : 3u * kHalfTexels / 4u;
const uint kDivisor = kChunks != 0u ? kChunks : 1u;
const uint kTexels = kChunks != 0u ? kScratch + kHalfTexels / kDivisor : kHalfTexels;
const uint kChunk = kHalfSide / kDivisor;  // columns of a coarser level that are made at once
const uint kRun = 5u;                           // texels that an invocation makes of a row of the image
const uint kMost = kSide * kHalfSide / kGroup;  // texels of an invocation, of half rows
const uint kMaxLevels = 7u;                     // 64 to 1

// With little memory, channels are made one after the other; each is in all three components then.
const uint kTurns = kSmallMemory != 0u ? 3u : 1u;
const uint kOtherTexels = kSmallMemory != 0u ? 1u : kTexels;
shared float red[kTexels];
shared float green[kOtherTexels];
shared float blue[kOtherTexels];
uint channel = 0u;

vec3 texel_at(uint place) {
  if (kSmallMemory != 0u) return vec3(red[place]);
  return vec3(red[place], green[place], blue[place]);
}
void set_texel(uint place, vec3 value) {
  red[place] = value.r;
  if (kSmallMemory != 0u) return;
  green[place] = value.g;
  blue[place] = value.b;
}

vec3 load_texel(ivec2 place) {
  vec3 color = imageLoad(level, place).rgb;
  return kSmallMemory != 0u ? vec3(color[channel]) : color;
}

/// Other channels are stored as they are: formats round to what they hold already.
void store_texel(ivec2 place, vec3 value) {
  if (kSmallMemory != 0u) {
    vec3 color = imageLoad(level, place).rgb;
    color[channel] = value[channel];
    value = color;
  }
  imageStore(level, place, vec4(value, 0.0));
}

/// Of a line of n texels in shared memory, `step` apart; 0 outside of it.
vec3 line_at(uint first, uint step, int i, uint n) {
  return uint(i) < n ? texel_at(first + uint(i) * step) : vec3(0.0);
}

/// Texel j of the coarser line.
vec3 down_of_line(uint first, uint step, uint j, uint n) {
  vec3 v[8];
  for (int i = 0; i < 8; ++i) v[i] = line_at(first, step, 2 * int(j) - 3 + i, n);
  return DOWN_TAPS(v, 0, j, n);
}

/// Of a line of `coarse_n` texels beyond its ends.
vec3 end_at(uint first, uint step, int i, uint n, uint coarse_n) {
  int inside = clamp(i, 0, int(coarse_n) - 1);
  return glare_is_dark && i != inside && n > 1u ? vec3(0.0) : texel_at(first + uint(inside) * step);
}

/// Texel i of the finer line of n.
vec3 up_of_line(uint first, uint step, uint i, uint n) {
  uint coarse_n = (n + 1u) / 2u;
  int q = int(i / 2u);
  int side = (i & 1u) == 0u ? -1 : 1;
  return up_taps(end_at(first, step, q + 2 * side, n, coarse_n), end_at(first, step, q + side, n, coarse_n),
                 end_at(first, step, q, n, coarse_n), end_at(first, step, q - side, n, coarse_n));
}

vec3 image_at(int x, int y) {
  return x >= 0 && x < int(pc.width) && y < int(pc.height) ? load_texel(ivec2(x, y)) : vec3(0.0);
}

/// The image's level to the first one in shared memory: rows, then columns.
void down_from_image(uvec2 extent, uvec2 coarse) {
  const uint kRuns = (kHalfSide + kRun - 1u) / kRun;
  for (uint task = gl_LocalInvocationIndex; task < extent.y * kRuns; task += kGroup) {
    uint y = task / kRuns;
    uint first = task % kRuns * kRun;
    if (first >= coarse.x) continue;
    vec3 v[2u * kRun + 6u];
    for (uint i = 0u; i < 2u * kRun + 6u; ++i) v[i] = image_at(2 * int(first) - 3 + int(i), int(y));
    for (uint i = 0u; i < kRun; ++i) {
      uint x = first + i;
      if (x < kHalfSide) set_texel(y * kHalfSide + x, DOWN_TAPS(v, 2u * i, x, extent.x));
    }
  }
  barrier();
  vec3 column[kMost / 2u];
  for (uint i = 0u; i < kMost / 2u; ++i) {
    uint texel = gl_LocalInvocationIndex + i * kGroup;
    uint x = texel % kHalfSide;
    column[i] = down_of_line(x, kHalfSide, texel / kHalfSide, extent.y);
  }
  barrier();
  for (uint i = 0u; i < kMost / 2u; ++i) {
    uint texel = gl_LocalInvocationIndex + i * kGroup;
    uvec2 place = uvec2(texel % kHalfSide, texel / kHalfSide);
    if (all(lessThan(place, coarse))) set_texel(place.y * coarse.x + place.x, column[i]);
  }
  barrier();
}

/// From a level at `from`, of that extent, to the next one at `to`.
void down_in_memory(uint from, uvec2 extent, uint to) {
  uvec2 coarse = (extent + 1u) / 2u;
  for (uint texel = gl_LocalInvocationIndex; texel < coarse.x * extent.y; texel += kGroup) {
    uint y = texel / coarse.x;
    set_texel(kScratch + texel, down_of_line(from + y * extent.x, 1u, texel % coarse.x, extent.x));
  }
  barrier();
  for (uint texel = gl_LocalInvocationIndex; texel < coarse.x * coarse.y; texel += kGroup) {
    uint x = texel % coarse.x;
    set_texel(to + texel, down_of_line(kScratch + x, coarse.x, texel / coarse.x, extent.y));
  }
  barrier();
}

/// Adds the level at `from` to the finer one at `to`, of that extent, whose weight comes with it.
void up_in_memory(uint from, uint to, uvec2 extent, uint index) {
  uvec2 coarse = (extent + 1u) / 2u;
  float weight = tables.weights[index];
  for (uint texel = gl_LocalInvocationIndex; texel < extent.x * coarse.y; texel += kGroup) {
    uint y = texel / extent.x;
    set_texel(kScratch + texel, up_of_line(from + y * coarse.x, 1u, texel % extent.x, extent.x));
  }
  barrier();
  for (uint texel = gl_LocalInvocationIndex; texel < extent.x * extent.y; texel += kGroup) {
    uvec2 place = uvec2(texel % extent.x, texel / extent.x);
    vec3 own = texel_at(to + texel) * weight_of(index, weight, place, extent);
    set_texel(to + texel, own + up_of_line(kScratch + place.x, extent.x, place.y, extent.y));
  }
  barrier();
}

/// Adds the first level in shared memory to the image's.
void up_to_image(uvec2 extent, uvec2 coarse) {
  vec3 row[kMost];
  for (uint i = 0u; i < kMost; ++i) {
    uint texel = gl_LocalInvocationIndex + i * kGroup;
    uint y = min(texel / kSide, coarse.y - 1u);
    row[i] = up_of_line(y * coarse.x, 1u, min(texel % kSide, extent.x - 1u), extent.x);
  }
  barrier();
  for (uint i = 0u; i < kMost; ++i) set_texel(gl_LocalInvocationIndex + i * kGroup, row[i]);
  barrier();
  float weight = tables.weights[pc.level];
  for (uint texel = gl_LocalInvocationIndex; texel < kSide * extent.y; texel += kGroup) {
    uvec2 place = uvec2(texel % kSide, texel / kSide);
    if (place.x >= extent.x) continue;
    vec3 own = load_texel(ivec2(place)) * weight_of(pc.level, weight, place, extent);
    store_texel(ivec2(place), own + up_of_line(place.x, kSide, place.y, extent.y));
  }
}

/// What was scattered and removed of the picture's light. `inverse`: 1 / coverage of the coarsest level, the mean of all
/// texels, from which the light follows that wasn't measured.
void write_state(GlareLight picture, vec3 coarsest, float inverse) {
  if (pc.measures == 0u) {
    vec3 mean = coarsest * inverse;
    picture.source = pc.texels * dot(mean, vec3(tables.luminance_of[0], tables.luminance_of[1], tables.luminance_of[2]));
    picture.total = picture.source + picture.removed;
  }
  bool has_light = picture.total > 0.0;
  state_words[PHOTOPIC_STATE_GLARE_SCATTERED] = floatBitsToUint(has_light ? tables.scattered * (picture.source / picture.total) : 0.0);
  state_words[PHOTOPIC_STATE_GLARE_REMOVED] = floatBitsToUint(has_light ? picture.removed / picture.total : 0.0);
}

void report(vec3 coarsest, uint index) {
  GlareLight picture = GlareLight(0.0, 0.0, 0.0);
  for (uint i = 0u; i < pc.groups; ++i) {
    picture.removed += light[pc.light_from + i].removed;
    picture.total += light[pc.light_from + i].total;
    picture.source += light[pc.light_from + i].source;
  }
  write_state(picture, coarsest,
              inverse_coverage_of(index, 0u, 0u, 1u) * inverse_coverage_of(index, 1u, 0u, 1u));
}

vec3 coarsest;  // of the first invocation: channels of all turns

/// Of a turn.
void make_tail() {
  uvec2 extents[kMaxLevels];
  uint places[kMaxLevels];
  extents[0] = uvec2(pc.width, pc.height);
  places[0] = 0u;
  uint count = 1u;  // of levels, with the image's
  while (any(greaterThan(extents[count - 1u], uvec2(1u)))) {
    extents[count] = (extents[count - 1u] + 1u) / 2u;
    places[count] = count == 1u ? 0u : places[count - 1u] + extents[count - 1u].x * extents[count - 1u].y;
    if (count == 1u) {
      down_from_image(extents[0], extents[1]);
    } else {
      down_in_memory(places[count - 1u], extents[count - 1u], places[count]);
    }
    ++count;
  }
  uint last = count - 1u;
  if (gl_LocalInvocationIndex == 0u) {
    vec3 own = last == 0u ? load_texel(ivec2(0)) : texel_at(places[last]);
    if (kSmallMemory != 0u) {
      coarsest[channel] = own[channel];
    } else {
      coarsest = own;
    }
    uint index = pc.level + last;
    if (pc.writes_state != 0u && channel + 1u >= kTurns) report(coarsest, index);
    vec3 weighted = own * weight_of(index, tables.weights[index], uvec2(0u), uvec2(1u));
    if (last == 0u) {
      store_texel(ivec2(0), weighted);
    } else {
      set_texel(places[last], weighted);
    }
  }
  if (last == 0u) return;
  barrier();
  for (uint i = last - 1u; i > 0u; --i) up_in_memory(places[i + 1u], places[i], extents[i], pc.level + i);
  up_to_image(extents[0], extents[1]);
}

#include "glare/tail_wide.glsl"

void main() {
  set_taps(pc.kernel);
  if (kChunks != 0u) {
    make_wide_tail();
  } else if (kTurns == 1u) {
    make_tail();
  } else {
    for (channel = 0u; channel < kTurns; ++channel) {
      if (channel != 0u) barrier();  // the shared memory is free
      make_tail();
    }
  }
}
