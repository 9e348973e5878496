// SPDX-License-Identifier: MIT
// Tests of encodings, primaries and files of develop against double precision.
#include <ImfChromaticities.h>
#include <ImfChromaticitiesAttribute.h>
#include <ImfInputFile.h>
#include <ImfRgbaFile.h>
#include <ImfStandardAttributes.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "cli/cli_test.h"
#include "image_io/code_image.h"
#include "reference/adaptation.h"
#include "reference/display/white_balance.h"
#include "reference/metering.h"
#include "reference/tone_map.h"

namespace cli_test {
namespace {

using reference::ToneMapper;

class Display : public CliTest {
 protected:
  Display() : picture_(write_half_exr(folder_ / "in.exr", kPictureWidth, kPictureHeight, scene)) {}

  void develop(const std::string& output, const Arguments& more, const std::string& input = "in.exr") {
    Arguments arguments = neutral();
    arguments.insert(arguments.begin(), {"develop", input, "-o", output});
    arguments.insert(arguments.end(), more.begin(), more.end());
    EXPECT_EQ(output_of(arguments), "");
  }
  /// Display-linear BT.709, 1 = paper white, clipped by the display.
  Rgb shown(std::size_t i, const reference::Display& display, ToneMapper tone_mapper) const {
    const Rgb c = reference::tone_map_for(display, tone_mapper, reference::scale(picture_.texels[i], exposure_));
    return reference::per_channel(c, [&](double x) { return std::clamp(x, 0.0, display.headroom()); });
  }
  /// Largest difference of 16-bit codes from signals, in codes of 10 bits.
  template <typename Signal>
  double worst_code(const std::string& file, Signal signal) const {
    const image_io::CodeImage image = image_io::read_code_image(folder_ / file);
    EXPECT_EQ(image.samples, image_io::CodeImage::Samples::codes16);
    double worst = 0.0;
    for (std::size_t i = 0; i < picture_.texels.size(); ++i) {
      std::uint16_t codes[4];
      std::memcpy(codes, image.texels.data() + i * sizeof codes, sizeof codes);
      const Rgb expected = signal(i);
      const double wanted[] = {expected.r, expected.g, expected.b};
      for (int channel = 0; channel < 3; ++channel) {
        worst = std::max(worst, std::abs(codes[channel] / 65535.0 - wanted[channel]) * 1023.0);
      }
    }
    return worst;
  }

