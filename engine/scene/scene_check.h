// SPDX-License-Identifier: MIT
// Checks of scenes before they are rendered.
#ifndef PHOTOPIC_ENGINE_SCENE_SCENE_CHECK_H
#define PHOTOPIC_ENGINE_SCENE_SCENE_CHECK_H

#include <cstdint>

#include "engine/scene/scene.h"

namespace engine {

/// Throws engine::Error, which says what and where, unless all indices are within what they point to, all numbers that
/// positions and light come from are finite, and images hold their texels with sides of 1..max_image_side.
void check_scene(const Scene& scene, std::uint32_t max_image_side);

}  // namespace engine

#endif
