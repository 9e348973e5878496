// SPDX-License-Identifier: MIT
// Stand-in for a renderer: a sky, a chequered ground, and a sun of 5000, scene-linear.
#version 450
layout(push_constant) uniform Push { float time_s; };
layout(location = 0) out vec4 color;

void main() {
  vec2 at = gl_FragCoord.xy;
  vec3 sky = (8.0 + 0.1 * at.y) * vec3(0.6, 0.8, 1.2);
  float tile = mod(floor(at.x / 16.0) + floor(at.y / 12.0), 2.0);
  vec3 ground = mix(0.05, 0.5, tile) * vec3(1.0, 0.8, 0.5);
  color = vec4(at.y < 120.0 ? sky : ground, 1.0);
  if (distance(at, vec2(160.0 + 140.0 * sin(time_s), 50.0)) < 12.0) color.rgb += 5000.0 * vec3(1.0, 0.9, 0.7);
}
