// SPDX-License-Identifier: MIT
// A lent device in C's struct.
#ifndef PHOTOPIC_TESTS_C_DEVICE_H
#define PHOTOPIC_TESTS_C_DEVICE_H

#include <photopic/device.h>

#include "c/structs.h"

namespace test {

inline photopic_device device_of(const photopic::Device& lent) {
  auto device = with_head<photopic_device>();
  device.instance = lent.instance;
  device.physical_device = lent.physical_device;
  device.device = lent.device;
  device.api_version = lent.api_version;
  device.queue_family = lent.queue_family;
  device.get_instance_proc_addr = lent.get_instance_proc_addr;
  device.shader_storage_image_extended_formats = lent.shader_storage_image_extended_formats;
  device.shader_buffer_int64_atomics = lent.shader_buffer_int64_atomics;
  device.shader_float64 = lent.shader_float64;
  device.pipeline_cache = lent.pipeline_cache;
  return device;
}

}  // namespace test

#endif
