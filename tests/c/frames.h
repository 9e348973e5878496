/* SPDX-License-Identifier: MIT */
/* Work of a host written in C: objects, settings and recordings, for tests that compare them with C++. */
#ifndef PHOTOPIC_TESTS_C_FRAMES_H
#define PHOTOPIC_TESTS_C_FRAMES_H

#include <photopic/photopic.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Of c_host_settings(), in C++: test::host_settings(). */
photopic_result c_host_settings(photopic_settings** out);

/* What these settings need, with all steps, record_fused and statistics. */
photopic_result c_make_post(const photopic_device* device, VkExtent2D max_extent, const photopic_settings* settings,
                            photopic_post_process** out);

typedef struct c_shot {
  VkCommandBuffer command_buffer;
  VkImageView hdr;
  VkImageView ldr;
  VkExtent2D extent;
  float delta_time_s;
} c_shot;
photopic_result c_record(photopic_post_process* post, const c_shot* shot, const photopic_settings* settings);
photopic_result c_record_fused(photopic_post_process* post, const c_shot* shot, const photopic_settings* settings);
/* Metering, then the finish, of which a part of the picture at an offset. */
photopic_result c_record_steps(photopic_post_process* post, const c_shot* shot, const photopic_settings* settings);

photopic_result c_make_naive(const photopic_device* device, VkExtent2D max_extent, photopic_naive_meter** out);
photopic_result c_record_naive(photopic_naive_meter* meter, const c_shot* shot, const photopic_settings* settings);

photopic_result c_make_overlay(const photopic_device* device, VkExtent2D max_extent, photopic_debug_overlay** out);
photopic_result c_record_overlay(photopic_debug_overlay* overlay, const photopic_post_process* post, const c_shot* shot,
                                 const photopic_settings* settings);

photopic_result c_make_stored_overlay(const photopic_device* device, VkExtent2D max_extent,
                                      photopic_debug_overlay** out);
photopic_result c_record_stored_overlay(photopic_debug_overlay* overlay, const c_shot* shot);

photopic_result c_make_flashes(const photopic_device* device, photopic_flash_analyser** out);
photopic_result c_record_flashes(photopic_flash_analyser* analyser, const c_shot* shot, uint64_t time_us);

photopic_result c_make_content_light(const photopic_device* device, photopic_content_light_meter** out);
photopic_result c_record_content_light(photopic_content_light_meter* meter, const c_shot* shot, uint64_t number);

photopic_result c_make_metrics(const photopic_device* device, VkExtent2D max_extent, photopic_image_metrics** out);
photopic_result c_record_metrics(photopic_image_metrics* metrics, const c_shot* shot, VkImageView test);

/* Without weights. */
photopic_result c_make_scan(const photopic_device* device, photopic_exposure_scan** out);
/* Goes on from `state` (photopic_exposure_state_bytes()) if it isn't null. */
photopic_result c_record_scan(photopic_exposure_scan* scan, VkCommandBuffer command_buffer,
                              const photopic_scan_frames* frames, const photopic_settings* settings, const void* state);

#ifdef __cplusplus
}
#endif
#endif
