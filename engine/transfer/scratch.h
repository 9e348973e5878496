// SPDX-License-Identifier: MIT
// Command buffer and staging memory of a context, kept between transfers.
#ifndef PHOTOPIC_ENGINE_SCRATCH_H
#define PHOTOPIC_ENGINE_SCRATCH_H

#include <functional>
#include <memory>

#include "engine/transfer/commands.h"
#include "engine/transfer/memory.h"

namespace engine {

/// Drivers take milliseconds for a staging buffer of a picture: they fetch and clear each page of it. Used by the
/// thread that uses the context's queue.
class TransferScratch {
 public:
  explicit TransferScratch(const Context& context) : context_(context) {}

  /// The context's, made at the first call.
  static TransferScratch& of(const Context& context);

  /// Records, submits and waits. `record` may itself call it.
  void submit_and_wait(const std::function<void(VkCommandBuffer)>& record);

  /// A buffer of at least `size_bytes`, of one use at a time; given back, it is kept if it isn't larger than a band.
  class Staging {
   public:
    Staging(TransferScratch& scratch, VkDeviceSize size_bytes, MemoryUse use);
    ~Staging();
    Staging(const Staging&) = delete;
    Staging& operator=(const Staging&) = delete;
    const Buffer& buffer() const { return buffer_; }

   private:
    Buffer& kept_;
    Buffer buffer_;
  };

 private:
  const Context& context_;
  std::unique_ptr<CommandRing> ring_;  ///< null while it is used
  Buffer upload_, readback_;           ///< empty while they are used
};

}  // namespace engine

#endif
