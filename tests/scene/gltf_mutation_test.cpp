// SPDX-License-Identifier: MIT
// Tests of files with random damage: they are loaded or refused, nothing else.
#include <cstdlib>
#include <random>

#include "engine/device/vk.h"
#include "engine/scene/movement.h"
#include "scene/gltf_fixture.h"
#include "scene/texture_files.h"
#include "unit/sampling.h"

namespace scene_test {
namespace {

class GltfDamage : public GltfTest {
 protected:
  // The fixed seed makes the same files everywhere; PHOTOPIC_GLTF_MUTATIONS raises the count for a long hunt.
  static int rounds() {
    const char* wanted = std::getenv("PHOTOPIC_GLTF_MUTATIONS");
    return wanted != nullptr ? std::stoi(wanted) : sampling::full_wanted() ? 1500 : 400;
  }

  // True when the file loads. Anything but engine::Error fails the test.
  bool loads(const Bytes& bytes) {
    const auto file = folder_ / "damaged";
    test_files::write_file(file, bytes);
    try {
      check(load_file(file));
      return true;
    } catch (const engine::Error& error) {
      const std::string text = error.what();
      EXPECT_EQ(text.find('\n'), std::string::npos) << text;
      EXPECT_TRUE(text.starts_with(file.string() + ": ")) << text;
      return false;
    }
  }

  // What a renderer relies on.
  static void check(const engine::Scene& scene) {
    ASSERT_FALSE(scene.materials.empty());
    for (const engine::Instance& instance : scene.instances) ASSERT_LT(instance.primitive, scene.primitives.size());
    for (const engine::Primitive& primitive : scene.primitives) {
      ASSERT_LT(primitive.material, scene.materials.size());
      ASSERT_EQ(primitive.indices.size() % 3, 0u);
      for (const std::uint32_t index : primitive.indices) ASSERT_LT(index, primitive.vertices.size());
      for (const engine::Vertex& vertex : primitive.vertices) ASSERT_TRUE(std::isfinite(vertex.normal.x));
    }
    if (scene.movement) check(scene, *scene.movement);
    for (const engine::Texture& texture : scene.textures) ASSERT_LT(texture.image, scene.images.size());
    for (const engine::TextureImage& image : scene.images) {
      ASSERT_EQ(image.rgba.size(), std::size_t{image.width} * image.height * 4);
    }
  }

  // That every moment can be had, as a renderer has it.
  static void check(const engine::Scene& scene, const engine::Movement& movement) {
    for (const engine::CarriedInstance& carried : movement.carried) {
      ASSERT_LT(carried.instance, scene.instances.size());
      ASSERT_LT(carried.node, movement.nodes.size());
    }
    for (std::uint32_t i = 0; i < movement.animations.size(); ++i) {
      for (const double time_s : {0.0, 0.3, 1e30}) {
        const engine::Posture posture = engine::posture_at(movement, {i, time_s});
        for (const engine::Deformation& deformation : movement.deformations) {
          const engine::Instance& instance = scene.instances.at(deformation.instance);
          ASSERT_EQ(engine::deformed(movement, deformation, posture).size(),
                    scene.primitives.at(instance.primitive).vertices.size());
        }
      }
    }
  }

  struct Counts {
    std::size_t loaded = 0;
    std::size_t refused = 0;
  };

