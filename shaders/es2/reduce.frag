// SPDX-License-Identifier: MIT
// Sums of square blocks of ES2_REDUCE_BLOCK_SIDE values a side: every value counts once, at any size. Texels that
// a block has beyond the border are left out by selection.
uniform vec2 source_size;

void main() {
  vec2 first = floor(position) * float(ES2_REDUCE_BLOCK_SIDE);
  float total = 0.0;
  for (int y = 0; y < ES2_REDUCE_BLOCK_SIDE; ++y) {
    float row = 0.0;  // summed by itself: fewer roundings one after another
    for (int x = 0; x < ES2_REDUCE_BLOCK_SIDE; ++x) {
      vec2 texel = first + vec2(float(x), float(y));
      float value = value_of(texel);
      row += texel.x < source_size.x && texel.y < source_size.y ? value : 0.0;
    }
    total += row;
  }
  gl_FragColor = encode(total);
}
