// SPDX-License-Identifier: MIT
// Order, groups and errors of named channels.
#include "compare/pictures/channels.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string_view>
#include <tuple>

#include "arguments/errors.h"
#include "arguments/words.h"
#include "compare/pictures/reference.h"

namespace compare {
namespace {

/// "N." of "N.X"
std::string layer_of(const std::string& channel) { return channel.substr(0, channel.rfind('.') + 1); }

/// R, G, B and A before others, those by name; layers together.
bool comes_before(const std::string& one, const std::string& other) {
  const auto key = [](const std::string& channel) {
    const std::string layer = layer_of(channel), last = channel.substr(layer.size());
    return std::tuple(layer, std::min(std::string_view("RGBA").find(last), std::size_t{4}), last);
  };
  return key(one) < key(other);
}

bool is_meant(const std::string& name, const std::string& channel) {
  return name.ends_with('*') ? channel.starts_with(name.substr(0, name.size() - 1)) : channel == name;
}

std::vector<std::string> all_channels(const std::filesystem::path& file) {
  std::vector<std::string> all = read_reference(file, [&] { return image_io::exr_channels(file); });
  std::sort(all.begin(), all.end(), comes_before);
  return all;
}

}  // namespace

std::vector<std::string> parse_channels(const std::string& text) {
  std::vector<std::string> names = arguments::list_items(text);
  if (names.empty() || std::find(names.begin(), names.end(), "") != names.end()) {
    throw arguments::UsageError("'" + text + "' is not a list such as R,G,B,A,Z,N.*");
  }
  return names;
}

std::vector<std::string> present_channels(const std::filesystem::path& file, const std::vector<std::string>& wanted) {
  const std::vector<std::string> all = all_channels(file);
  std::vector<std::string> found;
  for (const std::string& name : wanted) {
    for (const std::string& channel : all) {
      const bool is_new = std::find(found.begin(), found.end(), channel) == found.end();
      if (is_new && is_meant(name, channel)) found.push_back(channel);
    }
  }
  return found;
}

std::vector<std::string> named_channels(const std::filesystem::path& file, const std::vector<std::string>& wanted) {
  const std::vector<std::string> all = all_channels(file);
  for (const std::string& name : wanted) {
    if (std::any_of(all.begin(), all.end(), [&](const std::string& one) { return is_meant(name, one); })) continue;
    throw arguments::UsageError(file.string() + ": has no channel '" + name + "'; there are " + list_text(all));
  }
  return present_channels(file, wanted);
}

std::vector<std::vector<std::string>> groups_of(const std::vector<std::string>& channels) {
  std::vector<std::vector<std::string>> groups;
  for (std::size_t i = 0; i < channels.size();) {
    const auto is_same = [&](std::size_t j) {
      return j < channels.size() && layer_of(channels[j]) == layer_of(channels[i]);
    };
    const std::size_t count = is_same(i + 1) && is_same(i + 2) ? 3 : 1;
    groups.emplace_back(channels.begin() + std::ptrdiff_t(i), channels.begin() + std::ptrdiff_t(i + count));
    i += count;
  }
  return groups;
}

std::string worst_channel(const std::vector<std::string>& channels, const Frame& reference, const Frame& test,
                          std::size_t pixel) {
  float largest = 0.0f;
  std::string worst;
  for (std::size_t c = 0; c < channels.size(); ++c) {
    float one, other;
    std::memcpy(&one, reference.planes[0].data() + (4 * pixel + c) * sizeof one, sizeof one);
    std::memcpy(&other, test.planes[0].data() + (4 * pixel + c) * sizeof other, sizeof other);
    if (std::fabs(one - other) <= largest) continue;
    largest = std::fabs(one - other);
    worst = channels[c];
  }
  return worst;
}

std::string list_text(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

}  // namespace compare
