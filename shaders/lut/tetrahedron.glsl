// SPDX-License-Identifier: MIT
// Tetrahedral interpolation in a cube of nodes, red fastest (Kasson et al. 1993): greys come from nodes of the diagonal
// alone, and stay grey.

/// The four nodes around a place, and their weights.
struct Tetrahedron {
  uvec4 nodes;
  vec4 weights;
};

/// `place` counts nodes from 0 to size - 1.
Tetrahedron tetrahedron_at(vec3 place, uint size) {
  vec3 low = min(floor(place), float(size - 2u));
  vec3 f = place - low;
  uvec3 step_of = uvec3(1u, size, size * size);
  uint all = step_of.r + step_of.g + step_of.b;
  uint corner = uint(low.r) + size * (uint(low.g) + size * uint(low.b));
  // Along the edge of the largest fraction, then of the second, then of the least.
  uint first = f.r >= f.g && f.r >= f.b ? step_of.r : f.g >= f.b ? step_of.g : step_of.b;
  uint last = f.r < f.g && f.r < f.b ? step_of.r : f.g < f.b ? step_of.g : step_of.b;
  float most = max(max(f.r, f.g), f.b);
  float least = min(min(f.r, f.g), f.b);
  float middle = max(min(f.r, f.g), min(max(f.r, f.g), f.b));
  return Tetrahedron(uvec4(corner, corner + first, corner + all - last, corner + all),
                     vec4(1.0 - most, most - middle, middle - least, least));
}
