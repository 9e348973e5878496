/* SPDX-License-Identifier: MIT */
/* Test program of the C interface without a device, in C99, linked to libphotopic.so: settings, words, structs, and
 * what wrong arguments are answered. Ends with 1 and the places that failed. */
#include <math.h>
#include <photopic/photopic.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "check.h"

static void test_versions(void) {
  char text[32];
  snprintf(text, sizeof text, "%d.%d.%d", PHOTOPIC_VERSION_MAJOR, PHOTOPIC_VERSION_MINOR, PHOTOPIC_VERSION_PATCH);
  CHECK(strcmp(photopic_version(), text) == 0);
  CHECK(photopic_interface_version() == PHOTOPIC_INTERFACE_VERSION);
  CHECK(strcmp(photopic_result_name(PHOTOPIC_NOT_READY), "not ready") == 0);
  CHECK(strcmp(photopic_result_name((photopic_result)77), "an unknown result") == 0);
}

static void* other_thread(void* unused) {
  (void)unused;
  return strlen(photopic_last_error()) == 0 ? NULL : "has the error of another thread";
}

static void test_last_error_is_of_the_thread(void) {
  pthread_t thread;
  void* answer = "";
  CHECK_INVALID(photopic_settings_create(NULL), "photopic_settings_create: out: is null");
  CHECK(pthread_create(&thread, NULL, other_thread, NULL) == 0);
  CHECK(pthread_join(thread, &answer) == 0 && answer == NULL);
  CHECK(strlen(photopic_last_error()) > 0);
}

static void test_values(photopic_settings* settings) {
  double number = 0.0;
  VkBool32 flag = 2;
  const char* word = NULL;
  CHECK(photopic_settings_set_number(settings, "exposure.compensation_ev", 1.5) == PHOTOPIC_OK);
  CHECK(photopic_settings_get_number(settings, "exposure.compensation_ev", &number) == PHOTOPIC_OK && number == 1.5);
  CHECK(photopic_settings_set_number(settings, "tone_map.dither_seed", 4294967295.0) == PHOTOPIC_OK);
  CHECK(photopic_settings_get_number(settings, "tone_map.dither_seed", &number) == PHOTOPIC_OK &&
        number == 4294967295.0);
  CHECK(photopic_settings_set_flag(settings, "exposure.hold", 7) == PHOTOPIC_OK);
  CHECK(photopic_settings_get_flag(settings, "exposure.hold", &flag) == PHOTOPIC_OK && flag == VK_TRUE);
  CHECK(photopic_settings_set_word(settings, "tone_map.tone_mapper", "pbr-neutral") == PHOTOPIC_OK);
  CHECK(photopic_settings_get_word(settings, "tone_map.tone_mapper", &word) == PHOTOPIC_OK &&
        strcmp(word, "pbr-neutral") == 0);

  CHECK_INVALID(photopic_settings_set_number(settings, "exposure.compensation_ev", 33.0),
                "photopic_settings_set_number: 'exposure.compensation_ev' = 33: must be within [-32, 32]");
  CHECK_INVALID(photopic_settings_set_number(settings, "exposure.compensation_ev", (double)NAN), "= nan: must be");
  CHECK_INVALID(photopic_settings_set_number(settings, "exposure.to_dark_ev_per_s", 1e39), "= 1e+39: must be");
  CHECK_INVALID(photopic_settings_set_number(settings, "exposure.shutter_s", 0.0), "must be within (0, ");
  CHECK_INVALID(photopic_settings_set_number(settings, "tone_map.dither_seed", 0.5), "must be a whole number within");
  CHECK_INVALID(photopic_settings_set_number(settings, "tone_map.dither_seed", -1.0), "must be a whole number within");
  CHECK_INVALID(photopic_settings_set_number(settings, "compensation_ev", 0.0),
                "'compensation_ev': there is no such setting; names are group.name");
  CHECK_INVALID(photopic_settings_set_number(settings, "exposure.", 0.0), "there is no such setting");
  CHECK_INVALID(photopic_settings_set_number(settings, "exposure", 0.0), "there is no such setting");
  CHECK_INVALID(photopic_settings_set_number(settings, "exposure.hold", 1.0), "'exposure.hold': is a flag");
  CHECK_INVALID(photopic_settings_set_flag(settings, "tone_map.tone_mapper", 1), "is a choice of words");
  CHECK_INVALID(photopic_settings_set_word(settings, "exposure.target_curve", "agx"), "is a curve");
  CHECK_INVALID(photopic_settings_get_word(settings, "exposure.compensation_ev", &word), "is a number");
  CHECK_INVALID(photopic_settings_set_word(settings, "display.limit_primaries", "ntsc"),
                "'display.limit_primaries' = 'ntsc': is none of bt709, p3, bt2020");
  CHECK_INVALID(photopic_settings_set_word(settings, "display.limit_primaries", NULL), "word: is null");
  CHECK_INVALID(photopic_settings_set_word(settings, NULL, "p3"), "name: is null");
  CHECK_INVALID(photopic_settings_set_word(NULL, "display.limit_primaries", "p3"), "settings: is null");
  CHECK_INVALID(photopic_settings_get_number(settings, "exposure.compensation_ev", NULL), "out: is null");
  /* What was refused has changed nothing. */
  CHECK(photopic_settings_get_number(settings, "exposure.compensation_ev", &number) == PHOTOPIC_OK && number == 1.5);
}

