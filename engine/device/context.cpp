// SPDX-License-Identifier: MIT
// Making and ending of instance, device and queue.
#include "engine/device/context.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "engine/device/pipeline_cache.h"
#include "engine/device/shared_pipelines.h"
#include "headless/device_choice.h"

namespace engine {
namespace {

constexpr const char* kValidationLayer = "VK_LAYER_KHRONOS_validation";

void load_loader() {
  static const VkResult result = volk::volkInitialize();  // once: threads may make contexts at the same time
  if (result != VK_SUCCESS) {
    throw Error(
        "no Vulkan loader (libvulkan.so.1) found: install a driver, such as the Debian package mesa-vulkan-drivers");
  }
}

bool has_layer(const char* name) {
  std::uint32_t count = 0;
  volk::vkEnumerateInstanceLayerProperties(&count, nullptr);
  std::vector<VkLayerProperties> layers(count);
  volk::vkEnumerateInstanceLayerProperties(&count, layers.data());
  return std::any_of(layers.begin(), layers.end(),
                     [&](const VkLayerProperties& layer) { return std::strcmp(layer.layerName, name) == 0; });
}

std::vector<VkPhysicalDevice> physical_devices(const InstanceTable& vk, VkInstance instance) {
  std::uint32_t count = 0;
  check(vk.vkEnumeratePhysicalDevices(instance, &count, nullptr), "vkEnumeratePhysicalDevices");
  std::vector<VkPhysicalDevice> devices(count);
  check(vk.vkEnumeratePhysicalDevices(instance, &count, devices.data()), "vkEnumeratePhysicalDevices");
  return devices;
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

bool has_extension(const InstanceTable& vk, VkPhysicalDevice device, const char* name) {
  std::uint32_t count = 0;
  vk.vkEnumerateDeviceExtensionProperties(device, nullptr, &count, nullptr);
  std::vector<VkExtensionProperties> extensions(count);
  vk.vkEnumerateDeviceExtensionProperties(device, nullptr, &count, extensions.data());
  return std::any_of(extensions.begin(), extensions.end(), [&](const VkExtensionProperties& extension) {
    return std::strcmp(extension.extensionName, name) == 0;
  });
}

std::vector<VkQueueFamilyProperties> queue_families(const InstanceTable& vk, VkPhysicalDevice device) {
  std::uint32_t count = 0;
  vk.vkGetPhysicalDeviceQueueFamilyProperties(device, &count, nullptr);
  std::vector<VkQueueFamilyProperties> families(count);
  vk.vkGetPhysicalDeviceQueueFamilyProperties(device, &count, families.data());
  return families;
}

/// Index of the first graphics and compute family, or -1.
int graphics_compute_family(const std::vector<VkQueueFamilyProperties>& families) {
  constexpr VkQueueFlags kNeeded = VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT;
  for (std::size_t i = 0; i < families.size(); ++i) {
    if ((families[i].queueFlags & kNeeded) == kNeeded) return int(i);
  }
  return -1;
}

struct FoundDevice {
  VkPhysicalDeviceProperties properties = {};
  const char* lack = nullptr;

  photopic::DeviceFacts facts() const { return {properties.deviceName, properties.deviceType, lack}; }
};

FoundDevice found_device(const InstanceTable& vk, VkPhysicalDevice device, bool needs_swapchain) {
  FoundDevice found;
  vk.vkGetPhysicalDeviceProperties(device, &found.properties);
  if (found.properties.apiVersion < VK_API_VERSION_1_2) {
    found.lack = "Vulkan 1.2";
  } else if (needs_swapchain && !has_extension(vk, device, VK_KHR_SWAPCHAIN_EXTENSION_NAME)) {
    found.lack = VK_KHR_SWAPCHAIN_EXTENSION_NAME;
  } else if (graphics_compute_family(queue_families(vk, device)) < 0) {
    found.lack = "a graphics and compute queue";
  }
  return found;
}

std::vector<FoundDevice> found_devices(const InstanceTable& vk, const std::vector<VkPhysicalDevice>& devices,
                                       bool needs_swapchain) {
  std::vector<FoundDevice> found;
  found.reserve(devices.size());
  for (VkPhysicalDevice device : devices) found.push_back(found_device(vk, device, needs_swapchain));
  return found;
}

/// Index of the device to use. `choice` as ContextOptions::device.
std::size_t chosen_device(const std::vector<FoundDevice>& devices, const std::string& choice) {
  std::vector<photopic::DeviceFacts> facts;
  for (const FoundDevice& device : devices) facts.push_back(device.facts());
  char why[1024] = "";
  const std::uint32_t chosen = photopic::choose_device(facts, choice.empty() ? nullptr : choice.c_str(), why);
  if (chosen == photopic::kNoDevice) throw Error(why);
  return chosen;
}

VkInstance make_instance(const VkInstanceCreateInfo& info) {
  VkInstance instance = VK_NULL_HANDLE;
  const VkResult result = volk::vkCreateInstance(&info, nullptr, &instance);
  // The loader says so when it finds no driver at all.
  if (result == VK_ERROR_INCOMPATIBLE_DRIVER) chosen_device({}, "");
  check(result, "vkCreateInstance");
  return instance;
}

VkApplicationInfo application_info() {
  return {
      .sType = VK_STRUCTURE_TYPE_APPLICATION_INFO, .pApplicationName = "photopic", .apiVersion = VK_API_VERSION_1_2};
}

/// Of every device of this machine.
std::vector<FoundDevice> devices_of_machine() {
  load_loader();
  const VkApplicationInfo application = application_info();
  const VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO, .pApplicationInfo = &application};
  VkInstance instance = make_instance(info);
  const InstanceTable vk = load_functions(instance);
  std::vector<FoundDevice> all = found_devices(vk, physical_devices(vk, instance), false);
  vk.vkDestroyInstance(instance, nullptr);
  if (all.empty()) chosen_device({}, "");
  return all;
}

}  // namespace

std::vector<std::string> device_list() {
  std::vector<std::string> lines;
  for (const FoundDevice& found : devices_of_machine()) {
    const photopic::DeviceFacts facts = found.facts();
    lines.push_back(std::to_string(lines.size()) + ": " + facts.name + " (" + photopic::type_name(facts.type) + ")" +
                    (facts.lack == nullptr ? "" : std::string(", lacks ") + facts.lack));
  }
  return lines;
}

std::vector<std::string> devices_of_a_kind() {
  const std::vector<FoundDevice> all = devices_of_machine();
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
  try {
    create_instance(options);
    choose_device(options);
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
  has_push_descriptors_ = true;
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

  const VkApplicationInfo application = application_info();
  const VkInstanceCreateInfo info = {
      .sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
      .pNext = options.validation ? &messenger : nullptr,  // covers instance creation and destruction too
      .pApplicationInfo = &application,
      .enabledLayerCount = std::uint32_t(layers.size()),
      .ppEnabledLayerNames = layers.data(),
      .enabledExtensionCount = std::uint32_t(extensions.size()),
      .ppEnabledExtensionNames = extensions.data()};
  instance_ = make_instance(info);
  vk_ = {load_functions(instance_), {}};
  if (!options.validation) return;
  messenger.pNext = nullptr;
  engine::check(vk_.vkCreateDebugUtilsMessengerEXT(instance_, &messenger, nullptr, &messenger_),
                "vkCreateDebugUtilsMessengerEXT");
}

void Context::choose_device(const ContextOptions& options) {
  const auto devices = physical_devices(vk_, instance_);
  const auto found = found_devices(vk_, devices, !options.surface_extensions.empty());
  physical_device_ = devices[chosen_device(found, options.device)];
  vk_.vkGetPhysicalDeviceProperties(physical_device_, &properties_);
  vk_.vkGetPhysicalDeviceMemoryProperties(physical_device_, &memory_properties_);
}

void Context::create_device(const ContextOptions& options) {
  const auto families = queue_families(vk_, physical_device_);
  queue_family_ = std::uint32_t(graphics_compute_family(families));
  timestamp_valid_bits_ = families[queue_family_].timestampValidBits;
  const float priority = 1.0f;
  const VkDeviceQueueCreateInfo queue_info = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                              .queueFamilyIndex = queue_family_,
                                              .queueCount = 1,
                                              .pQueuePriorities = &priority};

  VkPhysicalDeviceMultiviewFeatures multiview = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MULTIVIEW_FEATURES};
  VkPhysicalDeviceVulkan12Features available12 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES,
                                                  .pNext = &multiview};
  VkPhysicalDeviceFeatures2 available = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &available12};
  vk_.vkGetPhysicalDeviceFeatures2(physical_device_, &available);
  VkPhysicalDeviceVulkan12Features features12 = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES};
  VkPhysicalDeviceFeatures features = {};
  features.shaderStorageImageExtendedFormats = available.features.shaderStorageImageExtendedFormats;
  features_.shader_storage_image_extended_formats = features.shaderStorageImageExtendedFormats;
  if (options.int64_atomics && available.features.shaderInt64 && available12.shaderBufferInt64Atomics) {
    features.shaderInt64 = VK_TRUE;
    features12.shaderBufferInt64Atomics = VK_TRUE;
    features_.shader_buffer_int64_atomics = VK_TRUE;
  }
  if (options.float64 && available.features.shaderFloat64) {
    features.shaderFloat64 = VK_TRUE;
    features_.shader_float64 = VK_TRUE;
  }
  features12.shaderFloat16 = available12.shaderFloat16;
  features_.shader_float16 = available12.shaderFloat16;

  multiview.multiviewGeometryShader = multiview.multiviewTessellationShader = VK_FALSE;
  features12.pNext = &multiview;

  std::vector<const char*> extensions;
  has_push_descriptors_ = has_extension(vk_, physical_device_, VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME);
  if (has_push_descriptors_) extensions.push_back(VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME);
  VkPhysicalDeviceDynamicRenderingFeaturesKHR rendering = {
      .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DYNAMIC_RENDERING_FEATURES_KHR,
      .dynamicRendering = VK_TRUE};  // every device with the extension has it
  if (has_extension(vk_, physical_device_, VK_KHR_DYNAMIC_RENDERING_EXTENSION_NAME)) {
    extensions.push_back(VK_KHR_DYNAMIC_RENDERING_EXTENSION_NAME);
    multiview.pNext = &rendering;
  }
  VkPhysicalDevicePipelineExecutablePropertiesFeaturesKHR statistics = {
      .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PIPELINE_EXECUTABLE_PROPERTIES_FEATURES_KHR,
      .pipelineExecutableInfo = VK_TRUE};  // every device with the extension has it
  if (options.pipeline_statistics &&
      has_extension(vk_, physical_device_, VK_KHR_PIPELINE_EXECUTABLE_PROPERTIES_EXTENSION_NAME)) {
    extensions.push_back(VK_KHR_PIPELINE_EXECUTABLE_PROPERTIES_EXTENSION_NAME);
    statistics.pNext = features12.pNext;
    features12.pNext = &statistics;
    has_pipeline_statistics_ = true;
  }
  if (!options.surface_extensions.empty()) {
    extensions.push_back(VK_KHR_SWAPCHAIN_EXTENSION_NAME);
    has_hdr_metadata_ = has_extension(vk_, physical_device_, VK_EXT_HDR_METADATA_EXTENSION_NAME);
    if (has_hdr_metadata_) extensions.push_back(VK_EXT_HDR_METADATA_EXTENSION_NAME);
  }
  const VkDeviceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                                   .pNext = &features12,
                                   .queueCreateInfoCount = 1,
                                   .pQueueCreateInfos = &queue_info,
                                   .enabledExtensionCount = std::uint32_t(extensions.size()),
                                   .ppEnabledExtensionNames = extensions.data(),
                                   .pEnabledFeatures = &features};
  engine::check(vk_.vkCreateDevice(physical_device_, &info, nullptr, &device_), "vkCreateDevice");
  load_device_functions(instance_, device_, &vk_);
  vk_.vkGetDeviceQueue(device_, queue_family_, 0, &queue_);
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
    vk_.vkDestroyDevice(device_, nullptr);
  }
  if (messenger_ != VK_NULL_HANDLE) vk_.vkDestroyDebugUtilsMessengerEXT(instance_, messenger_, nullptr);
  if (instance_ != VK_NULL_HANDLE) vk_.vkDestroyInstance(instance_, nullptr);
}

