/* SPDX-License-Identifier: MIT */
/* Test program of calls on pictures in memory, in C99, linked to libphotopic.so, on a device of the library's own. Ends
 * with 1 and the places that failed. */
#include <math.h>
#include <photopic/photopic.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "picture.h"

/* A scene of luminance 4 is EV 5, and 4 / (1.2 * 2^5) of white. */
static void test_meter_and_develop(photopic_headless* headless) {
  static float scene[kPixels * 3];
  static uint8_t picture[kPixels * 4], narrow[kHeight][kWidth * 3 + 1];
  static uint16_t light[kPixels * 4];
  photopic_picture hdr = picture_of(scene, 3, PHOTOPIC_SAMPLE_F32);
  photopic_picture ldr = picture_of(picture, 4, PHOTOPIC_SAMPLE_U8);
  photopic_picture rows = picture_of(narrow, 3, PHOTOPIC_SAMPLE_U8);
  photopic_picture halves = picture_of(light, 4, PHOTOPIC_SAMPLE_F16);
  photopic_exposure_state state = {PHOTOPIC_INIT(photopic_exposure_state), .exposure = 0.0f};
  photopic_settings* settings = NULL;
  int i;
  for (i = 0; i < kPixels * 3; ++i) scene[i] = 4.0f;
  CHECK(photopic_settings_create(&settings) == PHOTOPIC_OK);
  CHECK(photopic_settings_set_word(settings, "tone_map.tone_mapper", "none") == PHOTOPIC_OK);
  CHECK(photopic_meter(headless, &hdr, settings, &state) == PHOTOPIC_OK);
  CHECK(fabs((double)state.scene_ev100 - 5.0) < 1e-5 && state.valid_texels == kPixels && state.invalid_texels == 0);
  CHECK(state.min_luminance == state.max_luminance && fabs((double)state.max_luminance - 4.0) < 1e-5);
  CHECK(fabs((double)state.median_log2 - 2.0) < 0.07); /* half a bin of 32 stops over 255 */

  /* Exposed linear 0.10417 is 0.35727 in sRGB: code 91. */
  state.exposure = 0.0f;
  CHECK(photopic_develop(headless, &hdr, settings, &ldr, &state) == PHOTOPIC_OK);
  CHECK(fabs((double)state.exposure - 1.0 / (1.2 * 32.0)) < 1e-6);
  for (i = 0; i < kPixels; ++i) {
    const uint8_t* pixel = picture + (size_t)i * 4;
    if (pixel[0] != 91 || pixel[1] != 91 || pixel[2] != 91 || pixel[3] != 255) break;
  }
  CHECK(i == kPixels);
  /* Three channels, rows with room between them, which stays as it is. */
  memset(narrow, 1, sizeof narrow);
  rows.row_bytes = sizeof narrow[0];
  CHECK(photopic_develop(headless, &hdr, settings, &rows, NULL) == PHOTOPIC_OK);
  for (i = 0; i < kHeight * (kWidth * 3 + 1); ++i) {
    if (narrow[i / (kWidth * 3 + 1)][i % (kWidth * 3 + 1)] != (i % (kWidth * 3 + 1) == kWidth * 3 ? 1 : 91)) break;
  }
  CHECK(i == kHeight * (kWidth * 3 + 1));
  /* Rows begin at whole samples. */
  hdr.row_bytes = kWidth * 3 * sizeof(float) + 2;
  CHECK_INVALID(photopic_meter(headless, &hdr, settings, &state),
                "hdr->row_bytes = 242: must be a multiple of 4, the bytes of a sample");
  hdr.row_bytes = SIZE_MAX - 3;
  CHECK_INVALID(photopic_meter(headless, &hdr, settings, &state), "12 rows of it don't fit the address space");
  hdr.row_bytes = 0;
  halves.row_bytes = kWidth * 4 * 2 + 1;
  CHECK_INVALID(photopic_develop(headless, &hdr, settings, &halves, NULL),
                "out->row_bytes = 161: must be a multiple of 2, the bytes of a sample");
  halves.row_bytes = 0;
  /* Linear halves: 0.10417 is 0x2eab, within rounding of the exposure. */
  CHECK(photopic_develop(headless, &hdr, settings, &halves, NULL) == PHOTOPIC_OK);
  CHECK(light[0] >= 0x2eaa && light[0] <= 0x2eac && light[3] == 0x3c00);

  /* Settings count: a stop more, and an effect that the object is made anew for. */
  CHECK(photopic_settings_set_number(settings, "exposure.compensation_ev", 1.0) == PHOTOPIC_OK);
  CHECK(photopic_settings_set_number(settings, "lens.vignette", 1.0) == PHOTOPIC_OK);
  CHECK(photopic_develop(headless, &hdr, settings, &ldr, &state) == PHOTOPIC_OK);
  CHECK(fabs((double)state.exposure - 1.0 / (1.2 * 16.0)) < 1e-6);
  CHECK(picture[(kHeight / 2 * kWidth + kWidth / 2) * 4] > 91 && picture[0] < 91);

  CHECK_INVALID(photopic_develop(headless, &ldr, settings, &ldr, NULL), "hdr->sample: must be PHOTOPIC_SAMPLE_F16");
  CHECK_INVALID(photopic_develop(headless, &hdr, settings, &hdr, NULL), "out: must be 20 x 12, of 3 or 4 channels");
  CHECK_INVALID(photopic_develop(headless, &hdr, NULL, &ldr, NULL), "settings: is null");
  CHECK_INVALID(photopic_meter(headless, NULL, settings, &state), "hdr: is null");
  CHECK_INVALID(photopic_meter(headless, &hdr, settings, NULL), "out: is null");
  /* What the recording refuses leaves the device usable. */
  CHECK(photopic_settings_set_number(settings, "meter.min_log2_luminance", 40.0) == PHOTOPIC_OK);
  CHECK_INVALID(photopic_develop(headless, &hdr, settings, &ldr, NULL), "min_log2_luminance");
  CHECK_INVALID(photopic_meter(headless, &hdr, settings, &state), "min_log2_luminance");
  CHECK(photopic_settings_reset(settings) == PHOTOPIC_OK);
  CHECK(photopic_meter(headless, &hdr, settings, &state) == PHOTOPIC_OK);
  photopic_settings_destroy(settings);
}

