// SPDX-License-Identifier: MIT
#include "gpu/fixture.h"

#include <cstring>

namespace test {

photopic::PostProcess make(const photopic::Device& device, const photopic::CreateInfo& info) {
  photopic::PostProcess post;
  context().check(photopic::PostProcess::create(device, info, &post));
  return post;
}

photopic::PostProcess make(const photopic::CreateInfo& info) { return make(context().lend(), info); }

void submit(const std::function<void(VkCommandBuffer)>& record) {
  static engine::CommandRing* ring = nullptr;  // lives until the process ends: see main.cpp, which never unwinds it
  if (ring == nullptr) ring = new engine::CommandRing(context(), 1);
  record(ring->begin());
  ring->submit();
  ring->wait();
}

StateLog::StateLog(std::uint32_t capacity)
    : capacity_(capacity),
      buffer_(context(), capacity * sizeof(State), VK_BUFFER_USAGE_TRANSFER_DST_BIT, engine::MemoryUse::readback) {}
