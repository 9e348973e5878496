// SPDX-License-Identifier: MIT
// FLIP along x: the filters of contrast sensitivity for colour, and of edges and points for luma. A group reads a few
// rows of one picture, each pixel once; an invocation filters a run of neighbours, each sample once for either.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#include "meter/numbers.glsl"
#include "metrics/flip/flip.glsl"

layout(push_constant, std430) uniform Push { MetricsFlipParams pc; };
#include "metrics/input.glsl"

layout(local_size_x = PHOTOPIC_METRICS_FLIP_ROW_GROUP) in;

layout(set = 0, binding = PHOTOPIC_METRICS_RESULTS, std430) restrict writeonly buffer Rows { vec4 filtered[]; };
layout(set = 0, binding = PHOTOPIC_METRICS_FLIP_ROWS_TAPS, std430) restrict readonly buffer Taps { vec4 taps[]; };

// One more than any radius needs, so that eight rows begin at different banks. Each number of a colour has a plane. The
// planes take 15.1 KiB, which every device has, and luma is read by itself.
#define PITCH (PHOTOPIC_METRICS_FLIP_ROW_WIDTH + 2 * PHOTOPIC_METRICS_FLIP_MAX_RADIUS + 1)
#define PLANE (PHOTOPIC_METRICS_FLIP_ROW_HEIGHT * PITCH)
shared float opponents[3 * PLANE];

/// The upper groups are the reference's, those below the test's.
bool is_test() { return gl_WorkGroupID.y >= pc.group_rows; }

// ---- colours, as they are seen on a display ----

vec3 decoded(vec3 srgb) {
  return mix(pow((srgb + 0.055) / 1.055, vec3(2.4)), srgb / 12.92, lessThanEqual(srgb, vec3(0.04045)));
}

bool is_finite(vec3 value) { return all(lessThan(floatBitsToUint(value) & 0x7f800000u, uvec3(0x7f800000u))); }

/// (a x^2 + b x + c) / (d x^2 + e x + f)
vec3 rational(vec3 x, vec3 above, vec3 below) {
  return ((above.x * x + above.y) * x + above.z) / ((below.x * x + below.y) * x + below.z);
}

/// Curves of Andersson et al. 2021, "Visualizing errors in rendered high dynamic range images".
vec3 tone_mapped(vec3 color) {
  if (pc.tone_mapper == PHOTOPIC_METRICS_FLIP_REINHARD) return color / (1.0 + dot(color, vec3(0.2126, 0.7152, 0.0722)));
  color = clamp(color, -1e6, 1e6);  // curves are flat long before, and squares are finite
  if (pc.tone_mapper == PHOTOPIC_METRICS_FLIP_HABLE) {
    return rational(color, vec3(0.231683, 0.013791, 0.0), vec3(0.18, 0.3, 0.018));
  }
  return rational(color, 0.6 * vec3(0.6 * 2.51, 0.03, 0.0), vec3(0.36 * 2.43, 0.6 * 0.59, 0.14));
}

vec3 exposed(vec3 color) {
  // In two steps: the factor may be more than a float holds.
  color = nclamp(color * pc.exposure_root, vec3(-1e25), vec3(1e25));
  return clamp(color * pc.exposure_root, -1e25, 1e25);
}

/// Linear BT.709 in [0, 1]. Pixels that aren't finite in either picture are black in both.
vec3 seen_of(ivec2 pixel) {
  bool is_left_out = is_masked(pixel);
  bool is_reference = !is_test() || is_left_out;
  if (kKind != PHOTOPIC_METRICS_KIND_FLOAT) return decoded(is_reference ? reference_view(pixel) : test_view(pixel));
  vec3 reference = reference_view(pixel);
  vec3 test = is_left_out ? reference : test_view(pixel);
  if (!is_finite(reference) || !is_finite(test)) return vec3(0.0);
  return on_display(tone_mapped(exposed(is_reference ? reference : test)));
}

// ---- filters ----

/// Smoothing, first and second derivative.
vec3 feature_taps_at(int offset) {
  vec3 at = taps[PHOTOPIC_METRICS_FLIP_TAPS + abs(offset)].xyz;
  return offset < 0 ? vec3(at.x, -at.y, at.z) : at;
}

