// SPDX-License-Identifier: MIT
// What this machine can run, as text and as JSON.
#include "photopic/doctor/command.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>

#include "arguments/errors.h"
#include "arguments/version.h"
#include "arguments/words.h"
#include "engine/device/context.h"
#include "files/error.h"
#include "json/text.h"
#include "photopic/doctor/device_parts.h"
#include "photopic/doctor/machine.h"

namespace doctor {
namespace {

using json::Json;

/// "0: NAME (KIND)", with what it lacks.
std::string line_of(std::size_t index, const engine::ListedDevice& device) {
  return std::to_string(index) + ": " + device.name + " (" + device.kind + ")" +
         (device.lack.empty() ? "" : ", lacks " + device.lack);
}

/// Limits that passes are compared with (docs/embedding-reference.md), and the largest picture.
Json limits_of(const VkPhysicalDeviceLimits& limits) {
  return {{"maxComputeWorkGroupInvocations", limits.maxComputeWorkGroupInvocations},
          {"maxComputeSharedMemorySize", limits.maxComputeSharedMemorySize},
          {"maxPushConstantsSize", limits.maxPushConstantsSize},
          {"maxPerStageDescriptorStorageBuffers", limits.maxPerStageDescriptorStorageBuffers},
          {"maxPerStageDescriptorStorageImages", limits.maxPerStageDescriptorStorageImages},
          {"maxPerStageDescriptorSampledImages", limits.maxPerStageDescriptorSampledImages},
          {"maxImageDimension2D", limits.maxImageDimension2D}};
}

/// Features that the module uses where they are there.
Json features_of(engine::Context& context) {
  const photopic::Device device = context.lend();
  return {{"shaderBufferInt64Atomics", bool(device.shader_buffer_int64_atomics)},
          {"shaderFloat64", bool(device.shader_float64)},
          {"shaderFloat16", bool(device.shader_float16)},
          {"shaderStorageImageExtendedFormats", bool(device.shader_storage_image_extended_formats)},
          {"VK_KHR_push_descriptor", context.has_push_descriptors()},
          {"timestamps", context.timestamp_valid_bits() != 0}};
}

std::uint64_t local_memory_mib(const VkPhysicalDeviceMemoryProperties& memory) {
  std::uint64_t bytes = 0;
  for (std::uint32_t i = 0; i < memory.memoryHeapCount; ++i) {
    if ((memory.memoryHeaps[i].flags & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT) != 0) bytes += memory.memoryHeaps[i].size;
  }
  return bytes >> 20;
}

/// Adds what an open device says of itself; "error" where it can't be opened.
void examine(std::size_t index, Json& device) {
  try {
    engine::Context context({.device = std::to_string(index)});
    const VkPhysicalDeviceDriverProperties driver = context.driver();
    device["api"] = context.api();
    device["driver"] = driver.driverName;
    device["driver_info"] = driver.driverInfo;
    device["memory_mib"] = local_memory_mib(context.memory_properties());
    device["features"] = features_of(context);
    device["limits"] = limits_of(context.properties().limits);
    Json parts = Json::array();
    for (const Part& part : parts_on(context)) {
      Json one = {{"kind", part.kind}, {"name", part.name}, {"runs", part.why_not.empty()}};
      if (!part.why_not.empty()) one["why_not"] = part.why_not;
      parts.push_back(one);
    }
    device["parts"] = parts;
  } catch (const engine::Error& error) {
    device["error"] = error.what();
  }
}

/// Whether it meters and finishes pictures.
bool can_run(const Json& device) {
  if (!device.contains("parts")) return false;
  return std::all_of(device["parts"].begin(), device["parts"].end(), [](const Json& part) {
    return (part["name"] != "metering" && part["name"] != "finish") || part["runs"] == true;
  });
}

/// The device of `--backend opengl`, or why there is none.
Json opengl() {
  try {
    const engine::Context context({.backend = engine::Backend::opengl});
    return {{"device", context.properties().deviceName}};
  } catch (const engine::Error& error) {
    return {{"error", error.what()}};
  }
}

Json examined() {
  Json all = {{"photopic", arguments::version()}, {"vulkan", Json::object()}, {"devices", Json::array()}};
  Json& vulkan = all["vulkan"];
  try {
    const engine::LoaderFacts loader = engine::loader_facts();
    vulkan = {{"loader", loader.version}, {"layers", loader.layers}};
    const std::vector<engine::ListedDevice> devices = engine::device_list();
    for (std::size_t i = 0; i < devices.size(); ++i) {
      Json device = {{"index", i}, {"name", devices[i].name}, {"kind", devices[i].kind}};
      if (devices[i].lack.empty()) {
        examine(i, device);
      } else {
        device["lacks"] = devices[i].lack;
      }
      device["can_run"] = can_run(device);
      all["devices"].push_back(device);
    }
  } catch (const engine::Error& error) {
    vulkan["error"] = error.what();
  }
  all["opengl"] = opengl();
  vulkan["variables"] = Json::object();
  for (const auto& [name, value] : vulkan_variables()) vulkan["variables"][name] = value;
  all["caches"] = Json::array();
  for (const Cache& cache : caches()) {
    all["caches"].push_back({{"content", cache.content}, {"folder", cache.folder.string()}, {"bytes", cache.bytes}});
  }
  all["libraries"] = libraries();
  all["displays"] = displays();
  all["plot_font"] = plot_font().string();
  return all;
}

void say(const std::string& words) { std::printf("%s\n", files::printable(words).c_str()); }

std::string listed(const Json& texts) {
  std::string words;
  for (const Json& text : texts) words += (words.empty() ? "" : ", ") + text.get<std::string>();
  return words.empty() ? "none" : words;
}

void print_device(const Json& device) {
  const auto text = [&](const char* key) { return device.value(key, ""); };
  say(line_of(device["index"], {text("name"), text("kind"), text("lacks")}));
  if (device.contains("error")) say("  can't be opened: " + text("error"));
  if (!device.contains("parts")) return;
  say("  " + text("api") + ", driver " + text("driver") + ", " + text("driver_info") + ", " +
      std::to_string(device["memory_mib"].get<std::uint64_t>()) + " MiB of its own memory");
  for (const char* const key : {"features", "limits"}) {
    std::string words;
    for (const auto& [name, value] : device[key].items()) {
      words += (words.empty() ? "" : ", ") + name + " " + (value.is_boolean() ? (value ? "yes" : "no") : value.dump());
    }
    say(std::string("  ") + key + ": " + words);
  }
  std::string kind;
  std::string runs;
  std::vector<std::string> not_run;
  const auto flush = [&] {
    if (!runs.empty()) say("  runs, " + kind + "s: " + runs);
    runs.clear();
  };
  for (const Json& part : device["parts"]) {
    if (part["kind"] != kind) flush();
    kind = part["kind"];
    if (part["runs"] == true) {
      runs += (runs.empty() ? "" : ", ") + part["name"].get<std::string>();
    } else {
      not_run.push_back(kind + " " + part["name"].get<std::string>() + ": " + part["why_not"].get<std::string>());
    }
  }
  flush();
  for (const std::string& one : not_run) say("  doesn't run, " + one);
}

/// Libraries that read pictures, draw, or reach a device. The others are in the JSON.
bool is_of_interest(const std::string& library) {
  constexpr std::array kNames = {"libvulkan", "libOpenEXR-", "libpng",  "libjpeg",        "liblcms2", "libtiff",
                                 "libwebp.",  "libavif",     "libjxl.", "libOpenColorIO", "libcairo", "libepoxy"};
  return std::any_of(kNames.begin(), kNames.end(), [&](const char* name) { return library.starts_with(name); });
}

void print(const Json& all) {
  const Json& vulkan = all["vulkan"];
  say("photopic " + all["photopic"].get<std::string>());
  if (vulkan.contains("loader")) {
    say("Vulkan loader " + vulkan["loader"].get<std::string>() + "; layers: " + listed(vulkan["layers"]));
  }
  for (const auto& [name, value] : vulkan["variables"].items()) say(name + "=" + value.get<std::string>());
  if (vulkan.contains("error")) say("no device: " + vulkan["error"].get<std::string>());
  for (const Json& device : all["devices"]) print_device(device);
  const Json& opengl = all["opengl"];
  say(opengl.contains("device") ? "OpenGL 4.5: " + opengl["device"].get<std::string>()
                                : "no OpenGL 4.5: " + opengl["error"].get<std::string>());
  for (const Json& cache : all["caches"]) {
    const std::string folder = cache["folder"];
    say("cache, " + cache["content"].get<std::string>() + ": " +
        (folder.empty() ? "none, since neither XDG_CACHE_HOME nor HOME is set"
                        : folder + ", " + std::to_string(cache["bytes"].get<std::uint64_t>() >> 10) + " KiB"));
  }
  Json libraries = Json::array();
  for (const Json& library : all["libraries"]) {
    if (is_of_interest(library)) libraries.push_back(library);
  }
  say("libraries: " + listed(libraries));
  say("displays: " + listed(all["displays"]));
  const std::string font = all["plot_font"];
  say("font of plots: " +
      (font.empty() ? "DejaVu Sans isn't there: install the Debian package fonts-dejavu-core" : font));
}

int run(bool is_json) {
  const Json all = examined();
  const bool can_any = std::any_of(all["devices"].begin(), all["devices"].end(), can_run);
  if (is_json) {
    std::printf("%s\n", json::to_text(all, 2).c_str());
  } else {
    print(all);
  }
  if (can_any) return arguments::kExitOk;
  arguments::print_error("photopic", "no Vulkan device can run Photopic: the output says why");
  return arguments::kExitDevice;
}

}  // namespace

arguments::Command add_doctor(CLI::App& app) {
  auto* command =
      arguments::add_command(app, "doctor", "say what this machine can run, and why not the rest", "[--json]");
  auto is_json = std::make_shared<bool>(false);
  command->add_flag("--json", *is_json, "print one JSON object");
  command->footer(
      "Vulkan loader, layers, devices, drivers, features and limits; which steps, effects, outputs, metrics, tools\n"
      "and bindings each device runs; OpenGL, caches, libraries, displays, fonts. Makes no pipelines, writes nothing.\n"
      "Exit codes: 0 a device meters and finishes pictures; 4 output or usage; 5 no device does.\n"
      "Example: photopic doctor > doctor.txt");
  return {command, [is_json] { return run(*is_json); }};
}

arguments::Command add_devices(CLI::App& app) {
  auto* command = arguments::add_command(app, "devices", "list the Vulkan devices of this machine", "");
  command->footer(
      "'photopic doctor' says what each can run.\n"
      "Example: photopic devices; then photopic develop room.exr -o room.png --device 1");
  return {command, [] {
            const std::vector<engine::ListedDevice> devices = engine::device_list();
            for (std::size_t i = 0; i < devices.size(); ++i) std::printf("%s\n", line_of(i, devices[i]).c_str());
            return arguments::kExitOk;
          }};
}

}  // namespace doctor
