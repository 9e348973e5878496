// SPDX-License-Identifier: MIT
// Program photopic-make-corridor OUT_FOLDER: writes the test scene of eye adaptation.
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "corridor/corridor.h"
#include "image_io/image_file.h"

namespace {

constexpr int kFailure = 4;
constexpr const char* kUsage = "usage: photopic-make-corridor OUT_FOLDER";

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words{argv + 1, argv + argc};
  if (words.size() == 1 && (words[0] == "--help" || words[0] == "-h")) {
    std::puts(kUsage);
    return 0;
  }
  if (words.size() != 1 || words[0].empty() || words[0].starts_with("-")) {
    std::fprintf(stderr, "photopic-make-corridor: one folder is needed; %s\n", kUsage);
    return kFailure;
  }
  try {
    corridor::write_corridor(words[0]);
    return 0;
  } catch (const files::Error& error) {
    std::fprintf(stderr, "photopic-make-corridor: %s\n", error.what());
  } catch (const std::exception& error) {
    std::fprintf(stderr, "photopic-make-corridor: %s: %s\n", words[0].c_str(), error.what());
  }
  return kFailure;
}
