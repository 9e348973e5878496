// SPDX-License-Identifier: MIT
// Light of texels of the HDR image, exposed, and what limits take of it. Part of down.comp.
#include "meter/color.glsl"
#include "glare/source.glsl"

layout(constant_id = PHOTOPIC_SPEC_GLARE_MEASURES) const uint kMeasures = 0u;
layout(set = 0, binding = PHOTOPIC_GLARE_DOWN_EXPOSURE, std430) readonly buffer Exposure { float current_exposure; };

shared uint is_removed;  // whether anything is, of the group's own texels
shared GlareLight light_of[PHOTOPIC_GLARE_DOWN_INVOCATIONS];

float exposure;         // of the image's colour
float most;             // of a channel, before exposure
vec3 luminance_of_rgb;  // of the HDR image's primaries
GlareLight own;         // before exposure

void begin_light() {
  exposure = valid_exposure(current_exposure * pc.inverse_pre_exposure);
  most = exposure > 0.0 ? min(tables.most / exposure, 3.0e38) : 0.0;
  luminance_of_rgb = vec3(tables.luminance_of[0], tables.luminance_of[1], tables.luminance_of[2]);
  own = GlareLight(0.0, 0.0, 0.0);
  if (gl_LocalInvocationIndex == 0u) is_removed = kMeasures;
  barrier();
}

float luminance_at(vec3 color) { return dot(color, luminance_of_rgb); }

/// 0 where the meter doesn't count the texel either.
vec3 counted(vec3 color) { return floatBitsToUint(luminance_at(color)) < 0x7f800000u ? color : vec3(0.0); }

/// The largest luminance of the 8 neighbours.
float brightest_neighbour(ivec2 texel) {
  float brightest = 0.0;
  for (int i = 0; i < 9; ++i) {
    if (i != 4) brightest = max(brightest, luminance_at(counted(texel_or_nothing(texel + ivec2(i % 3, i / 3) - 1))));
  }
  return brightest;
}

/// What limits leave of a texel's light.
vec3 limited(vec3 color, ivec2 texel, bool is_own) {
  vec3 result = clamp(color, vec3(-most), vec3(most));
  float luminance = luminance_at(result);
  float removed = any(notEqual(color, result)) ? luminance_at(color) - luminance : 0.0;
  if (kMeasures != 0u && tables.firefly_limit > 0.0 && pc.width * pc.height > 1u) {
    float brightest = tables.firefly_limit * brightest_neighbour(texel);
    if (luminance > brightest) {
      result *= brightest / luminance;
      removed += luminance - brightest;
      luminance = brightest;
    }
  }
  if (is_own) own.removed += removed;
  if (kMeasures != 0u) {
    float share = scattered_share(luminance * exposure, tables.excess_above);
    result *= share;
    if (is_own) own.total += luminance + removed;
    if (is_own) own.source += luminance * share;
  }
  return result;
}

/// Before the barrier behind the columns.
void share_light() {
  if (own.removed > 0.0) is_removed = 1u;
}

/// Behind it: writes the light of the group; in sums of 8 and of those, always in the same order.
void add_light() {
  uint to = pc.light_to + gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
  if (is_removed == 0u) {
    if (gl_LocalInvocationIndex == 0u) light[to] = GlareLight(0.0, 0.0, 0.0);
    return;
  }
  // The exposure may make it infinite.
  light_of[gl_LocalInvocationIndex] = GlareLight(min(own.removed * exposure, 1.0e28), min(own.total * exposure, 1.0e28),
                                                 own.source * exposure);
  barrier();
  for (uint count = PHOTOPIC_GLARE_DOWN_INVOCATIONS; count > 1u; count /= 8u) {
    GlareLight sum = GlareLight(0.0, 0.0, 0.0);
    if (gl_LocalInvocationIndex < count / 8u) {
      for (uint i = 0u; i < 8u; ++i) {
        sum.removed += light_of[8u * gl_LocalInvocationIndex + i].removed;
        sum.total += light_of[8u * gl_LocalInvocationIndex + i].total;
        sum.source += light_of[8u * gl_LocalInvocationIndex + i].source;
      }
    }
    barrier();
    if (gl_LocalInvocationIndex < count / 8u) light_of[gl_LocalInvocationIndex] = sum;
    barrier();
  }
  if (gl_LocalInvocationIndex == 0u) light[to] = light_of[0];
}
