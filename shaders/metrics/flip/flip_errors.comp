// SPDX-License-Identifier: MIT
// FLIP along y, and the error of each pixel. An invocation goes down a run of one column in both pictures.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#include "metrics/flip/flip.glsl"

layout(push_constant, std430) uniform Push { MetricsFlipParams pc; };
#include "metrics/strips.glsl"

#define GROUP_INVOCATIONS PHOTOPIC_METRICS_INVOCATIONS
#include "gpu/lanes.glsl"
const uint kRuns = kGroup / PHOTOPIC_METRICS_FLIP_ERROR_WIDTH;  // along y

layout(set = 0, binding = PHOTOPIC_METRICS_FLIP_ROWS, std430) restrict readonly buffer Rows { vec4 filtered[]; };
layout(set = 0, binding = PHOTOPIC_METRICS_FLIP_ERRORS_TAPS, std430) restrict readonly buffer Taps { vec4 all_taps[]; };
layout(set = 0, binding = PHOTOPIC_METRICS_FLIP_ERRORS, std430) restrict buffer Errors { float errors[]; };

// Names of the 2020 publication.
const float kQc = 0.7;
const float kPc = 0.4;
const float kPt = 0.95;
const float kGreatest = 41.2760986;  // colour distance of green and blue

// ---- one picture, filtered along y ----
// Sums are precise, so that equal pictures have equal results: what would be left of them is magnified. For the same
// reason, and for half the code, one loop goes over the pictures; taps are read before it, in uniform control flow.

/// An invocation's column, and the row at which its run's filters begin, of those that are there.
struct Place {
  uint column;
  int first_row;
};

/// Rows beyond the first and the last are the same as these.
uint sample_of(Place place, uint plane, int at) {
  uint row = uint(clamp(place.first_row + at, 0, int(pc.rows) - 1));
  return (plane * pc.rows + row) * pc.block_width + place.column;
}

/// Lengths of luma's gradient and of its second derivatives.
void see_features(uint image, Place place, vec3 taps[PHOTOPIC_METRICS_FLIP_TAPS], out vec2 features[PHOTOPIC_METRICS_FLIP_RUN]) {
  precise vec4 sums[PHOTOPIC_METRICS_FLIP_RUN];  // first derivative along x, along y; second along x, along y
  [[unroll]] for (int i = 0; i < PHOTOPIC_METRICS_FLIP_RUN; ++i) sums[i] = vec4(0.0);
  [[unroll]] for (int at = 0; at < PHOTOPIC_METRICS_FLIP_RUN + 2 * kRadius; ++at) {
    vec3 row = filtered[sample_of(place, PHOTOPIC_METRICS_FLIP_PLANES * image + 1u, at)].xyz;
    [[unroll]] for (int i = 0; i < PHOTOPIC_METRICS_FLIP_RUN; ++i) {
      int offset = at - kRadius - i;
      if (abs(offset) <= kRadius) {
        vec3 tap = taps[abs(offset)];
        sums[i] = fma(vec4(tap.x, offset < 0 ? -tap.y : tap.y, tap.xz), row.yxzx, sums[i]);
      }
    }
  }
  [[unroll]] for (int i = 0; i < PHOTOPIC_METRICS_FLIP_RUN; ++i) features[i] = vec2(length(sums[i].xy), length(sums[i].zw));
}

vec3 cube_roots(vec3 t) {
  const float delta = 6.0 / 29.0;
  vec3 bright = max(t, delta * delta * delta);
  vec3 root = pow(bright, vec3(1.0 / 3.0));
  root -= (root - bright / (root * root)) / 3.0;  // Newton's step: devices' pow differ, and 116 magnifies it
  return mix(root, t / (3.0 * delta * delta) + 4.0 / 29.0, lessThanEqual(t, vec3(delta * delta * delta)));
}

vec3 hunt_lab_of(vec3 rgb) {
  vec3 root = cube_roots(normalised_xyz(rgb));
  precise float lightness = 116.0 * root.y - 16.0;
  precise vec2 ab = 0.01 * lightness * (vec2(500.0, 200.0) * (root.xy - root.yz));
  return vec3(lightness, ab);
}