static void test_curves(photopic_settings* settings) {
  const photopic_curve_point points[2] = {{0.0f, -1.0f}, {10.0f, 2.0f}};
  const photopic_curve_point falling[2] = {{1.0f, 0.0f}, {1.0f, 0.0f}};
  const photopic_curve_point high[1] = {{0.0f, 1e9f}};
  photopic_curve_point read[PHOTOPIC_MAX_CURVE_POINTS];
  uint32_t count = 77;
  CHECK(photopic_settings_set_curve(settings, "exposure.compensation_curve", points, 2) == PHOTOPIC_OK);
  CHECK(photopic_settings_get_curve(settings, "exposure.compensation_curve", read, &count) == PHOTOPIC_OK);
  CHECK(count == 2 && memcmp(read, points, sizeof points) == 0);
  CHECK_INVALID(photopic_settings_set_curve(settings, "exposure.compensation_curve", falling, 2), "points[1].x = 1");
  CHECK_INVALID(photopic_settings_set_curve(settings, "exposure.compensation_curve", high, 1), "points[0].y = 1e+09");
  CHECK_INVALID(photopic_settings_set_curve(settings, "exposure.compensation_curve", points, 17), "count = 17");
  CHECK_INVALID(photopic_settings_set_curve(settings, "exposure.compensation_curve", NULL, 1), "points: is null");
  CHECK_INVALID(photopic_settings_get_curve(settings, "exposure.compensation_curve", read, NULL), "count: is null");
  CHECK(photopic_settings_set_curve(settings, "exposure.compensation_curve", NULL, 0) == PHOTOPIC_OK);
  CHECK(photopic_settings_get_curve(settings, "exposure.compensation_curve", read, &count) == PHOTOPIC_OK);
  CHECK(count == 0);
  CHECK(photopic_settings_set_metered_class(settings, 255, 0) == PHOTOPIC_OK);
  CHECK_INVALID(photopic_settings_set_metered_class(settings, 256, 0), "metered_class = 256");
}

