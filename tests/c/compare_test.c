/* SPDX-License-Identifier: MIT */
/* Test program of comparisons of pictures in memory, in C99, linked to libphotopic.so, on a device of the library's
 * own. Ends with 1 and the places that failed. */
#include <math.h>
#include <photopic/photopic.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "check.h"
#include "picture.h"

static double number(const photopic_metrics_result* result, const char* name) {
  double value = -1.0;
  CHECK(photopic_metrics_result_get(result, name, &value) == PHOTOPIC_OK);
  return value;
}

/* Codes whose errors are known: one channel of one pixel by 10, another pixel's all by 3. */
static void test_compare_codes(photopic_headless* headless, photopic_metrics_result* result) {
  static uint8_t reference[kPixels * 3], test[kPixels * 3], wide[kHeight][kWidth * 4 + 5], mask[kPixels];
  photopic_picture one = picture_of(reference, 3, PHOTOPIC_SAMPLE_U8);
  photopic_picture other = picture_of(test, 3, PHOTOPIC_SAMPLE_U8);
  photopic_picture mask_picture = picture_of(mask, 1, PHOTOPIC_SAMPLE_U8);
  photopic_compare_info info = {PHOTOPIC_INIT(photopic_compare_info), .metrics = PHOTOPIC_METRIC_ERRORS};
  int i;
  for (i = 0; i < kPixels * 3; ++i) reference[i] = test[i] = (uint8_t)(i * 7 % 200);
  test[(5 * kWidth + 8) * 3 + 1] = (uint8_t)(test[(5 * kWidth + 8) * 3 + 1] + 10);
  for (i = 0; i < 3; ++i) test[i] = (uint8_t)(test[i] + 3);

  CHECK(photopic_compare(headless, &one, &other, &info, result) == PHOTOPIC_OK);
  CHECK(number(result, "rgb_sse") == 127.0 && number(result, "rgb_max_abs") == 10.0);
  CHECK(number(result, "max_abs_x") == 8.0 && number(result, "max_abs_y") == 5.0);
  CHECK(number(result, "pixels_differing") == 2.0 && number(result, "pixels") == kPixels);

  /* Four channels in rows with room between them are the same picture, if alpha is left out. */
  for (i = 0; i < kPixels; ++i) {
    memcpy(&wide[i / kWidth][i % kWidth * 4], test + (size_t)i * 3, 3);
    wide[i / kWidth][i % kWidth * 4 + 3] = (uint8_t)i;
  }
  other = picture_of(wide, 4, PHOTOPIC_SAMPLE_U8);
  other.row_bytes = sizeof wide[0];
  info.alpha = PHOTOPIC_ALPHA_IGNORE;
  CHECK(photopic_compare(headless, &one, &other, &info, result) == PHOTOPIC_OK);
  CHECK(number(result, "rgb_sse") == 127.0 && number(result, "sse_g") == 109.0);

  /* Without the pixel with the largest error. */
  memset(mask, 255, sizeof mask);
  mask[5 * kWidth + 8] = 0;
  info.mask = &mask_picture;
  CHECK(photopic_compare(headless, &one, &other, &info, result) == PHOTOPIC_OK);
  CHECK(number(result, "rgb_sse") == 27.0 && number(result, "pixels_masked") == 1.0);

  /* All that pictures of this size have, and SSIM's of equal ones. */
  CHECK(photopic_compare(headless, &one, &one, NULL, result) == PHOTOPIC_OK);
  CHECK(number(result, "rgb_sse") == 0.0 && isinf(number(result, "psnr_rgb")));
  CHECK(number(result, "float_ssim") == 1.0 && number(result, "flip_mean") == 0.0);
  CHECK(number(result, "delta_e2000_max") == 0.0 && number(result, "cluster_pixels") == 0.0);
  CHECK(photopic_metrics_result_count(result) > 50);

  /* What is wrong is said, and the result stays. */
  mask_picture.channels = 3;
  CHECK_INVALID(photopic_compare(headless, &one, &other, &info, result), "info->mask: must be one channel");
  info.mask = NULL;
  other.width = kWidth - 1;
  CHECK_INVALID(photopic_compare(headless, &one, &other, &info, result),
                "reference is 20 x 12 of U8, test 19 x 12 of U8: must be alike");
  other.width = kWidth;
  other.row_bytes = 79;
  CHECK_INVALID(photopic_compare(headless, &one, &other, &info, result), "test->row_bytes = 79: a row has 80");
  other.row_bytes = (size_t)1 << (sizeof(size_t) * 8 - 2);
  CHECK_INVALID(photopic_compare(headless, &one, &other, &info, result), "12 rows of it don't fit the address space");
  other.row_bytes = SIZE_MAX;
  CHECK_INVALID(photopic_compare(headless, &one, &other, &info, result), "don't fit the address space");
  other.row_bytes = SIZE_MAX / 2 / (kHeight - 1); /* with the last row beyond the largest object */
  CHECK_INVALID(photopic_compare(headless, &one, &other, &info, result), "don't fit the address space");
  other.row_bytes = 0;
  other.channels = 2;
  CHECK_INVALID(photopic_compare(headless, &one, &other, &info, result), "test->channels = 2: must be 1, 3 or 4");
  other.channels = 4;
  other.sample = 4;
  CHECK_INVALID(photopic_compare(headless, &one, &other, &info, result), "test->sample = 4");
  other.sample = PHOTOPIC_SAMPLE_F16;
  CHECK_INVALID(photopic_compare(headless, &one, &other, &info, result),
                "reference is 20 x 12 of U8, test 20 x 12 of F16: must be alike");
  other.samples = NULL;
  CHECK_INVALID(photopic_compare(headless, &one, &other, &info, result), "test->samples: is null");
  info.metrics = PHOTOPIC_METRIC_MS_SSIM;
  CHECK_INVALID(photopic_compare(headless, &one, &one, &info, result), "176 x 176");
  info.metrics = 1u << 31;
  CHECK_INVALID(photopic_compare(headless, &one, &one, &info, result), "metrics");
  info.metrics = PHOTOPIC_METRIC_ERRORS;
  info.shift_radius = 5;
  CHECK_INVALID(photopic_compare(headless, &one, &one, &info, result), "shift_radius");
  one.height = 0;
  CHECK_INVALID(photopic_compare(headless, &one, &one, &info, result), "reference: 20 x 0");
  CHECK(number(result, "float_ssim") == 1.0);
}

