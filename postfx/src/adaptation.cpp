// SPDX-License-Identifier: MIT
#include "adaptation.h"

#include <photopic/exposure.h>

#include <algorithm>
#include <chrono>
#include <new>

#include "report.h"

namespace photopic {
namespace {

/// Hash of 64 bits (Steele et al., "Fast splittable pseudorandom number generators", 2014: SplitMix64's finaliser).
std::uint64_t mixed(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

/// A number that no earlier object is likely to have left in the same memory: from where and when this one was made.
std::uint64_t instance_number(const void* object) {
  const auto ticks = std::chrono::steady_clock::now().time_since_epoch().count();
  return mixed(reinterpret_cast<std::uintptr_t>(object) ^ mixed(static_cast<std::uint64_t>(ticks)));
}

/// Rate of an exponential, 1/s, from a speed and a distance or from 1 and a time constant; finite where either is 0.
float rate_per_s(float numerator, float denominator) {
  constexpr float kAtOnce = 1e30f;  // times 1e6 s is still a finite float
  return numerator <= 0.0f ? 0.0f : std::min(numerator / std::max(denominator, 1.0f / kAtOnce), kAtOnce);
}

float fixed_ev100(const ExposureSettings& settings) {
  return settings.mode == ExposureMode::camera
             ? static_cast<float>(
                   ev100_from_camera(settings.aperture_f_number, settings.shutter_s, settings.sensitivity_iso))
             : settings.manual_ev100;
}

}  // namespace

gpu::AdaptParams adapt_params(const ExposureSettings& settings, float delta_time_s, std::uint32_t texels) noexcept {
  gpu::AdaptParams params = {};
  params.texels = texels;
  params.mode = settings.mode == ExposureMode::automatic ? POSTFX_EXPOSURE_AUTOMATIC : POSTFX_EXPOSURE_FIXED;
  params.hold = settings.hold ? 1u : 0u;
  params.delta_time_s = delta_time_s;
  params.min_ev100 = settings.min_ev100;
  params.max_ev100 = settings.max_ev100;
  params.fixed_ev100 = fixed_ev100(settings);
  params.compensation_ev = settings.compensation_ev;
  if (settings.curve == AdaptationCurve::linear_exponential) {
    params.to_bright_ev_per_s = settings.to_bright_ev_per_s;
    params.to_dark_ev_per_s = settings.to_dark_ev_per_s;
    params.to_bright_rate_per_s = rate_per_s(settings.to_bright_ev_per_s, settings.transition_ev);
    params.to_dark_rate_per_s = rate_per_s(settings.to_dark_ev_per_s, settings.transition_ev);
    params.transition_ev = settings.transition_ev;
  } else {
    constexpr float kNeverLinearEv = 1e6f;  // EV; beyond any distance
    params.to_bright_rate_per_s = rate_per_s(1.0f, settings.to_bright_time_constant_s);
    params.to_dark_rate_per_s = rate_per_s(1.0f, settings.to_dark_time_constant_s);
    params.transition_ev = kNeverLinearEv;
  }
  return params;
}

Status Adaptation::create(std::uint32_t view_count) noexcept {
  const VkDeviceSize alignment = std::max<VkDeviceSize>(gpu_.limits.minStorageBufferOffsetAlignment, 1);
  stride_bytes_ = (sizeof(gpu::ExposureState) + alignment - 1) / alignment * alignment;
  stats_offset_bytes_ = stride_bytes_ * view_count;
  const std::uint64_t number = instance_number(this);
  epoch_instance_ = static_cast<std::uint32_t>(number);
  epoch_resets_.reset(new (std::nothrow) std::uint32_t[view_count]);
  if (epoch_resets_ == nullptr) return report(gpu_.device, Status::out_of_memory, "create: out of host memory");
  std::fill_n(epoch_resets_.get(), view_count, static_cast<std::uint32_t>(number >> 32));

  Status status = adapt_.create(passes::adapt);
  if (status == Status::ok) status = adapt_.add_variant(0, {});
  if (status == Status::ok) {
    status = buffer_.create(stats_offset_bytes_ + sizeof(gpu::MeterStats), VK_BUFFER_USAGE_STORAGE_BUFFER_BIT |
                                                                               VK_BUFFER_USAGE_TRANSFER_SRC_BIT |
                                                                               VK_BUFFER_USAGE_TRANSFER_DST_BIT);
  }
  return status;
}

Binding Adaptation::stats() const noexcept {
  return buffer_binding(buffer_.handle(), stats_offset_bytes_, sizeof(gpu::MeterStats));
}

void Adaptation::record_clear_stats(VkCommandBuffer command_buffer) const noexcept {
  // Producers: the previous frame's passes, which write and read the stats and the state, and the host's copies of the
  // state. Consumers: the fill here, and adapt, which rewrites the state.
  memory_barrier(gpu_, command_buffer, kComputeReadWrite | kTransferRead, kTransferWrite | kComputeReadWrite);
  gpu_.vk.vkCmdFillBuffer(command_buffer, buffer_.handle(), stats_offset_bytes_, sizeof(gpu::MeterStats), 0);
  // Producer: the fill. Consumer: log_luminance's atomics.
  memory_barrier(gpu_, command_buffer, kTransferWrite, kComputeReadWrite);
}

void Adaptation::record(VkCommandBuffer command_buffer, VkImageView mean, const MeterFrame& frame,
                        const ExposureSettings& settings) noexcept {
  if (frame.reset_history) ++epoch_resets_[frame.view];
  gpu::AdaptParams params =
      adapt_params(settings, frame.delta_time_s, frame.region.extent.width * frame.region.extent.height);
  params.epoch_instance = epoch_instance_;
  params.epoch_reset = epoch_resets_[frame.view];
  const Binding bindings[] = {image_binding(mean, VK_IMAGE_LAYOUT_GENERAL), stats(),
                              buffer_binding(buffer_.handle(), stride_bytes_ * frame.view, sizeof(gpu::ExposureState))};
  adapt_.dispatch(command_buffer, 0, {1, 1}, params, bindings);
}

}  // namespace photopic
