// SPDX-License-Identifier: MIT
// The mesopic pass: SPIR-V, bindings, tables of views, recording.
#include "night/passes.h"

#include <photopic/interface.h>
#include <spirv/mesopic.h>

#include <algorithm>

#include "night/mesopic_tables.h"
#include "night/night.h"

namespace photopic::passes {
namespace {

using enum BindingKind;
// exposure, table, state
constexpr BindingKind kMesopic[] = {storage_buffer, storage_buffer, storage_buffer};

}  // namespace

PHOTOPIC_PASS(mesopic, kMesopic, MesopicParams)

}  // namespace photopic::passes

namespace photopic::night {

static_assert(PHOTOPIC_STATE_NIGHT <= PHOTOPIC_NIGHT_NODES);  // an invocation of the pass copies a word

Status MesopicTables::create(const MadeFor& info) noexcept {
  const VkDeviceSize alignment = std::max<VkDeviceSize>(gpu_.limits.minStorageBufferOffsetAlignment, 1);
  stride_bytes_ = (sizeof(gpu::NightExposure) + alignment - 1) / alignment * alignment;
  Status status = mesopic_.create(passes::mesopic);
  if (status == Status::ok) status = mesopic_.add_variant(0, {});
  if (status != Status::ok) return status;
  return tables_.create(stride_bytes_ * info.view_count, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
}

Binding MesopicTables::table(std::uint32_t view) const noexcept {
  return buffer_binding(tables_.handle(), stride_bytes_ * view, sizeof(gpu::NightExposure));
}

void MesopicTables::record(VkCommandBuffer command_buffer, const EffectFrame& frame, const Settings& settings,
                           bool reports, const gpu::AcuityParams* acuity) const noexcept {
  const bool has_light = settings.white_balance.white_balance == WhiteBalance::automatic;
  gpu::MesopicParams params = mesopic_params(settings, frame.has_state, has_light);
  params.exposure_words = static_cast<std::uint32_t>(frame.exposure.range_bytes / sizeof(std::uint32_t));
  params.reports = frame.has_state && reports ? 1u : 0u;
  if (acuity != nullptr) {
    params.acuity_loss = acuity->loss;
    params.most_cycles_per_deg = acuity->cycles_per_deg * static_cast<float>(frame.region.extent.height);
  }
  const Binding unwritten = table(frame.view);  // of at least a NightState's size
  static_assert(sizeof(gpu::NightExposure) >= sizeof(gpu::NightState));
  const Binding bindings[] = {frame.exposure, table(frame.view), params.reports != 0 ? frame.night : unwritten};
  mesopic_.dispatch(command_buffer, 0, {1, 1}, params, bindings);
}

}  // namespace photopic::night
