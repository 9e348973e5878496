// SPDX-License-Identifier: MIT
// glTF scenes as sources of frames. One without lights stands in daylight, on ground that ends.
#ifndef PHOTOPIC_SAMPLES_SESSION_SOURCE_SCENE_SOURCE_H
#define PHOTOPIC_SAMPLES_SESSION_SOURCE_SCENE_SOURCE_H

#include "session/source/source.h"

namespace session {

/// Throws arguments::UsageError "FILE: REASON", and engine::Error.
std::unique_ptr<Source> open_scene(const engine::Context& context, const std::filesystem::path& file, VkExtent2D extent,
                                   std::uint32_t samples);

}  // namespace session

#endif
