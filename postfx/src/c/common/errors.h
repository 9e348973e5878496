// SPDX-License-Identifier: MIT
// Errors of the C interface: the text of the calling thread's last one, and the host's callback.
#ifndef PHOTOPIC_SRC_C_ERRORS_H
#define PHOTOPIC_SRC_C_ERRORS_H

#include <photopic/c/base.h>
#include <photopic/device.h>

#include "gpu/host/printf_format.h"

namespace photopic::c {

/// Sets photopic_last_error() and returns `result`.
PHOTOPIC_PRINTF(2, 3) photopic_result fail(photopic_result result, const char* format, ...) noexcept;
photopic_result out_of_memory(const char* function) noexcept;

photopic_result result_of(Status status) noexcept;

/// Where an object's errors go, and where its memory comes from. Must stay where it is as long as the object, whose
/// Device::message_user and MemoryCallbacks::user it is.
struct Messages {
  photopic_message_fn message = nullptr;
  void* user = nullptr;
  photopic_memory_callbacks memory = {};
  MemoryCallbacks callbacks;  ///< that call those
};

/// A MessageFn whose `user` is a Messages.
void keep_message(Status status, const char* text, void* user);

photopic_memory_request request_of(const MemoryRequest& request) noexcept;

/// The host's device for an object whose errors go to `messages`, which this fills in; false, and `*result`, for one
/// that can't be read.
bool take_device(const char* function, const photopic_device* given, Messages* messages, Device* out,
                 photopic_result* result) noexcept;

}  // namespace photopic::c

#endif
