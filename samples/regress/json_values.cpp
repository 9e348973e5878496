// SPDX-License-Identifier: MIT
#include "regress/json_values.h"

#include <cmath>
#include <cstdint>

#include "regress/text.h"

namespace regress {

Json json_of(double number) {
  constexpr double kExact = 9007199254740992.0;  // 2^53
  if (!std::isfinite(number)) return number_text(number);
  if (std::fabs(number) <= kExact && number == std::floor(number)) return static_cast<std::int64_t>(number);
  return number;
}

Json json_of(const Check& check) {
  return {{"text", check.text},
          {"value", json_of(check.value)},
          {"threshold", json_of(check.threshold)},
          {"margin", json_of(check.margin)},
          {"holds", check.holds}};
}

Json json_of(const Tile& tile) {
  return {{"x", tile.x},
          {"y", tile.y},
          {"width", tile.width},
          {"height", tile.height},
          {"mean_squared_error", json_of(tile.mean_squared_error)}};
}

Json json_of(const DeviceInfo& device) {
  return {{"name", device.name}, {"driver", device.driver}, {"api", device.api}, {"device_class", device.device_class}};
}

}  // namespace regress
