// SPDX-License-Identifier: MIT
// Instance, device and queue.
#ifndef PHOTOPIC_ENGINE_CONTEXT_H
#define PHOTOPIC_ENGINE_CONTEXT_H

#include <photopic/device.h>

#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "engine/device/function_table.h"
#include "engine/opengl/opengl_device.h"

namespace photopic {
class OpenedDevice;
}

namespace engine {

enum class Backend {
  vulkan,
  opengl,  ///< 4.5, without a window; one at a time, used by the thread that made it
};

struct ContextOptions {
  Backend backend = Backend::vulkan;
  /// Enables the Khronos validation layer with synchronization validation; its warnings and errors are collected in
  /// messages(). An Error if the layer isn't installed. OpenGL: debug messages of errors and undefined behaviour.
  bool validation = false;
  /// Enables 64-bit integer atomics where the device has them.
  bool int64_atomics = true;
  /// Enables doubles in shaders where the device has them.
  bool float64 = true;
  /// Enables VK_KHR_pipeline_executable_properties where the device has it.
  bool pipeline_statistics = false;
  /// Index in the order of vkEnumeratePhysicalDevices, or part of a device name (any case). Empty: the first discrete
  /// GPU, else integrated, else any other, a CPU last. OpenGL: empty.
  std::string device = {};
  /// What a window system needs of the instance, such as VK_KHR_surface; not empty: the device gets VK_KHR_swapchain,
  /// and where they are there, VK_EXT_swapchain_colorspace and VK_EXT_hdr_metadata are enabled.
  std::vector<std::string> surface_extensions = {};
  /// File that keeps compiled pipelines between runs; empty: none. A file that can't be read or written is ignored.
  std::filesystem::path pipeline_cache = {};
  /// Receives notes of the module, such as values of settings that count nothing, each once. On any thread, one at a
  /// time.
  std::function<void(const std::string&)> note = {};
  /// Objects of the module that are made through lend() share pipelines of the same code, which are kept until the
  /// context ends (shared_pipelines.h). Vulkan alone.
  bool shares_pipelines = false;
};

/// The Vulkan loader of this machine.
struct LoaderFacts {
  std::string version;              ///< "1.3.239", of instances
  std::vector<std::string> layers;  ///< names of all layers that it finds, explicit or implicit
};
/// Throws Error if there is no loader.
LoaderFacts loader_facts();

/// A Vulkan device of this machine that isn't opened.
struct ListedDevice {
  std::string name;
  std::string kind;  ///< "CPU", "discrete GPU"
  std::string lack;  ///< what a context needs and the device hasn't; empty: nothing
};
/// In the order of ContextOptions::device. Throws Error if there is none.
std::vector<ListedDevice> device_list();

/// Indices, as ContextOptions::device takes them, of the devices that have the name of the one that an empty choice
/// means. Throws Error if there is none.
std::vector<std::string> devices_of_a_kind();

/// Under $XDG_CACHE_HOME or ~/.cache; empty if neither is known.
std::filesystem::path default_pipeline_cache_file();

class TransferScratch;

/// Device::frames_in_flight that Context::lend() states. The session waits for each frame, and the viewer has
/// Swapchain::kInFlight frames in flight; the rest is for frames with several calls of one name.
inline constexpr std::uint32_t kFramesInFlight = 16;

/// One instance, device and queue (graphics and compute). Not copyable; outlives everything made with it.
class Context {
 public:
  explicit Context(const ContextOptions& options);
  ~Context();
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  /// Functions of this instance, physical device and device; on OpenGL, those that functions.h lists.
  const FunctionTable& vk() const { return vk_; }
  VkInstance instance() const { return instance_; }
  VkPhysicalDevice physical_device() const { return physical_device_; }
  VkDevice device() const { return device_; }
  VkQueue queue() const { return queue_; }
  std::uint32_t queue_family() const { return queue_family_; }
  const VkPhysicalDeviceProperties& properties() const { return properties_; }
  const VkPhysicalDeviceMemoryProperties& memory_properties() const { return memory_properties_; }
  std::uint32_t timestamp_valid_bits() const { return timestamp_valid_bits_; }
  /// The option was given, and the device has what it needs.
  bool has_pipeline_statistics() const { return has_pipeline_statistics_; }
  Backend backend() const { return opengl_ ? Backend::opengl : Backend::vulkan; }
  /// "Vulkan 1.3.224", "OpenGL 4.5"
  std::string api() const;
  /// With surface_extensions: surfaces tell colour spaces other than sRGB (VK_EXT_swapchain_colorspace).
  bool has_swapchain_colorspace() const { return has_swapchain_colorspace_; }
  /// The same: swapchains take VkHdrMetadataEXT (VK_EXT_hdr_metadata).
  bool has_hdr_metadata() const { return has_hdr_metadata_; }
  /// VK_KHR_push_descriptor; OpenGL has it always. What is lent without it has rings of kFramesInFlight frames.
  bool has_push_descriptors() const;
  /// Which driver it is, and its version.
  VkPhysicalDeviceDriverProperties driver() const;

  /// Kept for TransferScratch::of().
  std::shared_ptr<TransferScratch>& transfer_scratch() const { return transfer_scratch_; }

  /// For all that was submitted. Throws Error.
  void wait() const;

  /// This device as Photopic borrows it; failed calls throw nothing but leave their words in last_message().
  photopic::Device lend();
  /// Throws Error with Photopic's words unless `status` is ok.
  void check(photopic::Status status) const;
  const std::string& last_message() const { return last_message_; }

  /// Warnings and errors of the validation layer so far, empties the list.
  std::vector<std::string> take_validation_messages();

 private:
  void create_opengl(const ContextOptions& options);
  void create_instance(const ContextOptions& options);
  void create_device(const ContextOptions& options);
  void destroy();

  static VKAPI_ATTR VkBool32 VKAPI_CALL on_validation_message(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
                                                              VkDebugUtilsMessageTypeFlagsEXT types,
                                                              const VkDebugUtilsMessengerCallbackDataEXT* data,
                                                              void* user);

  std::unique_ptr<OpenGlDevice> opengl_;            ///< null: Vulkan
  std::unique_ptr<photopic::OpenedDevice> opened_;  ///< null: OpenGL
  mutable std::shared_ptr<TransferScratch> transfer_scratch_;
  FunctionTable vk_ = {};
  VkInstance instance_ = VK_NULL_HANDLE;
  VkDebugUtilsMessengerEXT messenger_ = VK_NULL_HANDLE;
  VkPhysicalDevice physical_device_ = VK_NULL_HANDLE;
  VkDevice device_ = VK_NULL_HANDLE;
  VkQueue queue_ = VK_NULL_HANDLE;
  std::uint32_t queue_family_ = 0;
  std::uint32_t timestamp_valid_bits_ = 0;
  VkPhysicalDeviceProperties properties_ = {};
  VkPhysicalDeviceMemoryProperties memory_properties_ = {};
  VkPipelineCache pipeline_cache_ = VK_NULL_HANDLE;
  PFN_vkGetInstanceProcAddr lent_loader_ = nullptr;
  std::filesystem::path pipeline_cache_file_;
  bool has_pipeline_statistics_ = false;
  bool has_swapchain_colorspace_ = false;
  bool has_hdr_metadata_ = false;
  std::string last_message_;
  std::function<void(const std::string&)> note_;
  std::set<std::string> noted_;
  std::mutex messages_mutex_;
  std::vector<std::string> messages_;
};

}  // namespace engine

#endif
