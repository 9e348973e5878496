// SPDX-License-Identifier: MIT
// PostProcess for C.
#include <photopic/post_process.h>

#include "settings/made_for.h"

#include "c/exposure_state.h"
#include "c/frames.h"
#include "c/handles.h"

namespace photopic::c {
namespace {

photopic_result record(const char* function, photopic_post_process* post, VkCommandBuffer command_buffer,
                       const photopic_frame* frame, const photopic_settings* settings,
                       Status (PostProcess::*record)(VkCommandBuffer, const Frame&,
                                                     const Settings&) noexcept) noexcept {
  PHOTOPIC_TRY(require(post, function, "post"));
  PHOTOPIC_TRY(require(settings, function, "settings"));
  TakenFrame taken;
  PHOTOPIC_TRY(take_frame(function, frame, &taken));
  return (post->object.*record)(command_buffer, taken.frame, *settings);
}

}  // namespace
}  // namespace photopic::c

using photopic::PostProcess;
using photopic::c::require;

extern "C" {

photopic_result photopic_post_process_create(const photopic_device* device, const photopic_post_process_info* info,
                                             photopic_post_process** out) {
  photopic::c::TakenInfo taken;
  PHOTOPIC_TRY(photopic::c::take_info(__func__, info, &taken));
  return photopic::c::make_handle(__func__, device, out, [&](const photopic::Device& lent, PostProcess* post) {
    return post->create(lent, taken.info);
  });
}

photopic_result photopic_post_process_memory_requests(const photopic_device* device,
                                                      const photopic_post_process_info* info, uint32_t* count,
                                                      photopic_memory_request* out) {
  photopic::c::TakenInfo taken;
  photopic::Device lent;
  photopic::MemoryCallbacks memory;
  PHOTOPIC_TRY(require(count, __func__, "count"));
  PHOTOPIC_TRY(photopic::c::take_info(__func__, info, &taken));
  PHOTOPIC_TRY(photopic::c::take_device(__func__, device, &memory, &lent));
  return PostProcess::memory_requests(lent, taken.info, count, out);
}

photopic_result photopic_post_process_prepare_requests(const photopic_post_process* post,
                                                       const photopic_settings* settings, uint32_t* count,
                                                       photopic_memory_request* out) {
  PHOTOPIC_TRY(require(post, __func__, "post"));
  PHOTOPIC_TRY(require(settings, __func__, "settings"));
  PHOTOPIC_TRY(require(count, __func__, "count"));
  return post->object.memory_requests(*settings, count, out);
}

void photopic_post_process_destroy(photopic_post_process* post) { delete post; }

photopic_result photopic_post_process_prepare(photopic_post_process* post, const photopic_settings* settings,
                                              uint32_t max_pipelines) {
  PHOTOPIC_TRY(require(post, __func__, "post"));
  PHOTOPIC_TRY(require(settings, __func__, "settings"));
  return post->object.prepare(*settings, max_pipelines);
}

VkBool32 photopic_post_process_is_prepared(const photopic_post_process* post, const photopic_settings* settings) {
  return post != nullptr && settings != nullptr && post->object.is_prepared(*settings) ? VK_TRUE : VK_FALSE;
}

photopic_result photopic_post_process_resize(photopic_post_process* post, VkExtent2D max_extent) {
  PHOTOPIC_TRY(require(post, __func__, "post"));
  return post->object.resize(max_extent);
}

#define PHOTOPIC_RECORD(name)                                                                                    \
  photopic_result photopic_post_process_##name(photopic_post_process* post, VkCommandBuffer command_buffer,      \
                                               const photopic_frame* frame, const photopic_settings* settings) { \
    return photopic::c::record(__func__, post, command_buffer, frame, settings, &PostProcess::name);             \
  }
PHOTOPIC_RECORD(record)
PHOTOPIC_RECORD(record_meter)
PHOTOPIC_RECORD(record_finish)
PHOTOPIC_RECORD(record_draw)
PHOTOPIC_RECORD(record_fused)
#undef PHOTOPIC_RECORD

photopic_result photopic_post_process_record_export(photopic_post_process* post, VkCommandBuffer command_buffer,
                                                    uint32_t view, VkBuffer destination, VkDeviceSize offset_bytes) {
  PHOTOPIC_TRY(require(post, __func__, "post"));
  return post->object.record_export(command_buffer, view, {destination, offset_bytes});
}

photopic_result photopic_post_process_record_import(photopic_post_process* post, VkCommandBuffer command_buffer,
                                                    uint32_t view, VkBuffer source, VkDeviceSize offset_bytes) {
  PHOTOPIC_TRY(require(post, __func__, "post"));
  return post->object.record_import(command_buffer, view, photopic::Buffer{source, offset_bytes});
}

