// SPDX-License-Identifier: MIT
// Tests of EXIF's orientation in PNG and JPEG; those of other formats have it in their own files.
#include <string>

#include "image_io/fixtures/color_files.h"

namespace io_test {
namespace {

class ImageFileOrientation : public FolderTest {};

TEST_F(ImageFileOrientation, PngIsTurnedAtEveryDepth) {
  for (const unsigned bits : {8u, 16u}) {
    for (const unsigned channels : {1u, 3u, 4u}) {
      // More than a band of rows that are gathered together, in both directions.
      constexpr std::uint32_t kSides[2] = {37, 21};
      std::vector<unsigned> codes;
      for (std::size_t i = 0; i < std::size_t{kSides[0]} * kSides[1] * channels; ++i) {
        codes.push_back(static_cast<unsigned>(i * 2654435761u >> 8) & ((1u << bits) - 1));
      }
      const Bytes png = plain_png(kSides[0], kSides[1], bits, channels, codes);
      write_file(folder_ / "plain.png", png);
      for (unsigned orientation = 1; orientation <= 8; ++orientation) {
        write_file(folder_ / "turned.png", with_chunks(png, {exif_chunk(orientation)}));
        expect_turned(folder_ / "plain.png", folder_ / "turned.png", orientation);
      }
    }
  }
}

TEST_F(ImageFileOrientation, JpegIsTurnedByItsFirstExif) {
  const std::string name("Exif\0\0", 6);
  write_file(folder_ / "plain.jpg", make_jpeg());
  for (unsigned orientation = 1; orientation <= 8; ++orientation) {
    for (const bool is_little : {false, true}) {
      const Bytes later = with_segment(make_jpeg(), 0xe1, name, exif_of(orientation % 8 + 1));
      write_file(folder_ / "turned.jpg", with_segment(later, 0xe1, name, exif_of(orientation, is_little)));
      expect_turned(folder_ / "plain.jpg", folder_ / "turned.jpg", orientation);
    }
  }
}

TEST_F(ImageFileOrientation, OtherNumbersTurnNothing) {
  const Bytes png = plain_png(2, 1, 8, 3, {1, 2, 3, 4, 5, 6});
  write_file(folder_ / "plain.png", png);
  const std::vector<float> plain = light_of(folder_ / "plain.png");
  for (const unsigned number : {0u, 9u, 255u}) {
    write_file(folder_ / "a.png", with_chunks(png, {exif_chunk(number)}));
    EXPECT_EQ(light_of(folder_ / "a.png"), plain);
    EXPECT_EQ(image_io::read_code_image(folder_ / "a.png").facts.tags.at("orientation (EXIF)"), std::to_string(number));
  }
  // As LONG, which the specification doesn't have and programs write.
  PngChunk chunk = exif_chunk(3);
  chunk.body[13] = 4;
  std::swap(chunk.body[19], chunk.body[21]);
  write_file(folder_ / "a.png", with_chunks(png, {chunk}));
  EXPECT_EQ(facts_of(folder_ / "a.png").orientation, 3);
}

TEST_F(ImageFileOrientation, CodesStayAsStored) {
  const Bytes png = with_chunks(plain_png(2, 1, 8, 3, {1, 2, 3, 4, 5, 6}), {exif_chunk(6)});
  write_file(folder_ / "a.png", png);
  const image_io::CodeImage codes = image_io::read_code_image(folder_ / "a.png");
  EXPECT_EQ(codes.width, 2u);
  EXPECT_EQ(values_of<std::uint8_t>(codes), (std::vector<std::uint8_t>{1, 2, 3, 255, 4, 5, 6, 255}));
}

}  // namespace
}  // namespace io_test
