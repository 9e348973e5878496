// SPDX-License-Identifier: MIT
// Light of the probes around a surface, weighted with how well they see it (after Majercik et al. 2019). A probe's map
// holds 1 / distance, in the norm |x|+|y|+|z|: linear over each face of the octahedron where the probe sees a plane, so
// bilinear taps are exact there.
layout(set = 0, binding = SCENE_FRAME_PROBES) uniform usampler3D probes;
layout(set = 0, binding = SCENE_FRAME_PROBE_DISTANCES) uniform sampler2DArray probe_distances;
layout(set = 0, binding = SCENE_FRAME_PROBE_LAMPS) uniform usampler3D probe_lamps;

layout(constant_id = SCENE_SPEC_FINE_PROBES) const int kFineProbes = 0;

/// Probes at origin + spacing * (x, y, z); in textures from `first` on.
struct Grid {
  vec3 origin;
  float spacing;
  vec3 count;
  ivec3 first;
  float lift;    // how far off a surface to look for probes
  float margin;  // as frame.probe_spacing.w
};

/// The eight at the corners of a cell, x first.
struct Cell {
  ivec3 base;        // in textures
  float weights[8];  // add up to 1 at the most
  int substitute;    // where hardly one sees the surface: the corner that nearly does, so that no wall lets light in
  float substitute_weight;
};

ivec3 corner_of(int number) { return ivec3(number & 1, number >> 1 & 1, number >> 2); }

float sum_of(vec3 v) { return v.x + v.y + v.z; }

/// -1..1, the poles on the y axis; `v` has |x|+|y|+|z| = 1.
vec2 octahedral(vec3 v) {
  vec2 flipped = (1.0 - abs(v.zx)) * mix(vec2(-1.0), vec2(1.0), greaterThanEqual(v.xz, vec2(0.0)));
  return v.y >= 0.0 ? v.xz : flipped;
}

float inverse_distance(ivec3 probe, vec3 unit_sum_direction) {
  vec2 in_tile = 1.0 + (octahedral(unit_sum_direction) * 0.5 + 0.5) * float(SCENE_PROBE_SIDE);
  vec2 texel = vec2(probe.xy * SCENE_PROBE_TILE) + in_tile;
  vec2 size = frame.probe_texels.xy * float(SCENE_PROBE_TILE);
  return textureLod(probe_distances, vec3(texel / size, float(probe.z)), 0.0).r;
}

/// How far behind what the probe sees a place is; at most 0 = it is seen.
float behind_m(ivec3 probe, vec3 to_probe) {
  float length1 = max(sum_of(abs(to_probe)), 1e-6);
  float inverse = inverse_distance(probe, -to_probe / length1);
  if (inverse >= SCENE_PROBE_INVALID * 0.1) return 1e9;  // within a solid
  return length(to_probe) * (1.0 - 1.0 / max(length1 * inverse, 1.0));
}

/// From 1 to 0.
float seen_from(float behind_m, float margin) {
  float x2 = behind_m * behind_m / (margin * margin);
  return exp2(-min(x2 * x2, 100.0));
}

/// Probes behind the surface can't see it.
float faced_by(float height_m, float spacing) {
  return clamp(height_m / (SCENE_PROBE_FACING_STEPS * spacing), 0.0, 1.0);
}

/// What a probe has on both sides of each axis, as it is stored.
struct Sides {
  uvec4 x, y, z;
};

Sides sides_of(ivec3 probe) {
  int axis = int(frame.probe_texels.x);
  return Sides(texelFetch(probes, probe, 0), texelFetch(probes, probe + ivec3(axis, 0, 0), 0),
               texelFetch(probes, probe + ivec3(2 * axis, 0, 0), 0));
}

vec4 side(uvec4 both, bool is_negative) {
  uvec2 halves = is_negative ? both.zw : both.xy;
  return vec4(unpackHalf2x16(halves.x), unpackHalf2x16(halves.y));
}

/// Between the sides: the squares of a direction's components add up to 1.
vec4 value_of(Sides sides, vec3 direction) {
  vec3 squares = direction * direction;
  return squares.x * side(sides.x, direction.x < 0.0) + squares.y * side(sides.y, direction.y < 0.0) +
         squares.z * side(sides.z, direction.z < 0.0);
}

/// `normal`: without the normal texture; it says which probes are before the surface. Those behind it are asked where
/// hardly one of the others sees it. As light_of() walks.
Cell cell_of(Grid grid, vec3 position, vec3 normal, out float best) {
  vec3 from = position + normal * grid.lift;
  vec3 place = clamp((from - grid.origin) / grid.spacing, vec3(0.0), grid.count - 1.0);
  vec3 base = min(floor(place), grid.count - 2.0);
  vec3 f = place - base;
  Cell cell;
  cell.base = grid.first + ivec3(base);
  cell.substitute = 0;
  best = 0.0;
  uint before = 0u;
  for (int i = 0; i < 8; ++i) {
    vec3 to_probe = grid.origin + (base + vec3(corner_of(i))) * grid.spacing - from;
    before |= dot(to_probe, normal) + grid.lift > 0.0 ? 1u << i : 0u;
    cell.weights[i] = 0.0;
  }
  uint left = before == 0u ? 255u : before;
  uint behind_it = 255u & ~left;
  float sum = 0.0, nearest_m = 1e9, trust;
  do {
    int next = findLSB(left);
    left &= left - 1u;
    int i = max(next, 0);
    vec3 corner = vec3(corner_of(i));
    vec3 to_probe = grid.origin + (base + corner) * grid.spacing - from;
    vec3 share = mix(1.0 - f, f, corner);
    float height_m = dot(to_probe, normal) + grid.lift;
    float behind = next < 0 ? 1e9 : behind_m(cell.base + corner_of(i), to_probe);
    if (behind < nearest_m) cell.substitute = i;
    nearest_m = min(nearest_m, behind);
    float seen = seen_from(behind, grid.margin);
    float weight = max(share.x * share.y * share.z, SCENE_PROBE_LEAST_SHARE) * faced_by(height_m, grid.spacing) * seen;
    for (int k = 0; k < 8; ++k) cell.weights[k] = next == k ? weight : cell.weights[k];
    sum += weight;
    if (weight > 0.0) best = max(best, seen);
    trust = sum > 1e-9 ? min(best * 100.0, 1.0) : 0.0;
    if (left == 0u && trust < 1.0) {
      left = behind_it;
      behind_it = 0u;
    }
  } while (left != 0u);
  for (int i = 0; i < 8; ++i) cell.weights[i] *= trust / max(sum, 1e-9);
  cell.substitute_weight = 1.0 - trust;
  return cell;
}

