// SPDX-License-Identifier: MIT
// The viewer with a window.
#ifndef PHOTOPIC_SAMPLES_VIEWER_APPLICATION_H
#define PHOTOPIC_SAMPLES_VIEWER_APPLICATION_H

#include "viewer/options.h"

namespace viewer {

/// Shows a window until it is closed, or for as many frames as were asked for; returns an exit code. Throws
/// engine::Error, files::Error or arguments::UsageError for what keeps it from starting; later errors are shown in the
/// window.
int run_windowed(const Options& options);

}  // namespace viewer

#endif
