// SPDX-License-Identifier: MIT
// Reading of glTF materials and textures.
#include "engine/scene/reader/material.h"

#include <algorithm>
#include <array>
#include <map>

namespace engine::gltf {
namespace {

constexpr std::uint64_t kMaxTexels = std::uint64_t{1} << 28;  // of all images

TextureWrap wrap_of(int wrap) {
  if (wrap == TINYGLTF_TEXTURE_WRAP_CLAMP_TO_EDGE) return TextureWrap::clamp_to_edge;
  if (wrap == TINYGLTF_TEXTURE_WRAP_MIRRORED_REPEAT) return TextureWrap::mirrored_repeat;
  return TextureWrap::repeat;
}

class MaterialLoader {
 public:
  MaterialLoader(Document& document, const DecodeImage& decode_image, Scene& scene)
      : document_(document), decode_image_(decode_image), scene_(scene) {}

  Material load(const tinygltf::Material& source) {
    const tinygltf::PbrMetallicRoughness& pbr = source.pbrMetallicRoughness;
    coordinates_.clear();
    Material material;
    material.name = printable(source.name);
    for (int i = 0; i < 4; ++i)
      material.base_color[i] = in_unit_range(pbr.baseColorFactor[static_cast<std::size_t>(i)]);
    material.metallic = in_unit_range(pbr.metallicFactor);
    material.roughness = in_unit_range(pbr.roughnessFactor);
    material.emissive_nits = emissive_nits(source);
    material.normal_scale = static_cast<float>(source.normalTexture.scale);
    material.occlusion_strength = in_unit_range(source.occlusionTexture.strength);
    material.alpha_cutoff = alpha_cutoff(source);
    material.is_blended = source.alphaMode == "BLEND";
    material.is_double_sided = source.doubleSided;
    material.is_unlit = source.extensions.contains("KHR_materials_unlit");
    std::uint8_t& second = material.on_second;
    material.base_color_texture = texture(pbr.baseColorTexture, Use::color, 1 << 0, second);  // on the first always
    material.metallic_roughness_texture = texture(pbr.metallicRoughnessTexture, Use::data, 1 << 1, second);
    material.normal_texture = texture(source.normalTexture, Use::data, 1 << 2, second);
    material.occlusion_texture = texture(source.occlusionTexture, Use::data, 1 << 3, second);
    material.emissive_texture = texture(source.emissiveTexture, Use::color, 1 << 4, second);
    if (coordinates_.empty()) coordinates_.emplace_back();
    document_.coordinates.push_back(coordinates_);
    return material;
  }

 private:
  enum class Use { color, data };

  static glm::vec2 pair(const tinygltf::Value& transform, const char* name, const glm::vec2& otherwise) {
    if (!transform.Has(name)) return otherwise;
    const tinygltf::Value& numbers = transform.Get(name);
    return {float(numbers.Get(0).GetNumberAsDouble()), float(numbers.Get(1).GetNumberAsDouble())};
  }

  template <typename TextureInfo>
  static TextureCoordinates coordinates_of(const TextureInfo& info) {
    TextureCoordinates coordinates = {.set = info.texCoord};
    const auto found = info.extensions.find("KHR_texture_transform");
    if (found == info.extensions.end()) return coordinates;
    const tinygltf::Value& transform = found->second;
    coordinates.offset = pair(transform, "offset", {0, 0});
    coordinates.scale = pair(transform, "scale", {1, 1});
    if (transform.Has("rotation")) {
      coordinates.rotation_rad = float(transform.Get("rotation").GetNumberAsDouble());
    }
    if (transform.Has("texCoord")) coordinates.set = transform.Get("texCoord").GetNumberAsInt();
    return coordinates;
  }

  float in_unit_range(double value) {
    if (!(value >= 0 && value <= 1)) document_.warnings.add("a material's factor outside 0..1 is clamped");
    return static_cast<float>(std::clamp(value, 0.0, 1.0));
  }

  static glm::vec3 emissive_nits(const tinygltf::Material& source) {
    const double strength =
        extension_number(source.extensions, "KHR_materials_emissive_strength", "emissiveStrength", 1.0);
    glm::vec3 nits;
    for (int i = 0; i < 3; ++i) {
      const double value = source.emissiveFactor[static_cast<std::size_t>(i)] * strength;
      if (!(value <= double{std::numeric_limits<float>::max()})) refuse("emissiveStrength is out of range");
      nits[i] = static_cast<float>(value);
    }
    return nits;
  }

  static std::optional<float> alpha_cutoff(const tinygltf::Material& source) {
    if (source.alphaMode != "MASK") return std::nullopt;
    return static_cast<float>(source.alphaCutoff);
  }

  template <typename TextureInfo>
  std::optional<std::uint32_t> texture(const TextureInfo& info, Use use, int bit, std::uint8_t& on_second) {
    if (info.index < 0) return std::nullopt;
    // They are worked out for vertices: a material has two sets.
    const TextureCoordinates coordinates = coordinates_of(info);
    const auto place = std::find(coordinates_.begin(), coordinates_.end(), coordinates);
    if (place == coordinates_.end() && coordinates_.size() == 2) {
      document_.warnings.add("textures on a third set of coordinates of a material are left out");
      return std::nullopt;
    }
    if (place - coordinates_.begin() == 1) on_second = static_cast<std::uint8_t>(on_second | bit);
    if (place == coordinates_.end()) coordinates_.push_back(coordinates);
    const auto [entry, is_new] = textures_.try_emplace(info.index);
    if (is_new) entry->second = load_texture(info.index);
    const bool is_checker = entry->second && scene_.textures[*entry->second].image == checker_;
    return is_checker && use == Use::data ? std::nullopt : entry->second;
  }

