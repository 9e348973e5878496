// SPDX-License-Identifier: MIT
// Ticks of linear axes.
#include "plot/ticks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace plot {

double nice_step(double span, double count) {
  const double raw = span / count;
  const double power = std::pow(10.0, std::floor(std::log10(raw)));
  const double digit = raw / power;
  return power * (digit < 1.5 ? 1.0 : digit < 3.5 ? 2.0 : digit < 7.5 ? 5.0 : 10.0);
}

std::string tick_label(double value, double step) {
  const int decimals = std::clamp(static_cast<int>(-std::floor(std::log10(step) + 1e-9)), 0, 12);
  std::array<char, 48> text{};
  if (std::abs(value) >= 1e6) {
    std::snprintf(text.data(), text.size(), "%.6g", value);
  } else {
    std::snprintf(text.data(), text.size(), "%.*f", decimals, std::abs(value) < step * 1e-6 ? 0.0 : value);
  }
  std::string label = text.data();
  if (label[0] == '-') label.replace(0, 1, "\xE2\x88\x92");  // a true minus sign, as wide as the digits
  return label;
}

std::vector<double> ticks(double min, double max, double step) {
  std::vector<double> values;
  const double first = std::ceil(min / step - 1e-9);
  const double last = std::floor(max / step + 1e-9);
  for (double i = first; i <= last && values.size() < 100; i += 1.0) values.push_back(i * step);
  return values;
}

}  // namespace plot
