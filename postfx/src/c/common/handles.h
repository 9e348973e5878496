// SPDX-License-Identifier: MIT
// Handles of the C interface: what is behind the opaque types.
#ifndef PHOTOPIC_SRC_C_HANDLES_H
#define PHOTOPIC_SRC_C_HANDLES_H

#include <photopic/photopic.h>
#include <photopic/post_process.h>

#include "c/common/errors.h"

struct photopic_settings {
  photopic::Settings values;
};

struct photopic_post_process {
  photopic::c::Messages messages;
  photopic::PostProcess object;  // ends before its messages
};

#endif
