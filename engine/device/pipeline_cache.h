// SPDX-License-Identifier: MIT
// File that keeps compiled pipelines between runs. Best effort: a cache that can't be read or written costs time only.
#ifndef PHOTOPIC_ENGINE_PIPELINE_CACHE_H
#define PHOTOPIC_ENGINE_PIPELINE_CACHE_H

#include <filesystem>

#include "engine/device/context.h"

namespace engine {

VkPipelineCache load_pipeline_cache(const Context& context, const std::filesystem::path& file);
/// Replaces the file in one step, if the contents changed in size; never throws.
void save_pipeline_cache(const Context& context, VkPipelineCache cache, const std::filesystem::path& file) noexcept;

}  // namespace engine

#endif