static int has_number(const photopic_metrics_result* result, const char* name) {
  double value = 0.0;
  return photopic_metrics_result_get(result, name, &value) == PHOTOPIC_OK;
}

/* One pixel that differs in alpha only, one in both, one in colour only: of codes of 8 bits. */
static void test_compare_alpha(photopic_headless* headless, photopic_metrics_result* result) {
  static uint8_t reference[kPixels * 4], test[kPixels * 4], rgb[kPixels * 3], mask[kPixels];
  const photopic_picture one = picture_of(reference, 4, PHOTOPIC_SAMPLE_U8);
  const photopic_picture other = picture_of(test, 4, PHOTOPIC_SAMPLE_U8);
  const photopic_picture opaque = picture_of(rgb, 3, PHOTOPIC_SAMPLE_U8);
  photopic_picture mask_picture = picture_of(mask, 1, PHOTOPIC_SAMPLE_U8);
  photopic_compare_info info = {PHOTOPIC_INIT(photopic_compare_info), .metrics = PHOTOPIC_METRIC_ERRORS};
  uint64_t bins[PHOTOPIC_ERROR_BINS];
  memset(reference, 255, sizeof reference);
  memset(rgb, 255, sizeof rgb);
  memset(test, 255, sizeof test);
  memset(mask, 255, sizeof mask);
  test[10 * 4 + 3] = 0;
  test[20 * 4 + 1] = 250;
  test[20 * 4 + 3] = 254;
  test[30 * 4] = 252;

  info.error_threshold = 4.0f;
  CHECK(photopic_compare(headless, &one, &other, &info, result) == PHOTOPIC_OK);
  CHECK(number(result, "rgb_max_abs") == 5.0 && number(result, "rgb_sse") == 34.0);
  CHECK(number(result, "alpha_max_abs") == 255.0 && number(result, "alpha_pixels_differing") == 2.0);
  CHECK(number(result, "pixels_differing") == 3.0 && number(result, "pixels_above") == 2.0);
  CHECK(number(result, "not_finite_reference") == 0.0 && number(result, "not_finite_differing") == 0.0);
  CHECK(photopic_metrics_result_histogram(result, bins) == PHOTOPIC_OK);
  CHECK(bins[0] == kPixels - 3 && bins[3] == 1 && bins[5] == 1 && bins[255] == 1);
  /* Whatever is measured; a picture without alpha is opaque; pixels that the mask leaves out don't count. */
  info.metrics = PHOTOPIC_METRIC_FLIP;
  CHECK(photopic_compare(headless, &opaque, &other, &info, result) == PHOTOPIC_OK);
  CHECK(number(result, "alpha_max_abs") == 255.0 && !has_number(result, "rgb_max_abs"));
  info.metrics = PHOTOPIC_METRIC_ERRORS;
  mask[10] = 0;
  info.mask = &mask_picture;
  CHECK(photopic_compare(headless, &other, &opaque, &info, result) == PHOTOPIC_OK);
  CHECK(number(result, "alpha_max_abs") == 1.0 && number(result, "pixels_differing") == 2.0);
  info.mask = NULL;
  info.alpha = PHOTOPIC_ALPHA_IGNORE;
  CHECK(photopic_compare(headless, &one, &other, &info, result) == PHOTOPIC_OK);
  CHECK(number(result, "pixels_differing") == 2.0 && !has_number(result, "alpha_max_abs"));
  info.alpha = PHOTOPIC_ALPHA_OVER;
  info.background = 0x0000ff; /* the first pixel becomes blue, the second's green round(254 * 250 / 255) = 249 */
  CHECK(photopic_compare(headless, &one, &other, &info, result) == PHOTOPIC_OK);
  CHECK(number(result, "pixels_differing") == 3.0 && number(result, "rgb_max_abs") == 255.0);
  CHECK(number(result, "sse_b") == 0.0 && number(result, "sse_g") == 255.0 * 255.0 + 6.0 * 6.0);

  info.alpha = 3;
  CHECK_INVALID(photopic_compare(headless, &one, &other, &info, result), "info->alpha = 3: must be a PHOTOPIC_ALPHA");
  info.alpha = PHOTOPIC_ALPHA_COMPARE;
  CHECK_INVALID(photopic_compare(headless, &one, &other, &info, result), "info->background = 0xff: must be 0xRRGGBB");
  info.alpha = PHOTOPIC_ALPHA_OVER;
  info.background = 0x1000000;
  CHECK_INVALID(photopic_compare(headless, &one, &other, &info, result), "info->background = 0x1000000: must be");
  /* Structs of versions before the first that is kept, and of other sizes. */
  info.background = 0;
  info.version = 3;
  CHECK_REFUSED(PHOTOPIC_UNSUPPORTED, photopic_compare(headless, &one, &other, &info, result), "info->version = 3");
  info.version = PHOTOPIC_INTERFACE_VERSION;
  info.size = offsetof(photopic_compare_info, nan_equal);
  CHECK_INVALID(photopic_compare(headless, &one, &other, &info, result), "info->size");
  info.size = sizeof info;
  info.alpha = PHOTOPIC_ALPHA_COMPARE;
  CHECK(photopic_compare(headless, &one, &other, &info, result) == PHOTOPIC_OK);
  CHECK(number(result, "alpha_pixels_differing") == 2.0);
}

