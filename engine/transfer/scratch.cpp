// SPDX-License-Identifier: MIT
// Reuse of a context's command buffer and staging memory.
#include "engine/transfer/scratch.h"

#include <utility>

#include "engine/transfer/image_transfer.h"

namespace engine {

TransferScratch& TransferScratch::of(const Context& context) {
  std::shared_ptr<TransferScratch>& scratch = context.transfer_scratch();
  if (!scratch) scratch = std::make_shared<TransferScratch>(context);
  return *scratch;
}

void TransferScratch::submit_and_wait(const std::function<void(VkCommandBuffer)>& record) {
  std::unique_ptr<CommandRing> ring = std::move(ring_);
  if (!ring) ring = std::make_unique<CommandRing>(context_, 1);
  record(ring->begin());
  ring->submit();
  ring->wait();
  ring_ = std::move(ring);  // had something been thrown, it would have ended half recorded
}

TransferScratch::Staging::Staging(TransferScratch& scratch, VkDeviceSize size_bytes, MemoryUse use)
    : kept_(use == MemoryUse::upload ? scratch.upload_ : scratch.readback_), buffer_(std::exchange(kept_, {})) {
  if (buffer_.size_bytes() >= size_bytes) return;
  buffer_ = {};  // before memory is taken for the larger one
  buffer_ = Buffer(scratch.context_, size_bytes,
                   use == MemoryUse::upload ? VK_BUFFER_USAGE_TRANSFER_SRC_BIT : VK_BUFFER_USAGE_TRANSFER_DST_BIT, use);
}

TransferScratch::Staging::~Staging() {
  if (buffer_.size_bytes() <= kBandBytes) kept_ = std::move(buffer_);
}

}  // namespace engine
