// SPDX-License-Identifier: MIT
// The device of calls on memory, and the objects that are kept on it.
#ifndef PHOTOPIC_SRC_C_HEADLESS_H
#define PHOTOPIC_SRC_C_HEADLESS_H

#include <photopic/c/memory.h>
#include <photopic/c/post_process.h>
#include <photopic/content_light_meter.h>
#include <photopic/exposure_scan.h>
#include <photopic/image_metrics.h>
#include <photopic/post_process.h>

#include "c/handles.h"
#include "headless/device.h"

struct photopic_headless {
  photopic::HeadlessDevice device;  // ends after the objects
  photopic::MetricsCreateInfo metrics_info;
  photopic::ImageMetrics metrics;
  photopic::PostProcess post;
  std::uint32_t prepared_kinds = 0;  // of settings, that `post` has been prepared for
  photopic::ExposureScanCreateInfo scan_info;
  photopic::ExposureScan scan;
  photopic::ContentLightCreateInfo content_light_info;
  photopic::ContentLightMeter content_light;
};

namespace photopic::c {

/// Records, submits and waits. A recording that fails is dropped.
template <class Record>
Status run(HeadlessDevice& device, const Record& record) {
  VkCommandBuffer commands = VK_NULL_HANDLE;
  const Status status = device.begin(&commands);
  return status == Status::ok ? device.end(record(commands)) : status;
}

}  // namespace photopic::c

#endif
