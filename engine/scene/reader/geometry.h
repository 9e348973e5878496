// SPDX-License-Identifier: MIT
// Normals and tangents that a primitive lacks, from its triangles. Positions must be finite.
#ifndef PHOTOPIC_ENGINE_SCENE_READER_GEOMETRY_H
#define PHOTOPIC_ENGINE_SCENE_READER_GEOMETRY_H

#include "engine/scene/scene.h"

namespace engine::gltf {

enum class Topology { triangles, strip, fan };

/// Three indices a triangle, front faces kept; what is left over at the end is dropped.
std::vector<std::uint32_t> triangle_indices(std::vector<std::uint32_t> indices, Topology topology);

/// Numbers of vertices before, by number after.
using Origins = std::vector<std::uint32_t>;

/// Gives each triangle vertices of its own, with its normal.
Origins make_flat(Primitive& primitive);

/// Makes normals unit length; those of no length become that of one of their triangles.
void normalize_normals(Primitive& primitive);

/// Makes tangents unit length and orthogonal to the normals, and w 1 or -1.
void normalize_tangents(Primitive& primitive);

/// Tangents from texture coordinates, the second ones if `on_second`: along u, the bitangent up in the texture, away
/// from +v. A vertex shared by triangles whose textures are mirrored and not mirrored is split. Returns the origins of
/// vertices that are added.
Origins compute_tangents(Primitive& primitive, bool on_second);

/// Of what the triangles use; there must be one.
Bounds bounds_of(const Primitive& primitive);

}  // namespace engine::gltf

#endif
