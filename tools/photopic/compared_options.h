// SPDX-License-Identifier: MIT
// Options that compare and regress share: their help.
#ifndef PHOTOPIC_TOOLS_PHOTOPIC_COMPARED_OPTIONS_H
#define PHOTOPIC_TOOLS_PHOTOPIC_COMPARED_OPTIONS_H

#include <optional>
#include <string>

#include "arguments/command.h"

namespace cli {

inline constexpr char kMaskHelp[] = "PNG of the pictures' size: pixels of 0 are left out";
inline constexpr char kAlphaHelp[] =
    "compare (default: a fourth channel of exact errors), ignore, or over:#rrggbb, over:white, ...: both pictures lie "
    "over that colour";
inline constexpr char kChannelsHelp[] =
    "channels of OpenEXR, instead of colour: R,G,B,A,Z,N.*; three of a layer share a row";
inline constexpr char kNanEqualHelp[] =
    "NaN equals NaN, and infinity equals infinity of the same sign, at the same place";

/// --ignore-encoding and --metrics. `more`: what else the help says of metrics.
void add_compared_options(CLI::App& command, bool& ignores_encoding, std::optional<std::string>& metrics,
                          const std::string& more);

}  // namespace cli

#endif
