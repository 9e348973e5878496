// SPDX-License-Identifier: MIT
// Lens on one texel: vignette.

/// The tangent of the angle to the axis is |place| times that of half the vertical field of view.
void lens(inout SceneTexel texel, LensParams params) {
  texel.color *= exp2(params.falloff * log2(1.0 + dot(texel.place, texel.place) * params.tangent_half_squared));
}