/* An edge whose grey differs is anti-aliased and so equal, but for the pixel whose alpha differs. */
static void test_compare_alpha_of_edges(photopic_headless* headless, photopic_metrics_result* result) {
  static uint8_t reference[kPixels * 4], test[kPixels * 4];
  const photopic_picture one = picture_of(reference, 4, PHOTOPIC_SAMPLE_U8);
  const photopic_picture other = picture_of(test, 4, PHOTOPIC_SAMPLE_U8);
  photopic_compare_info info = {PHOTOPIC_INIT(photopic_compare_info), .metrics = PHOTOPIC_METRIC_ERRORS};
  uint64_t bins[PHOTOPIC_ERROR_BINS];
  int i;
  for (i = 0; i < kPixels * 4; ++i) {
    const int x = i / 4 % kWidth;
    reference[i] = test[i] = (uint8_t)(i % 4 == 3 || x > 9 ? 255 : 0);
    if (x == 9 && i % 4 != 3) {
      reference[i] = 128;
      test[i] = 100;
    }
  }
  test[(5 * kWidth + 9) * 4 + 3] = 55;
  CHECK(photopic_compare(headless, &one, &other, &info, result) == PHOTOPIC_OK);
  CHECK(number(result, "pixels_differing") == kHeight);
  info.ignores_antialiasing = VK_TRUE;
  CHECK(photopic_compare(headless, &one, &other, &info, result) == PHOTOPIC_OK);
  CHECK(number(result, "alpha_pixels_differing") == 1.0 && number(result, "pixels_differing") == 1.0);
  CHECK(photopic_metrics_result_histogram(result, bins) == PHOTOPIC_OK);
  CHECK(bins[0] == kPixels - 1 && bins[200] == 1);
}

