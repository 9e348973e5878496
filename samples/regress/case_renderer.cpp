// SPDX-License-Identifier: MIT
#include "regress/case_renderer.h"

#include <algorithm>
#include <cctype>

#include "cli/errors.h"
#include "cli/hdr_source.h"
#include "engine/commands.h"
#include "engine/image_transfer.h"
#include "io/image_file.h"
#include "viewer/camera_path.h"
#include "viewer/corridor.h"
#include "viewer/script.h"

namespace regress {
namespace {

constexpr VkExtent2D kDefaultExtent = {320, 180};
constexpr const char* kCorridor = "corridor";

VkPhysicalDeviceDriverProperties driver_of(const engine::Context& context) {
  VkPhysicalDeviceDriverProperties driver = {};
  driver.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES;
  VkPhysicalDeviceProperties2 properties = {};
  properties.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2;
  properties.pNext = &driver;
  vkGetPhysicalDeviceProperties2(context.physical_device(), &properties);
  return driver;
}

engine::ContextOptions context_options(const Variant& variant) {
  engine::ContextOptions options = cli::context_options(variant.device);
  options.pipeline_cache = engine::default_pipeline_cache_file();
  return options;
}

std::filesystem::path corridor_file(const char* name) {
  const std::filesystem::path folder = viewer::corridor_folder();
  if (folder.empty()) throw cli::UsageError("source: the corridor isn't beside this program");
  return folder / name;
}

bool is_corridor(const Case& one) { return one.source == kCorridor; }

viewer::CameraPath path_of(const Case& one) {
  if (!one.path.empty()) return viewer::load_camera_path(one.path);
  // The walk is the point of it, unless the case stands somewhere.
  if (is_corridor(one) && one.pose.is_null()) return viewer::load_camera_path(corridor_file("corridor-path.json"));
  return {};
}

/// What a case says about settings is a script's first step.
viewer::Script first_step(const Case& one, const std::filesystem::path& folder) {
  Json step = {{"time_s", 0}};
  const auto add = [&](const char* key, const Json& value) {
    if (!value.is_null()) step[key] = value;
  };
  add("settings", one.settings);
  add("overlay", one.overlay);
  add("comparison", one.comparison);
  add("scene", one.scene);
  if (one.fov_deg) step["fov_deg"] = *one.fov_deg;
  return viewer::Script(Json::array({step}), folder);
}

viewer::Script script_of(const Case& one, const std::filesystem::path& folder) {
  if (!one.script_file.empty()) return viewer::Script(one.script_file);
  return one.script.is_null() ? viewer::Script() : viewer::Script(one.script, folder);
}

}  // namespace

std::string device_class_of(const engine::Context& context) {
  const VkPhysicalDeviceDriverProperties driver = driver_of(context);
  switch (driver.driverID) {
    case VK_DRIVER_ID_MESA_LLVMPIPE:
      return "llvmpipe";
    case VK_DRIVER_ID_NVIDIA_PROPRIETARY:
      return "nvidia";
    case VK_DRIVER_ID_MESA_RADV:
      return "radv";
    case VK_DRIVER_ID_AMD_PROPRIETARY:
    case VK_DRIVER_ID_AMD_OPEN_SOURCE:
      return "amd";
    case VK_DRIVER_ID_INTEL_OPEN_SOURCE_MESA:
      return "anv";
    case VK_DRIVER_ID_INTEL_PROPRIETARY_WINDOWS:
      return "intel";
    default:
      break;
  }
  // The driver's own name, as far as it can be part of a file's.
  std::string name;
  for (const unsigned char c : std::string(driver.driverName)) {
    if (std::isalnum(c) != 0) name += char(std::tolower(c));
  }
  return name.empty() ? "unknown" : name.substr(0, 50);
}

CaseRenderer::CaseRenderer(const Variant& variant) : variant_(variant), context_(context_options(variant)) {}

DeviceInfo CaseRenderer::device_info() const {
  const VkPhysicalDeviceDriverProperties driver = driver_of(context_);
  const std::uint32_t api = context_.properties().apiVersion;
  DeviceInfo info;
  info.name = context_.properties().deviceName;
  if (variant_.method) info.name += std::string(", ") + cli::kMethodNames[std::size_t(*variant_.method)];
  info.driver = std::string(driver.driverName) + " " + driver.driverInfo;
  info.api = "Vulkan " + std::to_string(VK_API_VERSION_MAJOR(api)) + "." + std::to_string(VK_API_VERSION_MINOR(api)) +
             "." + std::to_string(VK_API_VERSION_PATCH(api));
  info.device_class = device_class_of(context_);
  return info;
}

Shot CaseRenderer::render(const Suite& suite, const Case& one) {
  const std::filesystem::path folder = suite.file.parent_path();
  const VkExtent2D extent = one.width == 0 ? kDefaultExtent : VkExtent2D{one.width, one.height};
  const viewer::CameraPath path = path_of(one);
  viewer::Script start = first_step(one, folder), script = script_of(one, folder);
  viewer::Session session(context_, extent);
  start.apply(0.0, session);
  if (variant_.method) session.controls.settings.meter.method = *variant_.method;
  session.controls.settings.tone_map.dither = false;
  const std::filesystem::path file = is_corridor(one) ? corridor_file("corridor.gltf") : one.source;
  session.show(source_of(file, extent), file);
  if (!one.pose.is_null()) session.controls.view.pose = viewer::read_pose(one.pose);
  for (std::uint32_t frame = 0; frame < one.frames; ++frame) {
    const double time_s = double(frame) / one.fps;
    script.apply(time_s, session);
    if (!path.is_empty()) session.controls.view.pose = path.at(time_s);
    engine::submit_and_wait(context_, [&](VkCommandBuffer commands) { session.record(commands, 1.0 / one.fps); });
  }
  Shot shot = {session.extent(), engine::read_back(context_, session.ldr())};
  source_ = session.release_source();
  source_file_ = file;
  return shot;
}

std::unique_ptr<viewer::Source> CaseRenderer::source_of(const std::filesystem::path& file, VkExtent2D extent) {
  if (source_ == nullptr || file != source_file_) return viewer::open_source(context_, file, extent);
  source_->resize(extent);
  return std::move(source_);
}

}  // namespace regress
