// SPDX-License-Identifier: MIT
// A lent device in C's struct.
#ifndef PHOTOPIC_TESTS_C_DEVICE_H
#define PHOTOPIC_TESTS_C_DEVICE_H

#include <photopic/device.h>

namespace test {

/// As a host in C lends it, without the context's messages.
inline photopic_device device_of(const photopic::Device& lent) {
  photopic_device device = lent;
  device.message = nullptr;
  device.message_user = nullptr;
  return device;
}

}  // namespace test

#endif
