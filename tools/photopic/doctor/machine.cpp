// SPDX-License-Identifier: MIT
// Looks at files, sockets and variables of the machine.
#include "photopic/doctor/machine.h"

#include <link.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "engine/device/cache_file.h"

namespace doctor {
namespace {

namespace fs = std::filesystem;

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::uintmax_t bytes_in(const fs::path& folder) {
  std::uintmax_t bytes = 0;
  std::error_code error;
  fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied, error);
  for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    std::error_code of_entry;
    if (!entry->is_regular_file(of_entry)) continue;
    const std::uintmax_t size = entry->file_size(of_entry);
    if (!of_entry) bytes += size;
  }
  return bytes;
}

/// Where Mesa's drivers keep what they have compiled.
fs::path mesa_cache() {
  for (const char* const name : {"MESA_SHADER_CACHE_DIR", "MESA_GLSL_CACHE_DIR"}) {
    if (const std::string folder = variable(name); !folder.empty()) return fs::path(folder) / "mesa_shader_cache";
  }
  const fs::path own = engine::cache_folder();
  return own.empty() ? own : own.parent_path() / "mesa_shader_cache";
}

/// Whether something listens on a socket of the file system.
bool answers(const fs::path& socket_file) {
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  const std::string text = socket_file.string();
  if (text.size() >= sizeof address.sun_path) return false;
  std::memcpy(address.sun_path, text.c_str(), text.size());
  const int end = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (end < 0) return false;
  const bool is_there = ::connect(end, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
  ::close(end);
  return is_there;
}

}  // namespace

std::vector<Cache> caches() {
  std::vector<Cache> all = {{"pipelines and light of scenes", engine::cache_folder()},
                            {"shaders of Mesa's drivers", mesa_cache()}};
  for (Cache& cache : all) cache.bytes = cache.folder.empty() ? 0 : bytes_in(cache.folder);
  return all;
}

std::vector<std::string> libraries() {
  std::vector<std::string> names;
  const auto add = [](dl_phdr_info* info, std::size_t, void* user) {
    std::error_code error;
    const fs::path file = fs::canonical(info->dlpi_name, error);  // links have no version
    if (!error && file.filename().string().starts_with("lib")) {
      static_cast<std::vector<std::string>*>(user)->push_back(file.filename().string());
    }
    return 0;
  };
  dl_iterate_phdr(add, &names);
  std::sort(names.begin(), names.end());
  return names;
}

Variables vulkan_variables() {
  Variables set;
  for (const char* const name :
       {"VK_DRIVER_FILES", "VK_ICD_FILENAMES", "VK_ADD_DRIVER_FILES", "VK_LOADER_DRIVERS_SELECT",
        "VK_LOADER_DRIVERS_DISABLE", "VK_LAYER_PATH", "VK_ADD_LAYER_PATH", "VK_INSTANCE_LAYERS",
        "VK_LOADER_LAYERS_ENABLE", "VK_LOADER_LAYERS_DISABLE", "MESA_VK_DEVICE_SELECT", "DRI_PRIME"}) {
    if (const std::string value = variable(name); !value.empty()) set.emplace_back(name, value);
  }
  return set;
}

std::vector<std::string> displays() {
  std::vector<std::string> all;
  const auto add = [&](const std::string& words, bool is_there) {
    all.push_back(words + (is_there ? "" : ", doesn't answer"));
  };
  const std::string x = variable("DISPLAY"), wayland = variable("WAYLAND_DISPLAY");
  if (x.starts_with(':')) {
    add("X server " + x, answers("/tmp/.X11-unix/X" + x.substr(1, x.find('.') - 1)));
  } else if (!x.empty()) {
    all.push_back("X server " + x + ", of another machine");
  }
  if (!wayland.empty()) add("Wayland " + wayland, answers(fs::path(variable("XDG_RUNTIME_DIR")) / wayland));
  return all;
}

std::filesystem::path plot_font() {
  const fs::path home = variable("HOME");
  for (const fs::path& folder : {fs::path("/usr/share/fonts"), fs::path("/usr/local/share/fonts"),
                                 home / ".local/share/fonts", home / ".fonts"}) {
    std::error_code error;
    fs::recursive_directory_iterator entry(folder, fs::directory_options::skip_permission_denied, error);
    for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
      if (entry->path().filename() == "DejaVuSans.ttf") return entry->path();
    }
  }
  return {};
}

}  // namespace doctor
