// SPDX-License-Identifier: MIT
// CPU time of recording, by the monotonic clock.
#include "bench/measure/cpu_cost.h"

#include <photopic/post_process.h>

#include <chrono>

#include "bench/measure/measure.h"
#include "bench/methods/hdr_image.h"

namespace bench {
namespace {

constexpr int kCallsPerSubmission = 50;
static_assert(kCpuCalls % kCallsPerSubmission == 0);

double median_call_us(const Rig& rig, const std::function<photopic::Status(VkCommandBuffer)>& record) {
  using Clock = std::chrono::steady_clock;
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

}  // namespace

std::vector<CpuCost> measure_cpu_costs(const Rig& rig) {
  constexpr float kFrame_s = 1.0f / 60.0f;
  const engine::Image hdr = make_hdr_image(rig.context, kHdrFormats[0], kCpuExtent);
  const engine::Image ldr = make_ldr_image(rig.context, kCpuExtent);
  photopic::PostProcess post;
  rig.context.check(
      photopic::PostProcess::create(rig.context.lend(),
                                    {.max_extent = kCpuExtent,
                                     .steps = photopic::kMeterStep | photopic::kToneMapStep | photopic::kFusedStep,
                                     .meter_method = photopic::MeterMethod::single_pass,
                                     .tone_mappers = 1u << std::uint32_t(photopic::ToneMapper::agx)},
                                    &post));
  const photopic::MeterFrame metered = {.hdr = hdr.view(), .region = {{0, 0}, kCpuExtent}, .delta_time_s = kFrame_s};
  const photopic::Frame frame = {.hdr = hdr.view(), .ldr = ldr.view(), .extent = kCpuExtent, .delta_time_s = kFrame_s};
  const photopic::Settings settings;
  const auto time = [&](const char* name, const std::function<photopic::Status(VkCommandBuffer)>& record) {
    return CpuCost{name, median_call_us(rig, record)};
  };
  return {time("record_meter",
               [&](VkCommandBuffer command_buffer) {
                 return post.record_meter(command_buffer, metered, settings.meter, settings.exposure);
               }),
          time("record_fused",
               [&](VkCommandBuffer command_buffer) { return post.record_fused(command_buffer, frame, settings); }),
          time("record", [&](VkCommandBuffer command_buffer) { return post.record(command_buffer, frame, settings); })};
}

}  // namespace bench
