// SPDX-License-Identifier: MIT
// Parts of the module, and whether a device can run each.
#ifndef PHOTOPIC_TOOLS_DOCTOR_DEVICE_PARTS_H
#define PHOTOPIC_TOOLS_DOCTOR_DEVICE_PARTS_H

#include <string>
#include <vector>

#include "engine/device/context.h"

namespace doctor {

struct Part {
  const char* kind;  ///< "step", "effect", "output", "metric", "tool" or "binding"
  std::string name;
  std::string why_not;  ///< the module's message; empty: the device runs it
};

/// Asks the module as create() would for each part alone. Makes no pipelines, so it takes milliseconds.
std::vector<Part> parts_on(engine::Context& context);

}  // namespace doctor

#endif
