// SPDX-License-Identifier: MIT
// Text from a format.
#ifndef PHOTOPIC_SAMPLES_VIEWER_MODEL_FORMATTED_H
#define PHOTOPIC_SAMPLES_VIEWER_MODEL_FORMATTED_H

#include <string>

namespace viewer {

/// Printf into a string.
[[gnu::format(printf, 1, 2)]] std::string formatted(const char* format, ...);

}  // namespace viewer

#endif
