// SPDX-License-Identifier: MIT
// Named GPU times from timestamp queries.
#ifndef PHOTOPIC_ENGINE_GPU_TIMER_H
#define PHOTOPIC_ENGINE_GPU_TIMER_H

#include <string>
#include <vector>

#include "engine/device/device_object.h"

namespace engine {

/// Times of one submission. reset() first in the command buffer, then scopes; results() after its fence.
class GpuTimer {
 public:
  struct Result {
    std::string name;
    double time_us;  ///< microseconds between the scope's ends
  };

  GpuTimer(const Context& context, std::uint32_t max_scopes);

  /// False if the queue writes no timestamps; all else then does nothing and results() is empty.
  bool is_supported() const { return pool_.get() != VK_NULL_HANDLE; }
  void reset(VkCommandBuffer command_buffer);
  /// Throws std::out_of_range beyond max_scopes.
  void begin(VkCommandBuffer command_buffer, std::string name);
  void end(VkCommandBuffer command_buffer);
  std::vector<Result> results() const;

 private:
  const Context& context_;
  QueryPool pool_;
  std::uint32_t max_scopes_ = 0;
  std::vector<std::string> names_;
};

}  // namespace engine

#endif
