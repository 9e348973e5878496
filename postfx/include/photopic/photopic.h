/* SPDX-License-Identifier: MIT */
/* Photopic for C: metering, eye adaptation, tone mapping and effects, metrics of pictures. C99, and C++.
 *
 *   photopic_settings* settings;
 *   photopic_settings_create(&settings);
 *   photopic_settings_set_word(settings, "tone_map.tone_mapper", "pbr-neutral");
 *
 *   photopic_post_process_info info = {PHOTOPIC_INIT(photopic_post_process_info), .max_extent = {1920, 1080},
 *                                      .uses = {settings}};
 *   photopic_post_process* post;
 *   if (photopic_post_process_create(&device, &info, &post) != PHOTOPIC_OK) puts(photopic_last_error());
 *
 *   each frame:
 *   photopic_frame frame = {PHOTOPIC_INIT(photopic_frame), .hdr = {.view = hdr}, .ldr = {.view = ldr}, .extent = size,
 *                           .delta_time_s = dt};
 *   photopic_post_process_record(post, command_buffer, &frame, settings);
 *
 * docs/embedding-reference.md has the contract: images, barriers, threads. A program: samples/minimal_c. */
#ifndef PHOTOPIC_PHOTOPIC_H
#define PHOTOPIC_PHOTOPIC_H

#include <photopic/c/base.h>
#include <photopic/c/content_light_meter.h>
#include <photopic/c/debug_overlay.h>
#include <photopic/c/display.h>
#include <photopic/c/exposure.h>
#include <photopic/c/exposure_scan.h>
#include <photopic/c/flash_analyser.h>
#include <photopic/c/image_metrics.h>
#include <photopic/c/memory.h>
#include <photopic/c/naive_meter.h>
#include <photopic/c/post_process.h>
#include <photopic/c/sequence.h>
#include <photopic/c/settings.h>

#endif