/* Every row: its default is what settings have, and its bounds can be set. */
static void test_table(photopic_settings* settings) {
  uint32_t i;
  CHECK(photopic_settings_reset(settings) == PHOTOPIC_OK);
  CHECK(photopic_setting_count() > 100);
  for (i = 0; i < photopic_setting_count(); ++i) {
    photopic_setting_info row = {PHOTOPIC_INIT(photopic_setting_info), .group = NULL};
    char name[128];
    double number = -1.0;
    VkBool32 flag = 2;
    const char* word = "";
    CHECK(photopic_setting_get(i, &row) == PHOTOPIC_OK);
    CHECK(row.size == sizeof row && row.version == PHOTOPIC_INTERFACE_VERSION);
    CHECK(strlen(row.help) > 0 && row.unit != NULL);
    snprintf(name, sizeof name, "%s.%s", row.group, row.name);
    switch (row.type) {
      case PHOTOPIC_SETTING_NUMBER:
      case PHOTOPIC_SETTING_COUNT:
        CHECK(photopic_settings_get_number(settings, name, &number) == PHOTOPIC_OK && number == row.default_number);
        CHECK(photopic_settings_set_number(settings, name, row.max) == PHOTOPIC_OK);
        CHECK(photopic_settings_set_number(settings, name, row.min) ==
              (row.excludes_min ? PHOTOPIC_INVALID_ARGUMENT : PHOTOPIC_OK));
        break;
      case PHOTOPIC_SETTING_FLAG:
        CHECK(photopic_settings_get_flag(settings, name, &flag) == PHOTOPIC_OK && flag == row.default_number);
        break;
      case PHOTOPIC_SETTING_CHOICE:
        CHECK(photopic_settings_get_word(settings, name, &word) == PHOTOPIC_OK);
        CHECK(strcmp(word, row.words[(uint32_t)row.default_number]) == 0);
        CHECK(photopic_settings_set_word(settings, name, row.words[row.word_count - 1]) == PHOTOPIC_OK);
        break;
      case PHOTOPIC_SETTING_CURVE:
        CHECK(photopic_settings_set_curve(settings, name, NULL, 0) == PHOTOPIC_OK);
        break;
      default:
        CHECK(!"a type that the header hasn't");
    }
  }
  {
    photopic_setting_info row = {PHOTOPIC_INIT(photopic_setting_info), .group = NULL};
    CHECK_INVALID(photopic_setting_get(photopic_setting_count(), &row), "must be below");
    CHECK_INVALID(photopic_setting_get(0, NULL), "out: is null");
  }
}

static void test_words(void) {
  CHECK(photopic_encoding_bit("auto") == 1u && photopic_encoding_bit("scrgb") == 128u);
  CHECK(photopic_tone_mapper_bit("none") == 1u && photopic_tone_mapper_bit("agx") == 64u);
  CHECK(photopic_metric_bit("ms-ssim") == PHOTOPIC_METRIC_MS_SSIM);
  CHECK(photopic_encoding_bit("xyz") == 0u);
  CHECK(strstr(photopic_last_error(), "photopic_encoding_bit: 'xyz': there is no such word") != NULL);
  CHECK(photopic_tone_mapper_bit("filmic") == 0u && photopic_metric_bit("vmaf") == 0u);
  CHECK(photopic_encoding_bit(NULL) == 0u && photopic_metric_bit(NULL) == 0u);
}

static void keep_message(photopic_result result, const char* text, void* user) {
  (void)text;
  *(photopic_result*)user = result;
}

static void test_structs(void) {
  photopic_result told = PHOTOPIC_OK;
  photopic_device device = {PHOTOPIC_INIT(photopic_device), .message = keep_message, .message_user = &told};
  photopic_post_process_info info = {PHOTOPIC_INIT(photopic_post_process_info), .max_extent = {64, 64}};
  photopic_post_process* post = NULL;
  CHECK_INVALID(photopic_post_process_create(NULL, &info, &post), "device: is null");
  CHECK_INVALID(photopic_post_process_create(&device, NULL, &post), "info: is null");
  CHECK_INVALID(photopic_post_process_create(&device, &info, NULL), "out: is null");
  CHECK(told == PHOTOPIC_OK); /* the callback has what the object says */
  CHECK_INVALID(photopic_post_process_create(&device, &info, &post), "create: device.instance");
  CHECK(told == PHOTOPIC_INVALID_ARGUMENT);
  info.version = 0;
  CHECK_INVALID(photopic_post_process_create(&device, &info, &post), "info->version = 0: must be within [4, 4]");
  info.version = 3;
  CHECK_REFUSED(PHOTOPIC_UNSUPPORTED, photopic_post_process_create(&device, &info, &post),
                "built for a library before 1.0");
  info.version = PHOTOPIC_INTERFACE_VERSION + 1;
  CHECK_REFUSED(PHOTOPIC_UNSUPPORTED, photopic_post_process_create(&device, &info, &post), "built for a newer library");
  info.version = PHOTOPIC_INTERFACE_VERSION;
  info.size = 0;
  CHECK_INVALID(photopic_post_process_create(&device, &info, &post), "info->size = 0: must be sizeof");
  info.size = sizeof info + 4;
  CHECK_INVALID(photopic_post_process_create(&device, &info, &post), "must be sizeof");
  info.size = sizeof info;
  device.size = 8;
  CHECK_INVALID(photopic_post_process_create(&device, &info, &post), "device->size = 8");
  CHECK(post == NULL);
}

