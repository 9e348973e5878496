// SPDX-License-Identifier: MIT
// Shared part of the pyramid's passes: a workgroup's block of b x b texels becomes one.

shared float sums[kGroupSide * kGroupSide];
const uint kParts = 16u;
shared float part_sums[kParts];

/// Sum over the workgroup, in the first invocation, by two steps of fixed order: the same input gives the same bits.
float block_total(float sum) {
  uint index = gl_LocalInvocationIndex;
  sums[index] = sum;
  barrier();
  if (index < kParts) {
    float part = 0.0;
    for (uint i = index; i < kGroupSide * kGroupSide; i += kParts) part += sums[i];
    part_sums[index] = part;
  }
  barrier();
  float total = 0.0;
  if (index == 0u) {
    for (uint i = 0u; i < kParts; ++i) total += part_sums[i];
  }
  return total;
}

/// Average of this workgroup's block of a level of `source` texels. `by_counts`: each texel weighs as much as it covers
/// of the image, the last column and row `edge` of the others; the missing texels count nothing, so that values stay in
/// the range of what they average. Else they count as 0, as published, which a factor undoes in the end.
float block_average(float total, uvec2 source, vec2 edge, bool by_counts) {
  uvec2 block = uvec2(kGroupSide * PHOTOPIC_REDUCE_TEXELS_PER_INVOCATION_SIDE);
  if (!by_counts) return total / float(block.x * block.y);
  uvec2 first = gl_WorkGroupID.xy * block;
  vec2 covered = vec2(min(block, source - first));
  if (first.x + block.x >= source.x) covered.x += edge.x - 1.0;
  if (first.y + block.y >= source.y) covered.y += edge.y - 1.0;
  return total / (covered.x * covered.y);
}

/// What the last pass makes of its average: invalid texels were added as 0 and weigh nothing.
float finished_mean(float average, float factor_numerator, uint texels, uint invalid_texels) {
  uint valid = texels - invalid_texels;
  return valid > 0u ? average * factor_numerator / float(valid) : 0.0;
}
