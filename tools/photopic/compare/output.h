// SPDX-License-Identifier: MIT
// Output of photopic compare.
#ifndef PHOTOPIC_TOOLS_PHOTOPIC_COMPARE_OUTPUT_H
#define PHOTOPIC_TOOLS_PHOTOPIC_COMPARE_OUTPUT_H

#include <string>

#include "compare/files.h"

namespace compare {

/// Scores are members of it by their names. Numbers that aren't finite are the strings "inf", "-inf", "nan".
json::Json json_of(const Row& row);

/// Lines of text, each with its end; means of SSIM's parts are left out, which are for machines.
std::string text_of(const Row& row);

}  // namespace compare

#endif
