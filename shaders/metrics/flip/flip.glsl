// SPDX-License-Identifier: MIT
// Colours of FLIP (Andersson et al. 2020, "FLIP: a difference evaluator for alternating images"), in units in which its
// filters need no offsets and factors: Y is luma in [0, 1], Cx and Cz are differences of XYZ over the white point. The
// paper's are 116 Y - 16, 500 Cx and 200 Cz.
#include "metrics/flip/interface.h"

layout(constant_id = PHOTOPIC_METRICS_SPEC_FLIP_RADIUS) const int kRadius = PHOTOPIC_METRICS_FLIP_RADIUS;

const vec3 kWhite = vec3(0.950428545, 1.0, 1.088900371);  // D65
// Linear BT.709 to XYZ over the white point, the rows.
const vec3 kToX = vec3(10135552.0, 8788810.0, 4435075.0) / 24577794.0 / kWhite.x;
const vec3 kToY = vec3(2613072.0, 8788810.0, 887015.0) / 12288897.0;
const vec3 kToZ = vec3(1425312.0, 8788810.0, 70074185.0) / 73733382.0 / kWhite.z;

vec3 normalised_xyz(vec3 rgb) { return vec3(dot(kToX, rgb), dot(kToY, rgb), dot(kToZ, rgb)); }

vec3 opponent_of(vec3 rgb) { return vec3(dot(kToY, rgb), dot(kToX - kToY, rgb), dot(kToY - kToZ, rgb)); }

vec3 rgb_of_opponent(vec3 opponent) {
  vec3 xyz = vec3(opponent.x + opponent.y, opponent.x, opponent.x - opponent.z) * kWhite;
  return vec3(dot(vec3(3.241003275, -1.537398934, -0.498615861), xyz),
              dot(vec3(-0.969224334, 1.875930071, 0.041554224), xyz),
              dot(vec3(0.055639423, -0.204011202, 1.057148933), xyz));
}

/// [0, 1]; 0 for NaN, too.
float on_display(float value) { return value > 0.0 ? min(value, 1.0) : 0.0; }
vec3 on_display(vec3 value) { return vec3(on_display(value.r), on_display(value.g), on_display(value.b)); }
