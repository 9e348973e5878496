// SPDX-License-Identifier: MIT
// Timestamp queries and the times between them.
#include "engine/gpu_timer.h"

#include <cstdint>
#include <stdexcept>

namespace engine {

GpuTimer::GpuTimer(const Context& context, std::uint32_t max_scopes) : context_(context), max_scopes_(max_scopes) {
  if (context.timestamp_valid_bits() == 0) return;
  const VkQueryPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO,
                                      .queryType = VK_QUERY_TYPE_TIMESTAMP,
                                      .queryCount = 2 * max_scopes};
  pool_ = {context, info};
}

void GpuTimer::reset(VkCommandBuffer command_buffer) {
  names_.clear();
  if (is_supported()) context_.vk().vkCmdResetQueryPool(command_buffer, pool_.get(), 0, 2 * max_scopes_);
}

void GpuTimer::begin(VkCommandBuffer command_buffer, std::string name) {
  if (!is_supported()) return;
  if (names_.size() == max_scopes_) throw std::out_of_range("GpuTimer: more scopes than max_scopes");
  names_.push_back(std::move(name));
  // Bottom of pipe on both sides: what was recorded before the scope isn't counted into it.
  context_.vk().vkCmdWriteTimestamp(command_buffer, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, pool_.get(),
                                    static_cast<std::uint32_t>(2 * names_.size() - 2));
}

void GpuTimer::end(VkCommandBuffer command_buffer) {
  if (!is_supported()) return;
  context_.vk().vkCmdWriteTimestamp(command_buffer, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, pool_.get(),
                                    static_cast<std::uint32_t>(2 * names_.size() - 1));
}

std::vector<GpuTimer::Result> GpuTimer::results() const {
  if (names_.empty()) return {};
  std::vector<std::uint64_t> ticks(2 * names_.size());
  check(context_.vk().vkGetQueryPoolResults(context_.device(), pool_.get(), 0, static_cast<std::uint32_t>(ticks.size()),
                                            ticks.size() * sizeof(std::uint64_t), ticks.data(), sizeof(std::uint64_t),
                                            VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WAIT_BIT),
        "vkGetQueryPoolResults");
  const std::uint32_t bits = context_.timestamp_valid_bits();
  const std::uint64_t mask = bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
  const double us_per_tick = double(context_.properties().limits.timestampPeriod) * 1e-3;
  std::vector<Result> results;
  for (std::size_t i = 0; i < names_.size(); ++i) {
    // The difference modulo the counter's width survives its wrapping around.
    const std::uint64_t difference = (ticks[2 * i + 1] - ticks[2 * i]) & mask;
    results.push_back({names_[i], double(difference) * us_per_tick});
  }
  return results;
}

}  // namespace engine
