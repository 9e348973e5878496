// SPDX-License-Identifier: MIT
// Materials, and the textures and images they use.
#ifndef PHOTOPIC_ENGINE_SCENE_READER_MATERIAL_H
#define PHOTOPIC_ENGINE_SCENE_READER_MATERIAL_H

#include "engine/scene/reader.h"
#include "engine/scene/reader/gltf.h"

namespace engine::gltf {

/// Fills materials, textures and images; materials keep their numbers.
void load_materials(Document& document, const DecodeImage& decode_image, Scene& scene);

}  // namespace engine::gltf

#endif