  template <typename Damage>
  Counts hunt(const Bytes& seed, Damage damage) {
    Counts counts;
    std::mt19937 random(20240607);
    for (int i = 0; i < rounds(); ++i) {
      Bytes bytes = seed;
      damage(bytes, random);
      ++(loads(bytes) ? counts.loaded : counts.refused);
    }
    return counts;
  }
};

unsigned char damaged(unsigned char byte, std::mt19937& random) {
  switch (random() % 4) {
    case 0:
      return static_cast<unsigned char>(random());
    case 1:
      return 0xff;
    case 2:
      return 0;
    default:
      return static_cast<unsigned char>(byte ^ (1u << random() % 8));
  }
}

void damage_bytes(Bytes& bytes, std::mt19937& random) {
  const std::size_t changes = 1 + random() % 4;
  for (std::size_t i = 0; i < changes; ++i) {
    unsigned char& byte = bytes[random() % bytes.size()];
    byte = damaged(byte, random);
  }
  if (random() % 8 == 0) bytes.resize(1 + random() % bytes.size());
}

// Random bytes seldom leave JSON that parses: its digits are changed to others.
void damage_digits(Bytes& bytes, std::mt19937& random) {
  std::vector<std::size_t> digits;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (bytes[i] >= '0' && bytes[i] <= '9') digits.push_back(i);
  }
  const std::size_t changes = 1 + random() % 3;
  for (std::size_t i = 0; i < changes; ++i) {
    bytes[digits[random() % digits.size()]] = static_cast<unsigned char>('0' + random() % 10);
  }
}

// Any value of the JSON becomes one of some that are often handled badly.
void damage_values(json& root, std::mt19937& random) {
  const json kValues[] = {nullptr,        true,       -1, 0,      1,   2,     1e30,           0.5,
                          2147483647,     4294967295, "", "text", {0}, {1e9}, json::object(), json::array(),
                          {{"index", 0}}, -2147483648};
  json flat = root.flatten();
  const std::size_t changes = 1 + random() % 3;
  for (std::size_t i = 0; i < changes; ++i) {
    auto entry = flat.begin();
    std::advance(entry, static_cast<std::ptrdiff_t>(random() % flat.size()));
    json::json_pointer pointer(entry.key());
    for (std::size_t up = random() % 3; up > 0 && !pointer.parent_pointer().empty(); --up) {
      pointer = pointer.parent_pointer();
    }
    try {
      root[pointer] = kValues[random() % std::size(kValues)];
    } catch (const json::exception&) {
      continue;  // an earlier change took it away
    }
  }
}

TEST_F(GltfDamage, OfTextBytes) {
  const Counts counts = hunt(moving().text(), damage_bytes);
  EXPECT_GT(counts.refused, counts.loaded / 10);
}

TEST_F(GltfDamage, OfBinaryBytes) {
  const Counts counts = hunt(moving().glb(), damage_bytes);
  EXPECT_GT(counts.refused, counts.loaded / 10);
  EXPECT_GT(counts.loaded, 0u);
}

TEST_F(GltfDamage, OfDigits) {
  const Counts counts = hunt(moving().glb(), damage_digits);
  EXPECT_GT(counts.refused, counts.loaded / 10);
  EXPECT_GT(counts.loaded, 0u);
}

TEST_F(GltfDamage, OfValues) {
  const Gltf seed = moving();
  const Counts counts = hunt({}, [&](Bytes& bytes, std::mt19937& random) {
    Gltf gltf = seed;
    damage_values(gltf.root, random);
    bytes = gltf.glb();
  });
  EXPECT_GT(counts.refused, counts.loaded / 10);
  EXPECT_GT(counts.loaded, 0u);
}

TEST_F(GltfDamage, OfImages) {
  const Bytes png = make_png({.width = 40, .height = 30});
  for (const Bytes& seed : {png, make_jpeg(), progressive_jpeg()}) {
    const Counts counts = hunt({}, [&](Bytes& bytes, std::mt19937& random) {
      Bytes image = seed;
      damage_bytes(image, random);
      if (seed == png) fix_png_checksums(image);  // so that the damage reaches the decoder
      Gltf gltf = one_triangle();
      gltf.add("images", {{"bufferView", gltf.add_view(image)}});
      gltf.add("textures", {{"source", 0}});
      gltf.add("materials", {{"emissiveTexture", {{"index", 0}}}});
      bytes = gltf.glb();
    });
    EXPECT_GT(counts.refused, counts.loaded / 10);
    EXPECT_GT(counts.loaded, 0u);
  }
}

}  // namespace
}  // namespace scene_test
