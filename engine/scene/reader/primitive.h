// SPDX-License-Identifier: MIT
// Vertices and indices of a mesh primitive.
#ifndef PHOTOPIC_ENGINE_SCENE_READER_PRIMITIVE_H
#define PHOTOPIC_ENGINE_SCENE_READER_PRIMITIVE_H

#include <optional>

#include "engine/scene/movement.h"
#include "engine/scene/reader/document.h"

namespace engine::gltf {

/// With its morph targets and, if `has_skin`, influences of joints. Nothing, and a warning, where there is nothing to
/// draw. Its number of the material is left to
/// the caller.
std::optional<Shape> load_shape(Document& document, const tinygltf::Primitive& source, const Material& material,
                                bool has_skin);

}  // namespace engine::gltf

#endif
