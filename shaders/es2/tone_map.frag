// SPDX-License-Identifier: MIT
// Tone mapping: picture x exposure -> 8-bit sRGB. TONE_MAPPED, an expression of c, DISPLAY_GAMMA and MAX_INPUT are the
// operator's of photopic/operators.h.
uniform sampler2D red;
uniform sampler2D green;
uniform sampler2D blue;
uniform vec2 red_scale;
uniform sampler2D state;
uniform vec2 state_scale;
uniform vec2 source_size;
uniform float inverse_pre_exposure;
uniform float is_flipped;
uniform float parameters[MAX_PARAMETERS];
#define PARAMETER(i) parameters[i]

/// NaN, and what is below 0, to 0; what is above the operator's largest input, to that.
float in_domain(float exposed) {
  if (!(exposed > 0.0)) return 0.0;
  return MAX_INPUT == 0.0 ? exposed : min(exposed, MAX_INPUT);
}

/// IEC 61966-2-1, rounded to the nearest code.
float srgb(float display) {
  float linear = clamp(display, 0.0, 1.0);
  if (DISPLAY_GAMMA != 1.0) linear = pow(linear, DISPLAY_GAMMA);
  float encoded = linear <= 0.0031308 ? 12.92 * linear : 1.055 * pow(linear, 1.0 / 2.4) - 0.055;
  return floor(encoded * 255.0 + 0.5) / 255.0;
}

void main() {
  vec2 texel = floor(position);
  if (is_flipped > 0.5) texel.y = source_size.y - 1.0 - texel.y;
  float exposure = fetch(state, vec2(float(ES2_STATE_EXPOSURE), 0.0), state_scale) * inverse_pre_exposure;
  vec3 c;
  c.r = in_domain(fetch(red, texel, red_scale) * exposure);
  c.g = in_domain(fetch(green, texel, red_scale) * exposure);
  c.b = in_domain(fetch(blue, texel, red_scale) * exposure);
  vec3 mapped = TONE_MAPPED;
  gl_FragColor = vec4(srgb(mapped.r), srgb(mapped.g), srgb(mapped.b), 1.0);
}
