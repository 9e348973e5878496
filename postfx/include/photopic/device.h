// SPDX-License-Identifier: MIT
// Host's device as Photopic borrows it, and the status of each call: <photopic/c/base.h>.
#ifndef PHOTOPIC_DEVICE_H
#define PHOTOPIC_DEVICE_H

#include <photopic/c/base.h>

#endif
