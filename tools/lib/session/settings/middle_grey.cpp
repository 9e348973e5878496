// SPDX-License-Identifier: MIT
// The compensation that shows middle grey as middle grey.
#include <photopic/settings_table.h>

#include <cmath>
#include <iterator>
#include <vector>

#include "reference/tone_map.h"
#include "session/settings/settings.h"

namespace session {
namespace {

constexpr double kGrey = 0.18;

/// What the operator makes of a grey, 1 = paper white.
double shown_grey(const photopic::Settings& settings, double exposed) {
  const photopic::DisplaySettings& display = settings.display;
  reference::Display shown;
  shown.paper_white_nits = static_cast<double>(display.paper_white_nits);
  shown.peak_nits = shown.paper_white_nits;
  if (photopic::is_hdr(display.encoding)) {
    shown.peak_nits = static_cast<double>(display.peak_nits);
    shown.min_nits = static_cast<double>(display.min_nits);
  }
  float numbers[PHOTOPIC_OPERATOR_MAX_PARAMETERS];
  photopic::operator_parameters(settings.tone_map, &numbers);
  const std::vector<double> parameters(std::begin(numbers), std::end(numbers));
  const auto tone_mapper = reference::ToneMapper(settings.tone_map.tone_mapper);
  return reference::tone_map_for(shown, tone_mapper, {exposed, exposed, exposed}, parameters).g;
}

/// Stops from an exposure at which 18 % grey is 0.18 to the one at which it is shown as `wanted`.
double stops_to(const photopic::Settings& settings, double wanted) {
  double low = -8.0, high = 8.0;
  for (int i = 0; i < 40; ++i) {  // bisection: operators rise
    const double middle = 0.5 * (low + high);
    (shown_grey(settings, kGrey * std::exp2(middle)) < wanted ? low : high) = middle;
  }
  return low;
}

}  // namespace

void match_middle_grey(Settings& settings) {
  settings.exposure.compensation_ev += static_cast<float>(stops_to(settings, kGrey));
}

}  // namespace session
