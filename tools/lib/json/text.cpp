// SPDX-License-Identifier: MIT
// JSON to text and back.
#include "json/text.h"

namespace json {

std::string to_text(const Json& value, int indent) {
  return value.dump(indent, ' ', /*ensure_ascii=*/false, Json::error_handler_t::replace);
}

std::optional<std::string> exact_text(const Json& value, int indent) {
  try {
    return value.dump(indent, ' ', /*ensure_ascii=*/false, Json::error_handler_t::strict);
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

std::string to_ascii(const Json& value, int indent) {
  return value.dump(indent, ' ', /*ensure_ascii=*/true, Json::error_handler_t::replace);
}

std::optional<Json> parsed(std::string_view text) {
  Json value = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (value.is_discarded()) return std::nullopt;
  return value;
}

}  // namespace json
