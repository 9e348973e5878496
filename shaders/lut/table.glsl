// SPDX-License-Identifier: MIT
// Lookup tables of the host: curves of each channel, then a cube. The includer has TABLE_NODES, a buffer's floats, LOOK,
// the LookParams, and lut/tetrahedron.glsl; with TABLE_NODES_OF_4, the same buffer as vectors of 4.

/// Node `node` of all tables.
vec3 table_node(uint node) {
#ifdef TABLE_NODES_OF_4
  if (LOOK.floats_per_node == 4u) return TABLE_NODES_OF_4[node].xyz;
#endif
  uint first = LOOK.floats_per_node * node;
  return vec3(TABLE_NODES[first], TABLE_NODES[first + 1u], TABLE_NODES[first + 2u]);
}

#define TABLE_VECTOR(member) vec3(table.member[0], table.member[1], table.member[2])

/// Between nodes, from 0 to size - 1; NaN is at the first.
vec3 table_place(vec3 c, vec3 scale, vec3 offset, uint size) {
  return nclamp(c * scale + offset, vec3(0.0), vec3(float(size - 1u)));
}

/// Linear between the nodes of each channel.
vec3 through_curves(LookTableParams table, vec3 c) {
  vec3 place = table_place(c, TABLE_VECTOR(curve_scale), TABLE_VECTOR(curve_offset), table.curve_size);
  vec3 value;
  for (uint i = 0u; i < 3u; ++i) {
    uint node = min(uint(place[i]), table.curve_size - 2u);
    uint word = LOOK.floats_per_node * (table.first_node + node) + i;
    value[i] = mix(TABLE_NODES[word], TABLE_NODES[word + LOOK.floats_per_node], place[i] - float(node));
  }
  return value;
}

/// Between eight nodes. `first`: of the cube.
vec3 trilinear(uint first, vec3 place, uint size) {
  vec3 low = min(floor(place), float(size - 2u));
  vec3 f = place - low;
  uint corner = first + uint(low.r) + size * (uint(low.g) + size * uint(low.b));
  vec3 sides[4];  // red is gone along
  for (uint i = 0u; i < 4u; ++i) {
    uint node = corner + size * (i & 1u) + size * size * (i >> 1u);
    sides[i] = mix(table_node(node), table_node(node + 1u), f.r);
  }
  return mix(mix(sides[0], sides[1], f.g), mix(sides[2], sides[3], f.g), f.b);
}

vec3 through_cube(LookTableParams table, vec3 c) {
  vec3 place = table_place(c, TABLE_VECTOR(cube_scale), TABLE_VECTOR(cube_offset), table.cube_size);
  uint first = table.first_node + table.curve_size;
  if (LOOK.cube_interpolation == PHOTOPIC_CUBE_TRILINEAR) return trilinear(first, place, table.cube_size);
  Tetrahedron at = tetrahedron_at(place, table.cube_size);
  at.nodes += first;
  return table_node(at.nodes[0]) * at.weights[0] + table_node(at.nodes[1]) * at.weights[1] +
         table_node(at.nodes[2]) * at.weights[2] + table_node(at.nodes[3]) * at.weights[3];
}

vec3 through_table(LookTableParams table, vec3 c) {
  if (table.curve_size != 0u) c = through_curves(table, c);
  return table.cube_size != 0u ? through_cube(table, c) : c;
}

// ---- what scene-linear colour becomes before, and back ----

vec3 acescct_of_linear(vec3 c) {
  return mix((log2(max(c, 0.0078125)) + 9.72) / 17.52, 10.5402377416545 * c + 0.0729055341958355,
             lessThanEqual(c, vec3(0.0078125)));
}
vec3 linear_of_acescct(vec3 c) {
  return mix(exp2(c * 17.52 - 9.72), (c - 0.0729055341958355) / 10.5402377416545,
             lessThanEqual(c, vec3(0.155251141552511)));
}

vec3 logc3_of_linear(vec3 c) {
  const float kLog10Of2 = 0.301029995663981;
  return mix((0.247190 * kLog10Of2) * log2(5.555556 * max(c, 0.010591) + 0.052272) + 0.385537,
             5.367655 * c + 0.092809, lessThanEqual(c, vec3(0.010591)));
}
vec3 linear_of_logc3(vec3 c) {
  const float kLog2Of10 = 3.32192809488736;
  return mix((exp2((c - 0.385537) * (kLog2Of10 / 0.247190)) - 0.052272) / 5.555556, (c - 0.092809) / 5.367655,
             lessThanEqual(c, vec3(5.367655 * 0.010591 + 0.092809)));
}

vec3 linlog_of_linear(vec3 c, float gain) {
  return log2(1.0 + max(c, 0.0) * gain) / log2(1.0 + PHOTOPIC_TABLE_LINLOG_MAX * gain);
}
vec3 linear_of_linlog(vec3 c, float gain) {
  return (exp2(c * log2(1.0 + PHOTOPIC_TABLE_LINLOG_MAX * gain)) - 1.0) / gain;
}

vec3 raised(uint curve, vec3 c) {
  if (curve == PHOTOPIC_TABLE_ACESCCT) return acescct_of_linear(c);
  if (curve == PHOTOPIC_TABLE_LOGC3) return logc3_of_linear(c);
  if (curve == PHOTOPIC_TABLE_LINLOG_SDR) return linlog_of_linear(c, PHOTOPIC_TABLE_LINLOG_GAIN_SDR);
  if (curve == PHOTOPIC_TABLE_LINLOG_HDR) return linlog_of_linear(c, PHOTOPIC_TABLE_LINLOG_GAIN_HDR);
  return c;
}

vec3 lowered(uint curve, vec3 c) {
  if (curve == PHOTOPIC_TABLE_ACESCCT) return linear_of_acescct(c);
  if (curve == PHOTOPIC_TABLE_LOGC3) return linear_of_logc3(c);
  if (curve == PHOTOPIC_TABLE_LINLOG_SDR) return linear_of_linlog(c, PHOTOPIC_TABLE_LINLOG_GAIN_SDR);
  if (curve == PHOTOPIC_TABLE_LINLOG_HDR) return linear_of_linlog(c, PHOTOPIC_TABLE_LINLOG_GAIN_HDR);
  return c;
}
