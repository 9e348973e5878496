// SPDX-License-Identifier: MIT
// NaiveMeter for C.
#include <photopic/naive_meters.h>

#include "c/frames.h"
#include "c/handles.h"
#include "c/structs.h"

struct photopic_naive_meter {
  photopic::NaiveMeter object;
};

namespace photopic::c {
namespace {

static_assert(PHOTOPIC_NAIVE_BLIT_CHAIN == static_cast<int>(NaiveMethod::blit_chain) &&
              PHOTOPIC_NAIVE_BLIT_CHAIN_EVEN_CROP == static_cast<int>(NaiveMethod::blit_chain_even_crop) &&
              PHOTOPIC_NAIVE_PYRAMID == static_cast<int>(NaiveMethod::pyramid));
static_assert(PHOTOPIC_LEVELS_R32F == static_cast<int>(LevelFormat::r32f) &&
              PHOTOPIC_LEVELS_R16F == static_cast<int>(LevelFormat::r16f));
static_assert(PHOTOPIC_TAP_GATHER == static_cast<int>(PyramidTap::gather) + 1 &&
              PHOTOPIC_TAP_LINEAR == static_cast<int>(PyramidTap::linear) + 1);
static_assert(PHOTOPIC_NAIVE_FACTOR_BLOCK_COUNTS == static_cast<int>(NaiveFactor::block_counts) + 1 &&
              PHOTOPIC_NAIVE_FACTOR_CORRECTED == static_cast<int>(NaiveFactor::corrected) + 1 &&
              PHOTOPIC_NAIVE_FACTOR_PUBLISHED == static_cast<int>(NaiveFactor::published) + 1);

NaiveMeterInfo info_of(const photopic_naive_meter_info& given) {
  NaiveMeterInfo info;
  info.max_extent = given.max_extent;
  info.method = static_cast<NaiveMethod>(given.method);
  info.level_format = static_cast<LevelFormat>(given.level_format);
  info.workgroup_side = value_or(given.workgroup_side, info.workgroup_side);
  if (given.pyramid_tap != PHOTOPIC_TAP_DEFAULT) info.pyramid_tap = static_cast<PyramidTap>(given.pyramid_tap - 1);
  if (given.pyramid_factor != PHOTOPIC_NAIVE_FACTOR_DEFAULT) {
    info.pyramid_factor = static_cast<NaiveFactor>(given.pyramid_factor - 1);
  }
  return info;
}

}  // namespace
}  // namespace photopic::c

using photopic::NaiveMeter;
using photopic::c::require;

extern "C" {

photopic_result photopic_naive_meter_create(const photopic_device* device, const photopic_naive_meter_info* info,
                                            photopic_naive_meter** out) {
  photopic_naive_meter_info given;
  PHOTOPIC_TRY(photopic::c::take(__func__, "info", info, &given));
  return photopic::c::make_handle(__func__, device, out, [&](const photopic::Device& lent, NaiveMeter* meter) {
    return NaiveMeter::create(lent, photopic::c::info_of(given), meter);
  });
}

void photopic_naive_meter_destroy(photopic_naive_meter* meter) { delete meter; }

photopic_result photopic_naive_meter_resize(photopic_naive_meter* meter, VkExtent2D max_extent) {
  PHOTOPIC_TRY(require(meter, __func__, "meter"));
  return meter->object.resize(max_extent);
}

photopic_result photopic_naive_meter_record(photopic_naive_meter* meter, VkCommandBuffer command_buffer,
                                            const photopic_frame* frame, const photopic_settings* settings) {
  PHOTOPIC_TRY(require(meter, __func__, "meter"));
  PHOTOPIC_TRY(require(settings, __func__, "settings"));
  photopic::c::TakenFrame taken;
  PHOTOPIC_TRY(photopic::c::take_frame(__func__, frame, &taken));
  return meter->object.record(command_buffer, taken.frame, settings->meter, settings->exposure);
}

photopic_result photopic_naive_meter_record_export(photopic_naive_meter* meter, VkCommandBuffer command_buffer,
                                                   VkBuffer destination, VkDeviceSize offset_bytes) {
  PHOTOPIC_TRY(require(meter, __func__, "meter"));
  return meter->object.record_export(command_buffer, destination, offset_bytes);
}

VkBuffer photopic_naive_meter_state_buffer(const photopic_naive_meter* meter) {
  return meter != nullptr ? meter->object.state_buffer() : VK_NULL_HANDLE;
}

VkDeviceSize photopic_naive_meter_memory_bytes(const photopic_naive_meter* meter) {
  return meter != nullptr ? meter->object.memory_bytes() : 0;
}

}  // extern "C"
