// SPDX-License-Identifier: MIT
// Tests of texture contents, and of damaged textures.
#include "engine/device/vk.h"
#include "scene/gltf_fixture.h"
#include "scene/texture_files.h"

namespace scene_test {
namespace {

class GltfImage : public GltfTest {
 protected:
  static Gltf with_images(const std::vector<Bytes>& files) {
    Gltf gltf = one_triangle();
    const char* slots[] = {"normalTexture", "occlusionTexture", "emissiveTexture"};
    json material;
    for (std::size_t i = 0; i < files.size(); ++i) {
      gltf.add("images", {{"bufferView", gltf.add_view(files[i])}});
      gltf.add("textures", {{"source", i}});
      material[slots[i]]["index"] = i;
    }
    gltf.add("materials", material);
    return gltf;
  }

  engine::TextureImage load_image(const Bytes& file) { return load(with_images({file})).images.at(0); }
  std::string image_reason(const Bytes& file) { return reason_of(with_images({file})); }
};

TEST_F(GltfImage, PngOfEveryKindBecomes8BitRgba) {
  for (const int depth : {8, 16}) {
    for (const int color_type : {0, 2, 4, 6}) {
      const PngOptions options{.width = 5, .height = 3, .depth = depth, .color_type = color_type};
      const engine::TextureImage image = load_image(make_png(options));
      ASSERT_EQ(image.width, 5u);
      ASSERT_EQ(image.height, 3u);
      ASSERT_EQ(image.rgba.size(), 5u * 3u * 4u);
      const bool is_grey = color_type == 0 || color_type == 4;
      for (std::uint32_t i = 0; i < 15; ++i) {
        for (unsigned c = 0; c < 4; ++c) {
          const unsigned channel = is_grey ? (c == 3 ? 1 : 0) : c;
          const double sample = png_sample(options, i % 5, i / 5, channel);
          const double expected = c == 3 && color_type < 4 ? 255 : sample * 255 / (depth == 16 ? 65535 : 255);
          ASSERT_EQ(image.rgba[i * 4 + c], std::lround(expected)) << depth << " bits, type " << color_type;
        }
      }
    }
  }
}

TEST_F(GltfImage, Jpeg) {
  const engine::TextureImage image = load_image(make_jpeg());
  ASSERT_EQ(image.width, 16u);
  ASSERT_EQ(image.height, 16u);
  for (std::size_t i = 0; i < image.rgba.size(); i += 4) {
    ASSERT_NEAR(image.rgba[i], 200, 3);
    ASSERT_NEAR(image.rgba[i + 1], 40, 3);
    ASSERT_NEAR(image.rgba[i + 2], 60, 3);
    ASSERT_EQ(image.rgba[i + 3], 255);
  }
}

TEST_F(GltfImage, ProgressiveJpeg) {
  const engine::TextureImage image = load_image(progressive_jpeg());
  ASSERT_EQ(image.width, 8u);
  ASSERT_EQ(image.height, 8u);
  for (std::size_t y = 0; y < 8; ++y) EXPECT_NEAR(image.rgba[y * 8 * 4], 32.0 * static_cast<double>(y) + 15.5, 6) << y;
}

TEST_F(GltfImage, NoTruncationIsShownInPart) {
  for (const Bytes& file : {make_png({.width = 9, .height = 9}), make_jpeg(), progressive_jpeg()}) {
    for (std::size_t size = 1; size < file.size(); ++size) {
      const std::string reason = image_reason({file.begin(), file.begin() + static_cast<std::ptrdiff_t>(size)});
      ASSERT_TRUE(reason.starts_with("material 0: image 0: ")) << reason;
    }
  }
}

TEST_F(GltfImage, DamageIsRefused) {
  Bytes png = make_png();
  png[png.size() - 20] ^= 1;
  EXPECT_EQ(image_reason(png), "material 0: image 0: corrupt: a PNG checksum doesn't match");
  fix_png_checksums(png);
  png = make_png({.width = 9, .height = 9});
  constexpr std::size_t kCompressed = 41;  // signature, header, frame
  for (std::size_t i = 0; i < 8; ++i) png[kCompressed + i] = 0xff;
  fix_png_checksums(png);
  EXPECT_EQ(image_reason(png), "material 0: image 0: corrupt: the PNG pixels can't be inflated");
}

TEST_F(GltfImage, OtherFormatsAreRefused) {
  const std::string reason = "material 0: image 0: neither PNG nor JPEG";
  EXPECT_EQ(image_reason({'G', 'I', 'F', '8', '9', 'a', 1, 0, 1, 0, 0, 0, 0}), reason);
  EXPECT_EQ(image_reason({'B', 'M', 0, 0}), reason);
  EXPECT_EQ(image_reason({'R', 'I', 'F', 'F', 0, 0, 0, 0, 'W', 'E', 'B', 'P'}), reason);
  EXPECT_EQ(image_reason({0x89}), reason);
  EXPECT_EQ(image_reason({}), "material 0: image 0: is empty");
}

TEST_F(GltfImage, SizesBeyondTheLimitAreRefused) {
  EXPECT_EQ(image_reason(make_png_header(1, 0xffffffff)),
            "material 0: image 0: the picture is too large (1 x 4294967295 texels; the limit is 65535 a side)");
  EXPECT_EQ(
      image_reason(make_png_header(16384, 16384)),
      "material 0: image 0: truncated or corrupt: the header asks for 16384 x 16384 texels, more than a file of 79 "
      "bytes can hold");
}

TEST_F(GltfImage, TexelsOfAllImagesAreLimited) {
  const auto file = folder_ / "three.glb";
  test_files::write_file(file, with_images({make_png(), make_png(), make_png()}).glb());
  const auto load_of = [&](std::uint32_t height) {
    return engine::load_gltf(file, [&](auto, const std::string&) { return engine::TextureImage{16384, height, {}}; });
  };
  EXPECT_EQ(load_of(5461).images.size(), 3u);
  try {
    load_of(5462);
    ADD_FAILURE() << "no refusal";
  } catch (const engine::Error& error) {
    EXPECT_EQ(error.what(),
              file.string() + ": material 0: image 2: too large: the limit is 268435456 texels in all images");
  }
}

TEST_F(GltfImage, JpegTablesThatStbWouldOverrunAreRefused) {
  Bytes jpeg = make_jpeg();
  const Bytes marker = {0xff, 0xc4};
  const auto table = std::search(jpeg.begin(), jpeg.end(), marker.begin(), marker.end());
  ASSERT_NE(table, jpeg.end());
  std::fill(table + 5, table + 21, static_cast<unsigned char>(0xff));
  EXPECT_EQ(image_reason(jpeg), "material 0: image 0: corrupt: a JPEG Huffman table");
}

TEST_F(GltfImage, JpegTablesThatArentThereAreRefused) {
  Bytes jpeg = make_jpeg();
  const Bytes marker = {0xff, 0xda};
  const auto scan = std::search(jpeg.begin(), jpeg.end(), marker.begin(), marker.end());
  ASSERT_NE(scan, jpeg.end());
  constexpr std::ptrdiff_t kFirstTables = 6;  // marker, length, count, component
  for (const unsigned tables : {0x20u, 0x03u, 0xf0u}) {
    scan[kFirstTables] = static_cast<unsigned char>(tables);
    EXPECT_EQ(image_reason(jpeg), "material 0: image 0: corrupt: a JPEG scan names a Huffman table that isn't there");
  }
}

}  // namespace
}  // namespace scene_test
