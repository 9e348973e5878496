// SPDX-License-Identifier: MIT
// Pipelines of an object, made in one call or some at a time once all of its passes have said which they need.
#ifndef PHOTOPIC_SRC_GPU_PIPELINE_BATCH_H
#define PHOTOPIC_SRC_GPU_PIPELINE_BATCH_H

#include <photopic/device.h>

#include <atomic>
#include <cstdint>
#include <mutex>
#include <span>

#include "gpu/spirv/trim_spirv.h"

namespace photopic {

class Pass;
struct Gpu;

class PipelineBatch {
 public:
  PipelineBatch() = default;
  ~PipelineBatch() { clear(); }
  PipelineBatch(const PipelineBatch&) = delete;
  PipelineBatch& operator=(const PipelineBatch&) = delete;

  /// Asks for a pipeline of `pass`, which must live until create(). False when there is no host memory.
  bool add(Pass& pass, std::uint32_t variant, std::span<const Specialization> constants) noexcept;
  /// Makes all that were asked for, or the next `most` of them, with one vkCreateComputePipelines and, for passes that
  /// draw, one vkCreateGraphicsPipelines. After a failure they are still asked for.
  Status create(const Gpu& gpu, std::uint32_t most = UINT32_MAX) noexcept;
  /// create() of the next `most`. Any thread; concurrent calls wait for each other. not_prepared: some are left.
  Status prepare(const Gpu& gpu, std::uint32_t most) noexcept;
  /// Whether all are made. Refuses a recording, with the number of those that are left.
  Status check_made(const Gpu& gpu, const char* function) const noexcept;
  /// How many are asked for and not made. From any thread: where it is 0, they are all there.
  std::uint32_t left() const noexcept { return left_.load(std::memory_order_acquire); }

 private:
  struct Request;
  void clear() noexcept;

  Request* first_ = nullptr;  // the last that was added
  std::atomic<std::uint32_t> left_ = 0;
  std::mutex preparing_;
};

}  // namespace photopic

#endif
