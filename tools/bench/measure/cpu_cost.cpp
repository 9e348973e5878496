// SPDX-License-Identifier: MIT
// CPU time of recording and of create(), by the monotonic clock.
#include "bench/measure/cpu_cost.h"

#include <photopic/post_process.h>

#include <chrono>

#include "bench/measure/measure.h"
#include "bench/methods/hdr_image.h"

namespace bench {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kCallsPerSubmission = 50;
static_assert(kCpuCalls % kCallsPerSubmission == 0);

double median_call_us(const Rig& rig, const std::function<photopic::Status(VkCommandBuffer)>& record) {
  std::vector<double> times_us;
  engine::CommandRing ring(rig.context, 1);
  while (times_us.size() < std::size_t(kCpuCalls)) {
    const VkCommandBuffer command_buffer = ring.begin();
    for (int i = 0; i < kCallsPerSubmission; ++i) {
      const auto start = Clock::now();
      const photopic::Status status = record(command_buffer);
      times_us.push_back(std::chrono::duration<double, std::micro>(Clock::now() - start).count());
      rig.context.check(status);
      engine::full_barrier(rig.context, command_buffer);  // the next call writes the same image
    }
    ring.submit();
  }
  ring.wait();
  return median(times_us);
}

double create_ms(const Rig& rig, const photopic::Device& device) {
  photopic::PostProcess post;
  const auto start = Clock::now();
  const photopic::Status status = post.create(device, {.max_extent = kCpuExtent});
  const double time_ms = std::chrono::duration<double, std::milli>(Clock::now() - start).count();
  rig.context.check(status);
  return time_ms;
}

}  // namespace

CreateCosts measure_create_costs(const Rig& rig) {
  photopic::Device device = rig.context.lend();
  device.pipeline_cache = VK_NULL_HANDLE;
  CreateCosts costs = {};
  costs.first_ms = create_ms(rig, device);

  const auto& vk = rig.context.vk();
  VkPipelineCacheCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO;
  engine::check(vk.vkCreatePipelineCache(rig.context.device(), &info, nullptr, &device.pipeline_cache),
                "vkCreatePipelineCache");
  try {
    create_ms(rig, device);
    std::vector<double> times_ms;
    for (int i = 0; i < kCreateCalls; ++i) times_ms.push_back(create_ms(rig, device));
    costs.cached_ms = median(times_ms);
  } catch (...) {
    vk.vkDestroyPipelineCache(rig.context.device(), device.pipeline_cache, nullptr);
    throw;
  }
  vk.vkDestroyPipelineCache(rig.context.device(), device.pipeline_cache, nullptr);
  return costs;
}

std::vector<CpuCost> measure_cpu_costs(const Rig& rig) {
  constexpr float kFrame_s = 1.0f / 60.0f;
  const engine::Image hdr = make_hdr_image(rig.context, kHdrFormats[0], kCpuExtent);
  const engine::Image ldr = make_ldr_image(rig.context, kCpuExtent);
  photopic::PostProcess post;
  rig.context.check(post.create(rig.context.lend(), {.max_extent = kCpuExtent, .with = photopic::kWithFused}));
  const photopic::Frame frame = {
      .hdr = {hdr.view()}, .ldr = {ldr.view()}, .extent = kCpuExtent, .delta_time_s = kFrame_s};
  const photopic::Settings settings;
  const auto time = [&](const char* name, const std::function<photopic::Status(VkCommandBuffer)>& record) {
    return CpuCost{name, median_call_us(rig, record)};
  };
  return {time("record_meter",
               [&](VkCommandBuffer command_buffer) { return post.record_meter(command_buffer, frame, settings); }),
          time("record_fused",
               [&](VkCommandBuffer command_buffer) { return post.record_fused(command_buffer, frame, settings); }),
          time("record", [&](VkCommandBuffer command_buffer) { return post.record(command_buffer, frame, settings); })};
}

}  // namespace bench