/// CIELAB after the Hunt effect, as seen from afar.
void see_colors(uint image, Place place, vec4 taps[PHOTOPIC_METRICS_FLIP_TAPS],
                out vec3 labs[PHOTOPIC_METRICS_FLIP_RUN]) {
  precise vec4 sums[PHOTOPIC_METRICS_FLIP_RUN];  // Y, Cx, both terms of Cz
  [[unroll]] for (int i = 0; i < PHOTOPIC_METRICS_FLIP_RUN; ++i) sums[i] = vec4(0.0);
  [[unroll]] for (int at = 0; at < PHOTOPIC_METRICS_FLIP_RUN + 2 * kRadius; ++at) {
    vec4 row = filtered[sample_of(place, PHOTOPIC_METRICS_FLIP_PLANES * image, at)];
    [[unroll]] for (int i = 0; i < PHOTOPIC_METRICS_FLIP_RUN; ++i) {
      int offset = abs(at - kRadius - i);
      if (offset <= kRadius) sums[i] = fma(taps[offset], row, sums[i]);
    }
  }
  [[unroll]] for (int i = 0; i < PHOTOPIC_METRICS_FLIP_RUN; ++i) {
    precise vec3 rgb = rgb_of_opponent(vec3(sums[i].xy, sums[i].z + sums[i].w));
    labs[i] = hunt_lab_of(on_display(rgb));
  }
}

// ---- errors ----

float power(float base, float exponent) { return base > 0.0 ? pow(base, exponent) : 0.0; }

/// HyAB distance (Abasi et al. 2020), compressed; most of [0, 1] is given to what is below the knee.
float color_error(vec3 one, vec3 other) {
  vec3 difference = abs(one - other);
  float compressed = power(difference.x + length(difference.yz), kQc);
  const float knee = kPc * kGreatest;
  if (compressed < knee) return compressed * (kPt / knee);
  return kPt + (compressed - knee) * ((1.0 - kPt) / (kGreatest - knee));
}

float feature_error(vec2 one, vec2 other) {
  vec2 difference = abs(one - other);
  return sqrt(max(difference.x, difference.y) * sqrt(0.5));
}

/// The difference that the stronger of both detectors sees, [0, 1].
void find_feature_errors(Place place, out float found[PHOTOPIC_METRICS_FLIP_RUN]) {
  vec3 feature_taps[PHOTOPIC_METRICS_FLIP_TAPS];
  [[unroll]] for (int i = 0; i <= kRadius; ++i) feature_taps[i] = all_taps[PHOTOPIC_METRICS_FLIP_TAPS + i].xyz;
  vec2 seen[PHOTOPIC_METRICS_FLIP_RUN], reference[PHOTOPIC_METRICS_FLIP_RUN];  // of the test in the end; of the picture before
  [[dont_unroll]] for (uint image = 0u; image < 2u; ++image) {
    reference = seen;
    see_features(image, place, feature_taps, seen);
  }
  [[unroll]] for (int i = 0; i < PHOTOPIC_METRICS_FLIP_RUN; ++i) found[i] = feature_error(reference[i], seen[i]);
}

/// Features first: of them a number is left, and few registers hold what is to come.
void find_errors(Place place, out float found[PHOTOPIC_METRICS_FLIP_RUN]) {
  find_feature_errors(place, found);
  vec4 color_taps[PHOTOPIC_METRICS_FLIP_TAPS];
  [[unroll]] for (int i = 0; i <= kRadius; ++i) color_taps[i] = all_taps[i];
  vec3 seen[PHOTOPIC_METRICS_FLIP_RUN], reference[PHOTOPIC_METRICS_FLIP_RUN];  // as above
  [[dont_unroll]] for (uint image = 0u; image < 2u; ++image) {
    reference = seen;
    see_colors(image, place, color_taps, seen);
  }
  [[unroll]] for (int i = 0; i < PHOTOPIC_METRICS_FLIP_RUN; ++i) {
    found[i] = on_display(power(color_error(reference[i], seen[i]), 1.0 - found[i]));
  }
}

void main() {
  uint column = gl_WorkGroupID.x * PHOTOPIC_METRICS_FLIP_ERROR_WIDTH + gl_LocalInvocationIndex % PHOTOPIC_METRICS_FLIP_ERROR_WIDTH;
  uint run = gl_WorkGroupID.y * kRuns + gl_LocalInvocationIndex / PHOTOPIC_METRICS_FLIP_ERROR_WIDTH;
  uint y = run * PHOTOPIC_METRICS_FLIP_RUN;
  float found[PHOTOPIC_METRICS_FLIP_RUN];
  find_errors(Place(min(column, pc.block_width - 1u), int(pc.block_y + y) - int(pc.first_row) - kRadius), found);
  if (column >= pc.block_width) return;
  [[unroll]] for (int i = 0; i < PHOTOPIC_METRICS_FLIP_RUN; ++i) {
    if (y + i < pc.block_height) {
      uint pixel = map_index(uvec2(pc.block_x + column, pc.block_y + y + i), pc.width);
      errors[pixel] = pc.keeps_larger != 0u ? max(found[i], errors[pixel]) : found[i];
    }
  }
}
