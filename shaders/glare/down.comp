// SPDX-License-Identifier: MIT
// Next coarser level of a level or, with FROM_HDR, the first one of the HDR image.
// A workgroup filters columns of its tile as it reads them, in registers, and rows in shared memory.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "glare/interface.h"

layout(local_size_x = PHOTOPIC_GLARE_DOWN_INVOCATIONS) in;

layout(set = 0, binding = PHOTOPIC_GLARE_DOWN_SOURCE) uniform sampler2D source;
layout(set = 0, binding = PHOTOPIC_GLARE_DOWN_TARGET, LEVEL_FORMAT) uniform writeonly image2D target;
layout(set = 0, binding = PHOTOPIC_GLARE_DOWN_TABLES, std430) readonly buffer Tables { GlareTables tables; };
layout(set = 0, binding = PHOTOPIC_GLARE_DOWN_LIGHT, std430) buffer Light { GlareLight light[]; };
layout(push_constant, std430) uniform Push { GlareDownParams pc; };
#define TABLES tables
#include "glare/taps.glsl"
#ifdef FROM_HDR
#define SOURCE_ORIGIN ivec2(pc.source_x, pc.source_y)
#else
#define SOURCE_ORIGIN ivec2(0)
#endif

const uint kWidth = PHOTOPIC_GLARE_DOWN_WIDTH;
const uint kHeight = PHOTOPIC_GLARE_DOWN_HEIGHT;
const uint kColumns = 2u * kWidth + 6u;  // of finer texels that the tile reads
const uint kRun = 4u;                    // texels of a column that an invocation makes
const uint kReach = 2u * kRun + 6u;      // finer texels that it reads for them

// Even columns, then odd ones: lanes of a warp read side by side. Rows begin a bank further.
const uint kEven = kColumns / 2u + 1u;
const uint kRowWords = 2u * kEven - 1u;
shared float red[kHeight * kRowWords];
shared float green[kHeight * kRowWords];
shared float blue[kHeight * kRowWords];

uint place_of(uint column, uint row) { return row * kRowWords + (column & 1u) * kEven + (column >> 1u); }

uvec2 corner;    // of the tile in the level

/// Of the source's rectangle.
vec3 inner_texel(ivec2 texel) { return texelFetch(source, SOURCE_ORIGIN + texel, 0).rgb; }

/// Nothing outside of the rectangle is read.
vec3 texel_or_nothing(ivec2 texel) {
  ivec2 inside = clamp(texel, ivec2(0), ivec2(pc.width, pc.height) - 1);
  vec3 color = inner_texel(inside);
  return texel != inside ? vec3(0.0) : color;
}

#ifdef FROM_HDR
#include "glare/first_level.glsl"
#else
const uint kBelow = 4u;  // groups of the level below, of each group
shared GlareLight light_below[kBelow];
GlareLight own = GlareLight(0.0, 0.0, 0.0);  // of one of them

/// Asks for the light of the groups below this one, which the texels' way takes longer than.
void begin_light() {
  uvec2 group = 2u * gl_WorkGroupID.xy + uvec2(gl_LocalInvocationIndex & 1u, gl_LocalInvocationIndex >> 1u);
  if (gl_LocalInvocationIndex < kBelow && group.x < pc.groups_x && group.y < pc.groups_y) {
    own = light[pc.light_from + group.y * pc.groups_x + group.x];
  }
}

/// Before the barrier behind the columns.
void share_light() {
  if (gl_LocalInvocationIndex < kBelow) light_below[gl_LocalInvocationIndex] = own;
}

/// Behind it.
void add_light() {
  if (gl_LocalInvocationIndex != 0u) return;
  GlareLight sum = light_below[0];
  for (uint i = 1u; i < kBelow; ++i) {
    sum.removed += light_below[i].removed;
    sum.total += light_below[i].total;
    sum.source += light_below[i].source;
  }
  light[pc.light_to + gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x] = sum;
}
#endif

void main() {
  set_taps(pc.kernel);
  corner = gl_WorkGroupID.xy * uvec2(kWidth, kHeight);
  ivec2 first = 2 * ivec2(corner) - 3;  // of what it reads in the source's rectangle
  bool is_border = any(lessThan(first, ivec2(0))) ||
                   any(greaterThan(first + 2 * ivec2(kWidth, kHeight) + 6, ivec2(pc.width, pc.height)));
  begin_light();
  uint column = gl_LocalInvocationIndex % kColumns;
  uint run = gl_LocalInvocationIndex / kColumns * kRun;
  ivec2 begin = first + ivec2(column, 2u * run);
  vec3 v[kReach];
  if (is_border) {
    for (uint i = 0u; i < kReach; ++i) v[i] = texel_or_nothing(begin + ivec2(0, i));
  } else {
    for (uint i = 0u; i < kReach; ++i) v[i] = inner_texel(begin + ivec2(0, i));
  }
#ifdef FROM_HDR
  // Bits order as floats do, and those of what is negative, infinite or no number are larger than all.
  uvec3 largest = uvec3(0u);
  for (uint i = 0u; i < kReach; ++i) largest = max(largest, floatBitsToUint(v[i]));
  if (kMeasures != 0u || max(largest.r, max(largest.g, largest.b)) > floatBitsToUint(most)) {
    // Each texel of the source is some tile's own, once.
    bool is_own_column = column >= 3u && column < 3u + 2u * kWidth;
    for (uint i = 0u; i < kReach; ++i) {
      v[i] = limited(counted(v[i]), begin + ivec2(0, i), is_own_column && i >= 3u && i < 3u + 2u * kRun);
    }
  }
#endif
  for (uint i = 0u; i < kRun; ++i) {
    vec3 sum = DOWN_TAPS(v, 2u * i, corner.y + run + i, pc.height);
#ifdef FROM_HDR
    sum *= exposure;
#endif
    uint place = place_of(column, run + i);
    red[place] = sum.r;
    green[place] = sum.g;
    blue[place] = sum.b;
  }
  share_light();
  barrier();
  uvec2 extent = (uvec2(pc.width, pc.height) + 1u) / 2u;
  uint x = gl_LocalInvocationIndex % 32u;
  for (uint y = gl_LocalInvocationIndex / 32u; y < kHeight; y += uint(PHOTOPIC_GLARE_DOWN_INVOCATIONS) / 32u) {
    uvec2 texel = corner + uvec2(x, y);
    if (x >= kWidth || any(greaterThanEqual(texel, extent))) continue;
    vec3 w[8];
    for (uint i = 0u; i < 8u; ++i) {
      uint place = place_of(2u * x + i, y);
      w[i] = vec3(red[place], green[place], blue[place]);
    }
    imageStore(target, ivec2(texel), vec4(DOWN_TAPS(w, 0, texel.x, pc.width), 0.0));
  }
  add_light();
}
