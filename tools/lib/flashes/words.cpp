// SPDX-License-Identifier: MIT
#include "flashes/words.h"

#include <span>

#include "arguments/errors.h"
#include "arguments/words.h"

namespace flashes {
namespace {

constexpr const char* kProfiles[] = {"strict", "wcag", "bt1702", "iris"};
constexpr const char* kVerdicts[] = {"pass", "warning", "extended", "fail"};
constexpr const char* kKinds[] = {"luminance", "red measure", "red chromaticity"};

}  // namespace

Profile parse_profile(const std::string& word, const std::string& option, bool has_iris) {
  const std::span<const char* const> all = kProfiles;
  if (!has_iris && word == all.back()) throw arguments::UsageError(option + ": iris is of photopic flashes only");
  return Profile(arguments::word_index(has_iris ? all : all.first(all.size() - 1), word, option));
}
const char* name_of(Profile profile) { return kProfiles[std::size_t(profile)]; }

photopic::FlashProfile module_profile(Profile profile) {
  if (profile == Profile::wcag) return photopic::FlashProfile::wcag;
  return profile == Profile::bt1702 ? photopic::FlashProfile::bt1702 : photopic::FlashProfile::strict;
}

reference::FlashVerdict parse_verdict(const std::string& word, const std::string& option) {
  return reference::FlashVerdict(arguments::word_index(kVerdicts, word, option));
}
const char* name_of(reference::FlashVerdict verdict) { return kVerdicts[std::size_t(verdict)]; }
const char* name_of(reference::FlashKind kind) { return kKinds[std::size_t(kind)]; }

}  // namespace flashes
