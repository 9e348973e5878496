// SPDX-License-Identifier: MIT
// Reading of a JSON file.
#include "json/file.h"

#include "files/error.h"

namespace json {

void read_file(const std::filesystem::path& file, const std::function<void(const Node& root)>& read,
               std::uint64_t max_bytes) {
  const std::string text = files::read_text(file, max_bytes);
  try {
    const Document document(text);
    read(Node(document));
  } catch (const Error& error) {
    throw files::Error(file, std::string(error.what()) + " (line " + error.position() + ")");
  }
}

}  // namespace json
