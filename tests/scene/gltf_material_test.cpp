// SPDX-License-Identifier: MIT
// Tests of materials, textures and samplers.
#include <numbers>

#include "scene/gltf_fixture.h"
#include "scene/texture_files.h"

namespace scene_test {
namespace {

using engine::TextureWrap;

class GltfMaterial : public GltfTest {
 protected:
  engine::Scene load_material(const json& material) { return load(with_material(material)); }

  // Textures 0 and 1 have images of their own.
  static Gltf with_material(const json& material) {
    Gltf gltf = one_triangle();
    for (const std::uint32_t side : {2u, 3u}) {
      gltf.add("images", {{"bufferView", gltf.add_view(make_png({.width = side, .height = side}))}});
      gltf.add("textures", {{"source", side - 2}});
    }
    gltf.add("materials", material);
    gltf.root["meshes"][0]["primitives"][0]["material"] = 0;
    return gltf;
  }
};

TEST_F(GltfMaterial, Defaults) {
  const engine::Scene scene = load_material(json::object());
  ASSERT_EQ(scene.materials.size(), 1u);
  const engine::Material& material = scene.materials[0];
  EXPECT_EQ(material.base_color, glm::vec4(1, 1, 1, 1));
  EXPECT_EQ(material.metallic, 1.0f);
  EXPECT_EQ(material.roughness, 1.0f);
  EXPECT_EQ(material.emissive_nits, glm::vec3(0, 0, 0));
  EXPECT_EQ(material.normal_scale, 1.0f);
  EXPECT_EQ(material.occlusion_strength, 1.0f);
  EXPECT_FALSE(material.alpha_cutoff.has_value());
  EXPECT_FALSE(material.is_double_sided);
  EXPECT_FALSE(material.base_color_texture || material.metallic_roughness_texture || material.normal_texture ||
               material.occlusion_texture || material.emissive_texture);
  EXPECT_TRUE(scene.images.empty()) << "no material uses one";
  EXPECT_TRUE(scene.warnings.empty());
}

TEST_F(GltfMaterial, EveryPropertyArrives) {
  const engine::Scene scene =
      load_material({{"name", "brass"},
                     {"pbrMetallicRoughness",
                      {{"baseColorFactor", {0.25, 0.5, 0.75, 0.125}},
                       {"metallicFactor", 0.5},
                       {"roughnessFactor", 0.25},
                       {"baseColorTexture", {{"index", 1}}},
                       {"metallicRoughnessTexture", {{"index", 0}}}}},
                     {"normalTexture", {{"index", 0}, {"scale", 0.5}, {"texCoord", 0}}},
                     {"occlusionTexture", {{"index", 1}, {"strength", 0.75}}},
                     {"emissiveTexture", {{"index", 1}}},
                     {"emissiveFactor", {1, 0.5, 0.25}},
                     {"alphaMode", "MASK"},
                     {"alphaCutoff", 0.75},
                     {"doubleSided", true},
                     {"extensions", {{"KHR_materials_emissive_strength", {{"emissiveStrength", 1000.5}}}}}});
  const engine::Material& material = scene.materials.at(0);
  EXPECT_EQ(material.name, "brass");
  EXPECT_EQ(material.base_color, glm::vec4(0.25f, 0.5f, 0.75f, 0.125f));
  EXPECT_EQ(material.metallic, 0.5f);
  EXPECT_EQ(material.roughness, 0.25f);
  EXPECT_EQ(material.normal_scale, 0.5f);
  EXPECT_EQ(material.occlusion_strength, 0.75f);
  EXPECT_EQ(material.emissive_nits, glm::vec3(1000.5f, 500.25f, 250.125f));
  EXPECT_EQ(material.alpha_cutoff, 0.75f);
  EXPECT_TRUE(material.is_double_sided);
  const auto side_of = [&](const std::optional<std::uint32_t>& texture) {
    return scene.images.at(scene.textures.at(texture.value()).image).width;
  };
  EXPECT_EQ(side_of(material.base_color_texture), 3u);
  EXPECT_EQ(side_of(material.metallic_roughness_texture), 2u);
  EXPECT_EQ(side_of(material.normal_texture), 2u);
  EXPECT_EQ(side_of(material.occlusion_texture), 3u);
  EXPECT_EQ(side_of(material.emissive_texture), 3u);
  EXPECT_EQ(scene.textures.size(), 2u);
  EXPECT_EQ(scene.images.size(), 2u);
}

TEST_F(GltfMaterial, WholeEmissiveStrength) {
  const engine::Scene scene =
      load_material({{"emissiveFactor", {1, 0, 0}},
                     {"extensions", {{"KHR_materials_emissive_strength", {{"emissiveStrength", 5'000'000'000}}}}}});
  EXPECT_EQ(scene.materials[0].emissive_nits, glm::vec3(5e9f, 0, 0));
}

TEST_F(GltfMaterial, TheMaskHasADefaultCutoff) {
  EXPECT_EQ(load_material({{"alphaMode", "MASK"}}).materials[0].alpha_cutoff, 0.5f);
  EXPECT_FALSE(load_material({{"alphaMode", "OPAQUE"}, {"alphaCutoff", 0.5}}).materials[0].alpha_cutoff.has_value());
}

TEST_F(GltfMaterial, Blend) {
  const engine::Scene scene = load_material({{"alphaMode", "BLEND"}});
  EXPECT_FALSE(scene.materials[0].alpha_cutoff.has_value());
  EXPECT_TRUE(scene.materials[0].is_blended);
  EXPECT_TRUE(scene.warnings.empty());
}

TEST_F(GltfMaterial, FactorsAreClampedWithAWarning) {
  const engine::Scene scene =
      load_material({{"pbrMetallicRoughness", {{"metallicFactor", 7}, {"roughnessFactor", -1}}}});
  EXPECT_EQ(scene.materials[0].metallic, 1.0f);
  EXPECT_EQ(scene.materials[0].roughness, 0.0f);
  EXPECT_EQ(only_warning(scene), "a material's factor outside 0..1 is clamped (2 times)");
}

TEST_F(GltfMaterial, Unlit) {
  const engine::Scene scene = load_material({{"extensions", {{"KHR_materials_unlit", json::object()}}}});
  EXPECT_TRUE(scene.materials[0].is_unlit);
  EXPECT_TRUE(scene.warnings.empty()) << ::testing::PrintToString(scene.warnings);
  EXPECT_FALSE(load_material(json::object()).materials[0].is_unlit);
}

/// Coordinates of any set, transformed: scaled, turned counterclockwise as seen, and moved.
TEST_F(GltfMaterial, TextureCoordinatesOfAMaterial) {
  const json transform = {
      {"offset", {0.5, 0.25}}, {"rotation", std::numbers::pi / 2}, {"scale", {2, 3}}, {"texCoord", 1}};
  Gltf gltf =
      with_material({{"emissiveTexture", {{"index", 0}, {"extensions", {{"KHR_texture_transform", transform}}}}},
                     {"occlusionTexture", {{"index", 0}}}});
  json& attributes = gltf.root["meshes"][0]["primitives"][0]["attributes"];
  attributes["TEXCOORD_1"] = gltf.add_accessor<float>("VEC2", {0, 0, 1, 0, 0, 1});
  gltf.root["meshes"][0]["primitives"][0]["material"] = 0;
  const engine::Scene scene = load(gltf);
  // The material's first texture, in the order of the reader, is on the first coordinates.
  EXPECT_TRUE(scene.materials[0].occlusion_texture.has_value());
  EXPECT_TRUE(scene.materials[0].emissive_texture.has_value());
  EXPECT_EQ(scene.materials[0].on_second, 1 << 4);
  EXPECT_TRUE(scene.warnings.empty()) << ::testing::PrintToString(scene.warnings);
  EXPECT_EQ(scene.primitives[0].vertices[1].texture_coordinate, glm::vec2(0, 0));  // there is no TEXCOORD_0
  EXPECT_LT(glm::distance(scene.primitives[0].vertices[1].second_coordinate, glm::vec2(0.5f, -1.75f)), 1e-6f);
  // A third one has no room.
  Gltf third = gltf;
  third.root["materials"][0]["normalTexture"] = {{"index", 0}, {"texCoord", 1}};
  const engine::Scene crowded = load(third);
  EXPECT_TRUE(crowded.materials[0].normal_texture.has_value());
  EXPECT_FALSE(crowded.materials[0].emissive_texture.has_value());
  EXPECT_EQ(only_warning(crowded), "textures on a third set of coordinates of a material are left out");
  gltf.root["materials"][0].erase("occlusionTexture");
  const engine::Scene transformed = load(gltf);
  EXPECT_TRUE(transformed.warnings.empty());
  const auto& vertices = transformed.primitives.at(0).vertices;
  const glm::vec2 expected[] = {{0.5f, 0.25f}, {0.5f, -1.75f}, {3.5f, 0.25f}};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(vertices[i].texture_coordinate.x, expected[i].x, 1e-6f) << i;
    EXPECT_NEAR(vertices[i].texture_coordinate.y, expected[i].y, 1e-6f) << i;
  }
}

TEST_F(GltfMaterial, ATextureWithoutImageIsLeftOutWithAWarning) {
  Gltf gltf = with_material({{"emissiveTexture", {{"index", 0}}}, {"normalTexture", {{"index", 0}}}});
  gltf.root["textures"][0] = {{"extensions", {{"EXT_texture_webp", {{"source", 0}}}}}};
  const engine::Scene scene = load(gltf);
  EXPECT_FALSE(scene.materials[0].emissive_texture.has_value());
  EXPECT_EQ(only_warning(scene),
            "texture 0 is left out: it needs the extension \"EXT_texture_webp\", which is not supported");
  gltf.root["textures"][0] = json::object();
  EXPECT_EQ(only_warning(load(gltf)), "texture 0 is left out: it has no image");
}

/// Declared or not, and required or not: the rest can be drawn.
TEST_F(GltfMaterial, Ktx2TexturesAreLeftOutByName) {
  const Bytes ktx2 = {0xab, 'K', 'T', 'X', ' ', '2', '0', 0xbb, 13, 10, 26, 10};
  Gltf gltf = with_material({{"emissiveTexture", {{"index", 0}}}, {"normalTexture", {{"index", 1}}}});
  gltf.root["images"][0] = {{"bufferView", gltf.add_view(ktx2)}};
  const json declared = {{"KHR_texture_basisu", {{"source", 0}}}};
  for (const json& texture : {json{{"source", 0}}, json{{"extensions", declared}}}) {
    gltf.root["textures"][0] = texture;
    for (const json& required : {json::array(), json::array({"KHR_texture_basisu"})}) {
      gltf.root["extensionsRequired"] = required;
      const engine::Scene scene = load(gltf);
      EXPECT_FALSE(scene.materials[0].emissive_texture.has_value());
      EXPECT_TRUE(scene.materials[0].normal_texture.has_value());
      EXPECT_EQ(scene.images.size(), 1u);
      EXPECT_EQ(only_warning(scene),
                "texture 0 is left out: it needs the extension \"KHR_texture_basisu\", which is not supported");
    }
  }
  gltf.root["textures"][0] = {{"source", 1}, {"extensions", declared}};
  const engine::Scene scene = load(gltf);
  EXPECT_TRUE(scene.materials[0].emissive_texture.has_value());
  EXPECT_TRUE(scene.warnings.empty()) << "it has another image";
}

TEST_F(GltfMaterial, SamplersAndTheirDefaults) {
  Gltf gltf = with_material({{"emissiveTexture", {{"index", 0}}}, {"normalTexture", {{"index", 1}}}});
  gltf.add("samplers", {{"magFilter", 9728}, {"minFilter", 9729}, {"wrapS", 33071}, {"wrapT", 33648}});
  gltf.root["textures"][0]["sampler"] = 0;
  engine::Scene scene = load(gltf);
  const engine::Texture set = scene.textures.at(scene.materials[0].emissive_texture.value());
  EXPECT_EQ(set.wrap_u, TextureWrap::clamp_to_edge);
  EXPECT_EQ(set.wrap_v, TextureWrap::mirrored_repeat);
  EXPECT_TRUE(set.is_nearest);
  const engine::Texture unset = scene.textures.at(scene.materials[0].normal_texture.value());
  EXPECT_EQ(unset.wrap_u, TextureWrap::repeat);
  EXPECT_EQ(unset.wrap_v, TextureWrap::repeat);
  EXPECT_FALSE(unset.is_nearest);
  gltf.root["samplers"][0] = {{"magFilter", 9729}, {"wrapS", 10497}};
  scene = load(gltf);
  EXPECT_FALSE(scene.textures.at(scene.materials[0].emissive_texture.value()).is_nearest);
}

TEST_F(GltfMaterial, OneImageInTwoTexturesIsReadOnce) {
  Gltf gltf = with_material({{"emissiveTexture", {{"index", 0}}}, {"normalTexture", {{"index", 1}}}});
  gltf.root["textures"][1]["source"] = 0;
  const engine::Scene scene = load(gltf);
  EXPECT_EQ(scene.textures.size(), 2u);
  EXPECT_EQ(scene.images.size(), 1u);
}

TEST_F(GltfMaterial, ImagesThatNoMaterialUsesArentRead) {
  Gltf gltf = with_material(json::object());
  gltf.root["images"][0] = {{"uri", "missing.webp"}};
  EXPECT_TRUE(load(gltf).images.empty());
}

TEST_F(GltfMaterial, AMissingImageIsAMagentaChecker) {
  const auto at = [](int index) { return json{{"index", index}}; };
  Gltf gltf =
      with_material({{"pbrMetallicRoughness", {{"baseColorTexture", at(0)}, {"metallicRoughnessTexture", at(1)}}},
                     {"normalTexture", at(0)},
                     {"occlusionTexture", at(1)},
                     {"emissiveTexture", at(0)}});
  gltf.root["images"][0] = {{"uri", "no such.png"}};
  const engine::Scene scene = load(gltf);
  ASSERT_EQ(scene.images.size(), 2u);
  const engine::Material& material = scene.materials.at(0);
  const engine::Texture& shown = scene.textures.at(material.base_color_texture.value());
  EXPECT_EQ(material.emissive_texture, material.base_color_texture);
  EXPECT_EQ(material.normal_texture, std::nullopt);
  EXPECT_TRUE(material.metallic_roughness_texture.has_value());
  EXPECT_TRUE(material.occlusion_texture.has_value());
  EXPECT_TRUE(shown.is_nearest);
  const engine::TextureImage& image = scene.images.at(shown.image);
  const auto texel = [&](std::size_t x, std::size_t y) {
    const auto first = image.rgba.begin() + std::ptrdiff_t(4 * (y * image.width + x));
    return std::vector<int>(first, first + 4);
  };
  EXPECT_EQ(texel(0, 0), (std::vector<int>{255, 0, 255, 255}));
  EXPECT_EQ(texel(1, 0), (std::vector<int>{0, 0, 0, 255}));
  EXPECT_EQ(texel(1, 1), texel(0, 0));
  EXPECT_EQ(scene.warnings, (std::vector<std::string>{
                                "image 0: \"no such.png\": no such file; colour shows a magenta checker, what else "
                                "it is for is left out"}));
  // Several share one checker, and each has its line.
  gltf.root["images"][1] = {{"uri", "none.jpg"}};
  EXPECT_EQ(load(gltf).images.size(), 1u);
  EXPECT_EQ(load(gltf).warnings.size(), 2u);
  // Other damage is refused.
  gltf.root["images"][1] = {{"uri", "../none.jpg"}};
  EXPECT_EQ(reason_of(gltf), "material 0: image 1: \"../none.jpg\" is not a file in the scene's folder");
}

TEST_F(GltfMaterial, APrimitiveWithoutMaterialGetsTheDefault) {
  Gltf gltf = with_material({{"name", "other"}});
  gltf.root["meshes"][0]["primitives"][0].erase("material");
  const engine::Scene scene = load(gltf);
  ASSERT_EQ(scene.materials.size(), 2u);
  EXPECT_EQ(scene.primitives[0].material, 1u);
  EXPECT_EQ(scene.materials[1].roughness, 1.0f);
}

TEST_F(GltfMaterial, MalformedOnesAreRefused) {
  const auto reason = [&](const json& material) { return reason_of(with_material(material)); };
  EXPECT_EQ(reason({{"alphaMode", "GLOW"}}), "material 0: alphaMode can't be \"GLOW\"");
  EXPECT_EQ(reason({{"emissiveFactor", {1, 1, -1}}}), "material 0: emissiveFactor[2] is out of range");
  EXPECT_EQ(reason({{"emissiveTexture", json::object()}}), "material 0: emissiveTexture.index is missing");
  EXPECT_EQ(reason({{"emissiveTexture", {{"index", 2}}}}),
            "material 0: emissiveTexture.index is 2, but the count of textures is 2");
  EXPECT_EQ(reason({{"emissiveFactor", {1, 1, 1e38}},
                    {"extensions", {{"KHR_materials_emissive_strength", {{"emissiveStrength", 1e38}}}}}}),
            "material 0: emissiveStrength is out of range");
  EXPECT_EQ(reason({{"doubleSided", 1}}), "material 0: doubleSided must be true or false");
}

}  // namespace
}  // namespace scene_test
