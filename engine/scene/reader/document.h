// SPDX-License-Identifier: MIT
// A glTF file, read and checked as far as its JSON goes: numbers of objects are in range, buffer views in their
// buffers.
#ifndef PHOTOPIC_ENGINE_SCENE_READER_DOCUMENT_H
#define PHOTOPIC_ENGINE_SCENE_READER_DOCUMENT_H

#include <tiny_gltf.h>

#include <filesystem>
#include <glm/vec2.hpp>

#include "engine/scene/reader/resources.h"

namespace engine::gltf {

/// Where textures of a material lie: a set of coordinates, and what becomes of them (KHR_texture_transform).
struct TextureCoordinates {
  int set = 0;  ///< TEXCOORD_n
  glm::vec2 offset = {0, 0};
  float rotation_rad = 0.0f;  ///< of the coordinates, counterclockwise in a picture whose v points down
  glm::vec2 scale = {1, 1};

  bool operator==(const TextureCoordinates&) const = default;
  glm::vec2 operator()(const glm::vec2& uv) const;
};

struct Document {
  explicit Document(const std::filesystem::path& file);
  Document(const Document&) = delete;
  Document& operator=(const Document&) = delete;

  Bytes view_bytes(int buffer_view) const;

  ByteVector file_bytes;
  Resources resources;
  tinygltf::Model model;                  ///< without the contents of images
  std::vector<Bytes> buffers;             ///< in file_bytes or in model.buffers
  Budget budget = Budget(0, 0);           ///< of meshes
  Budget instance_budget = Budget(0, 0);  ///< of what is made of them for each instance
  Warnings warnings;
  std::vector<std::vector<TextureCoordinates>> coordinates;  ///< by material, one or two, once materials are loaded
};

/// The files of its buffers and images that are there. Refuses what is no JSON.
std::vector<std::filesystem::path> named_files(const std::filesystem::path& file);

/// The value of a number in an extension, or `otherwise`.
double extension_number(const tinygltf::ExtensionMap& extensions, const std::string& extension, const std::string& name,
                        double otherwise);

}  // namespace engine::gltf

#endif
