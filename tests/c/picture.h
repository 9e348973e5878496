/* SPDX-License-Identifier: MIT */
/* Pictures of test programs in C. */
#ifndef PHOTOPIC_TESTS_C_PICTURE_H
#define PHOTOPIC_TESTS_C_PICTURE_H

#include <photopic/photopic.h>
#include <stdint.h>

enum { kWidth = 20, kHeight = 12, kPixels = kWidth * kHeight };

static photopic_picture picture_of(void* samples, uint32_t channels, photopic_sample sample) {
  const photopic_picture picture = {PHOTOPIC_INIT(photopic_picture),
                                    .samples = samples,
                                    .width = kWidth,
                                    .height = kHeight,
                                    .channels = channels,
                                    .sample = sample};
  return picture;
}

#endif
