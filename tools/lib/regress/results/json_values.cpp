// SPDX-License-Identifier: MIT
// Results as JSON values.
#include "regress/results/json_values.h"

#include "json/values.h"

namespace regress {

json::Json json_of(const Tile& tile) {
  return {{"x", tile.x},
          {"y", tile.y},
          {"width", tile.width},
          {"height", tile.height},
          {"mean_squared_error", json::json_of(tile.mean_squared_error)}};
}

json::Json json_of(const DeviceInfo& device) {
  return {{"name", device.name}, {"driver", device.driver}, {"api", device.api}, {"device_class", device.device_class}};
}

json::Json json_of(const Attempt& attempt) {
  return {{"outcome", compare::name_of(attempt.outcome)},
          {"message", attempt.message},
          {"checks", json::json_array(attempt.checks)},
          {"actual", attempt.actual},
          {"output", attempt.output}};
}

}  // namespace regress
