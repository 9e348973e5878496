// SPDX-License-Identifier: MIT
// Checks of JSON against shapes.
#include "engine/scene/reader/schema.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace engine::gltf {
namespace {

using nlohmann::json;

constexpr int kMaxNesting = 256;

// The parser keeps its own stack, but what walks over the result recurses.
void check_nesting(std::string_view text) {
  int depth = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string && c == '\\') ++i;
    if (c == '"') in_string = !in_string;
    if (in_string) continue;
    if (c == '[' || c == '{') ++depth;
    if (c == ']' || c == '}') --depth;
    if (depth > kMaxNesting) refuse("its JSON nests deeper than " + std::to_string(kMaxNesting));
  }
}

// "[json.exception.parse_error.101] parse error at line 1" without the number of the exception.
std::string_view without_prefix(std::string_view text) {
  const std::size_t end = text.find("] ");
  return text.starts_with('[') && end != std::string_view::npos ? text.substr(end + 2) : text;
}

// Where in the file a value stands; made into words only for a message. The file itself has no name.
struct Place {
  const Place* parent = nullptr;
  std::string_view name;
  std::optional<std::size_t> number;
};

std::string words_of(const Place& place) {
  if (place.parent == nullptr) return place.number ? numbered(place.name, *place.number) : "";
  std::string text = words_of(*place.parent);
  if (!text.empty()) text += place.parent->parent == nullptr ? ": " : ".";
  text += printable(place.name);
  if (place.number) text += '[' + std::to_string(*place.number) + ']';
  return text;
}

[[noreturn]] void refuse_at(const Place& place, const std::string& reason) { refuse(words_of(place) + ' ' + reason); }

std::optional<std::int64_t> integer_of(const json& value) {
  constexpr std::int64_t kMax = std::numeric_limits<std::int32_t>::max();
  if (!value.is_number()) return std::nullopt;
  const double number = value.get<double>();
  if (!(number >= 0 && number <= static_cast<double>(kMax)) || number != std::floor(number)) return std::nullopt;
  return static_cast<std::int64_t>(number);
}

class Checker {
 public:
  explicit Checker(const json& root) {
    for (const Section& section : sections()) {
      const auto path = json::json_pointer(std::string(section.path));
      if (!root.contains(path)) continue;
      const json& array = root.at(path);
      if (!array.is_array()) refuse(std::string(section.name) + " must be an array");
      if (array.size() > section.max_count) {
        refuse("has " + std::to_string(array.size()) + ' ' + std::string(section.name) + ", the limit is " +
               std::to_string(section.max_count));
      }
      counts_[section.name] = array.size();
    }
  }

  json section(const json& array, const Section& section) const {
    json out = json::array();
    for (std::size_t i = 0; i < array.size(); ++i) {
      out.push_back(object(array[i], section.shape, {nullptr, section.singular, i}));
    }
    return out;
  }

  json object(const json& in, std::span<const Property> shape, const Place& place) const {
    if (!in.is_object()) refuse_at(place, "must be an object");
    json out = json::object();
    for (const Property& property : shape) {
      const auto found = in.find(property.name);
      if (found != in.end()) {
        out[std::string(property.name)] = value(*found, property, {&place, property.name, std::nullopt});
      } else if (property.is_required) {
        refuse(words_of({&place, property.name, std::nullopt}) + " is missing");
      }
    }
    return out;
  }

 private:
  json value(const json& in, const Property& property, const Place& place) const {
    switch (property.kind) {
      case Kind::boolean:
        if (!in.is_boolean()) refuse_at(place, "must be true or false");
        return in;
      case Kind::integer:
        return integer(in, property, place);
      case Kind::number:
        return number(in, property, place);
      case Kind::string:
        return string(in, property, place);
      case Kind::index:
        return index(in, property, place);
      case Kind::numbers:
        return numbers(in, property, place);
      case Kind::indices:
        return array(in, place, [&](const json& item, const Place& at) { return index(item, property, at); });
      case Kind::indices_by_name:
        return indices_by_name(in, property, place);
      case Kind::name_lists:
        return array(in, place, [&](const json& item, const Place& at) { return indices_by_name(item, property, at); });
      case Kind::object:
        return object(in, property.shape, place);
      case Kind::objects:
        return array(in, place, [&](const json& item, const Place& at) { return object(item, property.shape, at); });
    }
    return {};
  }

