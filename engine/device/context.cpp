// SPDX-License-Identifier: MIT
// Making and ending of instance, device and queue.
#include "engine/device/context.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "engine/device/pipeline_cache.h"
#include "engine/device/shared_pipelines.h"
#include "gpu/host/report.h"
#include "headless/opened_device.h"

namespace engine {
namespace {

using FoundDevices = std::vector<photopic::FoundDevice>;

constexpr const char* kValidationLayer = "VK_LAYER_KHRONOS_validation";
/// The scene renderer draws.
constexpr photopic::DeviceRequest kRequest = {.needs_graphics = true};

void load_loader() {
  static const VkResult result = volk::volkInitialize();  // once: threads may make contexts at the same time
  if (result != VK_SUCCESS) {
    throw UnsuitableDevice(
        "no Vulkan loader (libvulkan.so.1) found: install a driver, such as the Debian package mesa-vulkan-drivers");
  }
}

std::vector<VkLayerProperties> layers_of_machine() {
  std::uint32_t count = 0;
  volk::vkEnumerateInstanceLayerProperties(&count, nullptr);
  std::vector<VkLayerProperties> layers(count);
  volk::vkEnumerateInstanceLayerProperties(&count, layers.data());
  return layers;
}

bool has_layer(const char* name) {
  const std::vector<VkLayerProperties> layers = layers_of_machine();
  return std::any_of(layers.begin(), layers.end(),
                     [&](const VkLayerProperties& layer) { return std::strcmp(layer.layerName, name) == 0; });
}

std::string version_text(std::uint32_t version) {
  return std::to_string(VK_API_VERSION_MAJOR(version)) + "." + std::to_string(VK_API_VERSION_MINOR(version)) + "." +
         std::to_string(VK_API_VERSION_PATCH(version));
}

bool has_instance_extension(const char* name) {
  std::uint32_t count = 0;
  volk::vkEnumerateInstanceExtensionProperties(nullptr, &count, nullptr);
  std::vector<VkExtensionProperties> extensions(count);
  volk::vkEnumerateInstanceExtensionProperties(nullptr, &count, extensions.data());
  return std::any_of(extensions.begin(), extensions.end(), [&](const VkExtensionProperties& extension) {
    return std::strcmp(extension.extensionName, name) == 0;
  });
}

/// Index of the device to use. `choice` as ContextOptions::device.
std::size_t chosen_device(const FoundDevices& devices, const std::string& choice) {
  std::vector<photopic::DeviceFacts> facts;
  for (const photopic::FoundDevice& device : devices) facts.push_back(device.facts());
  char why[1024] = "";
  const std::uint32_t chosen = photopic::choose_device(facts, choice.empty() ? nullptr : choice.c_str(), why);
  if (chosen == photopic::kNoDevice) throw UnsuitableDevice(why);
  return chosen;
}

/// Throws Error with the module's words.
void check_opened(photopic::Status status) {
  if (status != photopic::Status::ok) throw Error(photopic::last_error());
}

FoundDevices found_devices(photopic::OpenedDevice& opened, const photopic::DeviceRequest& request) {
  FoundDevices found(photopic::kMaxDevices);
  std::uint32_t count = 0;
  check_opened(opened.find(request, found, &count));
  found.resize(count);
  if (found.empty()) chosen_device({}, "");
  return found;
}

/// Every device of this machine.
FoundDevices devices_of_machine() {
  load_loader();
  photopic::OpenedDevice opened;
  check_opened(opened.open_instance("device_list", nullptr, nullptr));
  return found_devices(opened, kRequest);
}

}  // namespace

LoaderFacts loader_facts() {
  load_loader();
  LoaderFacts facts = {version_text(volk::volkGetInstanceVersion()), {}};
  for (const VkLayerProperties& layer : layers_of_machine()) facts.layers.push_back(layer.layerName);
  return facts;
}

std::vector<ListedDevice> device_list() {
  std::vector<ListedDevice> all;
  for (const photopic::FoundDevice& found : devices_of_machine()) {
    const photopic::DeviceFacts facts = found.facts();
    all.push_back({facts.name, photopic::type_name(facts.type), facts.lack == nullptr ? "" : facts.lack});
  }
  return all;
}

std::vector<std::string> devices_of_a_kind() {
  const FoundDevices all = devices_of_machine();
  const VkPhysicalDeviceProperties& usual = all[chosen_device(all, "")].properties;
  std::vector<std::string> indices;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const VkPhysicalDeviceProperties& one = all[i].properties;
    const bool is_alike = std::strcmp(one.deviceName, usual.deviceName) == 0 && one.deviceType == usual.deviceType;
    if (is_alike && all[i].lack == nullptr) indices.push_back(std::to_string(i));
  }
  return indices;
}

