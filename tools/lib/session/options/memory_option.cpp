// SPDX-License-Identifier: MIT
// Parsing of the memory that pictures may take.
#include "session/options/memory_option.h"

#include "arguments/command_line.h"
#include "arguments/parse_number.h"
#include "image_io/image_file.h"

namespace session {

void add_memory_option(CLI::App& command, bool is_comparing) {
  static constexpr arguments::Range kRange = {1.0, 1048576.0};
  const auto take = [](const std::string& text) {
    image_io::read_limits().memory_bytes = arguments::parse_number<std::uint64_t>(text, "--memory-mib", kRange) << 20;
  };
  const char* const help =
      is_comparing ? "memory limit, MiB, for decoding a picture and for comparing a pair; larger pairs are compared in "
                     "strips with the same scores, and maps without room are left out"
                   : "memory limit for decoding a picture, MiB";
  arguments::add_value(command, "--memory-mib", take, "NUMBER", help)
      ->default_str(std::to_string(image_io::ReadLimits().memory_bytes >> 20));
}

}  // namespace session
