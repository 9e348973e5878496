// SPDX-License-Identifier: MIT
// A level in place: its mean times its weight, and what the transposed kernel makes of up to three coarser levels at
// once. The last of them holds such a sum already, those between their means.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "glare/interface.h"

#define GROUP_INVOCATIONS PHOTOPIC_GLARE_UP_INVOCATIONS
#include "gpu/lanes.glsl"

layout(set = 0, binding = PHOTOPIC_GLARE_UP_COARSE) uniform sampler2D coarse_1;
layout(set = 0, binding = PHOTOPIC_GLARE_UP_COARSE + 1) uniform sampler2D coarse_2;
layout(set = 0, binding = PHOTOPIC_GLARE_UP_COARSE + 2) uniform sampler2D coarse_3;
layout(set = 0, binding = PHOTOPIC_GLARE_UP_LEVEL, LEVEL_FORMAT) uniform image2D level;
layout(set = 0, binding = PHOTOPIC_GLARE_UP_TABLES, std430) readonly buffer Tables { GlareTables tables; };
layout(set = 0, binding = PHOTOPIC_GLARE_UP_ROWS, std430) readonly buffer Rows { GlareUpRows up; };
layout(push_constant, std430) uniform Push { GlareUpParams pc; };
#define TABLES tables
#define UP_ROWS up.rows
#define UP_GROUP kGroup
#define UP_WIDTH PHOTOPIC_GLARE_UP_WIDTH
#define UP_HEIGHT PHOTOPIC_GLARE_UP_HEIGHT
const uint kFrom2 = (UP_WIDTH / 2 + 6) * UP_HEIGHT;  // places of sums in shared memory
const uint kFrom3 = kFrom2 + (UP_WIDTH / 4 + 6) * UP_HEIGHT;
#define UP_WORDS (kFrom3 + (UP_WIDTH / 8 + 6) * UP_HEIGHT)
// Invocations that begin with the second and the third level, while others read the first: warps of their own.
const uint kFirst2 = kLaneCount == 1u ? 96u : 0u;
const uint kFirst3 = kLaneCount == 1u ? 160u : 0u;

vec3 up_coarse_at(uint steps, ivec2 texel);
#include "glare/up.glsl"

vec3 up_coarse_at(uint steps, ivec2 texel) {
  vec3 color = steps == 1u ? texelFetch(coarse_1, texel, 0).rgb
                           : steps == 2u ? texelFetch(coarse_2, texel, 0).rgb : texelFetch(coarse_3, texel, 0).rgb;
  if (steps == pc.steps) return color;
  uint index = pc.level + steps;
  uvec2 extent = ((uvec2(pc.width, pc.height) - 1u) >> steps) + 1u;
  return color * weight_of(index, tables.weights[index], uvec2(texel), extent);
}

uint first_row(uint steps) { return pc.kernel * PHOTOPIC_GLARE_UP_ROW_COUNT + PHOTOPIC_GLARE_UP_FIRST_ROW(steps); }

uint first_of_last(uint steps, uint n) {
  return first_row(steps) + PHOTOPIC_GLARE_UP_LAST_ROW(steps, n & ((1u << steps) - 1u));
}

vec3 up_in_row(uint steps, uint from, uvec2 place, uint texel, uint n) {
  return up_at(steps, from, place, up_weights(steps, texel, n, first_row(steps), first_of_last(steps, n)));
}

/// What coarser levels add to a texel of the tile. `has_n`: the level n steps up.
void sum_up(uint invocation, uvec2 corner, uvec2 extent, bool has_1, bool has_2, bool has_3) {
  float weight = tables.weights[pc.level];
  uvec2 place = uvec2(invocation % uint(UP_WIDTH), invocation / uint(UP_WIDTH));
  uvec2 texel = corner + place;
  if (any(greaterThanEqual(texel, extent))) return;
  vec3 sum = vec3(0.0);
  if (weight != 0.0) sum = imageLoad(level, ivec2(texel)).rgb * weight_of(pc.level, weight, texel, extent);
  if (has_1) sum += up_in_row(1u, 0u, place, texel.x, extent.x);
  if (has_2) sum += up_in_row(2u, kFrom2, place, texel.x, extent.x);
  if (has_3) sum += up_in_row(3u, kFrom3, place, texel.x, extent.x);
  imageStore(level, ivec2(texel), vec4(sum, 0.0));
}

void main() {
  uvec2 extent = uvec2(pc.width, pc.height);
  uvec2 corner = gl_WorkGroupID.xy * uvec2(UP_WIDTH, UP_HEIGHT);
  set_taps(pc.kernel);
  bool has_1 = pc.steps == 1u || tables.weights[pc.level + 1u] != 0.0;
  bool has_2 = pc.steps == 2u || (pc.steps == 3u && tables.weights[pc.level + 2u] != 0.0);
  bool has_3 = pc.steps == 3u;
  if (has_1) up_begin_near(0u, 0u, corner, extent);
  if (has_2) up_begin_far(kFirst2, 2u, kFrom2, corner, extent, first_row(2u), first_of_last(2u, extent.y));
  if (has_3) up_begin_far(kFirst3, 3u, kFrom3, corner, extent, first_row(3u), first_of_last(3u, extent.y));
  barrier();
  EACH_LANE(sum_up(INVOCATION_OF_LANE, corner, extent, has_1, has_2, has_3);)
}
