// SPDX-License-Identifier: MIT
// Channels of OpenEXR by name, in place of colour.
#ifndef PHOTOPIC_TOOLS_COMPARE_PICTURES_CHANNELS_H
#define PHOTOPIC_TOOLS_COMPARE_PICTURES_CHANNELS_H

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "compare/pictures/frame.h"

namespace compare {

/// "R,G,B,A,Z,N.*". Throws arguments::UsageError for an empty list or name.
std::vector<std::string> parse_channels(const std::string& text);

/// Those of a file that `wanted` names, in that order, each once. A name that ends in * is that of all channels that
/// begin so; of a layer, R, G, B and A come before others. Throws as read_reference().
std::vector<std::string> present_channels(const std::filesystem::path& file, const std::vector<std::string>& wanted);
/// The same. Throws arguments::UsageError for a name that the file lacks, too.
std::vector<std::string> named_channels(const std::filesystem::path& file, const std::vector<std::string>& wanted);

/// Three of a layer that follow each other; the rest one by one.
std::vector<std::vector<std::string>> groups_of(const std::vector<std::string>& channels);

/// Of these channels, which both frames have as R, G, B, the one with the largest error in a pixel; empty: none has
/// one.
std::string worst_channel(const std::vector<std::string>& channels, const Frame& reference, const Frame& test,
                          std::size_t pixel);

/// "R, G, B"
std::string list_text(const std::vector<std::string>& names);

}  // namespace compare

#endif
