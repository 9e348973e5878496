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
layout(set = 0, binding = PHOTOPIC_ACUITY_DOWN_EXPOSURE, std430) readonly buffer Exposure { float current_exposure; };
layout(push_constant, std430) uniform Push { AcuityDownParams pc; };

/// Light and 1, or zeros.
vec4 light_at(uvec2 texel, float exposure) {
  const float kMost = 65504.0;
  uvec2 picture = uvec2(pc.width, pc.height);
  vec3 color = texelFetch(hdr, ivec2(uvec2(pc.source_x, pc.source_y) + min(texel, picture - 1u)), 0).rgb;
  vec3 row = vec3(pc.luminance_of_red, pc.luminance_of_green, pc.luminance_of_blue);
  bool counts = all(lessThan(texel, picture)) && is_valid_luminance(dot(row, color));
  return counts ? vec4(nclamp(color * exposure, vec3(-kMost), vec3(kMost)), 1.0) : vec4(0.0);
}

layout(constant_id = PHOTOPIC_SPEC_ACUITY_GATHERS) const uint kGathers = 0u;

/// The usual case, of four texels that all count. False: some don't, and `mean` is nothing.
bool gather_mean(uvec2 corner, float exposure, out vec3 mean) {
  const float kMost = 65504.0;
  mean = vec3(0.0);
  if (any(greaterThan(corner + 2u, uvec2(pc.width, pc.height)))) return false;
  vec2 place = vec2(uvec2(pc.source_x, pc.source_y) + corner + 1u) / vec2(textureSize(hdr, 0));
  vec4 red = textureGather(hdr, place, 0), green = textureGather(hdr, place, 1), blue = textureGather(hdr, place, 2);
  vec4 luminance = red * pc.luminance_of_red + green * pc.luminance_of_green + blue * pc.luminance_of_blue;
  // NaN and infinity are in the sum; a negative luminance is in the least one.
  float least = nmin(nmin(luminance.x, luminance.y), nmin(luminance.z, luminance.w));
  float sum = (luminance.x + luminance.y) + (luminance.z + luminance.w);
  if (!(least >= 0.0) || !is_valid_luminance(sum)) return false;
  mat4x3 colors = transpose(mat3x4(red, green, blue));
  for (int i = 0; i < 4; ++i) mean += 0.25 * nclamp(colors[i] * exposure, vec3(-kMost), vec3(kMost));
  return true;
}

void average(uint invocation, float exposure) {
  const uvec2 kTile = uvec2(PHOTOPIC_ACUITY_DOWN_WIDTH, PHOTOPIC_ACUITY_DOWN_HEIGHT);
  uvec2 texel = gl_WorkGroupID.xy * kTile + uvec2(invocation % kTile.x, invocation / kTile.x);
  uvec2 corner = 2u * texel;
  if (kGathers != 0u) {
    vec3 mean;
    if (gather_mean(corner, exposure, mean)) {
      store(1u, texel, uvec2(pc.width, pc.height), vec4(mean, 4.0));
      return;
    }
  }
  vec4 sum = light_at(corner, exposure) + light_at(corner + uvec2(1u, 0u), exposure) +
             light_at(corner + uvec2(0u, 1u), exposure) + light_at(corner + 1u, exposure);
  store(1u, texel, uvec2(pc.width, pc.height), vec4(sum.rgb / max(sum.a, 1.0), sum.a));
}

void main() {
  float exposure = current_exposure * pc.inverse_pre_exposure;  // of the image's colour
  if (!(exposure > 0.0 && exposure < 3.0e38)) exposure = 0.0;
  EACH_LANE(average(INVOCATION_OF_LANE, exposure);)
}
