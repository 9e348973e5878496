// SPDX-License-Identifier: MIT
// Parts of C++20 that libc++ 13, the library of Debian's emscripten, lacks. The lab's build includes it before every
// file.
#ifndef PHOTOPIC_SAMPLES_LAB_LIBCXX13_H
#define PHOTOPIC_SAMPLES_LAB_LIBCXX13_H

#include <version>

#if defined(_LIBCPP_VERSION) && _LIBCPP_VERSION < 14000
namespace std {

template <class To, class From>
constexpr To bit_cast(const From& from) noexcept {
  return __builtin_bit_cast(To, from);
}

}  // namespace std
#endif

#endif