/* Pixels that aren't finite: of the reference, of the test, of both alike, of both but with other signs, of alpha. */
static void test_compare_not_finite(photopic_headless* headless, photopic_metrics_result* result) {
  static float reference[kPixels * 4], test[kPixels * 4];
  static uint16_t halves[kPixels], other_halves[kPixels];
  static uint8_t mask[kPixels];
  const photopic_picture one = picture_of(reference, 4, PHOTOPIC_SAMPLE_F32);
  const photopic_picture other = picture_of(test, 4, PHOTOPIC_SAMPLE_F32);
  const photopic_picture half = picture_of(halves, 1, PHOTOPIC_SAMPLE_F16);
  const photopic_picture other_half = picture_of(other_halves, 1, PHOTOPIC_SAMPLE_F16);
  photopic_picture mask_picture = picture_of(mask, 1, PHOTOPIC_SAMPLE_U8);
  photopic_compare_info info = {PHOTOPIC_INIT(photopic_compare_info), .metrics = 0};
  int i;
  for (i = 0; i < kPixels * 4; ++i) reference[i] = test[i] = 0.5f;
  memset(mask, 255, sizeof mask);

  /* All NaN against a good picture. */
  for (i = 0; i < kPixels * 4; ++i) test[i] = NAN;
  CHECK(photopic_compare(headless, &one, &other, NULL, result) == PHOTOPIC_OK);
  CHECK(number(result, "not_finite_reference") == 0.0 && number(result, "not_finite_test") == kPixels);
  CHECK(number(result, "pixels_differing") == kPixels && number(result, "pixels") == kPixels);
  CHECK(number(result, "pixels_above") == kPixels && number(result, "pixels_differing_percent") == 100.0);
  CHECK(isinf(number(result, "rgb_max_abs")) && isinf(number(result, "rgb_sse")) && number(result, "psnr_rgb") < 0.0);
  CHECK(isnan(number(result, "flip_mean")) && isnan(number(result, "flip_p999")));
  CHECK(isnan(number(result, "tile8_flip")) && isinf(number(result, "alpha_max_abs")));

  for (i = 0; i < kPixels * 4; ++i) test[i] = 0.5f;
  test[5 * 4 + 1] = NAN;
  reference[6 * 4] = INFINITY;
  reference[7 * 4 + 2] = test[7 * 4 + 2] = NAN;
  reference[8 * 4] = test[8 * 4] = -INFINITY;
  test[8 * 4 + 1] = 0.75f;
  reference[9 * 4] = INFINITY;
  test[9 * 4] = -INFINITY;
  reference[10 * 4 + 3] = test[10 * 4 + 3] = NAN;
  test[11 * 4 + 3] = INFINITY;
  info.metrics = PHOTOPIC_METRIC_ERRORS;
  CHECK(photopic_compare(headless, &one, &other, &info, result) == PHOTOPIC_OK);
  CHECK(number(result, "not_finite_reference") == 5.0 && number(result, "not_finite_test") == 6.0);
  CHECK(number(result, "not_finite_differing") == 7.0 && number(result, "pixels_differing") == 7.0);
  CHECK(isinf(number(result, "rgb_max_abs")) && number(result, "max_abs_x") == 5.0);
  CHECK(isinf(number(result, "sse_r")) && isinf(number(result, "sse_g")) && isinf(number(result, "sse_b")));
  info.nan_equal = VK_TRUE;
  CHECK(photopic_compare(headless, &one, &other, &info, result) == PHOTOPIC_OK);
  CHECK(number(result, "not_finite_reference") == 5.0 && number(result, "not_finite_test") == 6.0);
  CHECK(number(result, "not_finite_differing") == 4.0 && number(result, "pixels_differing") == 5.0);
  CHECK(number(result, "sse_b") == 0.0 && isinf(number(result, "sse_g")) && number(result, "pixels") == kPixels);
  CHECK(number(result, "alpha_pixels_differing") == 1.0 && isinf(number(result, "alpha_max_abs")));
  /* Without alpha, and without the pixels that still differ. */
  info.alpha = PHOTOPIC_ALPHA_IGNORE;
  mask[5] = mask[6] = mask[9] = 0;
  info.mask = &mask_picture;
  info.metrics = PHOTOPIC_METRIC_ERRORS | PHOTOPIC_METRIC_FLIP;
  CHECK(photopic_compare(headless, &one, &other, &info, result) == PHOTOPIC_OK);
  CHECK(number(result, "not_finite_reference") == 2.0 && number(result, "not_finite_differing") == 0.0);
  CHECK(number(result, "rgb_max_abs") == 0.25 && number(result, "pixels_differing") == 1.0);
  CHECK(number(result, "pixels") == kPixels - 3 && number(result, "flip_max") > 0.0);

  /* Half floats. Alpha that isn't finite makes a colour that isn't, laid over another. */
  for (i = 0; i < kPixels; ++i) halves[i] = other_halves[i] = 0x3c00;
  halves[2] = other_halves[2] = 0x7e00;
  other_halves[3] = 0xfc00;
  info = (photopic_compare_info){PHOTOPIC_INIT(photopic_compare_info), .metrics = PHOTOPIC_METRIC_ERRORS};
  CHECK(photopic_compare(headless, &half, &other_half, &info, result) == PHOTOPIC_OK);
  CHECK(number(result, "not_finite_differing") == 2.0 && number(result, "pixels_differing") == 2.0);
  info.nan_equal = VK_TRUE;
  CHECK(photopic_compare(headless, &half, &other_half, &info, result) == PHOTOPIC_OK);
  CHECK(number(result, "not_finite_differing") == 1.0 && number(result, "pixels_differing") == 1.0);
  CHECK(photopic_compare(headless, &half, &half, &info, result) == PHOTOPIC_OK);
  CHECK(number(result, "not_finite_test") == 1.0 && number(result, "rgb_max_abs") == 0.0);
  for (i = 0; i < kPixels * 4; ++i) reference[i] = test[i] = 0.5f;
  test[3] = NAN;
  info.alpha = PHOTOPIC_ALPHA_OVER;
  CHECK(photopic_compare(headless, &one, &other, &info, result) == PHOTOPIC_OK);
  CHECK(number(result, "not_finite_test") == 1.0 && isinf(number(result, "rgb_max_abs")));
}

