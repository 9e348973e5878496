// SPDX-License-Identifier: MIT
// What a report of a fault needs to know of the program and the machine.
#ifndef PHOTOPIC_SAMPLES_VIEWER_MODEL_DIAGNOSTICS_H
#define PHOTOPIC_SAMPLES_VIEWER_MODEL_DIAGNOSTICS_H

#include <string>
#include <vector>

#include "viewer/model/model.h"

namespace viewer {

/// Lines: version, device, driver, window, file. No names of folders.
std::vector<std::string> diagnostics(const Model& model);

}  // namespace viewer

#endif
