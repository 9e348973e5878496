// SPDX-License-Identifier: MIT
// The environment as it is seen, with the sun's disc.
layout(set = 0, binding = SCENE_FRAME_SKY) uniform sampler2D sky;

/// Part of the pixel that the disc covers.
float disc(vec3 direction) {
  float angle_rad = distance(direction, frame.sun_direction.xyz);  // the chord: as good for so small a disc
  return clamp((frame.sun_disc.w - angle_rad) / max(frame.environment.w, 1e-6) + 0.5, 0.0, 1.0);
}

/// Nits.
vec3 seen_sky(vec3 direction) {
  vec3 nits = textureLod(sky, equirect(direction), frame.environment.y).rgb * frame.environment.x;
  // As blurred as the horizon is between two rows of the map.
  float row_rad = kPi / float(textureSize(sky, 0).y);
  float ground = clamp(0.5 - direction.y / row_rad, 0.0, 1.0);
  return nits + mix(frame.sun_disc.rgb * disc(direction), frame.sunlit_ground.rgb, ground);
}
