// SPDX-License-Identifier: MIT
// Settings that the study of docs/metering.md found to make pictures look right.
#include <cmath>

#include "reference/tone_map.h"
#include "session/settings/settings.h"

namespace session {
namespace {

constexpr double kGrey = 0.18;
constexpr double kGreyStops = 0.8;  // above 0.104, where the module puts what it has metered: nearly 18 %

double shown_grey(photopic::ToneMapper tone_mapper, double exposed) {
  return reference::tone_map(reference::ToneMapper(tone_mapper), {exposed, exposed, exposed}).g;
}

/// Stops from the exposure that agx has to the one at which the operator shows 18 % grey as bright, to 0.05.
double stops_to_same_grey(photopic::ToneMapper tone_mapper) {
  const double wanted = shown_grey(photopic::ToneMapper::agx, kGrey);
  double low = -4.0, high = 4.0;
  for (int i = 0; i < 40; ++i) {  // bisection: operators rise
    const double middle = 0.5 * (low + high);
    (shown_grey(tone_mapper, kGrey * std::exp2(middle)) < wanted ? low : high) = middle;
  }
  return std::round(20.0 * low) / 20.0;
}

}  // namespace

Settings studied_settings(photopic::ToneMapper tone_mapper) {
  Settings settings;
  settings.meter.high_percentile = 99.0f;
  settings.meter.highlight_stops = 5.5f;
  settings.exposure.compensation_ev = static_cast<float>(kGreyStops + stops_to_same_grey(tone_mapper));
  settings.tone_map.tone_mapper = tone_mapper;
  return settings;
}

}  // namespace session
