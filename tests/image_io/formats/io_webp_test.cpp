// SPDX-License-Identifier: MIT
// Tests of WebP files, which libwebp writes.
#include <webp/encode.h>

#include <algorithm>
#include <string>

#include "image_io/fixtures/color_files.h"
#include "image_io/fixtures/icc_files.h"
#include "image_io/fixtures/io_more_fixtures.h"

namespace io_test {
namespace {

using image_io::CodeImage;

constexpr int kWidth = 21, kHeight = 13;

Bytes webp_texels(bool has_alpha) {
  Bytes texels;
  for (int y = 0; y < kHeight; ++y) {
    for (int x = 0; x < kWidth; ++x) {
      for (int c = 0; c < 3; ++c) texels.push_back(static_cast<unsigned char>(x * 11 + y * 7 + c * 50));
      texels.push_back(static_cast<unsigned char>(has_alpha ? 255 - x - y : 255));
    }
  }
  return texels;
}

Bytes make_webp(bool is_lossless, bool has_alpha) {
  const Bytes texels = webp_texels(has_alpha);
  std::uint8_t* data = nullptr;
  const std::size_t size = is_lossless ? WebPEncodeLosslessRGBA(texels.data(), kWidth, kHeight, kWidth * 4, &data)
                                       : WebPEncodeRGBA(texels.data(), kWidth, kHeight, kWidth * 4, 95.0f, &data);
  const Bytes bytes(data, data + size);
  WebPFree(data);
  return bytes;
}

void put_chunk(Bytes& bytes, const std::string& type, const Bytes& body) {
  bytes.insert(bytes.end(), type.begin(), type.end());
  put_little(bytes, static_cast<std::uint32_t>(body.size()), 4);
  bytes.insert(bytes.end(), body.begin(), body.end());
  if (body.size() % 2 != 0) bytes.push_back(0);
}

/// A file of chunks, after one that says which there are.
Bytes extended(unsigned flags, const Bytes& chunks) {
  Bytes header = {static_cast<unsigned char>(flags), 0, 0, 0};
  put_little(header, kWidth - 1, 3);
  put_little(header, kHeight - 1, 3);
  Bytes rest = {'W', 'E', 'B', 'P'};
  put_chunk(rest, "VP8X", header);
  rest.insert(rest.end(), chunks.begin(), chunks.end());
  Bytes bytes;
  put_chunk(bytes, "RIFF", rest);
  return bytes;
}

class CodeImageWebp : public FolderTest {
 protected:
  CodeImage read(const Bytes& bytes) {
    write_file(file_, bytes);
    return image_io::read_code_image(file_);
  }
  std::string reason(const Bytes& bytes) {
    write_file(file_, bytes);
    return reason_of(file_, [&] { image_io::read_code_image(file_); });
  }
  const std::filesystem::path file_ = folder_ / "a.webp";
};

TEST_F(CodeImageWebp, LosslessCodesAreAsStored) {
  for (const bool has_alpha : {false, true}) {
    const CodeImage image = read(make_webp(true, has_alpha));
    EXPECT_EQ(image.width, std::uint32_t{kWidth});
    EXPECT_EQ(image.height, std::uint32_t{kHeight});
    EXPECT_EQ(image.facts.channels, has_alpha ? 4u : 3u);
    EXPECT_EQ(values_of<std::uint8_t>(image), webp_texels(has_alpha));
    EXPECT_TRUE(image.facts.tags.empty());
  }
}

TEST_F(CodeImageWebp, LossyCodesAreNear) {
  for (const bool has_alpha : {false, true}) {
    const CodeImage image = read(make_webp(false, has_alpha));
    EXPECT_EQ(image.facts.channels, has_alpha ? 4u : 3u);
    const auto codes = values_of<std::uint8_t>(image);
    const Bytes texels = webp_texels(has_alpha);
    double error = 0.0;
    for (std::size_t i = 0; i < codes.size(); ++i) {
      if (i % 4 == 3) {
        ASSERT_EQ(codes[i], texels[i]) << i;  // alpha is lossless
      }
      error += std::abs(codes[i] - texels[i]);
    }
    EXPECT_GT(error, 0.0);
    EXPECT_LT(error / static_cast<double>(codes.size()), 12.0);
  }
}

TEST_F(CodeImageWebp, ProfileAndOrientationAreTags) {
  const Bytes plain = make_webp(true, false);
  const Bytes picture(plain.begin() + 12, plain.end());
  Bytes exif = {'E', 'x', 'i', 'f', 0, 0, 'M', 'M', 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0};
  for (const bool has_name : {true, false}) {
    if (!has_name) exif.erase(exif.begin(), exif.begin() + 6);
    Bytes chunks;
    put_chunk(chunks, "ICCP", {7, 8, 9});
    chunks.insert(chunks.end(), picture.begin(), picture.end());
    put_chunk(chunks, "EXIF", exif);
    const CodeImage image = read(extended(0x20 | 0x08, chunks));
    EXPECT_EQ(values_of<std::uint8_t>(image), webp_texels(false));
    ASSERT_EQ(image.facts.tags.size(), 2u);
    EXPECT_EQ(image.facts.tags.at("orientation (EXIF)"), "6");
    EXPECT_TRUE(image.facts.tags.at("colour profile (ICC)").starts_with("3 bytes"));
  }
}

TEST_F(CodeImageWebp, ExifTurnsThePicture) {
  const Bytes plain = make_webp(true, true);
  write_file(folder_ / "plain.webp", plain);
  for (unsigned orientation = 1; orientation <= 8; ++orientation) {
    Bytes chunks(plain.begin() + 12, plain.end());
    put_chunk(chunks, "EXIF", exif_of(orientation));
    write_file(file_, extended(0x10 | 0x08, chunks));
    expect_turned(folder_ / "plain.webp", file_, orientation);
  }
}

TEST_F(CodeImageWebp, ProfilesMakeLight) {
  const Bytes plain = make_webp(true, false);
  Bytes chunks;
  put_chunk(chunks, "ICCP", matrix_profile(kSrgbColorants, power_curve(1.0)));
  chunks.insert(chunks.end(), plain.begin() + 12, plain.end());
  write_file(file_, extended(0x20, chunks));
  const Bytes codes = webp_texels(false);
  const std::vector<float> light = light_of(file_);
  for (std::size_t i = 0; i < light.size(); ++i) EXPECT_NEAR(light[i], codes[i] / 255.0, 1e-6);
}

TEST_F(CodeImageWebp, WhatIsNotReadIsNamed) {
  const Bytes plain = make_webp(true, false);
  Bytes frame(16);
  frame.insert(frame.end(), plain.begin() + 12, plain.end());
  Bytes chunks;
  put_chunk(chunks, "ANIM", Bytes(6));
  put_chunk(chunks, "ANMF", frame);
  EXPECT_EQ(reason(extended(0x02, chunks)), "animated WebP pictures are not supported");
  const std::string truncated = "truncated: the WebP data ends early";
  EXPECT_EQ(reason(Bytes(plain.begin(), plain.end() - 1)), truncated);
  EXPECT_EQ(reason(Bytes(plain.begin(), plain.begin() + 12)), truncated);
  Bytes damaged = plain;
  damaged[4] = 3;
  damaged[5] = damaged[6] = 0;
  EXPECT_EQ(reason(damaged), "corrupt: no WebP picture");
  damaged = make_webp(false, false);
  damaged[23] ^= 0xff;  // the start of the frame
  EXPECT_EQ(reason(damaged), "corrupt: the WebP picture can't be decoded");
}

TEST_F(CodeImageWebp, SizesAreHeldAgainstTheLimits) {
  image_io::ReadLimits& limits = image_io::read_limits();
  const image_io::ReadLimits kept = limits;
  Bytes bytes = make_webp(true, false);
  // 16384 x 16384 of a few bytes: 9 bytes a texel.
  bytes[21] = bytes[22] = bytes[23] = 0xff;
  bytes[24] = static_cast<unsigned char>(bytes[24] | 0x0f);
  EXPECT_EQ(reason(bytes),
            "the picture is too large: 16384 x 16384 texels take 2304 MiB; the limit is 1024, see --memory-mib");
  limits.max_side = 20;
  EXPECT_EQ(reason(make_webp(true, false)), "the picture is too large (21 x 13 texels; the limit is 20 a side)");
  limits = kept;
}

}  // namespace

std::map<std::string, Bytes> webp_seeds() {
  return {{"lossless.webp", make_webp(true, true)},
          {"lossy.webp", make_webp(false, false)},
          {"alpha.webp", make_webp(false, true)}};
}

}  // namespace io_test
