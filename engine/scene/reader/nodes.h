// SPDX-License-Identifier: MIT
// Contents of the scene: instances, lights, cameras, bounds.
#ifndef PHOTOPIC_ENGINE_SCENE_READER_NODES_H
#define PHOTOPIC_ENGINE_SCENE_READER_NODES_H

#include "engine/scene/reader.h"
#include "engine/scene/scene.h"

namespace engine::gltf {

/// Needs the scene's materials; adds a default one where a primitive has none.
void load_nodes(Document& document, Scene& scene);

}  // namespace engine::gltf

#endif
