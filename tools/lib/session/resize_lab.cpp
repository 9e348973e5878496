// SPDX-License-Identifier: MIT
// Metering of one view at each width.
#include "session/resize_lab.h"

#include <algorithm>
#include <cstring>

#include "arguments/errors.h"
#include "engine/transfer/commands.h"
#include "session/settings/settings.h"

namespace session {
namespace {

using photopic::gpu::ExposureState;

/// The same call of both classes.
photopic::Status record_meter(photopic::PostProcess& meter, VkCommandBuffer commands, const photopic::Frame& frame,
                              const photopic::MeterSettings& settings) {
  photopic::Settings all;
  all.meter = settings;
  return meter.record_meter(commands, frame, all);
}
photopic::Status record_meter(photopic::NaiveMeter& meter, VkCommandBuffer commands, const photopic::Frame& frame,
                              const photopic::MeterSettings& settings) {
  return meter.record(commands, frame, settings, {});
}
photopic::Status record_export(photopic::PostProcess& meter, VkCommandBuffer commands, VkBuffer buffer,
                               VkDeviceSize offset_bytes) {
  return meter.record_export(commands, 0, {buffer, offset_bytes});
}
photopic::Status record_export(photopic::NaiveMeter& meter, VkCommandBuffer commands, VkBuffer buffer,
                               VkDeviceSize offset_bytes) {
  return meter.record_export(commands, buffer, offset_bytes);
}

}  // namespace

void ResizeLab::start(engine::Context& context, const SweepPlan& plan) {
  if (plan.first_width < 1 || plan.last_width < plan.first_width || plan.step < 1 || plan.height < 1) {
    throw arguments::UsageError("a sweep goes from a width to a larger one, in steps of 1 or more");
  }
  const std::uint32_t widths = (plan.last_width - plan.first_width) / plan.step + 1;
  const VkExtent2D largest = {plan.last_width, plan.height};
  photopic::NaiveMeter naive;
  arguments::require(context, photopic::NaiveMeter::create(context.lend(), {.max_extent = largest}, &naive));
  photopic::PostProcess correct;
  const photopic::Tuning tuning = {.meter_method = photopic::MeterMethod::pyramid};
  const photopic::CreateInfo info = {.max_extent = largest, .steps = photopic::kMeter, .tuning = &tuning};
  arguments::require(context, correct.create(context.lend(), info));
  engine::Buffer states(context, VkDeviceSize(2) * widths * sizeof(ExposureState), VK_BUFFER_USAGE_TRANSFER_DST_BIT,
                        engine::MemoryUse::readback);
  context.wait();  // for the last sweep's
  context_ = &context;
  plan_ = plan;
  naive_ = std::move(naive);
  correct_ = std::move(correct);
  states_ = std::move(states);
  plan_widths_ = widths;
  recorded_ = 0;
  points_.clear();
}

void ResizeLab::record(VkCommandBuffer command_buffer, const engine::Image& hdr, float pre_exposure,
                       const photopic::MeterSettings& settings) {
  const VkExtent2D wanted = extent();
  const photopic::Frame frame = {
      .hdr = {hdr.view()},
      .extent = {std::min(wanted.width, hdr.extent().width), std::min(wanted.height, hdr.extent().height)},
      .cut = VK_TRUE,
      .pre_exposure = pre_exposure};
  const auto meter = [&](auto& object, std::uint32_t index) {
    arguments::require(*context_, record_meter(object, command_buffer, frame, mean_of_all(settings)));
    arguments::require(*context_, record_export(object, command_buffer, states_.handle(),
                                                VkDeviceSize(index) * sizeof(ExposureState)));
  };
  meter(naive_, 2 * recorded_);
  meter(correct_, 2 * recorded_ + 1);
  engine::memory_barrier(*context_, command_buffer, engine::kTransferWrite, engine::kHostRead);
  ++recorded_;
}

void ResizeLab::collect(std::uint32_t in_flight) {
  const auto mean = [&](std::size_t index) {
    ExposureState state;
    std::memcpy(&state, states_.mapped().data() + index * sizeof state, sizeof state);
    return state.mean_log2_luminance;
  };
  const std::uint32_t done = recorded_ - std::min(recorded_, in_flight);
  while (points_.size() < done) {
    const std::size_t i = points_.size();
    points_.push_back({width(std::uint32_t(i)), mean(2 * i), mean(2 * i + 1)});
  }
}

}  // namespace session
