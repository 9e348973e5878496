// SPDX-License-Identifier: MIT
// Scaled pictures: each texel of the attachment shows the four nearest texels of the picture, mixed bilinearly in the
// light that they show. A mix of light before the tone map would make lights grow and leave their edges jagged: a
// hundredth of a lamp of 1000 is white. The includer has `draw` and `pc`.
layout(constant_id = PHOTOPIC_SPEC_SCALED) const uint kScaled = 0u;

/// Four texels of the picture around a place in it.
struct Four {
  ivec2 first;  // the upper left one, counted from the picture's corner; may lie outside
  vec2 share;   // weight of the right ones, and of the lower ones
};

/// Around a texel of the attachment, counted from where the picture begins. Whole numbers: floats would be off by a
/// thousandth of a texel far from the corner. They fit: an attachment has at most 32768 texels a side, a picture 65535.
Four four_around(ivec2 texel) {
  uvec2 shown = uvec2(draw.shown_width, draw.shown_height);
  // In units of 1 / (2 * shown) texels of the picture; one texel further, so that it isn't below 0.
  uvec2 place = (2u * uvec2(texel) + 1u) * uvec2(pc.width, pc.height) + shown;
  uvec2 second = place / (2u * shown);
  return Four(ivec2(second) - 1, vec2(place - second * (2u * shown)) / vec2(2u * shown));
}

/// Beyond the picture, the nearest texel of it.
uvec2 texel_of_four(Four four, uint i) {
  return uvec2(clamp(four.first + ivec2(i & 1u, i >> 1u), ivec2(0), ivec2(pc.width, pc.height) - 1));
}

float weight_of_four(Four four, uint i) {
  return ((i & 1u) != 0u ? four.share.x : 1.0 - four.share.x) * (i > 1u ? four.share.y : 1.0 - four.share.y);
}
