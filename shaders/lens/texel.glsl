// SPDX-License-Identifier: MIT
// Lens on one texel: vignette.

/// `color` is scene-linear, `place` as place_in() gives it: the tangent of the angle to the axis is |place| times that
/// of half the vertical field of view.
vec3 lens(vec3 color, vec2 place, LensParams params) {
  return color * exp2(params.falloff * log2(1.0 + dot(place, place) * params.tangent_half_squared));
}