/// The pixels that the group's filters reach, of the outermost beyond the pictures' sides.
void load(uvec2 origin) {
  const uint columns = PHOTOPIC_METRICS_FLIP_ROW_WIDTH + 2 * kRadius;
  ivec2 last = ivec2(pc.width - 1u, pc.first_row + pc.rows - 1u);
  ivec2 first = ivec2(pc.block_x + origin.x, pc.first_row + origin.y) - ivec2(kRadius, 0);
  const uint count = PHOTOPIC_METRICS_FLIP_ROW_HEIGHT * columns;
  for (uint i = gl_LocalInvocationIndex; i < count; i += PHOTOPIC_METRICS_FLIP_ROW_GROUP) {
    uvec2 place = uvec2(i % columns, i / columns);
    ivec2 pixel = clamp(first + ivec2(place), ivec2(0), last);
    vec3 opponent = opponent_of(seen_of(pixel));
    [[unroll]] for (uint plane = 0u; plane < 3u; ++plane) {
      opponents[plane * PLANE + place.y * PITCH + place.x] = opponent[plane];
    }
  }
}

// Sums are precise, so that equal pixels have equal results wherever they are. Two loops need fewer registers than one.

void filter_colors(uint first, out vec4 colors[PHOTOPIC_METRICS_FLIP_RUN]) {
  precise vec4 sums[PHOTOPIC_METRICS_FLIP_RUN];
  [[unroll]] for (int i = 0; i < PHOTOPIC_METRICS_FLIP_RUN; ++i) sums[i] = vec4(0.0);
  [[unroll]] for (int at = 0; at < PHOTOPIC_METRICS_FLIP_RUN + 2 * kRadius; ++at) {
    vec3 opponent = vec3(opponents[first + at], opponents[PLANE + first + at], opponents[2 * PLANE + first + at]);
    [[unroll]] for (int i = 0; i < PHOTOPIC_METRICS_FLIP_RUN; ++i) {
      int offset = abs(at - kRadius - i);
      if (offset <= kRadius) sums[i] = fma(taps[offset], opponent.xyzz, sums[i]);
    }
  }
  colors = sums;
}

void filter_features(uint first, out vec3 features[PHOTOPIC_METRICS_FLIP_RUN]) {
  precise vec3 sums[PHOTOPIC_METRICS_FLIP_RUN];
  [[unroll]] for (int i = 0; i < PHOTOPIC_METRICS_FLIP_RUN; ++i) sums[i] = vec3(0.0);
  [[unroll]] for (int at = 0; at < PHOTOPIC_METRICS_FLIP_RUN + 2 * kRadius; ++at) {
    float luma = opponents[first + at];
    [[unroll]] for (int i = 0; i < PHOTOPIC_METRICS_FLIP_RUN; ++i) {
      int offset = at - kRadius - i;
      if (abs(offset) <= kRadius) sums[i] = fma(feature_taps_at(offset), vec3(luma), sums[i]);
    }
  }
  features = sums;
}

void main() {
  uvec2 group = uvec2(gl_WorkGroupID.x, gl_WorkGroupID.y - (is_test() ? pc.group_rows : 0u));
  uvec2 origin = group * uvec2(PHOTOPIC_METRICS_FLIP_ROW_WIDTH, PHOTOPIC_METRICS_FLIP_ROW_HEIGHT);
  load(origin);
  barrier();
  // Invocations beside each other have rows of their own, and with them banks.
  uint row = gl_LocalInvocationIndex % PHOTOPIC_METRICS_FLIP_ROW_HEIGHT;
  uint column = gl_LocalInvocationIndex / PHOTOPIC_METRICS_FLIP_ROW_HEIGHT * PHOTOPIC_METRICS_FLIP_RUN;
  vec4 colors[PHOTOPIC_METRICS_FLIP_RUN];
  vec3 features[PHOTOPIC_METRICS_FLIP_RUN];
  filter_colors(row * PITCH + column, colors);
  memoryBarrierShared();  // luma is read again, instead of kept in a register for each sample
  filter_features(row * PITCH + column, features);

  if (origin.y + row >= pc.rows) return;
  uint plane = pc.rows * pc.block_width;
  uint first = (is_test() ? PHOTOPIC_METRICS_FLIP_PLANES * plane : 0u) + (origin.y + row) * pc.block_width;
  [[unroll]] for (int i = 0; i < PHOTOPIC_METRICS_FLIP_RUN; ++i) {
    uint x = origin.x + column + i;
    if (x < pc.block_width) {
      filtered[first + x] = colors[i];
      filtered[first + plane + x] = vec4(features[i], 0.0);
    }
  }
}