  std::optional<std::uint32_t> load_texture(int index) {
    const tinygltf::Texture& source = document_.model.textures[static_cast<std::size_t>(index)];
    const auto left_out = [&](const std::string& reason) {
      document_.warnings.add(numbered("texture", static_cast<std::size_t>(index)) + " is left out: it " + reason);
      return std::nullopt;
    };
    if (source.source < 0) {
      return left_out(source.extensions.empty() ? "has no image" : needs_extension(source.extensions.begin()->first));
    }
    const std::optional<std::uint32_t> its_image = image(source.source);
    if (!its_image) return left_out(needs_extension("KHR_texture_basisu"));
    Texture texture;
    texture.image = *its_image;
    if (its_image == checker_) {
      texture.is_nearest = true;
    } else if (source.sampler >= 0) {
      const tinygltf::Sampler& sampler = document_.model.samplers[static_cast<std::size_t>(source.sampler)];
      texture.wrap_u = wrap_of(sampler.wrapS);
      texture.wrap_v = wrap_of(sampler.wrapT);
      texture.is_nearest = sampler.magFilter == TINYGLTF_TEXTURE_FILTER_NEAREST;
    }
    scene_.textures.push_back(texture);
    return static_cast<std::uint32_t>(scene_.textures.size() - 1);
  }

  /// Nothing for one that is KTX2, which some files name without the extension.
  std::optional<std::uint32_t> image(int index) {
    const auto [entry, is_new] = images_.try_emplace(index);
    if (!is_new) return entry->second;
    const tinygltf::Image& source = document_.model.images[static_cast<std::size_t>(index)];
    if (source.bufferView < 0 && is_missing(source, index)) {
      entry->second = checker();
    } else if (auto image = load_image(source, index)) {
      entry->second = static_cast<std::uint32_t>(scene_.images.size());
      scene_.images.push_back(std::move(*image));
    }
    return entry->second;
  }

  /// Adds a warning if it is.
  bool is_missing(const tinygltf::Image& source, int index) {
    const std::string name = numbered("image", static_cast<std::size_t>(index));
    if (!within(name, [&] { return document_.resources.is_missing(source.uri); })) return false;
    document_.warnings.add(name + ": " + in_quotes(source.uri) +
                           ": no such file; colour shows a magenta checker, what else it is for is left out");
    return true;
  }

  /// The image that stands for all that are missing.
  std::uint32_t checker() {
    if (checker_) return *checker_;
    constexpr std::uint32_t kSide = 8;
    TextureImage image = {kSide, kSide, {}};
    for (std::uint32_t i = 0; i < kSide * kSide; ++i) {
      const std::uint8_t light = (i / kSide + i) % 2 == 0 ? 255 : 0;
      image.rgba.insert(image.rgba.end(), {light, 0, light, 255});
    }
    checker_ = static_cast<std::uint32_t>(scene_.images.size());
    scene_.images.push_back(std::move(image));
    return *checker_;
  }

  std::optional<TextureImage> load_image(const tinygltf::Image& source, int index) {
    const std::string name = numbered("image", static_cast<std::size_t>(index));
    if (source.bufferView >= 0) return decoded(document_.view_bytes(source.bufferView), name);
    const ByteVector file = within(name, [&] { return document_.resources.read(source.uri); });
    return decoded(file, source.uri.starts_with("data:") ? name : name + ": " + in_quotes(source.uri));
  }

  std::optional<TextureImage> decoded(Bytes file, const std::string& name) {
    constexpr std::array<std::uint8_t, 8> kKtx2 = {0xab, 'K', 'T', 'X', ' ', '2', '0', 0xbb};
    if (file.size() >= kKtx2.size() && std::equal(kKtx2.begin(), kKtx2.end(), file.begin())) {
      return std::nullopt;
    }
    TextureImage image;
    try {
      image = decode_image_(file, name);
    } catch (const std::runtime_error& error) {
      refuse(error.what());
    }
    const std::uint64_t texels = std::uint64_t{image.width} * image.height;
    if (texels > left_texels_) {
      refuse(name + ": too large: the limit is " + std::to_string(kMaxTexels) + " texels in all images");
    }
    left_texels_ -= texels;
    return image;
  }

  Document& document_;
  const DecodeImage& decode_image_;
  Scene& scene_;
  std::map<int, std::optional<std::uint32_t>> textures_;  ///< of the scene, by number in the file
  std::map<int, std::optional<std::uint32_t>> images_;    ///< likewise
  std::optional<std::uint32_t> checker_;                  ///< of the scene's images
  std::uint64_t left_texels_ = kMaxTexels;
  std::vector<TextureCoordinates> coordinates_;  ///< of the material that is loaded
};

}  // namespace

void load_materials(Document& document, const DecodeImage& decode_image, Scene& scene) {
  MaterialLoader loader(document, decode_image, scene);
  for (std::size_t i = 0; i < document.model.materials.size(); ++i) {
    const tinygltf::Material& source = document.model.materials[i];
    scene.materials.push_back(within(numbered("material", i), [&] { return loader.load(source); }));
  }
}

}  // namespace engine::gltf
