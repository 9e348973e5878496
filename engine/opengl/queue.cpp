// SPDX-License-Identifier: MIT
// Command buffers, submissions and queries: recorded commands have been carried out already, so that submitting them
// does nothing, and any wait is for all of them.
#include <epoxy/gl.h>

#include <memory>
#include <utility>

#include "engine/opengl/functions.h"
#include "engine/opengl/objects.h"

namespace engine::opengl {
namespace {

/// Makes an object that needs a handle and holds nothing.
template <class Handle>
VkResult make_empty(Handle* out) {
  *out = handle_of<Handle>(1);
  return VK_SUCCESS;
}

VkResult finish() {
  glFinish();
  return take_error();
}

}  // namespace

VKAPI_ATTR VkResult VKAPI_CALL CreateCommandPool(VkDevice, const VkCommandPoolCreateInfo*, const VkAllocationCallbacks*,
                                                 VkCommandPool* out) {
  return make_empty(out);
}
VKAPI_ATTR void VKAPI_CALL DestroyCommandPool(VkDevice, VkCommandPool, const VkAllocationCallbacks*) {}

VKAPI_ATTR VkResult VKAPI_CALL AllocateCommandBuffers(VkDevice device, const VkCommandBufferAllocateInfo* info,
                                                      VkCommandBuffer* out) {
  for (std::uint32_t i = 0; i < info->commandBufferCount; ++i) out[i] = reinterpret_cast<VkCommandBuffer>(device);
  return VK_SUCCESS;
}
VKAPI_ATTR VkResult VKAPI_CALL BeginCommandBuffer(VkCommandBuffer, const VkCommandBufferBeginInfo*) {
  return VK_SUCCESS;
}
VKAPI_ATTR VkResult VKAPI_CALL EndCommandBuffer(VkCommandBuffer) {
  keep_error();
  return std::exchange(recorder().error, VK_SUCCESS);
}

VKAPI_ATTR VkResult VKAPI_CALL CreateFence(VkDevice, const VkFenceCreateInfo*, const VkAllocationCallbacks*,
                                           VkFence* out) {
  return make_empty(out);
}
VKAPI_ATTR void VKAPI_CALL DestroyFence(VkDevice, VkFence, const VkAllocationCallbacks*) {}
VKAPI_ATTR VkResult VKAPI_CALL ResetFences(VkDevice, std::uint32_t, const VkFence*) { return VK_SUCCESS; }
VKAPI_ATTR VkResult VKAPI_CALL WaitForFences(VkDevice, std::uint32_t, const VkFence*, VkBool32, std::uint64_t) {
  return finish();
}
VKAPI_ATTR VkResult VKAPI_CALL QueueSubmit(VkQueue, std::uint32_t, const VkSubmitInfo*, VkFence) {
  glFlush();
  return take_error();
}
VKAPI_ATTR VkResult VKAPI_CALL QueueWaitIdle(VkQueue) { return finish(); }
VKAPI_ATTR VkResult VKAPI_CALL DeviceWaitIdle(VkDevice) { return finish(); }

// ---- timestamps ----

VKAPI_ATTR VkResult VKAPI_CALL CreateQueryPool(VkDevice, const VkQueryPoolCreateInfo* info,
                                               const VkAllocationCallbacks*, VkQueryPool* out) {
  auto pool = std::make_unique<QueryPool>(QueryPool{std::vector<GLuint>(info->queryCount)});
  const VkResult result =
      attempt([&] { glCreateQueries(GL_TIMESTAMP, static_cast<GLsizei>(info->queryCount), pool->names.data()); });
  if (result == VK_SUCCESS) *out = reinterpret_cast<VkQueryPool>(pool.release());
  return result;
}

VKAPI_ATTR void VKAPI_CALL DestroyQueryPool(VkDevice, VkQueryPool handle, const VkAllocationCallbacks*) {
  QueryPool* pool = object_of<QueryPool>(handle);
  if (pool == nullptr) return;
  glDeleteQueries(static_cast<GLsizei>(pool->names.size()), pool->names.data());
  delete pool;
}

VKAPI_ATTR void VKAPI_CALL CmdResetQueryPool(VkCommandBuffer, VkQueryPool, std::uint32_t, std::uint32_t) {}

VKAPI_ATTR void VKAPI_CALL CmdWriteTimestamp(VkCommandBuffer, VkPipelineStageFlagBits, VkQueryPool pool,
                                             std::uint32_t query) {
  glQueryCounter(object_of<QueryPool>(pool)->names[query], GL_TIMESTAMP);
}

VKAPI_ATTR VkResult VKAPI_CALL GetQueryPoolResults(VkDevice, VkQueryPool pool, std::uint32_t first, std::uint32_t count,
                                                   std::size_t, void* data, VkDeviceSize, VkQueryResultFlags) {
  auto* ticks = static_cast<std::uint64_t*>(data);
  for (std::uint32_t i = 0; i < count; ++i) {
    GLuint64 tick = 0;
    glGetQueryObjectui64v(object_of<QueryPool>(pool)->names[first + i], GL_QUERY_RESULT, &tick);
    ticks[i] = tick;
  }
  return take_error();
}

}  // namespace engine::opengl