/* Scenes of EV 5 and 6: one after the other, at once, and from where another call ended. */
static void test_adapt(photopic_headless* headless) {
  enum { kFrames = 150 }; /* each a recording of its own: more than a ring has sets for */
  static float scene[kPixels * 3];
  static unsigned char states[kFrames * 1024], rest[kFrames * 1024];
  const photopic_picture hdr = picture_of(scene, 3, PHOTOPIC_SAMPLE_F32);
  photopic_measurement measurements[kFrames];
  float steps_s[kFrames];
  photopic_exposure_state state = {PHOTOPIC_INIT(photopic_exposure_state), .exposure = 0.0f}, other = state;
  photopic_adapt_info info = {PHOTOPIC_INIT(photopic_adapt_info), .measurements = measurements,
                              .delta_times_s = steps_s, .count = kFrames};
  const size_t bytes = photopic_exposure_state_bytes();
  photopic_settings* settings = NULL;
  float before = 0.0f;
  int i, k;
  CHECK(photopic_settings_create(&settings) == PHOTOPIC_OK && bytes <= 1024);
  for (k = 0; k < 2; ++k) {
    for (i = 0; i < kPixels * 3; ++i) scene[i] = k == 0 ? 4.0f : 8.0f;
    CHECK(photopic_measure(headless, &hdr, settings, &measurements[k], &state) == PHOTOPIC_OK);
    CHECK(fabs((double)state.scene_ev100 - 5.0 - k) < 1e-5 && measurements[k].valid_texels == kPixels);
    CHECK(measurements[k].metered_log2_luminance == state.metered_log2_luminance);
  }
  for (i = 0; i < kFrames; ++i) {
    if (i > 1) measurements[i] = measurements[1];
    steps_s[i] = i == 4 ? 0.0f : i % 2 == 0 ? 0.002f : 0.001f; /* 0 holds */
  }
  CHECK(photopic_adapt(headless, &info, settings, states) == PHOTOPIC_OK);
  for (i = 0; i < kFrames; ++i) {
    CHECK(photopic_exposure_state_read(states + (size_t)i * bytes, bytes, &state) == PHOTOPIC_OK);
    CHECK(i == 0   ? fabs((double)state.adapted_ev100 - 5.0) < 1e-5
          : i == 4 ? state.adapted_ev100 == before
                   : state.adapted_ev100 > before && state.adapted_ev100 <= 6.0f);
    CHECK(state.frames == (uint32_t)i + 1);
    before = state.adapted_ev100;
  }
  info.measurements += 3;
  info.delta_times_s += 3;
  info.count -= 3;
  info.state = states + 2 * bytes;
  CHECK(photopic_adapt(headless, &info, settings, rest) == PHOTOPIC_OK);
  CHECK(photopic_exposure_state_read(rest + (kFrames - 4) * bytes, bytes, &other) == PHOTOPIC_OK);
  CHECK(memcmp(&other, &state, sizeof state) == 0);

  steps_s[5] = -1.0f;
  CHECK_INVALID(photopic_adapt(headless, &info, settings, rest), "info->delta_times_s[2] = -1: must be finite");
  steps_s[5] = 0.1f;
  measurements[4].weight_sum = NAN;
  CHECK_INVALID(photopic_adapt(headless, &info, settings, rest), "info->measurements[1]: a number isn't finite");
  memset(states, 0, bytes);
  measurements[4].weight_sum = 1.0f;
  info.state = states;
  CHECK_INVALID(photopic_adapt(headless, &info, settings, rest), "state.exposure");
  info.count = 0;
  CHECK_INVALID(photopic_adapt(headless, &info, settings, rest), "info->count = 0");
  info.measurements = NULL;
  CHECK_INVALID(photopic_adapt(headless, &info, settings, rest), "info->measurements: is null");
  CHECK_INVALID(photopic_adapt(headless, &info, settings, NULL), "states: is null");
  photopic_settings_destroy(settings);
}