/* No object: an answer, and no crash. */
static void test_nothing(void) {
  const VkExtent2D extent = {1, 1};
  photopic_exposure_state state = {PHOTOPIC_INIT(photopic_exposure_state), .exposure = 0.0f};
  photopic_content_light_statistics light = {PHOTOPIC_INIT(photopic_content_light_statistics), .number = 0};
  photopic_flash_statistics flashes = {PHOTOPIC_INIT(photopic_flash_statistics), .frames = 0};
  double value = 0.0;
  uint64_t bins[PHOTOPIC_ERROR_BINS];
  photopic_post_process_destroy(NULL);
  photopic_naive_meter_destroy(NULL);
  photopic_debug_overlay_destroy(NULL);
  photopic_image_metrics_destroy(NULL);
  photopic_content_light_meter_destroy(NULL);
  photopic_flash_analyser_destroy(NULL);
  photopic_settings_destroy(NULL);
  photopic_metrics_result_destroy(NULL);
  CHECK_INVALID(photopic_post_process_resize(NULL, extent), "photopic_post_process_resize: post: is null");
  CHECK_INVALID(photopic_post_process_record(NULL, NULL, NULL, NULL), "post: is null");
  CHECK_INVALID(photopic_post_process_record_fused(NULL, NULL, NULL, NULL), "post: is null");
  CHECK_INVALID(photopic_post_process_record_meter(NULL, NULL, NULL, NULL), "post: is null");
  CHECK_INVALID(photopic_post_process_record_finish(NULL, NULL, NULL, NULL), "post: is null");
  CHECK_INVALID(photopic_post_process_prepare(NULL, NULL, 1), "post: is null");
  CHECK(photopic_post_process_is_prepared(NULL, NULL) == VK_FALSE);
  CHECK_INVALID(photopic_post_process_record_draw(NULL, NULL, NULL, NULL), "post: is null");
  CHECK_INVALID(photopic_post_process_record_export(NULL, NULL, 0, VK_NULL_HANDLE, 0), "post: is null");
  CHECK_INVALID(photopic_post_process_record_import(NULL, NULL, 0, VK_NULL_HANDLE, 0), "post: is null");
  CHECK_INVALID(photopic_post_process_record_import_bytes(NULL, NULL, 0, NULL, 0), "post: is null");
  CHECK_INVALID(photopic_post_process_statistics(NULL, 0, &state), "post: is null");
  CHECK(photopic_post_process_state_buffer(NULL) == VK_NULL_HANDLE);
  CHECK(photopic_post_process_state_stride_bytes(NULL) == 0);
  CHECK(photopic_post_process_exposure_image(NULL, 0) == VK_NULL_HANDLE);
  CHECK(photopic_post_process_exposure_image_view(NULL, 0) == VK_NULL_HANDLE);
  CHECK(photopic_post_process_histogram_buffer(NULL) == VK_NULL_HANDLE);
  CHECK(photopic_exposure_scan_max_count(NULL) == 0 && photopic_exposure_scan_memory_bytes(NULL) == 0);
  photopic_exposure_scan_destroy(NULL);
  photopic_flash_sequence_destroy(NULL);
  CHECK(photopic_post_process_histogram_offset_bytes(NULL) == 0);
  CHECK(photopic_post_process_log_luminance_image(NULL) == VK_NULL_HANDLE);
  CHECK(photopic_post_process_log_luminance_levels(NULL) == 0);
  CHECK(photopic_post_process_log_luminance_view(NULL, 0) == VK_NULL_HANDLE);
  CHECK(photopic_post_process_log_luminance_extent(NULL, 0).width == 0);
  CHECK(photopic_post_process_log_luminance_used(NULL, 0, extent).width == 0);
  CHECK(photopic_post_process_shows_previous_exposure(NULL, 0) == VK_FALSE);
  CHECK(photopic_post_process_max_extent(NULL).width == 0);
  CHECK(photopic_post_process_memory_bytes(NULL) == 0);
  CHECK_INVALID(photopic_naive_meter_resize(NULL, extent), "meter: is null");
  CHECK_INVALID(photopic_naive_meter_record(NULL, NULL, NULL, NULL), "meter: is null");
  CHECK_INVALID(photopic_naive_meter_record_export(NULL, NULL, VK_NULL_HANDLE, 0), "meter: is null");
  CHECK(photopic_naive_meter_state_buffer(NULL) == VK_NULL_HANDLE && photopic_naive_meter_memory_bytes(NULL) == 0);
  CHECK_INVALID(photopic_debug_overlay_record(NULL, NULL, NULL, NULL, NULL, NULL), "overlay: is null");
  CHECK(photopic_debug_overlay_data_buffer(NULL) == VK_NULL_HANDLE);
  CHECK(photopic_debug_overlay_values_offset_bytes(NULL) == 0 && photopic_debug_overlay_memory_bytes(NULL) == 0);
  CHECK_INVALID(photopic_content_light_meter_record(NULL, NULL, NULL), "meter: is null");
  CHECK_INVALID(photopic_content_light_meter_statistics(NULL, &light), "meter: is null");
  CHECK(photopic_content_light_meter_histogram_buffer(NULL) == VK_NULL_HANDLE);
  CHECK(photopic_content_light_meter_memory_bytes(NULL) == 0 && photopic_content_light_bin_nits(0) == 0.0f);
  CHECK_INVALID(photopic_flash_analyser_record(NULL, NULL, NULL), "analyser: is null");
  CHECK_INVALID(photopic_flash_analyser_statistics(NULL, &flashes), "analyser: is null");
  CHECK(photopic_flash_analyser_cells_buffer(NULL) == VK_NULL_HANDLE);
  CHECK(photopic_flash_analyser_memory_bytes(NULL) == 0 && photopic_flash_transitions(0xffffffffu, 99) == 0);
  CHECK_INVALID(photopic_image_metrics_record(NULL, NULL, NULL, NULL), "metrics: is null");
  CHECK_INVALID(photopic_image_metrics_finish(NULL, 0, NULL), "metrics: is null");
  CHECK(photopic_image_metrics_map_buffer(NULL, 1) == VK_NULL_HANDLE && photopic_image_metrics_memory_bytes(NULL) == 0);
  CHECK_INVALID(photopic_metrics_result_get(NULL, "psnr_rgb", &value), "result: is null");
  CHECK_INVALID(photopic_metrics_result_histogram(NULL, bins), "result: is null");
  photopic_headless_destroy(NULL);
  CHECK(strcmp(photopic_headless_device_name(NULL), "") == 0);
  CHECK_INVALID(photopic_headless_create(NULL, NULL), "out: is null");
  CHECK_INVALID(photopic_compare(NULL, NULL, NULL, NULL, NULL), "headless: is null");
  CHECK_INVALID(photopic_meter(NULL, NULL, NULL, NULL), "headless: is null");
  CHECK_INVALID(photopic_develop(NULL, NULL, NULL, NULL, NULL), "headless: is null");
  CHECK(photopic_metrics_result_count(NULL) == 0 && photopic_metrics_result_name(NULL, 0) == NULL);
  CHECK(isnan(photopic_metrics_result_value(NULL, 0)));
}

