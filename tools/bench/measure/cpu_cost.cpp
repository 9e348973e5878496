// SPDX-License-Identifier: MIT
// CPU time of recording and of create(), by the monotonic clock.
#include "bench/measure/cpu_cost.h"

#include <photopic/post_process.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <string>

#include "bench/measure/measure.h"
#include "bench/methods/hdr_image.h"
#include "bench/methods/looks.h"

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

/// Makes an object with that device.
using Create = std::function<std::shared_ptr<photopic::PostProcess>(const photopic::Device&)>;

double create_ms(const photopic::Device& device, const Create& create) {
  const auto start = Clock::now();
  const auto post = create(device);
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

CreateCosts create_costs(const Rig& rig, const char* name, const Create& create) {
  photopic::Device device = rig.context.lend();
  device.pipeline_cache = VK_NULL_HANDLE;
  CreateCosts costs = {name, create_ms(device, create), 0.0};

  const auto& vk = rig.context.vk();
  const VkPipelineCacheCreateInfo info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO};
  engine::check(vk.vkCreatePipelineCache(rig.context.device(), &info, nullptr, &device.pipeline_cache),
                "vkCreatePipelineCache");
  try {
    create(device);
    std::vector<double> times_ms;
    for (int i = 0; i < kCreateCalls; ++i) times_ms.push_back(create_ms(device, create));
    costs.cached_ms = median(times_ms);
  } catch (...) {
    vk.vkDestroyPipelineCache(rig.context.device(), device.pipeline_cache, nullptr);
    throw;
  }
  vk.vkDestroyPipelineCache(rig.context.device(), device.pipeline_cache, nullptr);
  return costs;
}

bool runs_everything(const Options& options) {
  return std::any_of(options.methods.begin(), options.methods.end(), [](const MethodInfo& method) {
    const std::string name = method.name;
    return name == "final_all" || name == "frame_all";
  });
}

constexpr std::uint32_t kFrame = photopic::kMeter | photopic::kFinish;

}  // namespace

std::vector<CreateCosts> measure_create_costs(const Rig& rig, const Options& options) {
  std::vector<CreateCosts> costs;
  costs.push_back(create_costs(rig, "metering and one operator", [&](const photopic::Device& device) {
    return make_post(rig, device, {.max_extent = kCpuExtent});
  }));
  if (runs_everything(options)) {
    costs.push_back(create_costs(
        rig, "every effect but sharpening and aberration",
        [&](const photopic::Device& device) { return make_post(rig, device, kCpuExtent, kEverything, kFrame); }));
  }
  return costs;
}

std::vector<CpuCost> measure_cpu_costs(const Rig& rig, const Options& options) {
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
  std::vector<CpuCost> costs = {
      time("record_meter",
           [&](VkCommandBuffer command_buffer) { return post.record_meter(command_buffer, frame, settings); }),
      time("record_fused",
           [&](VkCommandBuffer command_buffer) { return post.record_fused(command_buffer, frame, settings); }),
      time("record", [&](VkCommandBuffer command_buffer) { return post.record(command_buffer, frame, settings); })};
  if (runs_everything(options)) {
    const auto all = make_post(rig, rig.context.lend(), kCpuExtent, kEverything, kFrame);
    const photopic::Settings everything = settings_of(kEverything);
    costs.push_back(time("record with every effect", [&](VkCommandBuffer command_buffer) {
      return all->record(command_buffer, frame, everything);
    }));
  }
  return costs;
}

}  // namespace bench