/// Of a cell's finer probes, if it has any and one of them sees the surface; else of the grid's. A loop, not a branch:
/// a CPU leaves it where all pixels have theirs. See light_of() for those that are done.
Cell find_cell(vec3 position, vec3 normal) {
  Grid grid = Grid(frame.probe_origin.xyz, frame.probe_spacing.x, frame.probe_count.xyz, ivec3(0),
                   frame.probe_origin.w, frame.probe_spacing.w);
  float best;
  if (kFineProbes == 0) return cell_of(grid, position, normal, best);
  vec3 from = position + normal * grid.lift;
  vec3 base = floor(clamp((from - grid.origin) / grid.spacing, vec3(0.0), grid.count - 1.0));
  base = min(base, grid.count - 2.0);
  uint fine = texelFetch(probe_lamps, ivec3(base) + ivec3(frame.probe_texels.x, 0, 0), 0).r;
  uvec3 texel = uvec3(fine - 1u) >> uvec3(0u, 8u, 16u) & 0xffu;
  Grid finer = Grid(grid.origin + base * grid.spacing, frame.fine_probes.x, vec3(SCENE_PROBE_FINE_STEPS + 1),
                    ivec3(texel), frame.fine_probes.y, frame.fine_probes.z);
  Cell cell;
  bool is_found = false;
  do {
    Cell next = cell_of(fine == 0u ? grid : finer, position, normal, best);
    if (!is_found) cell = next;
    is_found = is_found || fine == 0u || best >= SCENE_PROBE_WELL_SEEN;
    fine = 0u;
  } while (!is_found);
  return cell;
}

/// rgb: irradiance / pi from other surfaces, nits; a: the part of the sky that is seen.
struct CellLight {
  vec4 towards_normal;
  vec4 mirrored;
};

/// From 1 within the grid to 0 at its sides, over two steps.
float inside_grid(vec3 position) {
  vec2 steps = (position - frame.probe_origin.xyz).xz / frame.probe_spacing.x;
  vec2 to_side = min(steps, frame.probe_count.xz - 1.0 - steps);
  return clamp(0.5 * min(to_side.x, to_side.y), 0.0, 1.0);
}

/// One walk over the probes that count, as long as the longest of neighbouring pixels: a CPU takes every way through a
/// branch, but leaves a loop. Those that are done, or have no probe, add nothing, and read one that is there: at edges,
/// Mesa 22.3's llvmpipe lets them go on.
CellLight light_of(Cell cell, vec3 normal, vec3 mirrored) {
  uint left = cell.substitute_weight > 0.0 ? 256u : 0u;
  for (int i = 0; i < 8; ++i) left |= cell.weights[i] < 1e-5 ? 0u : 1u << i;
  CellLight light = CellLight(vec4(0.0), vec4(0.0));
  do {
    int next = findLSB(left);
    left &= left - 1u;
    float weight = next < 0 ? 0.0 : cell.substitute_weight;
    for (int i = 0; i < 8; ++i) weight = next == i ? cell.weights[i] : weight;
    int corner = max(next, 0);
    Sides sides = sides_of(cell.base + corner_of(corner < 8 ? corner : cell.substitute));
    light.towards_normal += weight * value_of(sides, normal);
    light.mirrored += weight * value_of(sides, mirrored);
  } while (left != 0u);
  return light;
}

/// How much of each lamp is seen; by number.
struct LampsSeen {
  float weights[8];
  uint bits[8];
};

LampsSeen lamps_seen_in(Cell cell) {
  uvec4 lower = texelFetch(probe_lamps, cell.base, 0), upper = texelFetch(probe_lamps, cell.base + ivec3(0, 0, 1), 0);
  LampsSeen seen;
  for (int i = 0; i < 8; ++i) {
    float own = cell.weights[i] < 1e-5 ? 0.0 : cell.weights[i];
    seen.weights[i] = own + (cell.substitute == i ? cell.substitute_weight : 0.0);
    seen.bits[i] = i < 4 ? lower[i] : upper[i - 4];
  }
  return seen;
}

float part_seen(LampsSeen seen, float number) {
  if (number >= float(SCENE_MAX_LAMPS)) return 1.0;
  float sum = 0.0;
  for (int i = 0; i < 8; ++i) sum += (seen.bits[i] >> uint(number) & 1u) != 0u ? seen.weights[i] : 0.0;
  return sum;
}
