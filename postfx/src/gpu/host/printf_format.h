// SPDX-License-Identifier: MIT
// Attribute of functions that take printf()'s arguments, where the compiler checks them.
#ifndef PHOTOPIC_SRC_GPU_PRINTF_FORMAT_H
#define PHOTOPIC_SRC_GPU_PRINTF_FORMAT_H

// PHOTOPIC_PRINTF(number of the format, number of its first argument), counted from 1.
#if defined(__MINGW32__) && !defined(__clang__)  // whose plain printf is that of Windows' library; C++ has ISO's
#define PHOTOPIC_PRINTF(number, first) [[gnu::format(gnu_printf, number, first)]]
#elif defined(__GNUC__)
#define PHOTOPIC_PRINTF(number, first) [[gnu::format(printf, number, first)]]
#else
#define PHOTOPIC_PRINTF(number, first)
#endif

#endif
