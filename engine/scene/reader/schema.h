// SPDX-License-Identifier: MIT
// The shape of a glTF file's JSON. tinygltf drops what has the wrong type, takes numbers of objects for granted, and
// recurses as deep as a file nests; what has been through here is harmless to it.
#ifndef PHOTOPIC_ENGINE_SCENE_READER_SCHEMA_H
#define PHOTOPIC_ENGINE_SCENE_READER_SCHEMA_H

#include <limits>
#include <map>
#include <nlohmann/json.hpp>

#include "engine/scene/reader/common.h"

namespace engine::gltf {

enum class Kind {
  boolean,
  integer,  ///< 0 .. 2^31 - 1
  number,   ///< that a float can hold
  string,
  index,            ///< of an element of `target`
  numbers,          ///< an array of `length` of them
  indices,          ///< an array of them
  indices_by_name,  ///< an object of them
  name_lists,       ///< an array of such objects
  object,           ///< of `shape`
  objects,          ///< an array of them
};

struct Property {
  std::string_view name;
  Kind kind = Kind::object;
  bool is_required = false;
  std::size_t length = 0;                                       ///< numbers; 0: any
  std::string_view target = {};                                 ///< index, indices: Section::name
  std::span<const Property> shape = {};                         ///< object, objects
  std::span<const int> integers = {};                           ///< the only ones allowed; empty: all
  std::span<const std::string_view> words = {};                 ///< the only ones allowed; empty: all
  double minimum = -double{std::numeric_limits<float>::max()};  ///< number, numbers
};

/// An array of objects that others refer to by number.
struct Section {
  std::string_view name;      ///< "bufferViews"
  std::string_view singular;  ///< "bufferView"
  std::string_view path;      ///< JSON pointer
  std::span<const Property> shape;
  std::size_t max_count;  ///< each costs up to a thousand times as much memory as its text
};

std::span<const Section> sections();
std::span<const Property> root_shape();

/// Parses JSON; refuses what nests deeper than 256.
nlohmann::json parse_json(std::string_view text);

/// A copy with the properties of the shapes alone, each of its kind and in its range; refuses others by name. Integers
/// written as 1.0 become integers, numbers doubles.
nlohmann::json checked(const nlohmann::json& root);

/// How often each extension is used, outside of other extensions and of extras.
std::map<std::string, std::size_t> used_extensions(const nlohmann::json& root);

}  // namespace engine::gltf

#endif
