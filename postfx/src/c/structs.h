// SPDX-License-Identifier: MIT
// Structs of the C interface, in and out: of this version and of older ones.
#ifndef PHOTOPIC_SRC_C_STRUCTS_H
#define PHOTOPIC_SRC_C_STRUCTS_H

#include <photopic/c/base.h>
#include <photopic/c/debug_overlay.h>
#include <photopic/c/image_metrics.h>
#include <photopic/c/memory.h>
#include <photopic/c/post_process.h>

#include <cstddef>
#include <cstring>
#include <new>
#include <type_traits>

#include "c/errors.h"
#include "gpu/host/report.h"

namespace photopic::c {

inline photopic_result require(const void* pointer, const char* function, const char* name) noexcept {
  return pointer != nullptr ? PHOTOPIC_OK : fail(PHOTOPIC_INVALID_ARGUMENT, "%s: %s: is null", function, name);
}

/// The first version that is kept.
inline constexpr std::uint32_t kFirstVersion = 4;

template <class T>
photopic_result check_head(const char* function, const char* name, const T* given) noexcept {
  static_assert(std::is_trivially_copyable_v<T> && offsetof(T, size) == 0 && offsetof(T, version) == 4);
  if (given == nullptr) return require(given, function, name);
  if (given->version < kFirstVersion || given->version > PHOTOPIC_INTERFACE_VERSION) {
    const bool is_newer = given->version > PHOTOPIC_INTERFACE_VERSION;
    return fail(given->version != 0 ? PHOTOPIC_UNSUPPORTED : PHOTOPIC_INVALID_ARGUMENT,
                "%s: %s->version = %u: must be within [%u, %u]%s", function, name, given->version, kFirstVersion,
                PHOTOPIC_INTERFACE_VERSION,
                is_newer              ? "; the program was built for a newer library"
                : given->version != 0 ? "; the program was built for a library before 1.0"
                                      : "");
  }
  if (given->size != sizeof(T)) {
    return fail(PHOTOPIC_INVALID_ARGUMENT, "%s: %s->size = %u: must be sizeof, %zu", function, name, given->size,
                sizeof(T));
  }
  return PHOTOPIC_OK;
}

/// The caller's struct as this version has it: members that it lacks are 0.
template <class T>
photopic_result take(const char* function, const char* name, const T* given, T* out) noexcept {
  const photopic_result result = check_head(function, name, given);
  if (result != PHOTOPIC_OK) return result;
  std::memcpy(static_cast<void*>(out), given, given->size);
  return PHOTOPIC_OK;
}

/// As much of `value` as the caller's struct holds; its head stays. After check_head().
template <class T>
void give(const T& value, T* out) noexcept {
  constexpr std::size_t kHead = 8;
  std::memcpy(reinterpret_cast<char*>(out) + kHead, reinterpret_cast<const char*>(&value) + kHead, out->size - kHead);
}

/// Names and sizes of the interface: `value`, or `otherwise` where it is 0.
template <class T>
constexpr T value_or(T value, T otherwise) {
  return value != T{} ? value : otherwise;
}

/// A handle made by create functions: an object of C++. `Make(device, object)` fills it.
template <class Handle, class Make>
photopic_result make_handle(const char* function, const photopic_device* device, Handle** out,
                            const Make& make) noexcept {
  photopic_result result = require(out, function, "out");
  if (result != PHOTOPIC_OK) return result;
  auto* handle = new (std::nothrow) Handle;
  if (handle == nullptr) return out_of_memory(function);
  Device lent;
  MemoryCallbacks memory;
  result = take_device(function, device, &memory, &lent);
  if (result == PHOTOPIC_OK) result = make(lent, &handle->object);
  if (result != PHOTOPIC_OK) {
    delete handle;
    return result;
  }
  *out = handle;
  return PHOTOPIC_OK;
}

}  // namespace photopic::c

#endif
