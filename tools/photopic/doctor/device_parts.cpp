// SPDX-License-Identifier: MIT
// Questions to the module: its objects are made for one part each, through a loader that refuses to make pipelines. The
// module compares needs with limits before it makes any.
#include "photopic/doctor/device_parts.h"

#include <photopic/content_light_meter.h>
#include <photopic/debug_overlay.h>
#include <photopic/flash_analyser.h>
#include <photopic/image_metrics.h>
#include <photopic/metric_values.h>
#include <photopic/naive_meters.h>
#include <photopic/post_process.h>

#include <cstring>

namespace doctor {
namespace {

using photopic::CreateInfo;
using photopic::Device;
using photopic::Settings;
using photopic::Status;

constexpr VkExtent2D kSize = {256, 256};  // every metric takes it

// Vulkan's functions have no user pointer.
PFN_vkGetInstanceProcAddr lent_loader = nullptr;
PFN_vkGetDeviceProcAddr device_loader = nullptr;

VKAPI_ATTR VkResult VKAPI_CALL make_no_compute(VkDevice, VkPipelineCache, std::uint32_t,
                                               const VkComputePipelineCreateInfo*, const VkAllocationCallbacks*,
                                               VkPipeline*) {
  return VK_ERROR_OUT_OF_HOST_MEMORY;
}
VKAPI_ATTR VkResult VKAPI_CALL make_no_graphics(VkDevice, VkPipelineCache, std::uint32_t,
                                                const VkGraphicsPipelineCreateInfo*, const VkAllocationCallbacks*,
                                                VkPipeline*) {
  return VK_ERROR_OUT_OF_HOST_MEMORY;
}
VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL device_function(VkDevice device, const char* name) {
  if (std::strcmp(name, "vkCreateComputePipelines") == 0) return PFN_vkVoidFunction(make_no_compute);
  if (std::strcmp(name, "vkCreateGraphicsPipelines") == 0) return PFN_vkVoidFunction(make_no_graphics);
  return device_loader(device, name);
}
VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL instance_function(VkInstance instance, const char* name) {
  const PFN_vkVoidFunction found = lent_loader(instance, name);
  if (std::strcmp(name, "vkGetDeviceProcAddr") != 0) return found;
  device_loader = reinterpret_cast<PFN_vkGetDeviceProcAddr>(found);
  return PFN_vkVoidFunction(device_function);
}

/// The parts of one device, in the order in which they are asked for.
class Questions {
 public:
  explicit Questions(engine::Context& context) : context_(context), device_(context.lend()) {
    lent_loader = device_.get_instance_proc_addr;
    device_.get_instance_proc_addr = instance_function;
  }

  /// Refused pipelines are out of memory: by then, limits and features are there.
  template <class Make>
  void ask(const char* kind, const std::string& name, const Make& make) {
    const Status status = make(device_);
    const bool is_there = status == Status::ok || status == Status::out_of_memory;
    parts_.push_back({kind, name, is_there ? "" : context_.last_message()});
  }
  /// Of a PostProcess, which can be asked without being made.
  void ask_post(const char* kind, const std::string& name, const Settings& settings, CreateInfo info = {}) {
    info.max_extent = kSize;
    info.uses[0] = settings;
    ask(kind, name, [&](const Device& device) {
      std::uint32_t count = 0;
      return photopic::PostProcess::memory_requests(device, info, &count, nullptr);
    });
  }
  /// The same with one setting.
  template <class Set>
  void ask_with(const char* kind, const std::string& name, const Set& set) {
    Settings settings;
    set(settings);
    ask_post(kind, name, settings);
  }
  Device& device() { return device_; }
  std::vector<Part> take() { return std::move(parts_); }

