// SPDX-License-Identifier: MIT
// Debian ships volk as a header and a source file; this is the one translation unit that compiles it.
#define VOLK_IMPLEMENTATION
#include <volk.h>
