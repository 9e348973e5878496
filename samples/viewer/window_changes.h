// SPDX-License-Identifier: MIT
// Changes of the window by scripts.
#ifndef PHOTOPIC_SAMPLES_VIEWER_WINDOW_CHANGES_H
#define PHOTOPIC_SAMPLES_VIEWER_WINDOW_CHANGES_H

#include "viewer/model/model.h"
#include "viewer/window/window.h"

namespace viewer {

/// Before the frame.
void change_window(Model& model, Window& window, const session::WindowChange& change);
/// After the frame was submitted: saves its picture, or makes or compares the golden.
void keep_picture(Model& model, const session::WindowChange& change);

}  // namespace viewer

#endif
