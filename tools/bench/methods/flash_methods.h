// SPDX-License-Identifier: MIT
// The flash analyser as methods of the benchmark.
#ifndef PHOTOPIC_TOOLS_BENCH_METHODS_FLASH_METHODS_H
#define PHOTOPIC_TOOLS_BENCH_METHODS_FLASH_METHODS_H

#include "bench/methods/methods.h"

namespace bench {

/// Reads an 8-bit RGBA picture and does nothing with it: what the analyser is compared with.
std::vector<Record> read_picture(const Rig& rig, VkExtent2D extent);
/// The analyser on that picture, at 60 fps: still, or flashing in every frame, all of it.
Record flashes(const Rig& rig, VkExtent2D extent, bool is_flashing);

}  // namespace bench

#endif
