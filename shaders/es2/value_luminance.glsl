// SPDX-License-Identifier: MIT
// Values of reduce.frag over a picture of scene-linear BT.709: log2 luminance over the lower limit, so that black adds
// nothing and is told from the rest, or, with COUNT, 1 for each valid texel.
uniform sampler2D red;
uniform sampler2D green;
uniform sampler2D blue;
uniform vec2 red_scale;
uniform vec2 log2_limits;
uniform vec2 luminance_limits;  // 2^ of them

float value_of(vec2 texel) {
  vec2 at = centre_of(texel, red_scale);
  vec4 r = texture2D(red, at), g = texture2D(green, at), b = texture2D(blue, at);
  float luminance = luminance_bt709(vec3(decode(r), decode(g), decode(b)));
  bool is_valid = is_finite(r) && is_finite(g) && is_finite(b) && luminance >= 0.0;
#ifdef COUNT
  float value = 1.0;
#else
  float value = log2(clamp(luminance, luminance_limits.x, luminance_limits.y));
  value = clamp(value, log2_limits.x, log2_limits.y) - log2_limits.x;
#endif
  return is_valid ? value : 0.0;
}
