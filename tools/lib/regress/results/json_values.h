// SPDX-License-Identifier: MIT
// JSON values of results, the same in every file.
#ifndef PHOTOPIC_TOOLS_REGRESS_RESULTS_JSON_VALUES_H
#define PHOTOPIC_TOOLS_REGRESS_RESULTS_JSON_VALUES_H

#include "json/document.h"
#include "regress/results/results.h"

namespace regress {

/// x, y, width, height, mean_squared_error
json::Json json_of(const Tile& tile);
/// name, driver, api, device_class
json::Json json_of(const DeviceInfo& device);
/// outcome, message, checks, actual, output
json::Json json_of(const Attempt& attempt);

}  // namespace regress

#endif
