// SPDX-License-Identifier: MIT
// Escaping of text for XML.
#include "files/xml_text.h"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace files {
namespace {

struct CodePoint {
  std::uint32_t value = 0;
  std::size_t bytes = 0;
};

/// The one that `text` begins with; none for invalid UTF-8.
std::optional<CodePoint> first_code_point(std::string_view text) {
  constexpr std::uint32_t kSmallest[] = {0, 0, 0x80, 0x800, 0x10000};  // by length: longer forms of less are refused
  const auto lead = static_cast<unsigned char>(text[0]);
  const std::size_t bytes = lead < 0x80 ? 1 : lead >> 5 == 0x06 ? 2 : lead >> 4 == 0x0e ? 3 : lead >> 3 == 0x1e ? 4 : 0;
  if (bytes == 0 || bytes > text.size()) return std::nullopt;
  std::uint32_t value = bytes == 1 ? lead : lead & (0x7fu >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    const auto next = static_cast<unsigned char>(text[i]);
    if (next >> 6 != 0x02) return std::nullopt;
    value = value << 6 | (next & 0x3fu);
  }
  if (value < kSmallest[bytes]) return std::nullopt;
  return CodePoint{value, bytes};
}

/// Char of XML 1.0.
bool is_xml(std::uint32_t value) {
  if (value < 0x20) return value == '\t' || value == '\n' || value == '\r';
  return value <= 0xd7ff || (value >= 0xe000 && value <= 0xfffd) || (value >= 0x10000 && value <= 0x10ffff);
}

std::string_view escape_of(std::uint32_t value) {
  switch (value) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    case '\'':
      return "&apos;";
    case '\t':
      return "&#9;";
    case '\n':
      return "&#10;";
    case '\r':
      return "&#13;";
    default:
      return {};
  }
}

}  // namespace

std::string xml_text(std::string_view text) {
  std::string xml;
  xml.reserve(text.size());
  while (!text.empty()) {
    const std::optional<CodePoint> point = first_code_point(text);
    if (point && is_xml(point->value)) {
      const std::string_view escape = escape_of(point->value);
      xml += escape.empty() ? text.substr(0, point->bytes) : escape;
    }
    text.remove_prefix(point ? point->bytes : 1);
  }
  return xml;
}

}  // namespace files