Context::Context(const ContextOptions& options) : pipeline_cache_file_(options.pipeline_cache), note_(options.note) {
  if (options.backend == Backend::opengl) {
    create_opengl(options);
    return;
  }
  load_loader();
  opened_ = std::make_unique<photopic::OpenedDevice>();
  try {
    create_instance(options);
    create_device(options);
    lent_loader_ = vk_.vkGetInstanceProcAddr;
    if (options.shares_pipelines) lent_loader_ = share_pipelines(instance_, device_, lent_loader_);
  } catch (...) {
    destroy();
    throw;
  }
}

Context::~Context() { destroy(); }

void Context::create_opengl(const ContextOptions& options) {
  if (!options.device.empty()) throw Error("OpenGL: there is no choice of devices, such as '" + options.device + "'");
  opengl_ = std::make_unique<OpenGlDevice>(options.validation);
  const photopic::Device& device = opengl_->device();
  vk_ = opengl_->functions();
  instance_ = device.instance;
  physical_device_ = device.physical_device;
  device_ = device.device;
  queue_ = opengl_->queue();
  timestamp_valid_bits_ = 64;
  vk_.vkGetPhysicalDeviceProperties(physical_device_, &properties_);
  vk_.vkGetPhysicalDeviceMemoryProperties(physical_device_, &memory_properties_);
}

void Context::create_instance(const ContextOptions& options) {
  std::vector<const char*> layers;
  std::vector<const char*> extensions;
  for (const std::string& extension : options.surface_extensions) extensions.push_back(extension.c_str());
  if (!options.surface_extensions.empty() && has_instance_extension(VK_EXT_SWAPCHAIN_COLOR_SPACE_EXTENSION_NAME)) {
    extensions.push_back(VK_EXT_SWAPCHAIN_COLOR_SPACE_EXTENSION_NAME);
    has_swapchain_colorspace_ = true;
  }
  if (options.validation) {
    if (!has_layer(kValidationLayer)) {
      throw Error(std::string("no layer ") + kValidationLayer + ": install the Debian package vulkan-validationlayers");
    }
    layers.push_back(kValidationLayer);
    extensions.push_back(VK_EXT_DEBUG_UTILS_EXTENSION_NAME);
  }
  const VkValidationFeatureEnableEXT enable = VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT;
  const VkValidationFeaturesEXT features = {.sType = VK_STRUCTURE_TYPE_VALIDATION_FEATURES_EXT,
                                            .enabledValidationFeatureCount = 1,
                                            .pEnabledValidationFeatures = &enable};
  VkDebugUtilsMessengerCreateInfoEXT messenger = {.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT,
                                                  .pNext = &features,
                                                  .messageSeverity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT |
                                                                     VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
                                                  .messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT |
                                                                 VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT |
                                                                 VK_DEBUG_UTILS_MESSAGE_TYPE_PERFORMANCE_BIT_EXT,
                                                  .pfnUserCallback = on_validation_message,
                                                  .pUserData = this};

  const void* const next = options.validation ? &messenger : nullptr;  // covers making and end of the instance
  check_opened(opened_->open_instance("Context", nullptr, nullptr, layers, extensions, next));
  instance_ = opened_->device().instance;
  if (instance_ == VK_NULL_HANDLE) chosen_device({}, "");
  vk_ = {load_functions(instance_), {}};
  if (!options.validation) return;
  messenger.pNext = nullptr;
  engine::check(vk_.vkCreateDebugUtilsMessengerEXT(instance_, &messenger, nullptr, &messenger_),
                "vkCreateDebugUtilsMessengerEXT");
}

