// SPDX-License-Identifier: MIT
// Weight of a texel in the measurement: a product of whatever PHOTOPIC_SPEC_WEIGHTS names, quantised to
// 1 / PHOTOPIC_WEIGHT_ONE. What is left out costs nothing, since the constant is known when the pipeline is made.

// The includer has WEIGHTS, WEIGHT_TABLES (a MeterTables), and the samplers mask, depth and classes.

bool has_weight(uint weight) { return (WEIGHTS & weight) != 0u; }

/// `texel` counts from the top-left of the metered rectangle of `extent` texels, `source` from that of the image.
uint weight_of(uvec2 texel, uvec2 extent, uvec2 source, float luminance) {
  float weight = 1.0;
  vec2 position = vec2(texel) + 0.5;
  if (has_weight(PHOTOPIC_WEIGHT_CENTRE | PHOTOPIC_WEIGHT_SPOT)) {
    vec2 from_centre = position - 0.5 * vec2(extent);
    float half_diagonals_squared = dot(from_centre, from_centre) / (0.25 * dot(vec2(extent), vec2(extent)));
    if (has_weight(PHOTOPIC_WEIGHT_CENTRE)) weight *= exp(-half_diagonals_squared * WEIGHT_TABLES.centre_falloff);
    if (has_weight(PHOTOPIC_WEIGHT_SPOT) && half_diagonals_squared > WEIGHT_TABLES.spot_radius_squared) weight = 0.0;
  }
  if (has_weight(PHOTOPIC_WEIGHT_ELLIPSE)) {
    vec2 from_centre = (position / vec2(extent) - vec2(WEIGHT_TABLES.ellipse_x, WEIGHT_TABLES.ellipse_y)) *
                       vec2(WEIGHT_TABLES.ellipse_inverse_radius_x, WEIGHT_TABLES.ellipse_inverse_radius_y);
    float distance = length(from_centre);
    float inner = 1.0 - WEIGHT_TABLES.ellipse_softness;
    weight *= distance <= inner ? 1.0 : distance >= 1.0 ? 0.0 : 1.0 - smoothstep(inner, 1.0, distance);
  }
  if (has_weight(PHOTOPIC_WEIGHT_MASK)) {
    uvec2 size = uvec2(textureSize(mask, 0));
    float value = texelFetch(mask, ivec2(min(uvec2(position / vec2(extent) * vec2(size)), size - 1u)), 0).r;
    weight *= nclamp(value, 0.0, 1.0);
  }
  if (has_weight(PHOTOPIC_WEIGHT_DEPTH)) {
    float value = texelFetch(depth, ivec2(source), 0).r;
    if (!(value >= WEIGHT_TABLES.depth_min && value <= WEIGHT_TABLES.depth_max)) weight = 0.0;
  }
  if (has_weight(PHOTOPIC_WEIGHT_CLASSES)) {
    uint value = min(texelFetch(classes, ivec2(source), 0).r, PHOTOPIC_CLASS_WORDS * 32u - 1u);
    if ((WEIGHT_TABLES.classes[value >> 5u] >> (value & 31u) & 1u) == 0u) weight = 0.0;
  }
  if (has_weight(PHOTOPIC_WEIGHT_WINDOW)) {
    if (!(luminance >= WEIGHT_TABLES.window_min && luminance <= WEIGHT_TABLES.window_max)) weight = 0.0;
  }
  return uint(weight * float(PHOTOPIC_WEIGHT_ONE) + 0.5);
}
