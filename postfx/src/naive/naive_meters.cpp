// SPDX-License-Identifier: MIT
// NaiveMeter: naive averages, and adaptation to them.
#include <photopic/naive_meters.h>

#include "adapt/adaptation.h"
#include "gpu/host/debug_names.h"
#include "gpu/host/owned.h"
#include "gpu/host/report.h"
#include "meter/pyramid.h"
#include "naive/blit_chain.h"
#include "naive/passes.h"
#include "naive/published_factor.h"
#include "settings/validation.h"

namespace photopic {
namespace {

FactorNumerator factor_of(const NaiveMeterInfo& info) {
  if (info.pyramid_factor == NaiveFactor::published) return &published_factor_numerator;
  const bool by_counts = info.pyramid_factor == NaiveFactor::block_counts && info.pyramid_tap == PyramidTap::gather;
  return by_counts ? nullptr : &corrected_factor_numerator;
}

passes::LevelPasses passes_of(LevelFormat format, PyramidTap tap) {
  const bool is_linear = tap == PyramidTap::linear;
  if (format == LevelFormat::r16f) {
    return {VK_FORMAT_R16_SFLOAT, &passes::log_luminance_r16f, &passes::pyramid_hdr_r16f,
            is_linear ? &passes::pyramid_linear_r16f : &passes::pyramid_r16f};
  }
  passes::LevelPasses made = passes::kLevelPasses;
  if (is_linear) made.pyramid = &passes::pyramid_linear_r32f;
  return made;
}

}  // namespace

struct NaiveMeter::Impl {
  Gpu gpu;
  NaiveMeterInfo info;
  Pyramid pyramid{gpu};
  BlitChain blit_chain{gpu};
  Adaptation adaptation{gpu};

  bool is_pyramid() const { return info.method == NaiveMethod::pyramid; }
  /// MadeFor of the PostProcess that takes the same settings, for the checks that both have in common. It has a
  /// histogram, so that a host may pass the settings of the meter that it compares with.
  MadeFor common_info() const {
    return {.max_extent = info.max_extent,
            .steps = kMeterStep,
            .meter_method = MeterMethod::pyramid,
            .histogram = true,
            .highlights_and_black = true};
  }

  Status create(const NaiveMeterInfo& create_info) noexcept {
    info = create_info;
    PHOTOPIC_TRY(validate(gpu, "NaiveMeter::create", info));
    PHOTOPIC_TRY(create_meter());
    PHOTOPIC_TRY(adaptation.create({}, true));
    return gpu.batch.create(gpu);
  }

  Status create_meter() noexcept {
    const passes::LevelPasses level_passes = passes_of(info.level_format, info.pyramid_tap);
    if (!is_pyramid()) {
      return blit_chain.create(info.max_extent, level_passes, info.method == NaiveMethod::blit_chain_even_crop);
    }
    return pyramid.create({.max_extent = info.max_extent,
                           .level_passes = level_passes,
                           .filter = info.pyramid_tap == PyramidTap::linear ? VK_FILTER_LINEAR : VK_FILTER_NEAREST,
                           .workgroup_side = info.workgroup_side,
                           .factor = factor_of(info)});
  }

  const LevelMeter& base() const { return is_pyramid() ? pyramid.base() : blit_chain.base(); }

  void record(VkCommandBuffer command_buffer, const MeterFrame& frame, const MeterSettings& given,
              const ExposureSettings& exposure) noexcept {
    const float log2 = pre_exposure_log2(frame.pre_exposure);
    const MeterSettings settings = pre_exposed(given, log2);
    const DebugLabel label(gpu, command_buffer, "naive meter");
    const std::uint32_t texels = frame.region.extent.width * frame.region.extent.height;
    const gpu::AdaptParams params = adaptation.next_params(frame, texels, settings, exposure);
    adaptation.record_begin(command_buffer);
    const Binding hdr = image_binding(frame.hdr, frame.hdr_layout);
    const VkImageView mean = is_pyramid() ? pyramid.record(command_buffer, hdr, frame.region, settings, {})
                                          : blit_chain.record(command_buffer, hdr, frame.region, settings);
    adaptation.record(command_buffer, mean, base().stats(), frame.view, {params, log2},
                      adaptation.tables({.meter = settings, .exposure = exposure}, {}, false));
  }
};

template struct detail::Destroy<NaiveMeter::Impl>;

Status NaiveMeter::create(const Device& device, const NaiveMeterInfo& info, NaiveMeter* out) noexcept {
  return create_owned("NaiveMeter::create", device, info, out != nullptr ? &out->impl_ : nullptr);
}

Status NaiveMeter::resize(VkExtent2D max_extent) noexcept {
  if (impl_ == nullptr) return Status::invalid_argument;
  Status status = validate_extent(impl_->gpu, "NaiveMeter::resize", max_extent);
  const VkExtent2D now = impl_->info.max_extent;
  if (status != Status::ok || (max_extent.width == now.width && max_extent.height == now.height)) return status;
  status = impl_->is_pyramid() ? impl_->pyramid.make_sized(max_extent) : impl_->blit_chain.make_sized(max_extent);
  status = impl_->gpu.sized_parts.end_resize(status);
  if (status == Status::ok) impl_->info.max_extent = max_extent;
  return status;
}

Status NaiveMeter::record(VkCommandBuffer command_buffer, const Frame& given, const MeterSettings& meter,
                          const ExposureSettings& exposure) noexcept {
  if (impl_ == nullptr) return Status::invalid_argument;
  const MeterFrame frame = meter_frame_of(given);
  constexpr const char* kFunction = "NaiveMeter::record";
  const MadeFor info = impl_->common_info();
  PHOTOPIC_TRY(validate(impl_->gpu, kFunction, command_buffer));
  PHOTOPIC_TRY(validate(impl_->gpu, kFunction, info, frame));
  PHOTOPIC_TRY(validate(impl_->gpu, kFunction, info, meter));
  PHOTOPIC_TRY(validate(impl_->gpu, kFunction, exposure));
  impl_->record(command_buffer, frame, meter, exposure);
  return Status::ok;
}

Status NaiveMeter::record_export(VkCommandBuffer command_buffer, VkBuffer destination,
                                 VkDeviceSize offset_bytes) noexcept {
  if (impl_ == nullptr) return Status::invalid_argument;
  constexpr const char* kFunction = "NaiveMeter::record_export";
  Status status = validate(impl_->gpu, kFunction, command_buffer);
  if (status == Status::ok)
    status = validate_copy(impl_->gpu, kFunction, "destination", photopic::Buffer{destination, offset_bytes});
  if (status == Status::ok) impl_->adaptation.record_export(command_buffer, {}, 0, destination, offset_bytes);
  return status;
}

VkBuffer NaiveMeter::state_buffer() const noexcept {
  return impl_ == nullptr ? VK_NULL_HANDLE : impl_->adaptation.buffer().handle();
}

NaiveMeterInfo NaiveMeter::create_info() const noexcept { return impl_ == nullptr ? NaiveMeterInfo{} : impl_->info; }

VkDeviceSize NaiveMeter::memory_bytes() const noexcept { return impl_ != nullptr ? impl_->gpu.memory_bytes : 0; }

}  // namespace photopic
