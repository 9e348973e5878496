// SPDX-License-Identifier: MIT
// A JSON file, read with errors that name it and the line.
#ifndef PHOTOPIC_TOOLS_JSON_FILE_H
#define PHOTOPIC_TOOLS_JSON_FILE_H

#include <filesystem>
#include <functional>

#include "files/text_file.h"
#include "json/node.h"

namespace json {

/// Parses `file` and gives its root to `read`, which doesn't keep it. Throws files::Error "FILE: REASON" for a file
/// that can't be read, and "FILE: REASON (line N)" for an Error of the document or of `read`.
void read_file(const std::filesystem::path& file, const std::function<void(const Node& root)>& read,
               std::uint64_t max_bytes = files::kMaxTextBytes);

}  // namespace json

#endif
