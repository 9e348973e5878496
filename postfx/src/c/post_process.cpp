// SPDX-License-Identifier: MIT
// PostProcess for C.
#include <photopic/post_process.h>

#include <algorithm>

#include "c/common/handles.h"
#include "c/common/structs.h"
#include "c/frames/exposure_state.h"
#include "c/frames/frames.h"
#include "c/frames/post_process_info.h"

namespace photopic::c {
namespace {

photopic_result require_both(const void* post, const void* settings, const char* function) noexcept {
  PHOTOPIC_TRY(require(post, function, "post"));
  return require(settings, function, "settings");
}

/// A call of `record` with the frame of C.
photopic_result record_picture(const char* function, photopic_post_process* post, VkCommandBuffer command_buffer,
                               const photopic_tone_map_frame* frame, const photopic_settings* settings,
                               Status (PostProcess::*record)(VkCommandBuffer, const ToneMapFrame&,
                                                             const Settings&) noexcept) noexcept {
  PHOTOPIC_TRY(require_both(post, settings, function));
  FramePointees parts;
  ToneMapFrame read;
  PHOTOPIC_TRY(frame_of(function, frame, &parts, &read));
  return result_of((post->object.*record)(command_buffer, read, settings->values));
}

}  // namespace
}  // namespace photopic::c

using photopic::Frame;
using photopic::PostProcess;
using photopic::Status;
using photopic::c::frame_of;
using photopic::c::FramePointees;
using photopic::c::record_picture;
using photopic::c::require;
using photopic::c::require_both;
using photopic::c::result_of;

