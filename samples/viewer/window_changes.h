// SPDX-License-Identifier: MIT
// Changes of the window by scripts.
#ifndef PHOTOPIC_SAMPLES_VIEWER_WINDOW_CHANGES_H
#define PHOTOPIC_SAMPLES_VIEWER_WINDOW_CHANGES_H

#include "viewer/model/model.h"
#include "viewer/window/window.h"

namespace viewer {

/// `is_drawn`: there is a picture to save and to compare.
void change_window(Model& model, Window& window, const session::WindowChange& change, bool is_drawn);

}  // namespace viewer

#endif
