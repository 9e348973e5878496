// SPDX-License-Identifier: MIT
// Adaptation of mesopic photometry from a NightTable. The includer names both: NIGHT_TABLE, and NIGHT_M, the function.

/// Adaptation of an eye that is adapted to this luminance. `first_log2` and `nodes_per_ev` are the table's, which the
/// includer keeps in registers.
float NIGHT_M(float log2_cd_m2, float first_log2, float nodes_per_ev) {
  const float kLast = float(PHOTOPIC_NIGHT_NODES - 1);
  float node = clamp((log2_cd_m2 - first_log2) * nodes_per_ev, 0.0, kLast);
  uint below = min(uint(node), uint(PHOTOPIC_NIGHT_NODES - 2));
  return mix(NIGHT_TABLE.m[below], NIGHT_TABLE.m[below + 1u], node - float(below));
}
