// SPDX-License-Identifier: MIT
// Lens on one texel: vignette.

/// The tangent of the angle to the axis is |place| times that of half the vertical field of view.
void lens(inout SceneTexel texels[TEXELS_AT_ONCE], LensParams params) {
  EACH_TEXEL(i) {
    float squared = dot(texels[i].place, texels[i].place);
    float left = exp2(params.falloff * log2(1.0 + squared * params.tangent_half_squared));
    texels[i].color *= left;
    texels[i].direct = left;
  }
}
