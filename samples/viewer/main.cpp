// SPDX-License-Identifier: MIT
// Program photopic-viewer: scenes and pictures through an eye that adapts.
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>

#include "viewer/program.h"

namespace {

/// Whether Linux gives transparent huge pages to those who ask. "always" needs no asking, "never" gives none.
bool are_huge_pages_given() {
  std::ifstream file("/sys/kernel/mm/transparent_hugepage/enabled");
  std::string text;
  return std::getline(file, text) && text.find("[madvise]") != std::string::npos;
}

/// Starts the program again with a malloc() that asks for huge pages: a scene and a CPU device's memory are 300 MB, and
/// faults of their small pages an eighth of the time to the first picture. glibc takes such tunables from the
/// environment alone, when a program starts. Returns where there is nothing to gain, the second time, and if it fails.
void take_huge_pages(char** argv) {
  constexpr const char* kVariable = "GLIBC_TUNABLES";
  const std::string huge_pages = "glibc.malloc.hugetlb=1";
  if (const char* tunables = std::getenv(kVariable)) {
    if (tunables == huge_pages) ::unsetenv(kVariable);  // set below: not for programs that the viewer starts
    return;
  }
  std::error_code error;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error || !are_huge_pages_given() || ::setenv(kVariable, huge_pages.c_str(), 1) != 0) return;
  ::execv(program.c_str(), argv);
  ::unsetenv(kVariable);
}

}  // namespace

int main(int argc, char** argv) {
  take_huge_pages(argv);
  return viewer::run_viewer(argc, argv);
}
