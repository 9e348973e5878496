// SPDX-License-Identifier: MIT
// The ground under models that bring none.
#ifndef PHOTOPIC_TOOLS_SESSION_SOURCE_GROUND_H
#define PHOTOPIC_TOOLS_SESSION_SOURCE_GROUND_H

#include <glm/vec3.hpp>

#include "engine/scene/scene.h"

namespace session {

/// Albedo of the ground by day: dry ground, nearly grey, so that it doesn't tint models.
inline constexpr glm::vec3 kGroundAlbedo = {0.205f, 0.195f, 0.18f};

/// Whether the model stands on a ground of its own: it is at least twice as wide as high, and level surfaces in its
/// lowest tenth cover half of its footprint.
bool has_ground(const engine::Scene& model);

/// Adds a disc of kGroundAlbedo a little below the model's lowest point. It fades into the sky towards its edge.
void add_ground(engine::Scene& scene);

}  // namespace session

#endif
