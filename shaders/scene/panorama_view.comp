// SPDX-License-Identifier: MIT
// A perspective view into an equirectangular panorama.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "interface.h"
#include "finish/halves.glsl"

layout(local_size_x = SCENE_PANORAMA_VIEW_GROUP_SIDE, local_size_y = SCENE_PANORAMA_VIEW_GROUP_SIDE) in;

layout(set = 0, binding = SCENE_PANORAMA_VIEW_PANORAMA) uniform sampler2D panorama;
layout(set = 0, binding = SCENE_PANORAMA_VIEW_TARGET, rgba16f) uniform writeonly image2D target;
layout(push_constant, std430) uniform Push { PanoramaViewParams pc; };

const float kPi = 3.14159265358979;

vec3 texel(ivec2 position, ivec2 size) {
  return texelFetch(panorama, ivec2((position.x % size.x + size.x) % size.x, clamp(position.y, 0, size.y - 1)), 0).rgb;
}

/// Bilinear by hand: it wraps round the seam, and needs no filterable format.
vec3 radiance(vec3 direction) {
  ivec2 size = textureSize(panorama, 0);
  vec2 uv = vec2(0.5 + atan(direction.x, -direction.z) / (2.0 * kPi), acos(clamp(direction.y, -1.0, 1.0)) / kPi);
  vec2 position = uv * vec2(size) - 0.5;
  ivec2 base = ivec2(floor(position));
  vec2 f = position - vec2(base);
  vec3 upper = mix(texel(base, size), texel(base + ivec2(1, 0), size), f.x);
  vec3 lower = mix(texel(base + ivec2(0, 1), size), texel(base + ivec2(1, 1), size), f.x);
  return mix(upper, lower, f.y);
}

/// Ray through a point of the target, texels from its upper left corner. The camera looks along -z, y is up.
vec3 ray(vec2 point) {
  vec2 size = vec2(pc.width, pc.height);
  vec2 ndc = (2.0 * point - size) / size.x;
  vec3 d = normalize(vec3(ndc.x * pc.tan_half_fov, -ndc.y * pc.tan_half_fov, -1.0));
  float sp = sin(pc.pitch_rad), cp = cos(pc.pitch_rad);
  d = vec3(d.x, cp * d.y - sp * d.z, sp * d.y + cp * d.z);
  float sy = sin(pc.yaw_rad), cy = cos(pc.yaw_rad);
  return vec3(cy * d.x - sy * d.z, d.y, sy * d.x + cy * d.z);
}

void main() {
  uvec2 position = gl_GlobalInvocationID.xy;
  if (position.x >= pc.width || position.y >= pc.height) return;
  vec3 sum = vec3(0.0);
  for (uint i = 0u; i < pc.samples_per_side * pc.samples_per_side; ++i) {
    vec2 offset = (vec2(i % pc.samples_per_side, i / pc.samples_per_side) + 0.5) / float(pc.samples_per_side);
    sum += radiance(ray(vec2(position) + offset));
  }
  sum /= float(pc.samples_per_side * pc.samples_per_side);
  imageStore(target, ivec2(position), nearest_halves(vec4(sum, 1.0)));
}
