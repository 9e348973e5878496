// SPDX-License-Identifier: MIT
// The one translation unit that compiles volk, which Debian ships as a header and a source file.
#define VOLK_IMPLEMENTATION
#include <volk.h>
