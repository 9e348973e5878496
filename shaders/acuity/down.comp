// SPDX-License-Identifier: MIT
// Averages of 2, 4 and 8 texels a side of the HDR image, exposed. Texels that the meter doesn't count don't count.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "photopic/interface.h"
#include "acuity/interface.h"
#include "acuity/levels.glsl"
#include "meter/color.glsl"

const uint kSide = PHOTOPIC_ACUITY_SIDE;
layout(local_size_x = PHOTOPIC_ACUITY_SIDE, local_size_y = PHOTOPIC_ACUITY_SIDE) in;

layout(set = 0, binding = PHOTOPIC_ACUITY_DOWN_HDR) uniform sampler2D hdr;
layout(set = 0, binding = PHOTOPIC_ACUITY_DOWN_LEVELS, rgba16f) uniform writeonly image2D levels;
layout(set = 0, binding = PHOTOPIC_ACUITY_DOWN_EXPOSURE, std430) readonly buffer Exposure { float current_exposure; };
layout(push_constant, std430) uniform Push { AcuityDownParams pc; };

shared vec4 sums[kSide * kSide];  // of light, and of texels

/// Light and 1, or zeros.
vec4 light_at(uvec2 texel, float exposure) {
  const float kMost = 65504.0;
  if (any(greaterThanEqual(texel, uvec2(pc.width, pc.height)))) return vec4(0.0);
  vec3 color = texelFetch(hdr, ivec2(uvec2(pc.source_x, pc.source_y) + texel), 0).rgb;
  vec3 row = vec3(pc.luminance_of_red, pc.luminance_of_green, pc.luminance_of_blue);
  if (!is_valid_luminance(dot(row, color))) return vec4(0.0);
  return vec4(clamp(color * exposure, vec3(-kMost), vec3(kMost)), 1.0);
}

void store(uint level, uvec2 texel, vec4 sum) {
  uvec2 picture = uvec2(pc.width, pc.height);
  if (any(greaterThanEqual(texel, acuity_extent(level, picture)))) return;
  imageStore(levels, ivec2(acuity_corner(level, picture) + texel), vec4(sum.rgb / max(sum.a, 1.0), 1.0));
}

void main() {
  float exposure = current_exposure * pc.inverse_pre_exposure;  // of the image's colour
  if (!(exposure > 0.0 && exposure < 3.0e38)) exposure = 0.0;
  uvec2 own = gl_LocalInvocationID.xy;
  uvec2 texel = gl_WorkGroupID.xy * kSide + own;
  vec4 sum = light_at(2u * texel, exposure) + light_at(2u * texel + uvec2(1u, 0u), exposure) +
             light_at(2u * texel + uvec2(0u, 1u), exposure) + light_at(2u * texel + 1u, exposure);
  store(1u, texel, sum);
  sums[gl_LocalInvocationIndex] = sum;
  for (uint level = 2u; level <= PHOTOPIC_ACUITY_LEVELS; ++level) {
    uint side = kSide >> (level - 1u);  // of what the workgroup makes of it
    bool makes = all(lessThan(own, uvec2(side)));
    barrier();
    if (makes) {
      uint place = 2u * own.y * (2u * side) + 2u * own.x;
      sum = sums[place] + sums[place + 1u] + sums[place + 2u * side] + sums[place + 2u * side + 1u];
      store(level, gl_WorkGroupID.xy * side + own, sum);
    }
    barrier();
    if (makes) sums[own.y * side + own.x] = sum;
  }
}