/* The names of a comparison, before there is one. */
static void test_compare_names(photopic_headless* headless, photopic_metrics_result* result) {
  static float reference[kPixels * 4];
  const photopic_picture picture = picture_of(reference, 4, PHOTOPIC_SAMPLE_F32);
  photopic_compare_info info = {PHOTOPIC_INIT(photopic_compare_info), .metrics = 0};
  photopic_metrics_result* names = NULL;
  uint32_t i;
  for (i = 0; i < kPixels * 4; ++i) reference[i] = 0.5f;
  CHECK(photopic_metrics_result_create(&names) == PHOTOPIC_OK);
  for (info.alpha = PHOTOPIC_ALPHA_COMPARE; info.alpha <= PHOTOPIC_ALPHA_OVER; ++info.alpha) {
    CHECK(photopic_compare_names(&picture, &info, names) == PHOTOPIC_OK);
    CHECK(photopic_compare(headless, &picture, &picture, &info, result) == PHOTOPIC_OK);
    CHECK(photopic_metrics_result_count(names) == photopic_metrics_result_count(result));
    for (i = 0; i < photopic_metrics_result_count(names); ++i) {
      CHECK(strcmp(photopic_metrics_result_name(names, i), photopic_metrics_result_name(result, i)) == 0);
      CHECK(isnan(photopic_metrics_result_value(names, i)) && !isnan(photopic_metrics_result_value(result, i)));
    }
  }
  CHECK_INVALID(photopic_compare_names(&picture, &info, names), "info->alpha = 3");
  CHECK_INVALID(photopic_compare_names(NULL, NULL, names), "picture: is null");
  CHECK_INVALID(photopic_compare_names(&picture, NULL, NULL), "out: is null");
  photopic_metrics_result_destroy(names);
}

