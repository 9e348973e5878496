// SPDX-License-Identifier: MIT
// Tests of frames: their description, planes, likeness and finite values.
#include "compare/pictures/frame.h"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>

namespace {

using compare::Frame;

image_io::CodeImage picture(image_io::CodeImage::Samples samples, std::uint32_t channels, std::uint32_t width = 5,
                            std::uint32_t height = 3) {
  image_io::CodeImage image;
  image.width = width;
  image.height = height;
  image.samples = samples;
  image.facts.channels = channels;
  image.texels.resize(std::size_t{width} * height * image_io::texel_bytes(samples));
  return image;
}

Frame video(std::uint32_t bits, image_io::VideoFormat::Chroma chroma) {
  image_io::VideoFormat format;
  format.width = 6;
  format.height = 4;
  format.bits = bits;
  format.chroma = chroma;
  image_io::VideoFrame read;
  return compare::frame_of(format, read);
}

std::string mismatch(const Frame& reference, const Frame& test) {
  try {
    compare::check_alike(reference, test);
  } catch (const compare::Mismatch& error) {
    return error.what();
  }
  return "";
}

TEST(CompareFrame, IsDescribed) {
  using Samples = image_io::CodeImage::Samples;
  using Chroma = image_io::VideoFormat::Chroma;
  EXPECT_EQ(description_of(compare::frame_of(picture(Samples::codes8, 1))), "5 x 3, grey, 8 bits");
  EXPECT_EQ(description_of(compare::frame_of(picture(Samples::codes8, 2))), "5 x 3, grey and alpha, 8 bits");
  EXPECT_EQ(description_of(compare::frame_of(picture(Samples::codes16, 3))), "5 x 3, RGB, 16 bits");
  EXPECT_EQ(description_of(compare::frame_of(picture(Samples::linear, 4))), "5 x 3, RGB and alpha, float");
  EXPECT_EQ(description_of(compare::frame_of({2, 1}, std::vector<std::byte>(8))), "2 x 1, RGB, 8 bits");
  EXPECT_EQ(description_of(video(8, Chroma::c420)), "6 x 4, YUV 4:2:0, 8 bits");
  EXPECT_EQ(description_of(video(10, Chroma::c422)), "6 x 4, YUV 4:2:2, 10 bits");
  EXPECT_EQ(description_of(video(16, Chroma::c444)), "6 x 4, YUV 4:4:4, 16 bits");
  EXPECT_EQ(description_of(video(8, Chroma::c411)), "6 x 4, YUV 4:1:1, 8 bits");
  EXPECT_EQ(description_of(video(8, Chroma::none)), "6 x 4, grey, 8 bits");
  EXPECT_EQ(description_of(video(10, Chroma::none)), "6 x 4, grey, 16 bits");
}

TEST(CompareFrame, EncodingsAreOfCodes) {
  using Samples = image_io::CodeImage::Samples;
  const auto frame = [](Samples samples, const image_io::Tags& tags) {
    Frame made = compare::frame_of(picture(samples, 3));
    made.tags = tags;
    return made;
  };
  const image_io::Tags pq = {{image_io::kTagCicp, "9/16/0/1"}}, srgb = {{image_io::kTagCicp, "1/13/0/1"}};
  const Frame codes = frame(Samples::codes8, {});
  EXPECT_NO_THROW(compare::check_encodings(codes, "a", frame(Samples::codes16, srgb), "b"));
  EXPECT_NO_THROW(compare::check_encodings(frame(Samples::codes8, pq), "a", frame(Samples::codes16, pq), "b"));
  EXPECT_NO_THROW(compare::check_encodings(frame(Samples::linear, {}), "a", frame(Samples::codes16, pq), "b"))
      << "that they can't be compared is told elsewhere";
  EXPECT_THROW(compare::check_encodings(codes, "a", frame(Samples::codes16, pq), "b"), compare::EncodingMismatch);
}

TEST(CompareFrame, PeakIsTheLargestCode) {
  EXPECT_EQ(compare::frame_of(picture(image_io::CodeImage::Samples::codes8, 3)).peak(), 255.0);
  EXPECT_EQ(compare::frame_of(picture(image_io::CodeImage::Samples::codes16, 3)).peak(), 65535.0);
  EXPECT_EQ(compare::frame_of(picture(image_io::CodeImage::Samples::linear, 3)).peak(), 1.0);
  EXPECT_EQ(video(12, image_io::VideoFormat::Chroma::c420).peak(), 4095.0);
}

TEST(CompareFrame, PlanesHaveTheirSizes) {
  using Chroma = image_io::VideoFormat::Chroma;
  const auto expect_size = [](const Frame& frame, std::size_t plane, std::uint32_t width, std::uint32_t height) {
    const VkExtent2D extent = compare::plane_extent(frame, plane);
    EXPECT_EQ(extent.width, width);
    EXPECT_EQ(extent.height, height);
  };
  for (const Chroma chroma : {Chroma::c420, Chroma::c422, Chroma::c444}) expect_size(video(8, chroma), 0, 6, 4);
  expect_size(video(8, Chroma::c420), 1, 3, 2);
  expect_size(video(8, Chroma::c422), 2, 3, 4);
  expect_size(video(8, Chroma::c444), 1, 6, 4);
}

TEST(CompareFrame, AlikeIsOneSizeDepthAndNumberOfChannels) {
  using Samples = image_io::CodeImage::Samples;
  const Frame frame = compare::frame_of(picture(Samples::codes8, 3));
  EXPECT_EQ(mismatch(frame, frame), "");
  EXPECT_EQ(mismatch(frame, compare::frame_of(picture(Samples::codes8, 3, 4, 3))),
            "the reference has 5 x 3, RGB, 8 bits, the test 4 x 3, RGB, 8 bits");
  for (const Frame& other :
       {compare::frame_of(picture(Samples::codes8, 3, 5, 4)), compare::frame_of(picture(Samples::codes8, 4)),
        compare::frame_of(picture(Samples::codes8, 1)), compare::frame_of(picture(Samples::codes16, 3)),
        compare::frame_of(picture(Samples::linear, 3))}) {
    EXPECT_NE(mismatch(frame, other), "") << description_of(other);
    EXPECT_NE(mismatch(other, frame), "") << description_of(other);
  }
}

TEST(CompareFrame, FloatsMustBeFinite) {
  image_io::CodeImage image = picture(image_io::CodeImage::Samples::linear, 4);
  const auto set = [&](std::size_t index, float value) {
    std::memcpy(image.texels.data() + index * sizeof value, &value, sizeof value);
  };
  const auto message = [&] {
    try {
      compare::check_finite(compare::frame_of(image), "x.exr");
    } catch (const files::Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(message(), "");
  set(3, std::numeric_limits<float>::quiet_NaN());
  EXPECT_EQ(message(), "x.exr: the pixel at (0, 0) isn't finite") << "alpha";
  set(3, 1.0f);
  set(4 * 7 + 2, -std::numeric_limits<float>::infinity());
  EXPECT_EQ(message(), "x.exr: the pixel at (2, 1) isn't finite");
  set(4 * 14, std::numeric_limits<float>::quiet_NaN());
  EXPECT_EQ(message(), "x.exr: 2 pixels aren't finite, the first at (2, 1)");
}

}  // namespace
