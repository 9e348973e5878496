// SPDX-License-Identifier: MIT
#include "run/checks.h"

#include <elf.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <optional>
#include <sstream>

#include "files/error.h"

namespace run {
namespace {

namespace fs = std::filesystem;

/// As exec finds it.
std::optional<fs::path> found(const std::string& program, const fs::path& folder) {
  if (program.find('/') != std::string::npos) return folder / program;
  const char* const variable = std::getenv("PATH");
  std::istringstream path(variable != nullptr ? variable : "/usr/bin:/bin");
  for (std::string place; std::getline(path, place, ':');) {
    const fs::path file = fs::path(place.empty() ? "." : place) / program;
    if (::access(file.c_str(), X_OK) == 0 && fs::is_regular_file(file)) return file;
  }
  return std::nullopt;
}

}  // namespace

fs::path layer_folder() {
  const fs::path program = fs::read_symlink("/proc/self/exe");
  const fs::path folder = program.parent_path().parent_path() / PHOTOPIC_LAYER_PLACE;
  for (const char* const name : {"VkLayer_photopic_run.json", "libphotopic_layer.so", "libphotopic_clock.so"}) {
    if (!fs::exists(folder / name))
      throw files::Error(folder / name, "isn't there; it comes with photopic: install it anew");
  }
  return folder;
}

void check_program(const std::string& program, const fs::path& folder) {
  const std::optional<fs::path> file = found(program, folder);
  struct stat status {};
  if (!file || ::stat(file->c_str(), &status) != 0) return;  // starting it says why
  if ((status.st_mode & (S_ISUID | S_ISGID)) != 0 && (status.st_uid != ::geteuid() || status.st_gid != ::getegid())) {
    throw files::Error(*file,
                       "runs with its owner's rights (setuid), so Vulkan's loader takes no layer from outside: "
                       "run a copy without them");
  }
  std::array<char, EI_NIDENT + 4> head{};
  std::ifstream(*file, std::ios::binary).read(head.data(), head.size());
  if (std::memcmp(head.data(), ELFMAG, SELFMAG) != 0) return;  // a script
  if (head[EI_CLASS] != ELFCLASS64) throw files::Error(*file, "is a program of 32 bits; the layer has 64");
#if defined(__x86_64__)
  constexpr std::uint16_t kMachine = EM_X86_64;
#elif defined(__aarch64__)
  constexpr std::uint16_t kMachine = EM_AARCH64;
#else
  constexpr std::uint16_t kMachine = EM_NONE;
#endif
  std::uint16_t machine = 0;
  std::memcpy(&machine, head.data() + EI_NIDENT + 2, sizeof machine);
  if (kMachine != EM_NONE && machine != kMachine) throw files::Error(*file, "is a program for another CPU");
}

}  // namespace run
