// SPDX-License-Identifier: MIT
// The viewer without a window: frames as files.
#ifndef PHOTOPIC_SAMPLES_VIEWER_HEADLESS_H
#define PHOTOPIC_SAMPLES_VIEWER_HEADLESS_H

#include "viewer/options.h"

namespace viewer {

/// Writes frame.0000.png and so on, a contact sheet, a table and a plot of the exposure. Returns an exit code.
int run_headless(const Options& options);

}  // namespace viewer

#endif