  Picture picture_;
  double exposure_ = reference::exposure_from_ev100(reference::meter(picture_.texels).ev100);
};

TEST_F(Display, Hdr10PngHoldsPqAndSaysWhatItIs) {
  develop("out.png", {"--encoding", "hdr10", "--tone-mapper", "pbr-neutral", "--paper-white-nits", "200", "--peak-nits",
                      "800", "--limit-primaries", "p3"});
  const reference::Display display = {.paper_white_nits = 200.0, .peak_nits = 800.0};
  const reference::Matrix to_bt2020 = reference::conversion(reference::kBt709, reference::kBt2020);
  double most = 0.0, sum = 0.0;
  const auto nits = [&](std::size_t i) {
    return reference::scale(multiply(to_bt2020, shown(i, display, ToneMapper::pbr_neutral)), 200.0);
  };
  for (std::size_t i = 0; i < picture_.texels.size(); ++i) {
    most = std::max(most, reference::max_channel(nits(i)));
    sum += reference::max_channel(nits(i));
  }
  // Half a code of rounding, and float arithmetic.
  EXPECT_LE(worst_code("out.png", [&](std::size_t i) { return reference::pq_encode(nits(i)); }), 0.55);
  const image_io::Tags tags = image_io::read_code_image(folder_ / "out.png").facts.tags;
  EXPECT_NE(tags.at("cICP").find("9"), std::string::npos) << tags.at("cICP");
  EXPECT_NE(tags.at("mastering display (mDCV)").find("800"), std::string::npos) << tags.at("mastering display (mDCV)");
  // Codes of 10 bits are 1 % of the light apart.
  const std::string light = tags.at("light levels (cLLI)");
  double light_most = 0.0, light_average = 0.0;
  ASSERT_EQ(std::sscanf(light.c_str(), "%*[^0-9]%lf%*[^0-9]%lf", &light_most, &light_average), 2) << light;
  EXPECT_NEAR(light_most, most, 0.01 * most) << light;
  EXPECT_NEAR(light_average, sum / double(picture_.texels.size()), 0.01 * most) << light;
}

/// The first frame of a sequence is what develop makes of it; the sheet beside it is SDR.
TEST_F(Display, SequencesHoldTheSameCodes) {
  std::filesystem::copy_file(folder_ / "in.exr", folder_ / "shot.0001.exr");
  for (const char* encoding : {"hdr10", "hlg"}) {
    const Arguments options = {"--encoding", encoding, "--tone-mapper", "pbr-neutral", "--peak-nits", "800"};
    develop(std::string(encoding) + ".png", options);
    Arguments arguments = neutral();
    arguments.insert(arguments.begin(), {"sequence", "shot.####.exr", "-o", encoding});
    arguments.insert(arguments.end(), options.begin(), options.end());
    const ProcessResult result = run(arguments);
    ASSERT_EQ(result.exit_code, 0) << result.err;
    const image_io::CodeImage still = image_io::read_code_image(folder_ / (std::string(encoding) + ".png"));
    const image_io::CodeImage frame = image_io::read_code_image(folder_ / encoding / "frame.0001.png");
    EXPECT_EQ(frame.samples, image_io::CodeImage::Samples::codes16);
    EXPECT_EQ(frame.facts.tags.at("cICP"), still.facts.tags.at("cICP"));
    EXPECT_TRUE(frame.texels == still.texels) << encoding;
    const image_io::CodeImage sheet = image_io::read_code_image(folder_ / encoding / "contact_sheet.png");
    EXPECT_EQ(sheet.samples, image_io::CodeImage::Samples::codes8);
  }
  Arguments arguments = neutral();
  arguments.insert(arguments.begin(), {"sequence", "shot.####.exr", "-o", "out", "--encoding", "scrgb"});
  expect_error(run(arguments), kInputError, {"--encoding: 'scrgb' is of floats, and frames are PNG"});
}

TEST_F(Display, DisplayP3AndHlgHoldTheirCodes) {
  develop("p3.png", {"--encoding", "display-p3", "--tone-mapper", "reinhard"});
  const reference::Matrix to_p3 = reference::conversion(reference::kBt709, reference::kP3D65);
  EXPECT_LE(worst_code("p3.png",
                       [&](std::size_t i) {
                         const Rgb c = multiply(to_p3, shown(i, {}, ToneMapper::reinhard));
                         return reference::per_channel(c, [](double x) { return reference::srgb_encode(x); });
                       }),
            0.55);
  develop("hlg.png", {"--encoding", "hlg", "--tone-mapper", "reinhard"});
  const reference::Display display = {.peak_nits = 1000.0};
  const reference::Matrix to_bt2020 = reference::conversion(reference::kBt709, reference::kBt2020);
  EXPECT_LE(worst_code("hlg.png",
                       [&](std::size_t i) {
                         return reference::hlg_encode(
                             reference::scale(multiply(to_bt2020, shown(i, display, ToneMapper::reinhard)), 203.0));
                       }),
            0.55);
}

/// The same colours in AP1, with chromaticities that say so, are the same picture.
TEST_F(Display, ChromaticitiesOfAFileAreTaken) {
  const reference::Matrix to_ap1 = reference::conversion(reference::kBt709, reference::kAp1);
  const Imf::Chromaticities ap1({0.713f, 0.293f}, {0.165f, 0.830f}, {0.128f, 0.044f}, {0.32168f, 0.33767f});
  Imf::Header header(kPictureWidth, kPictureHeight);
  Imf::addChromaticities(header, ap1);
  std::vector<Imf::Rgba> texels;
  for (const Rgb& texel : picture_.texels) {
    const Rgb c = multiply(to_ap1, texel);
    texels.emplace_back(float(c.r), float(c.g), float(c.b), 1.0f);
  }
  {
    Imf::RgbaOutputFile file((folder_ / "ap1.exr").c_str(), header, Imf::WRITE_RGBA);
    file.setFrameBuffer(texels.data(), 1, kPictureWidth);
    file.writePixels(kPictureHeight);
  }
  const auto worst = [&](const std::string& a, const std::string& b) {
    const std::vector<Code> first = read_codes(folder_ / a), second = read_codes(folder_ / b);
    int largest = 0;
    for (std::size_t i = 0; i < first.size(); ++i) largest = std::max(largest, difference(first[i], second[i]));
    return largest;
  };
  develop("bt709.png", {});
  develop("ap1.png", {}, "ap1.exr");
  develop("named.png", {"--primaries", "ap1"}, "ap1.exr");
  develop("ignored.png", {"--primaries", "bt709"}, "ap1.exr");
  EXPECT_LE(worst("ap1.png", "bt709.png"), 2) << "halves of other numbers";
  EXPECT_LE(worst("ap1.png", "named.png"), 1) << "chromaticities are floats in the file";
  EXPECT_GT(worst("ignored.png", "bt709.png"), 10);
  // meter, too: luminances of scene() lie within what halves keep.
  const auto log2_of = [&](const std::string& file) {
    const std::string text = output_of({"meter", "--json", file});
    const std::size_t at = text.find("mean_log2");
    return at == std::string::npos ? std::nan("") : std::strtod(text.c_str() + text.find(':', at) + 1, nullptr);
  };
  EXPECT_NEAR(log2_of("ap1.exr"), log2_of("in.exr"), 1e-3);
}

TEST_F(Display, GainMapsHoldBothRenditions) {
  develop("out.jpg", {"--gain-map", "--tone-mapper", "agx-hdr"});
  develop("sdr.png", {"--tone-mapper", "agx-hdr"});
  const std::vector<Code> jpeg = read_codes(folder_ / "out.jpg"), png = read_codes(folder_ / "sdr.png");
  ASSERT_EQ(jpeg.size(), png.size());
  double sum = 0.0;
  for (std::size_t i = 0; i < png.size(); ++i) sum += difference(jpeg[i], png[i]);
  EXPECT_LT(sum / double(png.size()), 8.0) << "what a JPEG loses of noise";
  const auto bytes = read_file(folder_ / "out.jpg");
  const std::string text(bytes.begin(), bytes.end());
  EXPECT_NE(text.find("hdrgm"), std::string::npos);
}

/// Exposed by the mean of the picture as it is.
TEST_F(Display, WhiteBalanceIsForTheLightThatIsNamed) {
  develop("out.png", {"--encoding", "hdr10", "--tone-mapper", "none", "--white-balance", "manual", "--temperature-k",
                      "4100", "--duv", "0.002", "--chromatic-adaptation", "bradford"});
  const double exposure = reference::exposure_from_ev100(reference::meter(picture_.texels).ev100);
  const reference::Matrix balance = reference::white_balance(reference::illuminant_xy({4100.0, 0.002}),
                                                             reference::kBt709, reference::Adaptation::bradford);
  const reference::Matrix to_bt2020 = reference::conversion(reference::kBt709, reference::kBt2020);
  const auto signal = [&](std::size_t i) {
    const Rgb balanced =
        multiply(balance, reference::per_channel(picture_.texels[i], [=](double x) { return exposure * x; }));
    const Rgb light = reference::per_channel(balanced, [](double x) { return std::clamp(203.0 * x, 0.0, 1000.0); });
    return reference::pq_encode(multiply(to_bt2020, light));
  };
  EXPECT_LE(worst_code("out.png", signal), 0.55);
}

TEST_F(Display, WhatDoesNotGoTogetherIsOneLine) {
  const auto refused = [&](Arguments arguments, std::initializer_list<std::string> words) {
    arguments.insert(arguments.begin(), {"develop", "in.exr"});
    expect_error(kInputError, arguments, words);
  };
  refused({"-o", "out.exr", "--encoding", "hdr10"}, {"--encoding", "hdr10", "out.exr"});
  refused({"-o", "out.png", "--encoding", "scrgb"}, {"--encoding", "scrgb", ".exr"});
  refused({"-o", "out.png", "--encoding", "rec709"}, {"--encoding", "rec709"});
  refused({"-o", "out.jpg"}, {"out.jpg", "--gain-map"});
  refused({"-o", "out.png", "--gain-map"}, {"--gain-map", ".jpg"});
  refused({"-o", "out.jpg", "--gain-map", "--encoding", "srgb"}, {"--gain-map", "--encoding"});
  refused({"-o", "out.jpg", "--gain-map", "--peak-nits", "203"}, {"--gain-map", "--peak-nits"});
  refused({"-o", "out.png", "--peak-nits", "100"}, {"--peak-nits", "--paper-white-nits"});
  refused({"-o", "out.png", "--primaries", "custom", "--red-x", "0", "--red-y", "0.5"}, {"--primaries", "custom"});
  refused({"-o", "out.png", "--encoding", "hdr10", "--tone-mapper", "gt7", "--peak-nits", "240"}, {"gt7", "250"});
  refused({"-o", "out.png", "--white-balance", "daylight", "--temperature-k", "3999"}, {"--temperature-k", "4000"});
  refused({"-o", "out.png", "--white-balance", "manual", "--temperature-k", "1500", "--duv", "0.03"},
          {"--temperature-k", "--duv", "no blue"});
  refused({"-o", "out.png", "--white-balance", "sunny"}, {"--white-balance", "sunny", "off, manual, daylight"});
  refused({"-o", "out.png", "--duv", "0.07"}, {"--duv", "-0.0625 to 0.0625"});
  EXPECT_EQ(names_in(), std::vector<std::string>{"in.exr"});
}

}  // namespace
}  // namespace cli_test
