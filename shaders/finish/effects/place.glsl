// SPDX-License-Identifier: MIT
// Place of a texel in the picture, for effects that depend on it.

/// The picture that a texel is a part of, in texels of the HDR image.
struct Picture {
  vec2 centre;
  float inverse_half_height;
};

Picture make_picture(ivec2 corner, uvec2 extent) {
  Picture picture;
  picture.centre = vec2(corner) + 0.5 * vec2(extent);
  picture.inverse_half_height = 2.0 / float(extent.y);
  return picture;
}

/// From the picture's centre to a texel's, in half heights of the picture.
vec2 place_in(Picture picture, uvec2 texel) {
  return (vec2(texel) + 0.5 - picture.centre) * picture.inverse_half_height;
}
