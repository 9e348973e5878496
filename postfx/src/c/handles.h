// SPDX-License-Identifier: MIT
// Handles of the C interface: what is behind the opaque types. photopic_settings is photopic::Settings.
#ifndef PHOTOPIC_SRC_C_HANDLES_H
#define PHOTOPIC_SRC_C_HANDLES_H

#include <photopic/photopic.h>
#include <photopic/post_process.h>

struct photopic_post_process {
  photopic::PostProcess object;
};

#endif
