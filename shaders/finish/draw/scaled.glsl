// SPDX-License-Identifier: MIT
// Pictures in another number of texels of the attachment: each of these shows the four texels of the picture nearest to
// it, mixed by their distance, in the light that they show. Light before the tone map would make lights grow and leave
// their edges jagged: a share of one in a hundred of a lamp of 1000 is white. The includer has `draw` and `pc`.
layout(constant_id = PHOTOPIC_SPEC_SCALED) const uint kScaled = 0u;

/// Four texels of the picture around a place in it.
struct Four {
  ivec2 first;  // the upper left one, from the picture's corner; may lie outside
  vec2 share;   // of the right ones, and of the lower ones
};

/// Around a texel of the attachment, counted from where the picture begins.
Four four_around(ivec2 texel) {
  vec2 texels = vec2(pc.width, pc.height) / vec2(draw.shown_width, draw.shown_height);  // for each of the attachment
  vec2 place = (vec2(texel) + 0.5) * texels - 0.5;
  vec2 first = floor(place);
  return Four(ivec2(first), place - first);
}

/// Beyond the picture, the nearest texel of it.
uvec2 texel_of_four(Four four, uint i) {
  return uvec2(clamp(four.first + ivec2(i & 1u, i >> 1u), ivec2(0), ivec2(pc.width, pc.height) - 1));
}

float weight_of_four(Four four, uint i) {
  return ((i & 1u) != 0u ? four.share.x : 1.0 - four.share.x) * (i > 1u ? four.share.y : 1.0 - four.share.y);
}
