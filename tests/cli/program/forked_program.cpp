// SPDX-License-Identifier: MIT
// Choice of how a test runs a program: started, or as a fork of its own process.
#include <ImfThreading.h>
#include <dlfcn.h>
#include <vulkan/vulkan_core.h>

#include <cstdlib>
#include <filesystem>
#include <iterator>

#include "cli/program/tested_program.h"

namespace cli_test {
namespace {

/// An instance that is never destroyed keeps drivers loaded. Drivers start threads for devices, of which none is asked
/// for.
void load_drivers() {
  void* const loader = dlopen("libvulkan.so.1", RTLD_NOW);
  if (loader == nullptr) return;  // the program says so
  const auto create = reinterpret_cast<PFN_vkCreateInstance>(dlsym(loader, "vkCreateInstance"));
  VkApplicationInfo application = {};
  application.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO;
  application.apiVersion = VK_API_VERSION_1_1;
  VkInstanceCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
  info.pApplicationInfo = &application;
  VkInstance instance = VK_NULL_HANDLE;
  (void)create(&info, nullptr, &instance);
}

/// But for OpenEXR's, which run_process() knows of.
bool has_one_thread() {
  const std::filesystem::directory_iterator threads("/proc/self/task");
  return std::distance(begin(threads), end(threads)) == 1 + Imf::globalThreadCount();
}

}  // namespace

int (*entry_to_fork())(int argc, char** argv) {
  static const bool may_fork = [] {
    const bool is_wanted = std::getenv("PHOTOPIC_TEST_FORKS") != nullptr;
    if (is_wanted && has_one_thread()) load_drivers();
    return is_wanted;
  }();
  return may_fork && has_one_thread() ? tested_program().entry : nullptr;
}

}  // namespace cli_test
