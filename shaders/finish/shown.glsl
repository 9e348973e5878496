// SPDX-License-Identifier: MIT
// Light that texels show, for means of it: an eye adds up the light of dots, whatever numbers they are stored as. The
// includer has finish/stored.glsl.

#ifdef MAX_CODE
#define ENCODED_ONE MAX_CODE  // what encoded_texel() returns for a signal of 1
#else
#define ENCODED_ONE 1.0
#endif

/// Display-linear, of what encoded_texel() returns.
vec4 shown_light(vec4 encoded) { return vec4(decoded(picture_encoding(), encoded.rgb / ENCODED_ONE), encoded.a); }

/// Its inverse.
vec4 encoded_light(vec4 light) { return vec4(signal_in(picture_encoding(), light.rgb) * ENCODED_ONE, light.a); }
