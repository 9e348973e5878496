// SPDX-License-Identifier: MIT
// The colour attachment that a picture is drawn in. The includer has finish/store.glsl, and sRGB's curve.
layout(location = 0) out vec4 drawn;

#ifdef MAX_CODE
layout(constant_id = PHOTOPIC_SPEC_SRGB_TARGET) const uint kSrgbTarget = 0u;

/// The attachment's own curve makes the code of it again.
vec3 drawn_color(vec3 code) {
  return kSrgbTarget != 0u ? linear_of_srgb_extended(code) : code;
}
#else
vec3 drawn_color(vec3 stored) { return stored; }
#endif
