// SPDX-License-Identifier: MIT
// The debug overlay's colours, sRGB-encoded.
const vec3 kTextColor = vec3(0.93);
const vec3 kFaintColor = vec3(0.45);
const vec3 kPanelColor = vec3(0.06, 0.065, 0.08);
const vec3 kUnusedColor = vec3(0.55, 0.12, 0.12);
const vec3 kOverColor = vec3(1.0, 0.15, 0.1);
const vec3 kUnderColor = vec3(0.15, 0.3, 1.0);
const vec3 kInvalidColor = vec3(1.0, 0.0, 1.0);
const vec3 kWeightColor = vec3(1.0, 0.72, 0.2);
const vec3 kAdaptedColor = vec3(1.0);
const vec3 kConeColor = vec3(1.0, 0.65, 0.2);
const vec3 kRodColor = vec3(0.75, 0.5, 1.0);
const vec3 kTargetColor = vec3(0.3, 0.9, 0.4);
const vec3 kSceneColor = vec3(0.35, 0.65, 1.0);
const vec3 kPercentileColor = vec3(1.0, 0.6, 0.15);
const vec3 kLimitColor = vec3(0.95, 0.25, 0.25);
const vec3 kCurveColor = vec3(0.3, 0.9, 0.95);

/// Colours of text, from PHOTOPIC_OVERLAY_INK_TEXT on: what a curve or a mark is drawn in.
const vec3 kInks[PHOTOPIC_OVERLAY_INKS] =
    vec3[](kTextColor, kSceneColor, kTargetColor, kAdaptedColor, kPercentileColor, kCurveColor, kLimitColor,
           kWeightColor, kConeColor, kRodColor, kOverColor, vec3(0.45, 0.55, 1.0), kFaintColor);

/// mix() whose steps compilers of Vulkan and of OpenGL order alike.
vec3 blend(vec3 from, vec3 to, float share) {
  precise vec3 color = from + (to - from) * share;
  return color;
}

/// The same along each diagonal; repeats after 8 dots. Pictures have fewer than 262144 rows.
uint across_falling(uvec2 texel) { return (texel.x + texel.y) / pc.scale & 7u; }
uint across_rising(uvec2 texel) { return (texel.x + 262144u * pc.scale - texel.y) / pc.scale & 7u; }

bool is_hatched(uvec2 texel) { return across_falling(texel) < 2u; }

/// A ramp whose lightness rises from end to end, so that it also reads without colour.
vec3 ramp(float x) {
  const uint kCount = 8u;
  const vec3 kColors[kCount] = vec3[](vec3(0.10, 0.07, 0.28), vec3(0.16, 0.20, 0.58), vec3(0.10, 0.42, 0.70),
                                      vec3(0.09, 0.60, 0.55), vec3(0.36, 0.74, 0.28), vec3(0.78, 0.76, 0.16),
                                      vec3(0.98, 0.72, 0.28), vec3(1.00, 0.92, 0.78));
  float position = clamp(x, 0.0, 1.0) * float(kCount - 1u);
  uint i = min(uint(position), kCount - 2u);
  return blend(kColors[i], kColors[i + 1u], position - float(i));
}

// What lies beyond a range is hatched, so that it isn't told by colour only: over falls to the left, under to the right.
vec3 hatched_over(uvec2 texel) { return is_hatched(texel) ? 0.5 * kOverColor : kOverColor; }
vec3 hatched_under(uvec2 texel) { return across_rising(texel) < 2u ? 0.5 * kUnderColor : kUnderColor; }

/// PQ signal of the brightest channel in colours: greys that end at the first band's, then a colour for each band, whose
/// lightness rises; above the peak, that of over.
vec3 nits_color(float signal, uvec2 texel) {
  uint band = 0u;
  for (uint i = 0u; i < PHOTOPIC_OVERLAY_NITS_BANDS - 1u; ++i) {
    if (signal > overlay.params.nits_band_end[i]) band = i + 1u;
  }
  switch (band) {
    case 0u: return vec3(nmin(signal, 1.0));
    case 1u: return vec3(0.05, 0.50, 0.62);
    case 2u: return vec3(0.28, 0.72, 0.26);
    case 3u: return vec3(0.95, 0.85, 0.20);
    case 4u: return vec3(1.00, 0.95, 0.88);
  }
  return hatched_over(texel);
}

/// EV100 in colours, in steps of one stop; beyond the range in the colours of under and over.
vec3 false_color(float ev100, uvec2 texel) {
  float least = overlay.values[PHOTOPIC_OVERLAY_VALUE_FALSE_TICK];
  float largest = overlay.values[PHOTOPIC_OVERLAY_VALUE_FALSE_TICK + PHOTOPIC_OVERLAY_FALSE_TICKS - 1];
  if (ev100 < least) return hatched_under(texel);
  if (ev100 > largest) return hatched_over(texel);
  float steps = max(ceil(largest - least), 1.0);
  return ramp((nmin(floor(ev100 - least), steps - 1.0) + 0.5) / steps);
}