VkPhysicalDeviceDriverProperties Context::driver() const {
  VkPhysicalDeviceDriverProperties driver = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES};
  VkPhysicalDeviceProperties2 properties = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, .pNext = &driver};
  vk_.vkGetPhysicalDeviceProperties2(physical_device_, &properties);
  return driver;
}

std::string Context::api() const {
  const std::uint32_t version = properties_.apiVersion;
  if (opengl_) return "OpenGL 4.5";
  return "Vulkan " + std::to_string(VK_API_VERSION_MAJOR(version)) + "." +
         std::to_string(VK_API_VERSION_MINOR(version)) + "." + std::to_string(VK_API_VERSION_PATCH(version));
}

void Context::wait() const { engine::check(vk_.vkQueueWaitIdle(queue_), "vkQueueWaitIdle"); }

photopic::Device Context::lend() {
  photopic::Device lent;
  if (opengl_) {
    lent = opengl_->device();
  } else {
    lent.instance = instance_;
    lent.physical_device = physical_device_;
    lent.device = device_;
    lent.api_version = VK_API_VERSION_1_2;
    lent.queue_family = queue_family_;
    lent.frames_in_flight = kFramesInFlight;
    lent.get_instance_proc_addr = lent_loader_;
    lent.shader_storage_image_extended_formats = features_.shader_storage_image_extended_formats;
    lent.shader_buffer_int64_atomics = features_.shader_buffer_int64_atomics;
    lent.shader_float64 = features_.shader_float64;
    lent.shader_float16 = features_.shader_float16;
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
