// SPDX-License-Identifier: MIT
// Places and labels of ticks along a linear axis.
#ifndef PHOTOPIC_TOOLS_PLOT_TICKS_H
#define PHOTOPIC_TOOLS_PLOT_TICKS_H

#include <string>
#include <vector>

namespace plot {

/// The largest of 1, 2, 5 times a power of ten that gives at least about `count` steps.
double nice_step(double span, double count);
std::string tick_label(double value, double step);
/// Multiples of a step within a range, at most 100.
std::vector<double> ticks(double min, double max, double step);

}  // namespace plot

#endif
