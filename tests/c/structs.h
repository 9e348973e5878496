// SPDX-License-Identifier: MIT
// Structs of the C interface, as tests fill them in.
#ifndef PHOTOPIC_TESTS_C_STRUCTS_H
#define PHOTOPIC_TESTS_C_STRUCTS_H

#include <photopic/photopic.h>

namespace test {

/// Zeros, with size and version.
template <class Struct>
Struct with_head() {
  Struct value = {};
  value.size = sizeof value;
  value.version = PHOTOPIC_INTERFACE_VERSION;
  return value;
}

}  // namespace test

#endif
