/* SPDX-License-Identifier: MIT */
/* Work of a host written in C: objects, settings and recordings, for tests that compare them with C++. */
#include "c/frames.h"

photopic_result c_host_settings(photopic_settings** out) {
  const photopic_curve_point curve[2] = {{-4.0f, -1.0f}, {12.0f, 0.5f}};
  photopic_result result = photopic_settings_create(out);
  if (result == PHOTOPIC_OK) result = photopic_settings_set_number(*out, "meter.low_percentile", 10.0);
  if (result == PHOTOPIC_OK) result = photopic_settings_set_number(*out, "exposure.compensation_ev", 0.7);
  if (result == PHOTOPIC_OK) result = photopic_settings_set_word(*out, "exposure.curve", "two-exponentials");
  if (result == PHOTOPIC_OK) result = photopic_settings_set_curve(*out, "exposure.compensation_curve", curve, 2);
  if (result == PHOTOPIC_OK) result = photopic_settings_set_word(*out, "tone_map.tone_mapper", "hable");
  if (result == PHOTOPIC_OK) result = photopic_settings_set_flag(*out, "tone_map.dither", VK_TRUE);
  if (result == PHOTOPIC_OK) result = photopic_settings_set_number(*out, "tone_map.dither_seed", 12345.0);
  if (result == PHOTOPIC_OK) result = photopic_settings_set_number(*out, "lens.vignette", 0.8);
  if (result == PHOTOPIC_OK) result = photopic_settings_set_flag(*out, "meter.centre", VK_TRUE);
  return result;
}

photopic_result c_make_post(const photopic_device* device, VkExtent2D max_extent, const photopic_settings* settings,
                            photopic_post_process** out) {
  const photopic_post_process_info info = {PHOTOPIC_INIT(photopic_post_process_info), .max_extent = max_extent,
                                           .uses = {settings}, .with = PHOTOPIC_WITH_FUSED, .statistics_slots = 3};
  return photopic_post_process_create(device, &info, out);
}

static photopic_frame frame_of(const c_shot* shot) {
  const photopic_frame frame = {PHOTOPIC_INIT(photopic_frame), .hdr = {.view = shot->hdr}, .ldr = {.view = shot->ldr},
                                .extent = shot->extent, .delta_time_s = shot->delta_time_s};
  return frame;
}

photopic_result c_record(photopic_post_process* post, const c_shot* shot, const photopic_settings* settings) {
  const photopic_frame frame = frame_of(shot);
  return photopic_post_process_record(post, shot->command_buffer, &frame, settings);
}

photopic_result c_record_fused(photopic_post_process* post, const c_shot* shot, const photopic_settings* settings) {
  const photopic_frame frame = frame_of(shot);
  return photopic_post_process_record_fused(post, shot->command_buffer, &frame, settings);
}

/* What is metered is a part of the picture. */
static photopic_frame part_of(const c_shot* shot) {
  const photopic_frame frame = {PHOTOPIC_INIT(photopic_frame), .hdr = {.view = shot->hdr},
                                .extent = {shot->extent.width - 1, shot->extent.height - 2},
                                .delta_time_s = shot->delta_time_s, .offset = {1, 2}};
  return frame;
}

photopic_result c_record_steps(photopic_post_process* post, const c_shot* shot, const photopic_settings* settings) {
  const photopic_source more[1] = {{.hdr = {.view = shot->hdr}, .region = {{0, 0}, {8, 8}}}};
  const photopic_frame finish = {PHOTOPIC_INIT(photopic_frame),
                                 .hdr = {.view = shot->hdr},
                                 .ldr = {.view = shot->ldr},
                                 .extent = {16, 8},
                                 .offset = {2, 4},
                                 .ldr_offset = {3, 1},
                                 .picture = {{0, 0}, shot->extent}};
  photopic_frame meter = part_of(shot);
  photopic_result result;
  meter.more_sources = more;
  meter.more_source_count = 1;
  result = photopic_post_process_record_meter(post, shot->command_buffer, &meter, settings);
  if (result != PHOTOPIC_OK) return result;
  return photopic_post_process_record_finish(post, shot->command_buffer, &finish, settings);
}

photopic_result c_make_naive(const photopic_device* device, VkExtent2D max_extent, photopic_naive_meter** out) {
  const photopic_naive_meter_info info = {PHOTOPIC_INIT(photopic_naive_meter_info), .max_extent = max_extent,
                                          .method = PHOTOPIC_NAIVE_PYRAMID, .pyramid_tap = PHOTOPIC_TAP_GATHER};
  return photopic_naive_meter_create(device, &info, out);
}

photopic_result c_record_naive(photopic_naive_meter* meter, const c_shot* shot, const photopic_settings* settings) {
  const photopic_frame frame = part_of(shot);
  return photopic_naive_meter_record(meter, shot->command_buffer, &frame, settings);
}

photopic_result c_make_overlay(const photopic_device* device, VkExtent2D max_extent, photopic_debug_overlay** out) {
  const photopic_debug_overlay_info info = {PHOTOPIC_INIT(photopic_debug_overlay_info), .max_extent = max_extent,
                                            .tone_mappers = photopic_tone_mapper_bit("hable"),
                                            .defer_pipelines = VK_TRUE};
  photopic_result result = photopic_debug_overlay_create(device, &info, out);
  if (result == PHOTOPIC_OK && photopic_debug_overlay_is_prepared(*out)) return PHOTOPIC_DEVICE_ERROR;
  if (result == PHOTOPIC_OK) result = photopic_debug_overlay_prepare(*out, 2);
  while (result == PHOTOPIC_NOT_PREPARED) result = photopic_debug_overlay_prepare(*out, 2);
  return result;
}