static void test_compare_floats(photopic_headless* headless, photopic_metrics_result* result) {
  static float reference[kPixels], test[kPixels];
  static uint16_t halves[kPixels], codes[kPixels * 4], other_codes[kPixels * 4];
  const photopic_picture one = picture_of(reference, 1, PHOTOPIC_SAMPLE_F32);
  const photopic_picture other = picture_of(test, 1, PHOTOPIC_SAMPLE_F32);
  const photopic_picture half = picture_of(halves, 1, PHOTOPIC_SAMPLE_F16);
  const photopic_picture deep = picture_of(codes, 4, PHOTOPIC_SAMPLE_U16);
  const photopic_picture other_deep = picture_of(other_codes, 4, PHOTOPIC_SAMPLE_U16);
  photopic_compare_info info = {PHOTOPIC_INIT(photopic_compare_info), .metrics = PHOTOPIC_METRIC_FLIP};
  double value = 0.0;
  int i;
  for (i = 0; i < kPixels; ++i) reference[i] = test[i] = (float)i / 16.0f;
  test[7] += 0.5f;
  CHECK(photopic_compare(headless, &one, &other, NULL, result) == PHOTOPIC_OK);
  CHECK(number(result, "rgb_sse") == 0.75 && number(result, "flip_max") > 0.0);
  /* No exposures for HDR-FLIP: left out where all was asked for, refused where it was named. */
  reference[3] = NAN;
  CHECK(photopic_compare(headless, &one, &other, NULL, result) == PHOTOPIC_OK);
  CHECK(photopic_metrics_result_get(result, "flip_max", &value) == PHOTOPIC_INVALID_ARGUMENT);
  CHECK(number(result, "pixels_differing") == 2.0 && number(result, "not_finite_reference") == 1.0);
  CHECK_INVALID(photopic_compare(headless, &one, &other, &info, result), "no exposures for HDR-FLIP");
  /* Half floats: 1, and a zero, a subnormal and an infinity among them. */
  for (i = 0; i < kPixels; ++i) halves[i] = 0x3c00;
  halves[0] = 0;
  halves[1] = 1;
  CHECK(photopic_compare(headless, &half, &half, &info, result) == PHOTOPIC_OK);
  CHECK(number(result, "flip_max") == 0.0);
  halves[2] = 0x7c00;
  CHECK_INVALID(photopic_compare(headless, &half, &half, &info, result), "no exposures for HDR-FLIP");
  /* Codes of 16 bits. */
  memset(codes, 0, sizeof codes);
  memset(other_codes, 0, sizeof other_codes);
  other_codes[4] = 300;
  info.metrics = PHOTOPIC_METRIC_ERRORS;
  CHECK(photopic_compare(headless, &deep, &other_deep, &info, result) == PHOTOPIC_OK);
  CHECK(number(result, "rgb_max_abs") == 300.0 && number(result, "max_abs_x") == 1.0);
}

