// SPDX-License-Identifier: MIT
// Bytes from files and URIs, the folder rule, and the GLB container.
#ifndef PHOTOPIC_ENGINE_SCENE_READER_RESOURCES_H
#define PHOTOPIC_ENGINE_SCENE_READER_RESOURCES_H

#include <filesystem>
#include <optional>

#include "engine/scene/reader/common.h"

namespace engine::gltf {

/// A whole regular file that isn't empty. Refuses others with the system's reason.
ByteVector read_file(const std::filesystem::path& file);

/// What the URIs of a scene file stand for: base64 data, and files in its folder or below, links followed.
class Resources {
 public:
  explicit Resources(const std::filesystem::path& scene_file);
  /// `size_bytes`: so many from the start, refused if there are fewer; else all.
  ByteVector read(const std::string& uri, std::optional<std::size_t> size_bytes = std::nullopt);
  /// Whether a URI names a file that isn't there. Refuses what read() refuses about the name.
  bool is_missing(const std::string& uri) const;
  /// The file of a URI, if that is one that read() would open.
  std::optional<std::filesystem::path> find(const std::string& uri) const;

 private:
  std::filesystem::path named(const std::string& uri) const;
  std::filesystem::path resolve(const std::string& uri) const;

  std::filesystem::path folder_;
  std::uint64_t left_bytes_;
};

struct Container {
  std::string_view json;
  std::optional<Bytes> binary;  ///< the BIN chunk
};

/// Looks into `file`, which must outlive the result: a GLB's chunks, or a text as it is.
Container open_container(Bytes file);

}  // namespace engine::gltf

#endif
