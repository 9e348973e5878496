// SPDX-License-Identifier: MIT
// JSON to text and back. nlohmann's reader and writer take three seconds to compile, in each source that calls them.
#ifndef PHOTOPIC_TOOLS_JSON_TEXT_H
#define PHOTOPIC_TOOLS_JSON_TEXT_H

#include <optional>
#include <string>
#include <string_view>

#include "json/document.h"

namespace json {

/// One line, or lines with `indent` spaces a level. Bytes that aren't UTF-8 become U+FFFD.
std::string to_text(const Json& value, int indent = -1);
/// The same; nothing where a text in it isn't UTF-8.
std::optional<std::string> exact_text(const Json& value, int indent = -1);
/// As to_text(), with every letter beyond ASCII escaped.
std::string to_ascii(const Json& value, int indent = -1);
/// Nothing for what isn't JSON. For texts of our own: Document says where a user's is wrong.
std::optional<Json> parsed(std::string_view text);

}  // namespace json

#endif
