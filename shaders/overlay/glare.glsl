// SPDX-License-Identifier: MIT
// Views of glare: the veil over what is left of the direct light, and how light is spread over angles.

#define UP_ROWS glare_tables.up_rows
#include "glare/up_weights.glsl"

bool has_glare() { return overlay.params.glare.is_on != 0.0; }

/// Of the level so many steps up, with what is beyond the picture.
vec3 glare_level_at(ivec2 texel, uint steps) {
  uvec2 extent = uvec2(pc.width, pc.height);
  ivec2 inside = clamp(texel, ivec2(0), ivec2((extent - 1u) >> steps));
  bvec2 is_lost = bvec2(texel.x != inside.x && extent.x > 1u, texel.y != inside.y && extent.y > 1u);
  bool is_dark = (overlay.params.glare.kernel & PHOTOPIC_GLARE_KERNEL_DARK) != 0u;
  return is_dark && any(is_lost) ? vec3(0.0) : texelFetch(glare_level, inside, 0).rgb;
}

/// What is scattered to a texel, exposed: glare/up.glsl in plain.
vec3 veil_at(uvec2 texel) {
  uint steps = glare_tables.steps;
  UpWeights x = up_weights(steps, texel.x, pc.width, 0u, PHOTOPIC_GLARE_UP_LAST_ROW(steps, 0u));
  UpWeights y = up_weights(steps, texel.y, pc.height, 0u, PHOTOPIC_GLARE_UP_LAST_ROW(steps, 1u));
  float of_x[] = float[](x.a.x, x.a.y, x.a.z, x.a.w, x.b.x, x.b.y, x.b.z);
  float of_y[] = float[](y.a.x, y.a.y, y.a.z, y.a.w, y.b.x, y.b.y, y.b.z);
  ivec2 first = ivec2(texel >> steps) - 3;
  vec3 sum = vec3(0.0);
  [[dont_unroll]] for (int j = 0; j < 7; ++j) {
    [[dont_unroll]] for (int i = 0; i < 7; ++i) {
      float weight = of_x[i] * of_y[j];
      if (weight != 0.0) sum += weight * glare_level_at(first + ivec2(i, j), steps);
    }
  }
  return sum;
}

float exposed_luminance_at(ivec2 texel) {
  ivec2 inside = clamp(texel, ivec2(0), ivec2(pc.width, pc.height) - 1);
  float luminance = scene_luminance(scene_texel(inside).rgb);
  return texel == inside && is_valid_luminance(luminance) ? luminance * state.exposure : 0.0;
}

/// Whether limits take light away before it is scattered.
bool is_glare_removed(uvec2 texel, float exposed) {
  if (exposed > overlay.params.glare.most) return true;
  if (overlay.params.glare.firefly_limit <= 0.0) return false;
  float brightest = 0.0;
  [[dont_unroll]] for (int i = 0; i < 9; ++i) {
    if (i != 4) brightest = nmax(brightest, exposed_luminance_at(ivec2(texel) + ivec2(i % 3, i / 3) - 1));
  }
  return exposed > overlay.params.glare.firefly_limit * brightest;
}

/// EV of the veil over the direct light; hatched where limits take light away.
vec3 glare_color(uvec2 texel, float luminance) {
  if (!is_valid_luminance(luminance)) return kInvalidColor;
  float exposed = luminance * state.exposure;
  vec3 row = vec3(WEIGHT_TABLES.luminance_row[0], WEIGHT_TABLES.luminance_row[1], WEIGHT_TABLES.luminance_row[2]);
  float veil = max(dot(veil_at(texel), row), 0.0);
  float excess_above = overlay.params.glare.excess_above;
  float share = excess_above <= 0.0 ? 1.0 : exposed > excess_above ? 1.0 - excess_above / exposed : 0.0;
  float direct = exposed * (1.0 - overlay.params.glare.scattered * share);
  float ev = veil <= 0.0 ? -PHOTOPIC_OVERLAY_GLARE_MOST_EV
                         : direct <= 0.0 ? PHOTOPIC_OVERLAY_GLARE_MOST_EV : log2(veil / direct);
  vec3 color = diverging(nclamp(ev / PHOTOPIC_OVERLAY_GLARE_MOST_EV, -1.0, 1.0));
  return is_hatched(texel) && is_glare_removed(texel, exposed) ? kOverColor : color;
}

/// Over the logarithm of the angle: shares of levels as bars, the light that they scatter (line), and the CIE's
/// observer (dots).
vec3 glare_plot(uvec2 at, uvec2 size, vec3 under) {
  const uint kColumns = PHOTOPIC_OVERLAY_GLARE_COLUMNS;
  float share = (float(at.x) + 0.5) / float(size.x);
  float height = 1.0 - (float(at.y) + 0.5) / float(size.y);
  vec3 color = under;
  [[dont_unroll]] for (uint i = 0u; i < PHOTOPIC_GLARE_MAX_LEVELS; ++i) {
    float distance = abs(share - overlay.params.glare.level_places[i]) * float(size.x);
    if (distance < 8.0 * float(pc.scale) && height < overlay.params.glare.level_shares[i]) color = kFaintColor;
  }
  float place = share * float(kColumns - 1u);
  uint left = min(uint(place), kColumns - 2u);
  float line = float(pc.scale) / float(size.y);
  float from = overlay.params.glare.chain[left], to = overlay.params.glare.chain[left + 1u];
  float chain = mix(from, to, place - float(left));
  float steep = 0.5 * abs(to - from) * float(kColumns) / float(size.x) * float(pc.scale);
  if (from >= 0.0 && to >= 0.0 && abs(height - chain) < line + steep) color = kCurveColor;
  uint nearest = min(uint(place + 0.5), kColumns - 1u);
  if (nearest % 4u != 0u) return color;
  vec2 from_dot = vec2((place - float(nearest)) / float(kColumns - 1u) * float(size.x),
                       (height - overlay.params.glare.eye[nearest]) * float(size.y));
  bool is_dot = overlay.params.glare.eye[nearest] >= 0.0 && dot(from_dot, from_dot) < 2.3 * float(pc.scale * pc.scale);
  return is_dot ? kWeightColor : color;
}
