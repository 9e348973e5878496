// SPDX-License-Identifier: MIT
// Light of texels of the HDR image, exposed, and what limits take of it. Part of down.comp.
#include "meter/color.glsl"
#include "glare/source.glsl"

layout(constant_id = PHOTOPIC_SPEC_GLARE_MEASURES) const uint kMeasures = 0u;
layout(set = 0, binding = PHOTOPIC_GLARE_DOWN_EXPOSURE, std430) readonly buffer Exposure { float current_exposure; };

shared uint is_removed;  // whether anything is, of the group's own texels
shared GlareLight light_of[PHOTOPIC_GLARE_INVOCATIONS];

float exposure;
GlareLight own;

void begin_light() {
  exposure = valid_exposure(current_exposure);
  own = GlareLight(0.0, 0.0, 0.0);
  if (gl_LocalInvocationIndex == 0u) is_removed = kMeasures;
  barrier();
}

float luminance_at(vec3 color) {
  return dot(color, vec3(tables.luminance_of[0], tables.luminance_of[1], tables.luminance_of[2]));
}

/// Exposed; 0 where the meter doesn't count the texel either, and outside of the rectangle, which isn't read.
vec3 exposed_at(ivec2 texel) {
  ivec2 inside = clamp(texel, ivec2(0), ivec2(pc.width, pc.height) - 1);
  vec3 color = texelFetch(source, ivec2(pc.source_x, pc.source_y) + inside, 0).rgb;
  return texel == inside && is_valid_luminance(luminance_at(color)) ? color * exposure : vec3(0.0);
}

/// The largest luminance of the 8 neighbours.
float brightest_neighbour(ivec2 texel) {
  float brightest = 0.0;
  for (int i = 0; i < 9; ++i) {
    if (i != 4) brightest = max(brightest, luminance_at(exposed_at(texel + ivec2(i % 3, i / 3) - 1)));
  }
  return brightest;
}

vec3 light_at(ivec2 texel, bool is_own) {
  vec3 color = exposed_at(texel);
  vec3 limited = clamp(color, vec3(-tables.most), vec3(tables.most));
  float luminance = luminance_at(limited);
  // The exposure may have made it infinite.
  float removed = any(notEqual(color, limited)) ? min(luminance_at(color), 1.0e28) - luminance : 0.0;
  if (kMeasures != 0u && tables.firefly_limit > 0.0 && pc.width * pc.height > 1u) {
    float most = tables.firefly_limit * brightest_neighbour(texel);
    if (luminance > most) {
      limited *= most / luminance;
      removed += luminance - most;
      luminance = most;
    }
  }
  if (is_own) own.removed += removed;
  if (kMeasures != 0u) {
    float share = scattered_share(luminance, tables.excess_above);
    limited *= share;
    if (is_own) own.total += luminance + removed;
    if (is_own) own.source += luminance * share;
  }
  return limited;
}

/// Writes the light of the group; in sums of 16 and of those, always in the same order.
void add_light() {
  if (own.removed > 0.0) is_removed = 1u;
  light_of[gl_LocalInvocationIndex] = own;
  barrier();
  uint to = pc.light_to + gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
  if (is_removed == 0u) {
    if (gl_LocalInvocationIndex == 0u) light[to] = GlareLight(0.0, 0.0, 0.0);
    return;
  }
  for (uint count = PHOTOPIC_GLARE_INVOCATIONS; count > 1u; count /= 16u) {
    GlareLight sum = GlareLight(0.0, 0.0, 0.0);
    if (gl_LocalInvocationIndex < count / 16u) {
      for (uint i = 0u; i < 16u; ++i) {
        sum.removed += light_of[16u * gl_LocalInvocationIndex + i].removed;
        sum.total += light_of[16u * gl_LocalInvocationIndex + i].total;
        sum.source += light_of[16u * gl_LocalInvocationIndex + i].source;
      }
    }
    barrier();
    if (gl_LocalInvocationIndex < count / 16u) light_of[gl_LocalInvocationIndex] = sum;
    barrier();
  }
  if (gl_LocalInvocationIndex == 0u) light[to] = light_of[0];
}
