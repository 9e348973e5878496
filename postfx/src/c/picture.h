// SPDX-License-Identifier: MIT
// Pictures of the C interface.
#ifndef PHOTOPIC_SRC_C_PICTURE_H
#define PHOTOPIC_SRC_C_PICTURE_H

#include <photopic/c/memory.h>

#include "headless/pictures.h"

namespace photopic::c {

/// With the rows' length filled in.
photopic_result take_picture(const char* function, const char* name, const photopic_picture* given,
                             Picture* out) noexcept;
/// The code or value of a sample in a row.
float value_at(const std::byte* samples, std::size_t index, Sample sample) noexcept;
/// BT.709's, a float for each pixel, row by row, of a picture of floats.
void copy_luminances(const Picture& picture, float* out) noexcept;

}  // namespace photopic::c

#endif