/* Codes, then floats: the meter that is kept is made for the samples and the encoding of the last picture. */
static void test_content_light(photopic_headless* headless) {
  static uint8_t codes[kPixels * 3];
  static float light[kPixels * 3];
  const photopic_picture picture = picture_of(codes, 3, PHOTOPIC_SAMPLE_U8);
  const photopic_picture floats = picture_of(light, 3, PHOTOPIC_SAMPLE_F32);
  photopic_content_light_info info = {PHOTOPIC_INIT(photopic_content_light_info), .paper_white_nits = 100.0f};
  photopic_content_light_statistics statistics = {PHOTOPIC_INIT(photopic_content_light_statistics), .number = 0};
  memset(codes, 255, sizeof codes);
  CHECK(photopic_meter_content_light(headless, &picture, &info, &statistics) == PHOTOPIC_OK);
  CHECK(fabsf(statistics.max_cll_nits - 100.0f) < 0.01f && fabsf(statistics.max_fall_nits - 100.0f) < 0.01f);
  CHECK(statistics.valid_texels == kPixels && statistics.invalid_texels == 0);
  CHECK(photopic_meter_content_light(headless, &picture, NULL, &statistics) == PHOTOPIC_OK);
  CHECK(fabsf(statistics.max_cll_nits - 203.0f) < 0.02f);
  light[0] = 2.0f;
  light[1] = -0.1f;
  info.encoding = photopic_encoding_bit("scrgb");
  CHECK(photopic_meter_content_light(headless, &floats, &info, &statistics) == PHOTOPIC_OK);
  CHECK(fabsf(statistics.max_cll_nits - 160.0f) < 0.01f && statistics.min_nits == 0.0f);
  CHECK(statistics.beyond_bt709 == 1.0f / kPixels);
  info.scrgb_reference_nits = -1.0f;
  CHECK_INVALID(photopic_meter_content_light(headless, &floats, &info, &statistics), "scrgb_reference_nits = -1");
  info.encoding = 3;
  CHECK_INVALID(photopic_meter_content_light(headless, &floats, &info, &statistics), "info->encoding");
  CHECK_INVALID(photopic_meter_content_light(headless, NULL, NULL, &statistics), "picture: is null");
  CHECK_INVALID(photopic_meter_content_light(NULL, &floats, NULL, &statistics), "headless: is null");
}

/* A first picture that the device can't hold leaves the sequence without one: the next may have other samples, and may
 * be shown earlier. */
static void test_flashes_after_failure(photopic_headless* headless) {
  static uint8_t wide[65535 * 3], codes[kPixels * 3];
  static float light[kPixels * 3];
  photopic_picture too_wide = picture_of(wide, 3, PHOTOPIC_SAMPLE_U8);
  const photopic_picture picture = picture_of(light, 3, PHOTOPIC_SAMPLE_F32);
  const photopic_picture other = picture_of(codes, 3, PHOTOPIC_SAMPLE_U8);
  photopic_flash_statistics statistics = {PHOTOPIC_INIT(photopic_flash_statistics), .frames = 0};
  photopic_flash_sequence* sequence = NULL;
  too_wide.width = 65535; /* devices have images of 16384 or 32768 a side */
  too_wide.height = 1;
  CHECK(photopic_flash_sequence_create(headless, NULL, &sequence) == PHOTOPIC_OK);
  CHECK_REFUSED(PHOTOPIC_UNSUPPORTED, photopic_flash_sequence_add(sequence, &too_wide, 1000, &statistics),
                "a picture of 65535 x 1: the device has images of up to");
  CHECK(photopic_flash_sequence_add(sequence, &picture, 0, &statistics) == PHOTOPIC_OK);
  CHECK(statistics.frames == 1 && statistics.time_us == 0);
  CHECK_INVALID(photopic_flash_sequence_add(sequence, &other, 1000, &statistics),
                "must be that of the first picture, 3");
  CHECK(photopic_flash_sequence_add(sequence, &picture, 1000, &statistics) == PHOTOPIC_OK);
  CHECK(statistics.frames == 2);
  photopic_flash_sequence_destroy(sequence);
}

