// SPDX-License-Identifier: MIT
// What results have in every JSON that is written of them.
#ifndef PHOTOPIC_SAMPLES_REGRESS_JSON_VALUES_H
#define PHOTOPIC_SAMPLES_REGRESS_JSON_VALUES_H

#include <vector>

#include "regress/json_document.h"
#include "regress/results.h"

namespace regress {

/// JSON has finite numbers alone: others are "inf", "-inf" and "nan". Whole numbers up to 2^53 have no point, for
/// shells that compare them.
Json json_of(double number);
/// text, value, threshold, margin, holds
Json json_of(const Check& check);
/// x, y, width, height, mean_squared_error
Json json_of(const Tile& tile);
/// name, driver, api, device_class
Json json_of(const DeviceInfo& device);

template <class T>
Json json_array(const std::vector<T>& values) {
  Json array = Json::array();
  for (const T& value : values) array.push_back(json_of(value));
  return array;
}

}  // namespace regress

#endif
