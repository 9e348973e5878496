// SPDX-License-Identifier: MIT
// Settings of the last frame, kept with the results that follow from settings only: most frames have the last one's.
#ifndef PHOTOPIC_SRC_SETTINGS_KEPT_SETTINGS_H
#define PHOTOPIC_SRC_SETTINGS_KEPT_SETTINGS_H

#include <photopic/settings.h>

#include <cstring>
#include <type_traits>

namespace photopic {

class KeptSettings {
 public:
  /// Whether these are the ones that were kept, byte by byte: 0 and -0 differ, and equal bits of NaN don't.
  bool are(const Settings& settings) const noexcept {
    return has_any_ && std::memcmp(&settings_, &settings, sizeof settings) == 0;
  }
  void keep(const Settings& settings) noexcept {
    static_assert(std::is_trivially_copyable_v<Settings>);
    std::memcpy(&settings_, &settings, sizeof settings);
    has_any_ = true;
  }

 private:
  bool has_any_ = false;
  Settings settings_;
};

}  // namespace photopic

#endif
