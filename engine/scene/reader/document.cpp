// SPDX-License-Identifier: MIT
// Reading of a glTF file's JSON, and checks of its references.
#include "engine/scene/reader/document.h"

#include <cmath>
#include <set>

#include "engine/scene/reader/schema.h"

namespace engine::gltf {
namespace {

using nlohmann::json;

const std::set<std::string> kShownExtensions = {"KHR_lights_punctual", "KHR_materials_emissive_strength",
                                                "KHR_materials_unlit", "KHR_mesh_quantization",
                                                "KHR_texture_transform"};
// Images of other formats: a texture that has none else is left out, with a warning of its own.
const std::set<std::string> kImageExtensions = {"KHR_texture_basisu", "EXT_texture_avif", "EXT_texture_webp",
                                                "MSFT_texture_dds"};
void check_version(const json& root) {
  if (!root.is_object()) refuse("not a glTF file: its JSON isn't an object");
  const auto asset = root.find("asset");
  if (asset == root.end() || !asset->is_object()) refuse("not a glTF file: asset is missing");
  const auto found = asset->find("version");
  if (found == asset->end() || !found->is_string()) refuse("not a glTF 2.0 file: asset.version must be a string");
  const std::string version = *found;
  const bool is_2 = version == "2" || version.starts_with("2.");
  if (!is_2) refuse("glTF " + printable(version) + " is not supported, only 2.0");
  const json minimum = asset->value("minVersion", json("2.0"));
  if (minimum != "2.0") refuse("needs glTF " + printable(minimum.dump()) + ", only 2.0 is supported");
}

// The scene can still be told without those of materials, even where they are required.
bool can_be_drawn_without(const std::string& name) {
  return kImageExtensions.contains(name) || name.starts_with("KHR_materials_");
}

[[noreturn]] void refuse_extension(const std::string& name) { refuse(needs_extension(name)); }

void check_extensions(const json& root, Warnings& warnings) {
  for (const json& name : root.value("extensionsRequired", json::array())) {
    if (!name.is_string()) refuse("extensionsRequired must be an array of strings");
    if (kShownExtensions.contains(name) || can_be_drawn_without(name)) continue;
    refuse_extension(name.get<std::string>());
  }
  for (const auto& [name, count] : used_extensions(root)) {
    if (kShownExtensions.contains(name) || kImageExtensions.contains(name)) continue;
    warnings.add(printable(name) + " is ignored", count);
  }
}

/// What is compressed in ways that aren't read, where the file doesn't say that it needs them. `root` passes checked().
void check_compression(const json& root) {
  const json accessors = root.value("accessors", json::array());
  for (const json& mesh : root.value("meshes", json::array())) {
    for (const json& primitive : mesh.at("primitives")) {
      const auto extensions = primitive.find("extensions");
      if (extensions == primitive.end() || !extensions->contains("KHR_draco_mesh_compression")) continue;
      for (const json& accessor : primitive.at("attributes")) {
        const bool is_whole = accessors.at(accessor.get<std::size_t>()).contains("bufferView");
        if (!is_whole) refuse_extension("KHR_draco_mesh_compression");
      }
    }
  }
  for (const json& buffer : root.value("buffers", json::array())) {
    const auto extensions = buffer.find("extensions");
    if (extensions == buffer.end() || buffer.contains("uri")) continue;
    if (extensions->contains("EXT_meshopt_compression")) refuse_extension("EXT_meshopt_compression");
  }
}

void read_buffers(const json& buffers, std::optional<Bytes> binary, Document& document) {
  document.model.buffers.reserve(buffers.size());
  for (std::size_t i = 0; i < buffers.size(); ++i) {
    const auto size_bytes = buffers[i].at("byteLength").get<std::size_t>();
    tinygltf::Buffer& buffer = document.model.buffers.emplace_back();
    within(numbered("buffer", i), [&] {
      const std::string uri = buffers[i].value("uri", "");
      if (!uri.empty()) {
        buffer.data = document.resources.read(uri, size_bytes);
        return document.buffers.push_back(buffer.data);
      }
      if (i != 0 || !binary) refuse("has neither a URI nor a chunk of a GLB file");
      if (size_bytes > binary->size()) {
        refuse(std::to_string(size_bytes) + " bytes are asked for, the GLB file's chunk has " +
               std::to_string(binary->size()));
      }
      document.buffers.push_back(binary->first(size_bytes));
    });
  }
}

void read_images(const json& images, Document& document) {
  for (std::size_t i = 0; i < images.size(); ++i) {
    tinygltf::Image& image = document.model.images.emplace_back();
    image.uri = images[i].value("uri", "");
    image.bufferView = images[i].value("bufferView", -1);
    if (image.uri.empty() == (image.bufferView < 0)) {
      refuse(numbered("image", i) + ": must have either a uri or a bufferView");
    }
  }
}

void check_buffer_views(const Document& document) {
  for (std::size_t i = 0; i < document.model.bufferViews.size(); ++i) {
    const tinygltf::BufferView& view = document.model.bufferViews[i];
    const std::size_t size_bytes = document.buffers[static_cast<std::size_t>(view.buffer)].size();
    if (view.byteOffset + view.byteLength > size_bytes) {
      refuse(numbered("bufferView", i) + ": ends at byte " + std::to_string(view.byteOffset + view.byteLength) +
             ", but buffer " + std::to_string(view.buffer) + " has " + std::to_string(size_bytes));
    }
  }
}

const json& list(const json& root, const char* path) {
  static const json kNothing = json::array();
  const json::json_pointer pointer(path);
  return root.contains(pointer) ? root.at(pointer) : kNothing;
}

// Its messages don't number what they are about, so what they would say is said here.
void check_for_tinygltf(const json& root) {
  const json& views = list(root, "/bufferViews");
  for (std::size_t i = 0; i < views.size(); ++i) {
    const int stride = views[i].value("byteStride", 0);
    if (stride % 4 == 0 && stride <= 252) continue;
    refuse(numbered("bufferView", i) + ": byteStride must be a multiple of 4 up to 252, not " + std::to_string(stride));
  }
  const json& cameras = list(root, "/cameras");
  for (std::size_t i = 0; i < cameras.size(); ++i) {
    const std::string type = cameras[i].at("type");
    if (!cameras[i].contains(type)) refuse(numbered("camera", i) + ": " + type + " is missing");
  }
  const json& lights = list(root, "/extensions/KHR_lights_punctual/lights");
  for (std::size_t i = 0; i < lights.size(); ++i) {
    const bool needs_spot = lights[i].at("type") == "spot";
    if (needs_spot && !lights[i].contains("spot")) refuse(numbered("light", i) + ": spot is missing");
  }
}

// It gets neither buffers nor images, and so touches no file.
void parse(const json& root, tinygltf::Model& model) {
  check_for_tinygltf(root);
  constexpr std::size_t kMaxReason = 200;
  const std::string text = root.dump();
  tinygltf::TinyGLTF loader;
  std::string error;
  std::string warning;
  if (!loader.LoadASCIIFromString(&model, &error, &warning, text.data(), static_cast<unsigned>(text.size()), "")) {
    refuse(printable(error, kMaxReason));
  }
}

json without(json& root, const char* name) {
  json taken = root.value(name, json::array());
  root.erase(name);
  return taken;
}

}  // namespace

glm::vec2 TextureCoordinates::operator()(const glm::vec2& uv) const {
  const glm::vec2 scaled = scale * uv;
  const float c = std::cos(rotation_rad), s = std::sin(rotation_rad);
  return offset + glm::vec2(c * scaled.x + s * scaled.y, c * scaled.y - s * scaled.x);
}

Document::Document(const std::filesystem::path& file) : file_bytes(read_file(file)), resources(file) {
  const Container container = open_container(file_bytes);
  const json raw = parse_json(container.json);
  check_version(raw);
  check_extensions(raw, warnings);
  json root = checked(raw);
  check_compression(raw);
  const json buffer_list = without(root, "buffers");
  const json image_list = without(root, "images");
  parse(root, model);
  read_buffers(buffer_list, container.binary, *this);
  read_images(image_list, *this);
  check_buffer_views(*this);
  std::uint64_t buffer_bytes = 0;
  for (const Bytes buffer : buffers) buffer_bytes += buffer.size();
  budget = Budget(Budget::kMeshes, buffer_bytes);
  instance_budget = Budget(Budget::kInstances, buffer_bytes);
}

std::vector<std::filesystem::path> named_files(const std::filesystem::path& file) {
  const ByteVector bytes = read_file(file);
  const json root = parse_json(open_container(bytes).json);
  const Resources resources(file);
  std::vector<std::filesystem::path> files;
  for (const char* path : {"/buffers", "/images"}) {
    for (const json& named : list(root, path)) {
      if (!named.is_object() || !named.contains("uri") || !named["uri"].is_string()) continue;
      if (auto found = resources.find(named["uri"])) files.push_back(std::move(*found));
    }
  }
  return files;
}

Bytes Document::view_bytes(int buffer_view) const {
  const tinygltf::BufferView& view = model.bufferViews[static_cast<std::size_t>(buffer_view)];
  return buffers[static_cast<std::size_t>(view.buffer)].subspan(view.byteOffset, view.byteLength);
}

double extension_number(const tinygltf::ExtensionMap& extensions, const std::string& extension, const std::string& name,
                        double otherwise) {
  const auto found = extensions.find(extension);
  if (found == extensions.end() || !found->second.Has(name)) return otherwise;
  return found->second.Get(name).GetNumberAsDouble();
}

}  // namespace engine::gltf