/* Black and white, ten times a second: seven transitions after the eighth picture. */
static void test_flashes(photopic_headless* headless) {
  static uint8_t codes[kPixels * 3];
  photopic_picture picture = picture_of(codes, 3, PHOTOPIC_SAMPLE_U8);
  const photopic_flash_sequence_info info = {PHOTOPIC_INIT(photopic_flash_sequence_info), .columns = 8, .rows = 8};
  photopic_flash_sequence_info wrong = info;
  photopic_flash_statistics statistics = {PHOTOPIC_INIT(photopic_flash_statistics), .frames = 0};
  photopic_flash_sequence* sequence = NULL;
  int i;
  CHECK(photopic_flash_sequence_create(headless, &info, &sequence) == PHOTOPIC_OK);
  for (i = 0; i < 12; ++i) {
    memset(codes, i % 2 ? 255 : 0, sizeof codes);
    CHECK(photopic_flash_sequence_add(sequence, &picture, (uint64_t)i * 50000, &statistics) == PHOTOPIC_OK);
    CHECK(statistics.frames == (uint32_t)i + 1 && statistics.time_us == (uint64_t)i * 50000);
    CHECK(statistics.verdict == (uint32_t)(i < 4   ? PHOTOPIC_VERDICT_PASS
                                           : i < 7 ? PHOTOPIC_VERDICT_WARNING
                                                   : PHOTOPIC_VERDICT_FAIL));
  }
  CHECK(statistics.kinds[PHOTOPIC_FLASH_LUMINANCE].risk_share == 1.0f);
  CHECK_INVALID(photopic_flash_sequence_add(sequence, &picture, 550000, &statistics),
                "time_us = 550000: must be later than the picture before, 550000");
  picture.sample = PHOTOPIC_SAMPLE_F32;
  CHECK_INVALID(photopic_flash_sequence_add(sequence, &picture, 600000, &statistics),
                "picture->sample = 3: must be that of the first picture, 0");
  photopic_flash_sequence_destroy(sequence);
  test_flashes_after_failure(headless);
  wrong.encoding = 3;
  CHECK_INVALID(photopic_flash_sequence_create(headless, &wrong, &sequence), "info->encoding");
  wrong.encoding = 0;
  wrong.profile = 9;
  picture.sample = PHOTOPIC_SAMPLE_U8;
  CHECK(photopic_flash_sequence_create(headless, &wrong, &sequence) == PHOTOPIC_OK);
  CHECK_INVALID(photopic_flash_sequence_add(sequence, &picture, 1, &statistics), "profile");
  photopic_flash_sequence_destroy(sequence);
}

static void keep_message(photopic_result result, const char* text, void* user) {
  (void)text;
  *(photopic_result*)user = result;
}

int main(void) {
  photopic_result told = PHOTOPIC_OK;
  photopic_headless_info info = {PHOTOPIC_INIT(photopic_headless_info), .device = "no such device",
                                 .message = keep_message, .message_user = &told};
  photopic_headless* headless = NULL;
  CHECK_REFUSED(PHOTOPIC_UNSUPPORTED, photopic_headless_create(&info, &headless),
                "photopic_headless_create: no usable Vulkan device 'no such device'; there is 0: ");
  CHECK(told == PHOTOPIC_UNSUPPORTED && headless == NULL);
  info.device = "31";
  CHECK_REFUSED(PHOTOPIC_UNSUPPORTED, photopic_headless_create(&info, &headless), "no usable Vulkan device '31'");
  info.device = "0";
  CHECK(photopic_headless_create(&info, &headless) == PHOTOPIC_OK);
  photopic_headless_destroy(headless);
  headless = NULL;
  CHECK(photopic_headless_create(NULL, &headless) == PHOTOPIC_OK);
  printf("device: %s\n", photopic_headless_device_name(headless));
  CHECK(strlen(photopic_headless_device_name(headless)) > 0);
  if (headless != NULL) {
    test_meter_and_develop(headless);
    test_adapt(headless);
    test_flashes(headless);
    test_content_light(headless);
  }
  photopic_headless_destroy(headless);
  return check_summary();
}
