// SPDX-License-Identifier: MIT
// Meter of the light's colour: HDR images -> state of white balance, in dispatches beside those of the single pass.
#ifndef PHOTOPIC_SRC_METER_COLOR_METER_H
#define PHOTOPIC_SRC_METER_COLOR_METER_H

#include <photopic/post_process.h>

#include "settings/made_for.h"

#include <cstdint>
#include <span>

#include "gpu/host/gpu.h"
#include "gpu/memory/memory.h"
#include "gpu/passes/compute_pass.h"

namespace photopic {

class ColorMeter {
 public:
  explicit ColorMeter(const Gpu& gpu) : gpu_(gpu), pass_(gpu), sums_(gpu, "sums of colours") {}

  Status create(const MadeFor& info) noexcept;
  /// Zeros before the first measurement.
  void record_prepare(VkCommandBuffer command_buffer) const noexcept;

  /// Workgroups that look at a rectangle of a measurement of `texels`; `limit` at the most.
  static std::uint32_t workgroups(const VkRect2D& region, std::uint32_t texels, std::uint32_t limit) noexcept;
  /// `bindings`: of the single pass, alone, with sums() in place of its accumulators.
  void dispatch(VkCommandBuffer command_buffer, std::uint32_t workgroups, const gpu::MeterParams& params,
                std::span<const Binding> bindings) const noexcept {
    pass_.dispatch(command_buffer, 0, {workgroups, 1}, params, bindings);
  }
  Binding sums() const noexcept { return buffer_binding(sums_.handle(), 0, sizeof(gpu::ColorSums)); }

 private:
  const Gpu& gpu_;
  ComputePass pass_;
  DeviceBuffer sums_;
};

}  // namespace photopic

#endif
