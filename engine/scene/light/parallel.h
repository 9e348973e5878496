// SPDX-License-Identifier: MIT
// Loops over several threads.
#ifndef PHOTOPIC_ENGINE_SCENE_LIGHT_PARALLEL_H
#define PHOTOPIC_ENGINE_SCENE_LIGHT_PARALLEL_H

#include <cstddef>
#include <functional>

namespace engine {

/// Calls `work(index)` for 0..count-1, each once, in any order, on as many threads as the machine has. For results that
/// don't depend on each other: they are then the same on every machine. `work` must not throw. A thread
/// takes `batch` of them at once.
void parallel_for(std::size_t count, const std::function<void(std::size_t)>& work, std::size_t batch = 16);

}  // namespace engine

#endif