/* Sides beyond what images of llvmpipe have: in strips. Two pixels of the last rows differ, in colour and in alpha. */
static void test_compare_large(photopic_headless* headless, photopic_metrics_result* result) {
  enum { kLong = 16500, kShort = 24 };
  static uint8_t reference[kLong * kShort * 4], test[sizeof reference], mask[kLong * kShort];
  photopic_compare_info info = {PHOTOPIC_INIT(photopic_compare_info),
                                .metrics = PHOTOPIC_METRIC_ERRORS | PHOTOPIC_METRIC_SSIM | PHOTOPIC_METRIC_CLUSTER};
  photopic_picture one = picture_of(reference, 4, PHOTOPIC_SAMPLE_U8);
  photopic_picture other = picture_of(test, 4, PHOTOPIC_SAMPLE_U8);
  photopic_picture mask_picture = picture_of(mask, 1, PHOTOPIC_SAMPLE_U8);
  int wide;
  size_t i;
  for (i = 0; i < sizeof reference; ++i) reference[i] = i % 4 == 3 ? 255 : (uint8_t)(i * 7 % 200);
  memset(mask, 255, sizeof mask);
  for (wide = 0; wide < 2; ++wide) {
    const uint32_t width = wide ? kLong : kShort, height = wide ? kShort : kLong;
    const uint32_t x = width - 7, y = height - 7;
    const size_t at = (size_t)width * y + x;
    memcpy(test, reference, sizeof reference);
    test[at * 4 + 1] = (uint8_t)(test[at * 4 + 1] + 10);
    test[((size_t)width * height - 2) * 4 + 3] = 200;
    one.width = other.width = mask_picture.width = width;
    one.height = other.height = mask_picture.height = height;
    info.mask = NULL;
    CHECK(photopic_compare(headless, &one, &other, &info, result) == PHOTOPIC_OK);
    CHECK(number(result, "rgb_sse") == 100.0 && number(result, "pixels") == (double)width * height);
    CHECK(number(result, "max_abs_x") == x && number(result, "max_abs_y") == y);
    CHECK(number(result, "alpha_max_abs") == 55.0 && number(result, "pixels_differing") == 2.0);
    CHECK(number(result, "cluster_pixels") == 1.0 && number(result, "cluster_x") == x);
    CHECK(number(result, "float_ssim_scale1") < 1.0);
    mask[at] = 0;
    info.mask = &mask_picture;
    CHECK(photopic_compare(headless, &one, &other, &info, result) == PHOTOPIC_OK);
    CHECK(number(result, "rgb_sse") == 0.0 && number(result, "float_ssim_scale1") == 1.0);
    mask[at] = 255;
  }
}

int main(void) {
  photopic_headless* headless = NULL;
  photopic_metrics_result* result = NULL;
  CHECK(photopic_headless_create(NULL, &headless) == PHOTOPIC_OK);
  CHECK(photopic_metrics_result_create(&result) == PHOTOPIC_OK);
  if (headless != NULL && result != NULL) {
    test_compare_codes(headless, result);
    test_compare_alpha(headless, result);
    test_compare_alpha_of_edges(headless, result);
    test_compare_not_finite(headless, result);
    test_compare_names(headless, result);
    test_compare_floats(headless, result);
    test_compare_large(headless, result);
  }
  photopic_metrics_result_destroy(result);
  photopic_headless_destroy(headless);
  return check_summary();
}
