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

#include "c/common/errors.h"

namespace photopic::c {

/// Size of T in interface version 1: what a caller gives at least. A struct that has grown since has a specialisation
/// with the size that it had.
template <class T>
inline constexpr std::uint32_t kFirstSize = sizeof(T);
template <>
inline constexpr std::uint32_t kFirstSize<photopic_device> = offsetof(photopic_device, push_descriptor);
template <>
inline constexpr std::uint32_t kFirstSize<photopic_post_process_info> = offsetof(photopic_post_process_info,
                                                                                 defer_pipelines);
template <>
inline constexpr std::uint32_t kFirstSize<photopic_meter_frame> = offsetof(photopic_meter_frame, pre_exposure);
template <>
inline constexpr std::uint32_t kFirstSize<photopic_tone_map_frame> = offsetof(photopic_tone_map_frame, pre_exposure);
template <>
inline constexpr std::uint32_t kFirstSize<photopic_frame> = offsetof(photopic_frame, pre_exposure);
template <>
inline constexpr std::uint32_t kFirstSize<photopic_look_tables> = offsetof(photopic_look_tables, floats_per_node);
template <>
inline constexpr std::uint32_t kFirstSize<photopic_exposure_state> = offsetof(photopic_exposure_state, dark_share);
template <>
inline constexpr std::uint32_t kFirstSize<photopic_image_metrics_info> = offsetof(photopic_image_metrics_info,
                                                                                  max_pixels_per_degree);
template <>
inline constexpr std::uint32_t kFirstSize<photopic_metrics_pair> = offsetof(photopic_metrics_pair, strip);
template <>
inline constexpr std::uint32_t kFirstSize<photopic_compare_info> = offsetof(photopic_compare_info, nan_equal);
template <>
inline constexpr std::uint32_t kFirstSize<photopic_overlay_settings> = offsetof(photopic_overlay_settings,
                                                                                false_color_automatic);

inline photopic_result require(const void* pointer, const char* function, const char* name) noexcept {
  return pointer != nullptr ? PHOTOPIC_OK : fail(PHOTOPIC_INVALID_ARGUMENT, "%s: %s: is null", function, name);
}

template <class T>
photopic_result check_head(const char* function, const char* name, const T* given) noexcept {
  static_assert(std::is_trivially_copyable_v<T> && offsetof(T, size) == 0 && offsetof(T, version) == 4);
  if (given == nullptr) return require(given, function, name);
  if (given->version == 0 || given->version > PHOTOPIC_INTERFACE_VERSION) {
    const bool is_newer = given->version != 0;
    return fail(is_newer ? PHOTOPIC_UNSUPPORTED : PHOTOPIC_INVALID_ARGUMENT,
                "%s: %s->version = %u: must be within [1, %u]%s", function, name, given->version,
                PHOTOPIC_INTERFACE_VERSION, is_newer ? "; the program was built for a newer library" : "");
  }
  if (given->size < kFirstSize<T> || given->size > sizeof(T)) {
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
  std::memset(out, 0, sizeof(T));
  std::memcpy(out, given, given->size);
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

/// A handle made by create functions: an object of C++, and where its errors go. `Make(device, object)` fills it.
template <class Handle, class Make>
photopic_result make_handle(const char* function, const photopic_device* device, Handle** out,
                            const Make& make) noexcept {
  photopic_result result = require(out, function, "out");
  if (result != PHOTOPIC_OK) return result;
  auto* handle = new (std::nothrow) Handle;
  if (handle == nullptr) return out_of_memory(function);
  Device lent;
  if (take_device(function, device, &handle->messages, &lent, &result)) {
    result = make(lent, &handle->object);
  }
  if (result != PHOTOPIC_OK) {
    delete handle;
    return result;
  }
  *out = handle;
  return PHOTOPIC_OK;
}

}  // namespace photopic::c

// return if the result of the expression isn't PHOTOPIC_OK.
#define PHOTOPIC_TRY(expression)                                          \
  if (const photopic_result tried = (expression); tried != PHOTOPIC_OK) { \
    return tried;                                                         \
  }

#endif
