// SPDX-License-Identifier: MIT
// Display table of a host, a cube of floats.
#ifndef PHOTOPIC_TOOLS_BENCH_METHODS_HOST_CUBE_H
#define PHOTOPIC_TOOLS_BENCH_METHODS_HOST_CUBE_H

#include <photopic/look_tables.h>

#include <span>
#include <vector>

#include "engine/transfer/uploads.h"

namespace bench {

/// A display table as a grade makes it: every node is somewhat off its own place.
struct HostCube {
  HostCube(const engine::Context& context, std::uint32_t size) {
    std::vector<float> values;
    for (std::uint32_t node = 0; node < size * size * size; ++node) {
      for (const std::uint32_t step : {1u, size, size * size}) {
        const float place = float(node / step % size) / float(size - 1);
        values.push_back(place * place * (3.0f - 2.0f * place));
      }
      values.push_back(0.0f);
    }
    nodes = engine::upload_buffer(context, std::as_bytes(std::span(values)), VK_BUFFER_USAGE_STORAGE_BUFFER_BIT,
                                  VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_READ_BIT, "a table");
    tables.nodes = nodes.handle();
    tables.content = 1;
    tables.floats_per_node = 4;
    tables.display = {.first_node = 0, .cube_size = size};
  }

  engine::Buffer nodes;
  photopic::LookTables tables;
};

}  // namespace bench

#endif
