// SPDX-License-Identifier: MIT
// Device of the host, and the status of calls: <photopic/c/base.h>.
#ifndef PHOTOPIC_DEVICE_H
#define PHOTOPIC_DEVICE_H

#include <photopic/c/base.h>

#endif
