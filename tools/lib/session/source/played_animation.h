// SPDX-License-Identifier: MIT
// Choice, time and speed of a scene's animation.
#ifndef PHOTOPIC_TOOLS_SESSION_SOURCE_PLAYED_ANIMATION_H
#define PHOTOPIC_TOOLS_SESSION_SOURCE_PLAYED_ANIMATION_H

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace session {

/// An animation of a file.
struct AnimationInfo {
  std::string name;  ///< may be empty
  double duration_s = 0.0;
};

inline constexpr const char* kNoAnimation = "none";
inline constexpr double kMostAnimationSpeed = 100.0;  ///< forwards and backwards

struct PlayedAnimation {
  /// Its name, or its number from 0 on; empty: the file's first. kNoAnimation: the scene is at rest.
  std::string name = kNoAnimation;
  double time_s = 0.0;  ///< of the animation, which begins anew at its end
  double speed = 1.0;   ///< seconds of the animation per second, [-100, 100]; 0: it stands still

  bool operator==(const PlayedAnimation&) const = default;
};

/// The animation of a file that `name` means. Nothing for kNoAnimation, and of a file without animations. A name that
/// the file doesn't have means the first.
std::optional<std::uint32_t> chosen_animation(const std::vector<AnimationInfo>& animations, const std::string& name);
/// What chosen_animation() finds that animation by: its name, or its number where the name is empty or means another.
std::string name_of(const std::vector<AnimationInfo>& animations, std::uint32_t number);
/// Throws arguments::UsageError for a name or number that the file doesn't have.
void check_animation(const std::filesystem::path& file, const std::vector<AnimationInfo>& animations,
                     const std::string& name);

}  // namespace session

#endif
