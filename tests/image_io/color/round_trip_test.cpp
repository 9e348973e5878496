// SPDX-License-Identifier: MIT
// Tests that what is written is read: each writer, encoding and depth gives light whose codes are those of the file.
#include <cmath>
#include <string>

#include "image_io/fixtures/color_files.h"
#include "image_io/fixtures/smooth_picture.h"
#include "reference/display/transfer.h"
#include "reference/matrix.h"

namespace io_test {
namespace {

using image_io::Cicp;
using image_io::CodeFormat;
using reference::Rgb;

struct RoundTripEncoding {
  const char* name;
  Cicp cicp;
  /// Signals of light, 1 = 203 cd/m2 of HDR.
  Rgb (*encode)(Rgb light);
};

Rgb by_channel(Rgb light, double (*curve)(double)) { return reference::per_channel(light, curve); }

const RoundTripEncoding kRoundTripEncodings[] = {
    {"srgb", image_io::kCicpSrgb, [](Rgb light) { return by_channel(light, reference::srgb_encode); }},
    {"display-p3", image_io::kCicpDisplayP3, [](Rgb light) { return by_channel(light, reference::srgb_encode); }},
    {"power22", {1, 4}, [](Rgb light) { return by_channel(light, [](double x) { return std::pow(x, 1.0 / 2.2); }); }},
    {"linear", {1, 8}, [](Rgb light) { return light; }},
    {"bt709", {1, 1}, [](Rgb light) { return by_channel(light, [](double x) { return std::pow(x, 1.0 / 2.4); }); }},
    {"hdr10", image_io::kCicpHdr10, [](Rgb light) { return reference::pq_encode(reference::scale(light, 203.0)); }},
    {"hlg", image_io::kCicpHlg, [](Rgb light) { return reference::hlg_encode(reference::scale(light, 203.0)); }},
};

class ImageFileRoundTrip : public SmoothPicture {
 protected:
  using Create = std::unique_ptr<image_io::ImageWriter> (*)(const std::filesystem::path&, std::uint32_t, std::uint32_t,
                                                            const CodeFormat&);

  /// `most`: the largest code of the file.
  void expect_codes(const char* format, Create create, const RoundTripEncoding& encoding, unsigned bits, double most) {
    const auto deep = rows<std::uint16_t>();
    const auto shallow = rows<std::uint8_t>();
    const auto file = folder_ / "a";
    const auto writer = create(file, kWidth, kHeight, {.bits = bits, .color = {.cicp = encoding.cicp}});
    writer->write_rows(kHeight, bits == 16 ? static_cast<const void*>(deep.data()) : shallow.data());
    writer->finish();
    const std::vector<float> light = light_of(file);
    ASSERT_EQ(light.size(), deep.size());
    double worst = 0.0;
    for (std::size_t i = 0; i < light.size(); i += 4) {
      const Rgb signal = encoding.encode({double{light[i]}, double{light[i + 1]}, double{light[i + 2]}});
      for (const auto& [channel, value] : {std::pair<std::size_t, double>{0, signal.r}, {1, signal.g}, {2, signal.b}}) {
        const double written = bits == 16 ? deep[i + channel] / 65535.0 : shallow[i + channel] / 255.0;
        worst = std::max(worst, std::abs(value - written) * most);
      }
      EXPECT_EQ(light[i + 3], 1.0f);
    }
    EXPECT_LE(worst, 0.51) << format << ' ' << encoding.name << ", " << bits << " bits";
    const image_io::Facts facts = facts_of(file);
    EXPECT_EQ(facts.note, "");
    EXPECT_EQ(facts.chromaticities.has_value(), encoding.cicp.primaries != 1) << format << ' ' << encoding.name;
  }
};

TEST_F(ImageFileRoundTrip, Png) {
  const auto create = [](const std::filesystem::path& file, std::uint32_t width, std::uint32_t height,
                         const CodeFormat& format) { return image_io::create_png(file, width, height, format); };
  for (const RoundTripEncoding& encoding : kRoundTripEncodings) {
    expect_codes("PNG", create, encoding, 8, 255.0);
    expect_codes("PNG", create, encoding, 16, 65535.0);
  }
}

#if PHOTOPIC_AVIF
TEST_F(ImageFileRoundTrip, Avif) {
  const auto create = [](const std::filesystem::path& file, std::uint32_t width, std::uint32_t height,
                         const CodeFormat& format) { return image_io::create_avif(file, width, height, format, 100); };
  for (const RoundTripEncoding& encoding : kRoundTripEncodings) {
    expect_codes("AVIF", create, encoding, 8, 255.0);
    expect_codes("AVIF", create, encoding, 16, 1023.0);  // of 10 bits
  }
}
#endif

#if PHOTOPIC_JXL
TEST_F(ImageFileRoundTrip, Jxl) {
  const auto create = [](const std::filesystem::path& file, std::uint32_t width, std::uint32_t height,
                         const CodeFormat& format) { return image_io::create_jxl(file, width, height, format, 100); };
  for (const RoundTripEncoding& encoding : kRoundTripEncodings) {
    if (encoding.cicp.transfer == 4) continue;  // which the writer refuses by name
    expect_codes("JPEG XL", create, encoding, 8, 255.0);
    expect_codes("JPEG XL", create, encoding, 16, 65535.0);
  }
}
#endif

TEST_F(ImageFileRoundTrip, Exr) {
  using image_io::TexelFormat;
  const std::vector<float> texels = {0.18f, 1.0f, 4.0f, 1.0f, -0.5f, 100.0f, 0.0f, 1.0f};
  const auto file = folder_ / "a.exr";
  const auto read = [&](const std::optional<double>& scrgb_nits, const image_io::ReadOptions& options = {}) {
    const auto writer = image_io::create_exr(file, {2, 1, TexelFormat::rgba32f}, scrgb_nits);
    writer->write_rows(1, texels.data());
    writer->finish();
    return light_of(file, options);
  };
  EXPECT_EQ(read({}), texels);
  EXPECT_EQ(read({}, {.light = {.white_nits = 100.0}}), texels) << "the file says nothing of light";
  // scRGB says what 1 is: 80 cd/m2 of 203.
  const std::vector<float> scrgb = read(80.0), by_100 = read(80.0, {.light = {.white_nits = 100.0}});
  for (std::size_t i = 0; i < texels.size(); ++i) {
    EXPECT_FLOAT_EQ(scrgb[i], i % 4 == 3 ? 1.0f : texels[i] * 80.0f / 203.0f);
    EXPECT_FLOAT_EQ(by_100[i], i % 4 == 3 ? 1.0f : texels[i] * 0.8f);
  }
  EXPECT_EQ(facts_of(file).tags.at("white luminance"), "80");
  EXPECT_EQ(values_of<float>(image_io::read_code_image(file)), texels) << "comparisons are of what is stored";
}

}  // namespace
}  // namespace io_test
