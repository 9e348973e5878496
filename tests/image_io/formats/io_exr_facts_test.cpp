// SPDX-License-Identifier: MIT
// Tests of OpenEXR headers' attributes: each of them, in files of each kind.
#include <Imath/half.h>
#include <ImfChromaticities.h>
#include <ImfStandardAttributes.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "image_io/fixtures/io_exr_fixtures.h"

namespace io_test {
namespace {

using ImageFileExrFacts = FolderTest;
using Edit = std::function<void(Imf::Header&)>;

/// A kind of file, which is written with a header that is edited so.
struct Kind {
  std::string name;
  std::function<void(const std::filesystem::path&, const Edit&)> write;
};

Kind kind_of(const std::string& name, const ExrOptions& options) {
  return {name, [options](const std::filesystem::path& file, const Edit& edit) {
            ExrOptions edited = options;
            edited.edit = edit;
            write_exr(file, edited);
          }};
}

Kind kind_of_parts(const std::string& name, const std::vector<ExrOptions>& parts) {
  return {name, [parts](const std::filesystem::path& file, const Edit& edit) {
            std::vector<ExrOptions> edited = parts;
            for (ExrOptions& part : edited) part.edit = edit;
            write_multi_part_exr(file, edited);
          }};
}

/// Luminance and chroma in a display window.
Kind kind_of_luma_chroma(const std::string& name, const Imath::Box2i& display) {
  return {name, [display](const std::filesystem::path& file, const Edit& edit) {
            write_luma_chroma_exr(file, 16, 8, 0.8f, 0.4f, 0.2f, [&](Imf::Header& header) {
              header.displayWindow() = display;
              edit(header);
            });
          }};
}

const Imath::Box2i kData({0, 0}, {15, 7}), kCropped({-4, -4}, {19, 11}), kOverscan({2, 2}, {13, 5}),
    kAside({8, 4}, {40, 9});

std::vector<Kind> all_kinds() {
  std::vector<Kind> kinds;
  for (int i = Imf::NO_COMPRESSION; i < Imf::NUM_COMPRESSION_METHODS; ++i) {
    for (const int tile : {0, 8}) {
      ExrOptions options{.window = kData};
      options.compression = static_cast<Imf::Compression>(i);
      options.tile = tile;
      kinds.push_back(kind_of("compression " + std::to_string(i) + ", tile " + std::to_string(tile), options));
    }
  }
  for (const auto& [name, display] : {std::pair{"cropped", kCropped}, {"overscan", kOverscan}, {"aside", kAside}}) {
    for (const int tile : {0, 8}) {
      ExrOptions options{.window = kData, .display = display};
      options.tile = tile;
      kinds.push_back(kind_of(std::string(name) + ", tile " + std::to_string(tile), options));
      ExrOptions depth = options;
      depth.channels = {{"Z", Imf::FLOAT, 0}};
      kinds.push_back(kind_of(std::string(name) + " depth", depth));
      kinds.push_back(kind_of_parts(std::string(name) + " second part", {depth, options}));
    }
    kinds.push_back(kind_of_luma_chroma(std::string(name) + " luma and chroma", display));
  }
  kinds.push_back(kind_of_luma_chroma("luma and chroma", kData));
  ExrOptions mipmap{.window = kData};
  mipmap.tile = 4;
  mipmap.mipmap = true;
  kinds.push_back(kind_of("mipmap", mipmap));
  ExrOptions layer{.window = kData};
  layer.channels = {{"beauty.r", Imf::HALF, 0}, {"beauty.g", Imf::HALF, 1}, {"beauty.b", Imf::HALF, 2}};
  kinds.push_back(kind_of("layer", layer));
  kinds.push_back(kind_of_parts("first part", {layer, {.window = kData, .channels = {{"Z", Imf::HALF, 0}}}}));
  return kinds;
}

struct Attribute {
  std::string name;
  Edit edit;
  std::optional<image_io::Chromaticities> chromaticities;
  std::string tag, value;  ///< empty: none
};

Edit edit_of(const image_io::Chromaticities& c) {
  return [c](Imf::Header& header) {
    Imf::addChromaticities(header, Imf::Chromaticities({c[0], c[1]}, {c[2], c[3]}, {c[4], c[5]}, {c[6], c[7]}));
  };
}

std::vector<Attribute> all_attributes() {
  constexpr image_io::Chromaticities kBt709 = {0.64f, 0.33f, 0.3f, 0.6f, 0.15f, 0.06f, 0.3127f, 0.329f};
  constexpr image_io::Chromaticities kAp0 = {0.7347f, 0.2653f, 0, 1, 0.0001f, -0.077f, 0.32168f, 0.33767f};
  constexpr image_io::Chromaticities kXyz = {1, 0, 0, 1, 0, 0, 1.0f / 3.0f, 1.0f / 3.0f};
  return {{"nothing", [](Imf::Header&) {}, {}, "", ""},
          {"BT.709", edit_of(kBt709), {}, "", ""},
          {"AP0", edit_of(kAp0), kAp0, "chromaticities", "0.7347,0.2653 0,1 0.0001,-0.077 0.32168,0.33767"},
          {"XYZ", edit_of(kXyz), kXyz, "chromaticities", "1,0 0,1 0,0 0.333333,0.333333"},
          {"aspect", [](Imf::Header& header) { header.pixelAspectRatio() = 2.0f; }, {}, "pixel aspect ratio", "2"}};
}

TEST_F(ImageFileExrFacts, EveryKindOfFileHasEveryAttribute) {
  const auto file = folder_ / "a.exr";
  for (const Kind& kind : all_kinds()) {
    for (const Attribute& attribute : all_attributes()) {
      SCOPED_TRACE(kind.name + ", " + attribute.name);
      kind.write(file, attribute.edit);
      const auto reader = image_io::open_image(file);
      EXPECT_EQ(reader->facts().chromaticities, attribute.chromaticities);
      image_io::Tags tags = reader->facts().tags;
      tags.erase(image_io::kTagLayer);
      image_io::Tags expected;
      if (!attribute.tag.empty()) expected[attribute.tag] = attribute.value;
      EXPECT_EQ(tags, expected);
      EXPECT_EQ(image_io::read_code_image(file).facts.chromaticities, attribute.chromaticities);
    }
  }
}

/// Only one of the parts may have an attribute that all share.
TEST_F(ImageFileExrFacts, ChromaticitiesOfOnePartAreOfAll) {
  const auto file = folder_ / "a.exr";
  const Attribute ap0 = all_attributes()[2];
  write_multi_part_exr(file, {{.channels = {{"Z", Imf::HALF, 0}}, .edit = ap0.edit}, ExrOptions{}});
  EXPECT_EQ(image_io::open_image(file)->facts().chromaticities, ap0.chromaticities);
  EXPECT_EQ(image_io::open_image(file, {.layers = {.part = "0"}})->facts().chromaticities, ap0.chromaticities);
}

/// Y is a sum weighted as the chromaticities say: colour comes back only if they are heeded.
TEST_F(ImageFileExrFacts, LuminanceAndChromaAreOfTheFilesChromaticities) {
  for (const Attribute& attribute : all_attributes()) {
    SCOPED_TRACE(attribute.name);
    write_luma_chroma_exr(folder_ / "a.exr", 64, 48, 0.8f, 0.4f, 0.2f, attribute.edit);
    const auto values = values_of<half>(image_io::read_image(folder_ / "a.exr"));
    const std::size_t at = 4 * (4 * 64 + 31);
    constexpr float kHalves = 0.004f;  // of Y and two ratios, each rounded to a half, and of the filter's sums of 27
    EXPECT_NEAR(float(values[at]), 0.8f, kHalves);
    EXPECT_NEAR(float(values[at + 1]), 0.4f, kHalves);
    EXPECT_NEAR(float(values[at + 2]), 0.2f, kHalves);
  }
}

}  // namespace
}  // namespace io_test