static void test_pure_functions(photopic_settings* settings) {
  const VkSurfaceFormatKHR formats[2] = {{VK_FORMAT_B8G8R8A8_SRGB, VK_COLOR_SPACE_SRGB_NONLINEAR_KHR},
                                         {VK_FORMAT_A2B10G10R10_UNORM_PACK32, VK_COLOR_SPACE_HDR10_ST2084_EXT}};
  photopic_surface_choice choice = {PHOTOPIC_INIT(photopic_surface_choice), .ldr_format = VK_FORMAT_UNDEFINED};
  const photopic_content_light light = {PHOTOPIC_INIT(photopic_content_light), .max_cll_nits = 500.0f,
                                        .max_fall_nits = 100.0f};
  photopic_content_light read = {PHOTOPIC_INIT(photopic_content_light), .max_cll_nits = 1.0f};
  const unsigned char black[PHOTOPIC_CONTENT_LIGHT_BYTES] = {0};
  photopic_exposure_state state = {PHOTOPIC_INIT(photopic_exposure_state), .exposure = 0.0f};
  VkHdrMetadataEXT metadata;
  photopic_metrics_result* result = NULL;
  double value = 7.0;
  float luminances[4] = {0.1f, 0.2f, 0.4f, 0.8f};
  float start = 0.0f, stop = 0.0f;
  uint32_t count = 0;

  {
    photopic_iris_rule* rule = NULL;
    photopic_iris_frame dark = {0.0, 0.0, 1.0}, bright = {0.5, 0.0, 1.0};
    photopic_iris_count luminance, red;
    int i;
    CHECK_INVALID(photopic_iris_rule_create(0, &rule), "fps = 0: must be within [1, 1000000]");
    CHECK(photopic_iris_rule_create(60, &rule) == PHOTOPIC_OK);
    for (i = 0; i < 8; ++i) {
      CHECK(photopic_iris_rule_add(rule, i % 2 == 0 ? &dark : &bright, &luminance, &red) == PHOTOPIC_OK);
    }
    CHECK(luminance.transitions == 7 && luminance.verdict == PHOTOPIC_VERDICT_FAIL);
    CHECK(red.transitions == 0 && red.verdict == PHOTOPIC_VERDICT_PASS);
    CHECK_INVALID(photopic_iris_rule_add(rule, NULL, &luminance, &red), "frame: is null");
    dark.red = NAN;
    CHECK_INVALID(photopic_iris_rule_add(rule, &dark, &luminance, &red), "frame: a number isn't finite");
    photopic_iris_rule_destroy(rule);
  }
  CHECK(photopic_ev100_from_luminance(4.0) == 5.0 && photopic_luminance_from_ev100(5.0) == 4.0);
  CHECK(fabs(photopic_exposure_from_ev100(5.0, 0.0) - 1.0 / (1.2 * 32.0)) < 1e-15);
  CHECK(fabs(photopic_ev100_from_camera(16.0, 1.0 / 128.0, 100.0) - 15.0) < 1e-12);
  CHECK_INVALID(photopic_exposure_state_read(black, 4, &state), "must be photopic_exposure_state_bytes()");

  CHECK(photopic_settings_reset(settings) == PHOTOPIC_OK);
  CHECK_REFUSED(PHOTOPIC_UNSUPPORTED, photopic_choose_surface_format(formats, 2, settings, 1, &choice),
                "none of 2 formats can show encoding 'auto'");
  CHECK(photopic_settings_set_word(settings, "display.encoding", "hdr10") == PHOTOPIC_OK);
  CHECK(photopic_choose_surface_format(formats, 2, settings, 1, &choice) == PHOTOPIC_OK);
  CHECK(choice.surface.format == VK_FORMAT_A2B10G10R10_UNORM_PACK32);
  CHECK(choice.ldr_format == VK_FORMAT_A2B10G10R10_UNORM_PACK32);
  CHECK_INVALID(photopic_choose_surface_format(NULL, 2, settings, 1, &choice), "formats: is null");
  CHECK(photopic_hdr_metadata(settings, &light, &metadata) == PHOTOPIC_OK);
  CHECK(metadata.sType == VK_STRUCTURE_TYPE_HDR_METADATA_EXT && metadata.maxLuminance == 1000.0f);
  CHECK(metadata.maxContentLightLevel == 500.0f && metadata.maxFrameAverageLightLevel == 100.0f);
  CHECK(photopic_hdr_metadata(settings, NULL, &metadata) == PHOTOPIC_OK);
  CHECK(photopic_content_light_read(black, sizeof black, &read) == PHOTOPIC_OK && read.max_cll_nits == 0.0f);
  CHECK_INVALID(photopic_content_light_read(black, 4, &read), "must be PHOTOPIC_CONTENT_LIGHT_BYTES");

  CHECK(photopic_supported_metrics(VK_FORMAT_R8G8B8A8_UNORM, 0) != 0);
  CHECK((photopic_metrics_for_extent((VkExtent2D){64, 64}, PHOTOPIC_CHROMA_444) & PHOTOPIC_METRIC_MS_SSIM) == 0);
  CHECK(photopic_flip_exposures(luminances, 4, PHOTOPIC_FLIP_ACES, &start, &stop, &count) == PHOTOPIC_OK);
  CHECK(count >= 2 && start < stop);
  luminances[0] = NAN;
  CHECK_INVALID(photopic_flip_exposures(luminances, 4, PHOTOPIC_FLIP_ACES, &start, &stop, &count), "isn't finite");

  CHECK(photopic_metrics_result_create(&result) == PHOTOPIC_OK);
  CHECK(photopic_metrics_result_count(result) == 0 && photopic_metrics_result_name(result, 0) == NULL);
  CHECK_INVALID(photopic_metrics_result_get(result, "psnr_rgb", &value), "'psnr_rgb': is none of the numbers");
  CHECK(value == 7.0);
  photopic_metrics_result_destroy(result);
}