  template <typename Item>
  json array(const json& in, const Place& place, Item item) const {
    if (!in.is_array()) refuse_at(place, "must be an array");
    json out = json::array();
    for (std::size_t i = 0; i < in.size(); ++i) out.push_back(item(in[i], Place{place.parent, place.name, i}));
    return out;
  }

  json integer(const json& in, const Property& property, const Place& place) const {
    const auto number = integer_of(in);
    if (!number) refuse_at(place, "must be a whole number from 0 to 2147483647");
    const auto& allowed = property.integers;
    if (!allowed.empty() && std::find(allowed.begin(), allowed.end(), *number) == allowed.end()) {
      refuse_at(place, "can't be " + std::to_string(*number));
    }
    return *number;
  }

  json number(const json& in, const Property& property, const Place& place) const {
    if (!in.is_number()) refuse_at(place, "must be a number");
    const double number = in.get<double>();
    if (!(number <= double{std::numeric_limits<float>::max()}) || !(number >= property.minimum)) {
      refuse_at(place, "is out of range");
    }
    return number;
  }

  json string(const json& in, const Property& property, const Place& place) const {
    if (!in.is_string()) refuse_at(place, "must be a string");
    const auto& word = in.get_ref<const std::string&>();
    const auto& allowed = property.words;
    if (!allowed.empty() && std::find(allowed.begin(), allowed.end(), word) == allowed.end()) {
      refuse_at(place, "can't be " + in_quotes(word));
    }
    return in;
  }

  json index(const json& in, const Property& property, const Place& place) const {
    const auto number = integer_of(in);
    if (!number) refuse_at(place, "must be a whole number from 0 to 2147483647");
    const auto found = counts_.find(property.target);
    const std::size_t count = found == counts_.end() ? 0 : found->second;
    if (static_cast<std::size_t>(*number) >= count) {
      refuse_at(place, "is " + std::to_string(*number) + ", but the count of " + std::string(property.target) + " is " +
                           std::to_string(count));
    }
    return *number;
  }

  json numbers(const json& in, const Property& property, const Place& place) const {
    if (property.length != 0 && (!in.is_array() || in.size() != property.length)) {
      refuse_at(place, "must be an array of " + std::to_string(property.length) + " numbers");
    }
    return array(in, place, [&](const json& item, const Place& at) { return number(item, property, at); });
  }

  json indices_by_name(const json& in, const Property& property, const Place& place) const {
    if (!in.is_object()) refuse_at(place, "must be an object");
    json out = json::object();
    for (const auto& [name, item] : in.items()) out[name] = index(item, property, {&place, name, std::nullopt});
    return out;
  }

  std::map<std::string_view, std::size_t> counts_;
};

void count_extensions(const json& value, std::map<std::string, std::size_t>& counts) {
  if (!value.is_structured()) return;
  for (const auto& [name, item] : value.items()) {
    if (!value.is_object() || (name != "extensions" && name != "extras")) {
      count_extensions(item, counts);
    } else if (name == "extensions" && item.is_object()) {
      for (const auto& [extension, body] : item.items()) ++counts[extension];
    }
  }
}

}  // namespace

json parse_json(std::string_view text) {
  constexpr std::size_t kMaxReason = 200;
  check_nesting(text);
  try {
    return json::parse(text);
  } catch (const json::exception& error) {
    refuse("malformed JSON: " + printable(without_prefix(error.what()), kMaxReason));
  }
}

json checked(const json& root) {
  const Checker checker(root);
  json out = json::object();
  for (const Section& section : sections()) {
    const auto path = json::json_pointer(std::string(section.path));
    if (root.contains(path)) out[path] = checker.section(root.at(path), section);
  }
  out.update(checker.object(root, root_shape(), Place{}));
  return out;
}

std::map<std::string, std::size_t> used_extensions(const json& root) {
  std::map<std::string, std::size_t> counts;
  count_extensions(root, counts);
  return counts;
}

}  // namespace engine::gltf
