// SPDX-License-Identifier: MIT
// Averages of 2 x 2 texels of the HDR image, exposed. Texels that the meter doesn't count don't count.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "photopic/interface.h"
#include "acuity/interface.h"
#include "acuity/store.glsl"
#include "meter/color.glsl"

#define GROUP_INVOCATIONS (PHOTOPIC_ACUITY_DOWN_WIDTH * PHOTOPIC_ACUITY_DOWN_HEIGHT)
#include "gpu/lanes.glsl"

layout(set = 0, binding = PHOTOPIC_ACUITY_DOWN_HDR) uniform sampler2D hdr;
layout(set = 0, binding = PHOTOPIC_ACUITY_DOWN_EXPOSURE, std430) readonly buffer Exposure {
  float current_exposure;
  uint state_after[PHOTOPIC_STATE_ADAPTED_LUMINANCE];  // only with has_state
};
layout(set = 0, binding = PHOTOPIC_ACUITY_DOWN_TABLE, std430) writeonly buffer Table {
  uint copied[PHOTOPIC_STATE_NIGHT];
  NightTable table;
};
layout(push_constant, std430) uniform Push { AcuityDownParams pc; };

float dark_below;  // luminance of the image

/// The luminance from which acuity_of() of the final pass returns a share of 0, with room for its roundings.
float find_dark_below() {
  const float kRoom_ev = 0.02, kAll = 3.0e38;
  if (pc.least_share == 0.0) return kAll;
  float adapted = pc.luminance_times_exposure / current_exposure;
  if (pc.has_state != 0u) adapted = uintBitsToFloat(state_after[PHOTOPIC_STATE_ADAPTED_LUMINANCE - 1]);
  float adapted_log2 = log2(nclamp(adapted * pc.cd_m2_per_unit, 1e-12, 1e12));
  float above = pc.limit_log2 + kRoom_ev - (1.0 - pc.local_adaptation) * adapted_log2;
  if (pc.local_adaptation == 0.0) return above > 0.0 ? kAll : 0.0;
  float own_log2 = min(above / pc.local_adaptation, 100.0);
  return exp2(own_log2) / (pc.cd_m2_per_unit * pc.inverse_pre_exposure * pc.least_share);
}

/// Whether the meter has read the picture in this frame, and found no texel that the final pass may blur. The state has
/// luminances of the scene.
bool is_nothing_dark() {
  if (pc.has_least == 0u || state_after[PHOTOPIC_STATE_INVALID_TEXELS - 1] != 0u) return false;
  float least = uintBitsToFloat(state_after[PHOTOPIC_STATE_MIN_LUMINANCE - 1]);
  return least >= dark_below * pc.inverse_pre_exposure;
}

/// Light and 1, or zeros. `is_dark`: the final pass may blur the texel, which is in the picture. Effects may leave
/// something of one that doesn't count.
vec4 light_at(uvec2 texel, float exposure, inout bool is_dark) {
  const float kMost = 65504.0;
  uvec2 picture = uvec2(pc.width, pc.height);
  vec3 color = texelFetch(hdr, ivec2(uvec2(pc.source_x, pc.source_y) + min(texel, picture - 1u)), 0).rgb;
  vec3 row = vec3(pc.luminance_of_red, pc.luminance_of_green, pc.luminance_of_blue);
  bool is_inside = all(lessThan(texel, picture));
  float luminance = dot(row, color);
  bool counts = is_inside && is_valid_luminance(luminance);
  is_dark = is_dark || (is_inside && !(luminance >= dark_below && counts));
  return counts ? vec4(nclamp(color * exposure, vec3(-kMost), vec3(kMost)), 1.0) : vec4(0.0);
}

layout(constant_id = PHOTOPIC_SPEC_ACUITY_GATHERS) const uint kGathers = 0u;

/// The usual case, of four texels that all count. False: some don't, and the others are nothing.
bool gather_mean(uvec2 corner, float exposure, out vec3 mean, out bool is_dark) {
  const float kMost = 65504.0;
  mean = vec3(0.0);
  is_dark = false;
  if (any(greaterThan(corner + 2u, uvec2(pc.width, pc.height)))) return false;
  vec2 place = vec2(uvec2(pc.source_x, pc.source_y) + corner + 1u) / vec2(textureSize(hdr, 0));
  vec4 red = textureGather(hdr, place, 0), green = textureGather(hdr, place, 1), blue = textureGather(hdr, place, 2);
  vec4 luminance = red * pc.luminance_of_red + green * pc.luminance_of_green + blue * pc.luminance_of_blue;
  // NaN and infinity are in the sum; a negative luminance is in the least one.
  float least = nmin(nmin(luminance.x, luminance.y), nmin(luminance.z, luminance.w));
  float sum = (luminance.x + luminance.y) + (luminance.z + luminance.w);
  if (!(least >= 0.0) || !is_valid_luminance(sum)) return false;
  is_dark = least < dark_below;
  mat4x3 colors = transpose(mat3x4(red, green, blue));
  for (int i = 0; i < 4; ++i) mean += 0.25 * nclamp(colors[i] * exposure, vec3(-kMost), vec3(kMost));
  return true;
}

void average(uint invocation, float exposure) {
  const uvec2 kTile = uvec2(PHOTOPIC_ACUITY_DOWN_WIDTH, PHOTOPIC_ACUITY_DOWN_HEIGHT);
  uvec2 texel = gl_WorkGroupID.xy * kTile + uvec2(invocation % kTile.x, invocation / kTile.x);
  uvec2 corner = 2u * texel;
  bool is_dark = false;
  if (kGathers != 0u) {
    vec3 mean;
    if (gather_mean(corner, exposure, mean, is_dark)) {
      store(1u, texel, uvec2(pc.width, pc.height), vec4(mean, is_dark ? 4.0 + kMayBlur : 4.0));
      return;
    }
  }
  vec4 sum = light_at(corner, exposure, is_dark) + light_at(corner + uvec2(1u, 0u), exposure, is_dark) +
             light_at(corner + uvec2(0u, 1u), exposure, is_dark) + light_at(corner + 1u, exposure, is_dark);
  float alpha = is_dark ? sum.a + kMayBlur : sum.a;
  store(1u, texel, uvec2(pc.width, pc.height), vec4(sum.rgb / max(sum.a, 1.0), alpha));
}

void main() {
  dark_below = find_dark_below();
  bool is_day = is_nothing_dark();
  if (gl_LocalInvocationIndex == 0u && gl_WorkGroupID.xy == uvec2(0u)) {
    table.acuity_finds = is_day ? PHOTOPIC_ACUITY_DAY : PHOTOPIC_ACUITY_NOTHING;
  }
  if (is_day) return;
  float exposure = current_exposure * pc.inverse_pre_exposure;  // of the image's colour
  if (!(exposure > 0.0 && exposure < 3.0e38)) exposure = 0.0;
  EACH_LANE(average(INVOCATION_OF_LANE, exposure);)
}
