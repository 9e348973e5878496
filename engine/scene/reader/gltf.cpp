// SPDX-License-Identifier: MIT
// Reading of a glTF file as a scene.
#include "engine/scene/reader/gltf.h"

#include <algorithm>
#include <new>

#include "engine/device/vk.h"
#include "engine/scene/reader.h"
#include "engine/scene/reader/nodes.h"
#include "engine/scene/reader/material.h"

namespace engine {
namespace {

std::string scene_name(const tinygltf::Model& model, const std::filesystem::path& file) {
  const auto index = static_cast<std::size_t>(std::max(model.defaultScene, 0));
  const std::string name = model.scenes.empty() ? "" : gltf::printable(model.scenes[index].name);
  return name.empty() ? file.stem().string() : name;
}

Scene load(const std::filesystem::path& file, const DecodeImage& decode_image) {
  gltf::Document document(file);
  Scene scene;
  scene.name = scene_name(document.model, file);
  gltf::load_materials(document, decode_image, scene);
  gltf::load_nodes(document, scene);
  scene.warnings = document.warnings.lines();
  return scene;
}

std::string one_line(const std::filesystem::path& file, const std::string& reason) {
  return gltf::printable(file.string() + ": " + reason, std::string::npos);
}

}  // namespace

Scene load_gltf(const std::filesystem::path& file, const DecodeImage& decode_image) {
  try {
    return load(file, decode_image);
  } catch (const std::bad_alloc&) {
    throw Error(one_line(file, "out of memory"));
  } catch (const std::exception& error) {
    throw Error(one_line(file, error.what()));
  }
}

std::vector<std::filesystem::path> gltf_files(const std::filesystem::path& file) {
  std::vector<std::filesystem::path> files = {file};
  try {
    const std::vector<std::filesystem::path> named = gltf::named_files(file);
    files.insert(files.end(), named.begin(), named.end());
  } catch (const std::exception&) {
    // Loading it fails, too.
  }
  return files;
}

}  // namespace engine
