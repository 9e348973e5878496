// SPDX-License-Identifier: MIT
// A plug-in with hidden visibility: of its own names, it exports one.
#include <photopic/post_process.h>

extern "C" __attribute__((visibility("default"))) int plugin_run() {
  photopic::Device device;
  device.api_version = VK_API_VERSION_1_2;
  photopic::CreateInfo info;
  info.max_extent = {1920, 1080};
  photopic::PostProcess post;
  return post.create(device, info) == photopic::Status::invalid_argument ? 17 : 1;  // there is no device
}
