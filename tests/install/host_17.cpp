// SPDX-License-Identifier: MIT
// A host in C++17, as docs/embedding.md shows it: compiled, linked, and run without a device, which it is told.
#include <photopic/content_light_meter.h>
#include <photopic/debug_overlay.h>
#include <photopic/flash_analyser.h>
#include <photopic/image_metrics.h>
#include <photopic/naive_meters.h>
#include <photopic/post_process.h>

#include <cstdio>

int main() {
  photopic::Device device;
  device.api_version = VK_API_VERSION_1_2;
  device.message = [](photopic::Status, const char* text, void*) { std::puts(text); };

  photopic::CreateInfo info;
  info.max_extent = {1920, 1080};
  photopic::PostProcess post;
  if (post.create(device, info) == photopic::Status::ok) return 1;

  photopic::Frame frame;
  frame.extent = {1920, 1080};
  frame.delta_time_s = 1.0f / 60.0f;
  photopic::Settings settings;
  settings.tone_map.tone_mapper = photopic::ToneMapper::pbr_neutral;
  return post.record(VK_NULL_HANDLE, frame, settings) == photopic::Status::invalid_argument ? 0 : 1;  // an empty object
}