extern "C" {

photopic_result photopic_post_process_create(const photopic_device* device, const photopic_post_process_info* info,
                                             photopic_post_process** out) {
  photopic_post_process_info given;
  PHOTOPIC_TRY(photopic::c::take(__func__, "info", info, &given));
  return photopic::c::make_handle(__func__, device, out, [&](const photopic::Device& lent, PostProcess* post) {
    return result_of(PostProcess::create(lent, photopic::c::create_info_of(given), post));
  });
}

photopic_result photopic_post_process_memory_requests(const photopic_device* device,
                                                      const photopic_post_process_info* info, uint32_t* count,
                                                      photopic_memory_request* out) {
  constexpr std::uint32_t kMost = 2 * VK_MAX_MEMORY_TYPES;
  photopic_post_process_info given;
  PHOTOPIC_TRY(require(count, __func__, "count"));
  PHOTOPIC_TRY(photopic::c::take(__func__, "info", info, &given));
  photopic::c::Messages messages;
  photopic::Device lent;
  photopic_result result = PHOTOPIC_OK;
  if (!photopic::c::take_device(__func__, device, &messages, &lent, &result)) return result;
  photopic::MemoryRequest requests[kMost];
  *count = std::min(*count, kMost);
  result = result_of(PostProcess::memory_requests(lent, photopic::c::create_info_of(given), count,
                                                  out != nullptr ? requests : nullptr));
  if (result == PHOTOPIC_OK && out != nullptr)
    std::transform(requests, requests + *count, out, photopic::c::request_of);
  return result;
}

void photopic_post_process_destroy(photopic_post_process* post) { delete post; }

photopic_result photopic_post_process_prepare(photopic_post_process* post, uint32_t count) {
  PHOTOPIC_TRY(require(post, __func__, "post"));
  return result_of(post->object.prepare(count));
}

uint32_t photopic_post_process_pipelines_left(const photopic_post_process* post) {
  return post != nullptr ? post->object.pipelines_left() : 0;
}

photopic_result photopic_post_process_resize(photopic_post_process* post, VkExtent2D max_extent) {
  PHOTOPIC_TRY(require(post, __func__, "post"));
  return result_of(post->object.resize(max_extent));
}

photopic_result photopic_post_process_record(photopic_post_process* post, VkCommandBuffer command_buffer,
                                             const photopic_frame* frame, const photopic_settings* settings) {
  PHOTOPIC_TRY(require_both(post, settings, __func__));
  FramePointees parts;
  Frame read;
  PHOTOPIC_TRY(frame_of(__func__, frame, &parts, &read));
  return result_of(post->object.record(command_buffer, read, settings->values));
}

photopic_result photopic_post_process_record_fused(photopic_post_process* post, VkCommandBuffer command_buffer,
                                                   const photopic_frame* frame, const photopic_settings* settings) {
  PHOTOPIC_TRY(require_both(post, settings, __func__));
  FramePointees parts;
  Frame read;
  PHOTOPIC_TRY(frame_of(__func__, frame, &parts, &read));
  return result_of(post->object.record_fused(command_buffer, read, settings->values));
}

photopic_result photopic_post_process_record_meter(photopic_post_process* post, VkCommandBuffer command_buffer,
                                                   const photopic_meter_frame* frame,
                                                   const photopic_settings* settings) {
  PHOTOPIC_TRY(require_both(post, settings, __func__));
  photopic::c::MeterFrameOfC read;
  PHOTOPIC_TRY(frame_of(__func__, frame, &read));
  return result_of(post->object.record_meter(command_buffer, read.frame, settings->values));
}

photopic_result photopic_post_process_record_finish(photopic_post_process* post, VkCommandBuffer command_buffer,
                                                    const photopic_tone_map_frame* frame,
                                                    const photopic_settings* settings) {
  return record_picture(__func__, post, command_buffer, frame, settings, &PostProcess::record_finish);
}

photopic_result photopic_post_process_record_before_draw(photopic_post_process* post, VkCommandBuffer command_buffer,
                                                         const photopic_tone_map_frame* frame,
                                                         const photopic_settings* settings) {
  return record_picture(__func__, post, command_buffer, frame, settings, &PostProcess::record_before_draw);
}

photopic_result photopic_post_process_record_draw(photopic_post_process* post, VkCommandBuffer command_buffer,
                                                  const photopic_tone_map_frame* frame,
                                                  const photopic_settings* settings) {
  return record_picture(__func__, post, command_buffer, frame, settings, &PostProcess::record_draw);
}

photopic_result photopic_post_process_record_export(photopic_post_process* post, VkCommandBuffer command_buffer,
                                                    uint32_t view, VkBuffer destination, VkDeviceSize offset_bytes) {
  PHOTOPIC_TRY(require(post, __func__, "post"));
  return result_of(post->object.record_export(command_buffer, view, destination, offset_bytes));
}

photopic_result photopic_post_process_record_import(photopic_post_process* post, VkCommandBuffer command_buffer,
                                                    uint32_t view, VkBuffer source, VkDeviceSize offset_bytes) {
  PHOTOPIC_TRY(require(post, __func__, "post"));
  return result_of(post->object.record_import(command_buffer, view, source, offset_bytes));
}

photopic_result photopic_post_process_record_import_bytes(photopic_post_process* post, VkCommandBuffer command_buffer,
                                                          uint32_t view, const void* bytes, size_t size_bytes) {
  PHOTOPIC_TRY(require(post, __func__, "post"));
  photopic::gpu::ExposureState state;
  PHOTOPIC_TRY(photopic::c::state_of_bytes(__func__, bytes, size_bytes, &state));
  return result_of(post->object.record_import(command_buffer, view, state));
}

photopic_result photopic_post_process_statistics(const photopic_post_process* post, uint32_t view,
                                                 photopic_exposure_state* out) {
  PHOTOPIC_TRY(require(post, __func__, "post"));
  PHOTOPIC_TRY(photopic::c::check_head(__func__, "out", out));
  photopic::gpu::ExposureState state;
  if (!post->object.statistics(view, &state)) return PHOTOPIC_NOT_READY;
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
  return post != nullptr ? post->object.create_info().max_extent : VkExtent2D();
}

VkDeviceSize photopic_post_process_memory_bytes(const photopic_post_process* post) {
  return post != nullptr ? post->object.memory_bytes() : 0;
}

}  // extern "C"
