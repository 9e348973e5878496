// SPDX-License-Identifier: MIT
// Vertices and indices of a mesh primitive.
#ifndef PHOTOPIC_ENGINE_SCENE_READER_PRIMITIVE_H
#define PHOTOPIC_ENGINE_SCENE_READER_PRIMITIVE_H

#include <optional>

#include "engine/scene/reader.h"
#include "engine/scene/scene.h"

namespace engine::gltf {

/// Nothing, and a warning, where there is nothing to draw. Its material is left to the caller.
std::optional<Primitive> load_primitive(Document& document, const tinygltf::Primitive& source, bool needs_tangents);

}  // namespace engine::gltf

#endif