photopic_result photopic_post_process_record_import_bytes(photopic_post_process* post, VkCommandBuffer command_buffer,
                                                          uint32_t view, const void* bytes, size_t size_bytes) {
  PHOTOPIC_TRY(require(post, __func__, "post"));
  photopic::gpu::ExposureState state;
  PHOTOPIC_TRY(photopic::c::state_of_bytes(__func__, bytes, size_bytes, &state));
  return post->object.record_import(command_buffer, view, state);
}

photopic_result photopic_post_process_statistics(const photopic_post_process* post, uint32_t view,
                                                 photopic_exposure_state* out) {
  PHOTOPIC_TRY(require(post, __func__, "post"));
  PHOTOPIC_TRY(photopic::c::check_head(__func__, "out", out));
  photopic::gpu::ExposureState state;
  PHOTOPIC_TRY(post->object.statistics(view, &state));
  return photopic::c::give_state(state, out);
}

VkBuffer photopic_post_process_state_buffer(const photopic_post_process* post) {
  return post != nullptr ? post->object.state_buffer() : VK_NULL_HANDLE;
}

VkDeviceSize photopic_post_process_state_stride_bytes(const photopic_post_process* post) {
  return post != nullptr ? post->object.state_stride_bytes() : 0;
}

VkImage photopic_post_process_exposure_image(const photopic_post_process* post, uint32_t view) {
  return post != nullptr ? post->object.exposure_image(view) : VK_NULL_HANDLE;
}

VkImageView photopic_post_process_exposure_image_view(const photopic_post_process* post, uint32_t view) {
  return post != nullptr ? post->object.exposure_image_view(view) : VK_NULL_HANDLE;
}

VkBuffer photopic_post_process_histogram_buffer(const photopic_post_process* post) {
  static_assert(PHOTOPIC_HISTOGRAM_SIZE == PHOTOPIC_HISTOGRAM_BINS);
  return post != nullptr ? post->object.histogram_buffer() : VK_NULL_HANDLE;
}

VkDeviceSize photopic_post_process_histogram_offset_bytes(const photopic_post_process* post) {
  return post != nullptr ? post->object.histogram_offset_bytes() : 0;
}

VkBuffer photopic_post_process_local_exposure_buffer(const photopic_post_process* post) {
  static_assert(PHOTOPIC_LOCAL_EXPOSURE_STEP == PHOTOPIC_LOCAL_TILE_SIDE &&
                PHOTOPIC_LOCAL_EXPOSURE_VALUES == PHOTOPIC_LOCAL_SLICES &&
                PHOTOPIC_LOCAL_EXPOSURE_NODE_FLOATS == PHOTOPIC_LOCAL_NODE_WORDS);
  return post != nullptr ? post->object.local_exposure_buffer() : VK_NULL_HANDLE;
}

VkDeviceSize photopic_post_process_local_exposure_offset_bytes(const photopic_post_process* post, uint32_t view) {
  return post != nullptr ? post->object.local_exposure_offset_bytes(view) : 0;
}

uint32_t photopic_post_process_local_exposure_pitch(const photopic_post_process* post) {
  return post != nullptr ? post->object.local_exposure_pitch() : 0;
}

VkImage photopic_post_process_log_luminance_image(const photopic_post_process* post) {
  return post != nullptr ? post->object.log_luminance_image() : VK_NULL_HANDLE;
}

uint32_t photopic_post_process_log_luminance_levels(const photopic_post_process* post) {
  return post != nullptr ? post->object.log_luminance_levels() : 0;
}

VkImageView photopic_post_process_log_luminance_view(const photopic_post_process* post, uint32_t level) {
  return post != nullptr ? post->object.log_luminance_view(level) : VK_NULL_HANDLE;
}

VkExtent2D photopic_post_process_log_luminance_extent(const photopic_post_process* post, uint32_t level) {
  return post != nullptr ? post->object.log_luminance_extent(level) : VkExtent2D();
}

VkExtent2D photopic_post_process_log_luminance_used(const photopic_post_process* post, uint32_t level,
                                                    VkExtent2D region) {
  return post != nullptr ? post->object.log_luminance_used(level, region) : VkExtent2D();
}

VkBool32 photopic_post_process_shows_previous_exposure(const photopic_post_process* post, uint32_t view) {
  return post != nullptr && post->object.shows_previous_exposure(view) ? VK_TRUE : VK_FALSE;
}

VkExtent2D photopic_post_process_max_extent(const photopic_post_process* post) {
  return post != nullptr ? post->object.info().max_extent : VkExtent2D();
}

VkDeviceSize photopic_post_process_memory_bytes(const photopic_post_process* post) {
  return post != nullptr ? post->object.memory_bytes() : 0;
}

}  // extern "C"