photopic_result c_record_overlay(photopic_debug_overlay* overlay, const photopic_post_process* post, const c_shot* shot,
                                 const photopic_settings* settings) {
  const photopic_frame frame = frame_of(shot);
  const photopic_overlay_settings views = {PHOTOPIC_INIT(photopic_overlay_settings),
                                           .views = PHOTOPIC_VIEW_FALSE_COLOR | PHOTOPIC_VIEW_ZEBRA,
                                           .false_color_automatic = 1};
  return photopic_debug_overlay_record(overlay, shot->command_buffer, post, &frame, settings, &views);
}

photopic_result c_make_stored_overlay(const photopic_device* device, VkExtent2D max_extent,
                                      photopic_debug_overlay** out) {
  const photopic_debug_overlay_info info = {PHOTOPIC_INIT(photopic_debug_overlay_info), .max_extent = max_extent,
                                            .source = PHOTOPIC_OVERLAY_SOURCE_STORED};
  return photopic_debug_overlay_create(device, &info, out);
}

photopic_result c_record_stored_overlay(photopic_debug_overlay* overlay, const c_shot* shot) {
  const photopic_stored_picture picture = {PHOTOPIC_INIT(photopic_stored_picture), .ldr = shot->ldr,
                                           .extent = shot->extent, .paper_white_nits = 100.0f,
                                           .keeps_numbers = VK_TRUE};
  const photopic_overlay_settings views = {PHOTOPIC_INIT(photopic_overlay_settings),
                                           .views = PHOTOPIC_VIEW_NITS | PHOTOPIC_VIEW_ZEBRA};
  return photopic_debug_overlay_record_stored(overlay, shot->command_buffer, &picture, &views);
}

photopic_result c_make_flashes(const photopic_device* device, photopic_flash_analyser** out) {
  const photopic_flash_analyser_info info = {PHOTOPIC_INIT(photopic_flash_analyser_info),
                                             .format = VK_FORMAT_R32G32B32A32_SFLOAT, .columns = 8, .rows = 8,
                                             .defer_pipelines = VK_TRUE};
  photopic_result result = photopic_flash_analyser_create(device, &info, out);
  if (result == PHOTOPIC_OK && photopic_flash_analyser_is_prepared(*out)) return PHOTOPIC_DEVICE_ERROR;
  return result == PHOTOPIC_OK ? photopic_flash_analyser_prepare(*out, UINT32_MAX) : result;
}

photopic_result c_record_flashes(photopic_flash_analyser* analyser, const c_shot* shot, uint64_t time_us) {
  const photopic_flash_frame frame = {PHOTOPIC_INIT(photopic_flash_frame), .ldr = shot->hdr, .extent = shot->extent,
                                      .time_us = time_us};
  return photopic_flash_analyser_record(analyser, shot->command_buffer, &frame);
}

photopic_result c_make_content_light(const photopic_device* device, photopic_content_light_meter** out) {
  const photopic_content_light_meter_info info = {PHOTOPIC_INIT(photopic_content_light_meter_info),
                                                  .format = VK_FORMAT_R32G32B32A32_SFLOAT,
                                                  .encoding = photopic_encoding_bit("scrgb")};
  return photopic_content_light_meter_create(device, &info, out);
}

photopic_result c_record_content_light(photopic_content_light_meter* meter, const c_shot* shot, uint64_t number) {
  const photopic_content_light_frame frame = {PHOTOPIC_INIT(photopic_content_light_frame), .ldr = shot->hdr,
                                              .number = number, .extent = shot->extent, .scrgb_reference_nits = 100.0f};
  return photopic_content_light_meter_record(meter, shot->command_buffer, &frame);
}

photopic_result c_make_metrics(const photopic_device* device, VkExtent2D max_extent, photopic_image_metrics** out) {
  const photopic_image_metrics_info info = {
      PHOTOPIC_INIT(photopic_image_metrics_info), .max_extent = max_extent,
      .metrics = PHOTOPIC_METRIC_ERRORS | PHOTOPIC_METRIC_PSNR | PHOTOPIC_METRIC_ERROR_TILES,
      .maps = PHOTOPIC_MAP_ABSOLUTE};
  return photopic_image_metrics_create(device, &info, out);
}

photopic_result c_record_metrics(photopic_image_metrics* metrics, const c_shot* shot, VkImageView test) {
  const photopic_metrics_pair pair = {PHOTOPIC_INIT(photopic_metrics_pair), .extent = shot->extent,
                                      .reference = {shot->ldr}, .test = {test}};
  const photopic_metrics_settings settings = {PHOTOPIC_INIT(photopic_metrics_settings), .error_threshold = 3.0f};
  return photopic_image_metrics_record(metrics, shot->command_buffer, &pair, &settings);
}

photopic_result c_make_scan(const photopic_device* device, photopic_exposure_scan** out) {
  const photopic_exposure_scan_info info = {PHOTOPIC_INIT(photopic_exposure_scan_info), .weights = 0};
  return photopic_exposure_scan_create(device, &info, out);
}

photopic_result c_record_scan(photopic_exposure_scan* scan, VkCommandBuffer command_buffer,
                              const photopic_scan_frames* frames, const photopic_settings* settings,
                              const void* state) {
  photopic_result result = PHOTOPIC_OK;
  if (state != NULL) {
    result = photopic_exposure_scan_record_import_bytes(scan, command_buffer, state, photopic_exposure_state_bytes());
  }
  return result == PHOTOPIC_OK ? photopic_exposure_scan_record(scan, command_buffer, frames, settings) : result;
}