void Context::create_device(const ContextOptions& options) {
  photopic::DeviceRequest request = kRequest;
  request.int64_atomics = options.int64_atomics;
  request.float64 = options.float64;
  const bool has_surface = !options.surface_extensions.empty();
  if (has_surface) request.needed_extension = VK_KHR_SWAPCHAIN_EXTENSION_NAME;
  const FoundDevices found = found_devices(*opened_, request);
  const photopic::FoundDevice& chosen = found[chosen_device(found, options.device)];
  physical_device_ = chosen.handle;
  properties_ = chosen.properties;
  vk_.vkGetPhysicalDeviceMemoryProperties(physical_device_, &memory_properties_);
  check_opened(opened_->choose(physical_device_));

  std::vector<const char*> extensions;
  const auto enable = [&](const char* name) {
    const bool has_it = opened_->has_extension(name);
    if (has_it) extensions.push_back(name);
    return has_it;
  };
  VkPhysicalDeviceMultiviewFeatures multiview = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MULTIVIEW_FEATURES};
  VkPhysicalDeviceFeatures2 available = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &multiview};
  vk_.vkGetPhysicalDeviceFeatures2(physical_device_, &available);
  multiview.multiviewGeometryShader = multiview.multiviewTessellationShader = VK_FALSE;
  // Every device with one of these extensions has its feature.
  VkPhysicalDeviceDynamicRenderingFeaturesKHR rendering = {
      .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DYNAMIC_RENDERING_FEATURES_KHR, .dynamicRendering = VK_TRUE};
  VkPhysicalDevicePipelineExecutablePropertiesFeaturesKHR statistics = {
      .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PIPELINE_EXECUTABLE_PROPERTIES_FEATURES_KHR,
      .pNext = &multiview,
      .pipelineExecutableInfo = VK_TRUE};
  if (enable(VK_KHR_DYNAMIC_RENDERING_EXTENSION_NAME)) multiview.pNext = &rendering;
  has_pipeline_statistics_ =
      options.pipeline_statistics && enable(VK_KHR_PIPELINE_EXECUTABLE_PROPERTIES_EXTENSION_NAME);
  if (has_surface) {
    enable(VK_KHR_SWAPCHAIN_EXTENSION_NAME);
    has_hdr_metadata_ = enable(VK_EXT_HDR_METADATA_EXTENSION_NAME);
  }
  void* const next = has_pipeline_statistics_ ? static_cast<void*>(&statistics) : &multiview;
  check_opened(opened_->open(request, extensions, next));
  device_ = opened_->device().device;
  queue_ = opened_->queue();
  queue_family_ = opened_->device().queue_family;
  load_device_functions(instance_, device_, &vk_);
  std::vector<VkQueueFamilyProperties> families(queue_family_ + 1);
  std::uint32_t count = queue_family_ + 1;
  vk_.vkGetPhysicalDeviceQueueFamilyProperties(physical_device_, &count, families.data());
  timestamp_valid_bits_ = families[queue_family_].timestampValidBits;
  if (!pipeline_cache_file_.empty()) pipeline_cache_ = load_pipeline_cache(*this, pipeline_cache_file_);
}

void Context::destroy() {
  transfer_scratch_.reset();
  if (opengl_) return;  // ends by itself
  if (device_ != VK_NULL_HANDLE) {
    vk_.vkDeviceWaitIdle(device_);
    destroy_shared_pipelines(device_);
    if (pipeline_cache_ != VK_NULL_HANDLE) {
      save_pipeline_cache(*this, pipeline_cache_, pipeline_cache_file_);
      vk_.vkDestroyPipelineCache(device_, pipeline_cache_, nullptr);
    }
    opened_->close();
  }
  if (messenger_ != VK_NULL_HANDLE) vk_.vkDestroyDebugUtilsMessengerEXT(instance_, messenger_, nullptr);
}

VkPhysicalDeviceDriverProperties Context::driver() const {
  VkPhysicalDeviceDriverProperties driver = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES};
  VkPhysicalDeviceProperties2 properties = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, .pNext = &driver};
  vk_.vkGetPhysicalDeviceProperties2(physical_device_, &properties);
  return driver;
}

std::string Context::api() const { return opengl_ ? "OpenGL 4.5" : "Vulkan " + version_text(properties_.apiVersion); }

bool Context::has_push_descriptors() const {
  return opengl_ || opened_->has_extension(VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME);
}

void Context::wait() const { engine::check(vk_.vkQueueWaitIdle(queue_), "vkQueueWaitIdle"); }

photopic::Device Context::lend() {
  photopic::Device lent;
  if (opengl_) {
    lent = opengl_->device();
  } else {
    lent = opened_->device();
    lent.frames_in_flight = kFramesInFlight;
    lent.get_instance_proc_addr = lent_loader_;
    lent.pipeline_cache = pipeline_cache_;
  }
  lent.message = [](photopic::Status status, const char* text, void* user) {
    auto* context = static_cast<Context*>(user);
    if (status != photopic::Status::ok) {
      context->last_message_ = text;
    } else if (context->note_) {
      const std::lock_guard lock(context->messages_mutex_);
      if (context->noted_.insert(text).second) context->note_(text);
    }
  };
  lent.message_user = this;
  return lent;
}

void Context::check(photopic::Status status) const {
  if (status == photopic::Status::unsupported) throw UnsuitableDevice(last_message_);
  if (status != photopic::Status::ok) throw Error(last_message_);
}

std::vector<std::string> Context::take_validation_messages() {
  if (opengl_) return opengl_->take_messages();
  const std::lock_guard lock(messages_mutex_);
  return std::exchange(messages_, {});
}

VkBool32 Context::on_validation_message(VkDebugUtilsMessageSeverityFlagBitsEXT, VkDebugUtilsMessageTypeFlagsEXT,
                                        const VkDebugUtilsMessengerCallbackDataEXT* data, void* user) {
  auto* context = static_cast<Context*>(user);
  const std::lock_guard lock(context->messages_mutex_);
  context->messages_.emplace_back(data->pMessage);
  return VK_FALSE;
}

}  // namespace engine