static void test_presets(photopic_settings* settings) {
  double number = 0.0;
  const char* word = NULL;
  CHECK(photopic_settings_set_number(settings, "exposure.min_ev100", -3.0) == PHOTOPIC_OK);
  CHECK(photopic_settings_set_preset(settings, "viewer") == PHOTOPIC_OK);
  CHECK(photopic_settings_get_number(settings, "meter.black_stops", &number) == PHOTOPIC_OK && number == 9.0);
  CHECK(photopic_settings_get_number(settings, "exposure.min_ev100", &number) == PHOTOPIC_OK && number == -16.0);
  CHECK(photopic_settings_get_word(settings, "tone_map.tone_mapper", &word) == PHOTOPIC_OK);
  CHECK(strcmp(word, "pbr-neutral") == 0);
  CHECK_INVALID(photopic_settings_set_preset(settings, "cinema"),
                "'cinema': is none of archviz, film, game, night, photo, studied, viewer");
  CHECK(photopic_settings_get_number(settings, "meter.black_stops", &number) == PHOTOPIC_OK && number == 9.0);
  for (uint32_t i = 0; i < photopic_preset_count(); ++i) {
    CHECK(photopic_settings_set_preset(settings, photopic_preset_name(i)) == PHOTOPIC_OK);
    CHECK(strlen(photopic_preset_help(i)) > 10);
  }
  CHECK(photopic_preset_name(photopic_preset_count()) == NULL && photopic_preset_help(99) == NULL);
}

int main(void) {
  photopic_settings* settings = NULL;
  photopic_settings* copy = NULL;
  double number = 0.0;
  CHECK(strcmp(photopic_last_error(), "") == 0);
  CHECK(photopic_settings_create(&settings) == PHOTOPIC_OK);
  CHECK(photopic_settings_create(&copy) == PHOTOPIC_OK);
  test_versions();
  test_last_error_is_of_the_thread();
  test_values(settings);
  CHECK(photopic_settings_copy(copy, settings) == PHOTOPIC_OK);
  CHECK(photopic_settings_get_number(copy, "exposure.compensation_ev", &number) == PHOTOPIC_OK && number == 1.5);
  CHECK_INVALID(photopic_settings_copy(copy, NULL), "source: is null");
  test_curves(settings);
  test_presets(settings);
  test_table(settings);
  test_words();
  test_structs();
  test_nothing();
  test_pure_functions(settings);
  photopic_settings_destroy(copy);
  photopic_settings_destroy(settings);
  return check_summary();
}
