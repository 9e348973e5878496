// SPDX-License-Identifier: MIT
// glTF scenes as sources of frames. One without lights stands in daylight, on ground that ends.
#ifndef PHOTOPIC_TOOLS_SESSION_SOURCE_SCENE_SOURCE_H
#define PHOTOPIC_TOOLS_SESSION_SOURCE_SCENE_SOURCE_H

#include "session/source/source.h"

namespace session {

/// As read_source().
std::unique_ptr<SourceData> read_scene(const std::filesystem::path& file, const Surroundings& surroundings,
                                       const engine::LightCache& cache, engine::Progress* progress);

}  // namespace session

#endif