 private:
  engine::Context& context_;
  Device device_;
  std::vector<Part> parts_;
};

void ask_steps(Questions& all) {
  CreateInfo metering, finish, fused;
  metering.steps = photopic::kMeter;
  finish.steps = photopic::kFinish;
  fused.with = photopic::kWithFused;
  photopic::Tuning pyramid;
  pyramid.meter_method = photopic::MeterMethod::pyramid;
  all.ask_post("step", "metering", {}, metering);
  metering.tuning = &pyramid;
  all.ask_post("step", "metering by a pyramid", {}, metering);
  all.ask_post("step", "finish", {}, finish);
  all.ask_post("step", "record_fused", {}, fused);
  all.ask_with("step", "weights", [](Settings& s) { s.meter.centre = s.meter.spot = s.meter.ellipse = true; });
  all.ask_with("step", "histogram", [](Settings& s) { s.meter.low_percentile = 10.0f; });
  all.ask_with("step", "automatic white balance",
               [](Settings& s) { s.white_balance.white_balance = photopic::WhiteBalance::automatic; });
  all.ask_with("step", "baked looks", [](Settings& s) { s.display.transform = photopic::DisplayTransform::baked; });
}

void ask_effects(Questions& all) {
  all.ask_with("effect", "aberration", [](Settings& s) { s.aberration.chromatic_aberration_texels = 1.0f; });
  all.ask_with("effect", "glare", [](Settings& s) { s.glare.glare = photopic::GlareProfile::eye; });
  all.ask_with("effect", "acuity", [](Settings& s) { s.acuity.acuity_loss = 1.0f; });
  all.ask_with("effect", "lens", [](Settings& s) { s.lens.vignette = 1.0f; });
  all.ask_with("effect", "local exposure",
               [](Settings& s) { s.local_exposure.local_exposure = photopic::LocalExposure::on; });
  all.ask_with("effect", "night", [](Settings& s) { s.night.night_strength = 1.0f; });
  all.ask_with("effect", "sharpening", [](Settings& s) { s.sharpening.sharpening = 0.5f; });
  all.ask_with("effect", "grain", [](Settings& s) { s.grain.grain = 1.0f; });
}

void ask_outputs(Questions& all) {
  const auto ask = [&](const char* name, VkFormat format, bool is_drawn) {
    CreateInfo info;
    info.output.format = format;
    info.output.is_drawn = is_drawn;
    all.ask_post("output", name, {}, info);
  };
  ask("R8G8B8A8_UNORM", VK_FORMAT_R8G8B8A8_UNORM, false);
  ask("A2B10G10R10_UNORM_PACK32", VK_FORMAT_A2B10G10R10_UNORM_PACK32, false);
  ask("R16G16B16A16_SFLOAT", VK_FORMAT_R16G16B16A16_SFLOAT, false);
  ask("R32_UINT", VK_FORMAT_R32_UINT, false);
  ask("drawn", VK_FORMAT_B8G8R8A8_SRGB, true);
  CreateInfo light;
  light.with = photopic::kWithContentLight;
  all.ask_post("output", "content light", {}, light);
}

void ask_metrics(Questions& all) {
  for (const photopic::MetricInfo& metric : photopic::metric_table()) {
    all.ask("metric", metric.word, [&](const Device& device) {
      photopic::ImageMetrics metrics;
      return photopic::ImageMetrics::create(device, {.max_extent = kSize, .metrics = metric.bit}, &metrics);
    });
  }
}

void ask_tools(Questions& all) {
  all.ask("tool", "debug overlay", [](const Device& device) {
    photopic::DebugOverlay overlay;
    return photopic::DebugOverlay::create(device, {.max_extent = kSize}, &overlay);
  });
  all.ask("tool", "flash analyser", [](const Device& device) {
    photopic::FlashAnalyser analyser;
    return photopic::FlashAnalyser::create(device, {}, &analyser);
  });
  all.ask("tool", "content light meter", [](const Device& device) {
    photopic::ContentLightMeter meter;
    return photopic::ContentLightMeter::create(device, {}, &meter);
  });
  all.ask("tool", "naive meter", [](const Device& device) {
    photopic::NaiveMeter meter;
    return photopic::NaiveMeter::create(device, {.max_extent = kSize}, &meter);
  });
}

void ask_bindings(Questions& all) {
  const auto ask = [&](const char* name, photopic::Bindings bindings) {
    all.device().bindings = bindings;
    all.ask_post("binding", name, {});
  };
  ask("push_extension", photopic::Bindings::push_extension);
  ask("push_core", photopic::Bindings::push_core);
  ask("ring", photopic::Bindings::ring);
}

}  // namespace

std::vector<Part> parts_on(engine::Context& context) {
  Questions all(context);
  ask_steps(all);
  ask_effects(all);
  ask_outputs(all);
  ask_metrics(all);
  ask_tools(all);
  ask_bindings(all);
  return all.take();
}

}  // namespace doctor
