// SPDX-License-Identifier: MIT
// Search for animations by name and number.
#include "session/source/played_animation.h"

#include "arguments/errors.h"

namespace session {
namespace {

/// Names come before numbers.
std::optional<std::uint32_t> find(const std::vector<AnimationInfo>& animations, const std::string& name) {
  for (std::size_t i = 0; i < animations.size(); ++i) {
    if (animations[i].name == name) return std::uint32_t(i);
  }
  for (std::size_t i = 0; i < animations.size(); ++i) {
    if (std::to_string(i) == name) return std::uint32_t(i);
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::uint32_t> chosen_animation(const std::vector<AnimationInfo>& animations, const std::string& name) {
  if (animations.empty() || name == kNoAnimation) return std::nullopt;
  return name.empty() ? 0 : find(animations, name).value_or(0);
}

std::string name_of(const std::vector<AnimationInfo>& animations, std::uint32_t number) {
  const std::string& name = animations[number].name;
  const bool is_found = !name.empty() && chosen_animation(animations, name) == number;
  return is_found ? name : std::to_string(number);
}

void check_animation(const std::filesystem::path& file, const std::vector<AnimationInfo>& animations,
                     const std::string& name) {
  if (name.empty() || name == kNoAnimation || find(animations, name)) return;
  std::string text = file.string() + ": has no animation '" + name + "'";
  for (std::size_t i = 0; i < animations.size(); ++i) {
    text += (i == 0 ? "; there are " : ", ") + name_of(animations, std::uint32_t(i));
  }
  throw arguments::UsageError(text + (animations.empty() ? "; it has none" : ""));
}

}  // namespace session
