// SPDX-License-Identifier: MIT
// Next coarser level of a level or, with FROM_HDR, the first one of the HDR image.
// A workgroup filters columns of its tile as it reads them, in registers, and rows in shared memory.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "glare/interface.h"

layout(local_size_x = PHOTOPIC_GLARE_INVOCATIONS) in;

layout(set = 0, binding = PHOTOPIC_GLARE_DOWN_SOURCE) uniform sampler2D source;
layout(set = 0, binding = PHOTOPIC_GLARE_DOWN_TARGET, LEVEL_FORMAT) uniform writeonly image2D target;
layout(set = 0, binding = PHOTOPIC_GLARE_DOWN_TABLES, std430) readonly buffer Tables { GlareTables tables; };
layout(set = 0, binding = PHOTOPIC_GLARE_DOWN_LIGHT, std430) buffer Light { GlareLight light[]; };
layout(push_constant, std430) uniform Push { GlareDownParams pc; };
#define TABLES tables
#include "glare/taps.glsl"

const uint kWidth = PHOTOPIC_GLARE_DOWN_WIDTH;
const uint kHeight = PHOTOPIC_GLARE_DOWN_HEIGHT;
const uint kColumns = 2u * kWidth + 6u;  // of finer texels that the tile reads
const uint kRun = 4u;                    // texels of a column that an invocation makes
const uint kReach = 2u * kRun + 6u;      // finer texels that it reads for them
const uint kHalf = kColumns / 2u + 1u;   // even columns, then odd ones: a warp's texels lie side by side

shared float red[kHeight * 2u * kHalf];
shared float green[kHeight * 2u * kHalf];
shared float blue[kHeight * 2u * kHalf];

uint place_of(uint column, uint row) { return row * (2u * kHalf) + (column & 1u) * kHalf + (column >> 1u); }

#ifdef FROM_HDR
#include "glare/first_level.glsl"
#else
/// Of the source's rectangle; nothing outside of it is read.
vec3 light_at(ivec2 texel, bool is_own) {
  ivec2 last = ivec2(pc.width, pc.height) - 1;
  vec3 color = texelFetch(source, clamp(texel, ivec2(0), last), 0).rgb;
  return all(equal(texel, clamp(texel, ivec2(0), last))) ? color : vec3(0.0);
}

/// The light of the groups below this one.
void add_light() {
  if (gl_LocalInvocationIndex != 0u) return;
  GlareLight sum = GlareLight(0.0, 0.0, 0.0);
  uvec2 first = 2u * gl_WorkGroupID.xy;
  for (uint y = first.y; y < min(first.y + 2u, pc.groups_y); ++y) {
    for (uint x = first.x; x < min(first.x + 2u, pc.groups_x); ++x) {
      uint group = pc.light_from + y * pc.groups_x + x;
      sum.removed += light[group].removed;
      sum.total += light[group].total;
      sum.source += light[group].source;
    }
  }
  light[pc.light_to + gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x] = sum;
}
#endif

void main() {
  uvec2 corner = gl_WorkGroupID.xy * uvec2(kWidth, kHeight);  // of the tile in the level
  ivec2 first = 2 * ivec2(corner) - 3;                        // of what it reads in the source's rectangle
  uint column = gl_LocalInvocationIndex % kColumns;
  uint run = gl_LocalInvocationIndex / kColumns * kRun;
#ifdef FROM_HDR
  begin_light();
#endif
  vec3 v[kReach];
  for (uint i = 0u; i < kReach; ++i) {
    uint row = 2u * run + i;
    // Each texel of the source is some tile's own, once.
    bool is_own = column >= 3u && column < 3u + 2u * kWidth && i >= 3u && i < 3u + 2u * kRun;
    v[i] = light_at(first + ivec2(column, row), is_own);
  }
  for (uint i = 0u; i < kRun; ++i) {
    vec3 sum = DOWN_TAPS(v, 2u * i, corner.y + run + i, pc.height);
    uint place = place_of(column, run + i);
    red[place] = sum.r;
    green[place] = sum.g;
    blue[place] = sum.b;
  }
  barrier();
  uvec2 extent = (uvec2(pc.width, pc.height) + 1u) / 2u;
  uint x = gl_LocalInvocationIndex % 32u;
  for (uint y = gl_LocalInvocationIndex / 32u; y < kHeight; y += uint(PHOTOPIC_GLARE_INVOCATIONS) / 32u) {
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
