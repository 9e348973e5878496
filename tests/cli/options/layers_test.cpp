// SPDX-License-Identifier: MIT
// Tests of the colours and layers that OpenEXR and Radiance files name, as commands show and measure them.
#include <ImfChromaticities.h>
#include <ImfStandardAttributes.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/cli_test.h"
#include "image_io/fixtures/io_exr_fixtures.h"
#include "reference/display/primaries.h"

namespace cli_test {
namespace {

using Xy = std::array<float, 8>;
constexpr Xy kAp0 = {0.7347f, 0.2653f, 0, 1, 0.0001f, -0.077f, 0.32168f, 0.33767f};
constexpr Xy kXyz = {1, 0, 0, 1, 0, 0, 1.0f / 3.0f, 1.0f / 3.0f};

std::function<void(Imf::Header&)> naming(const Xy& c) {
  return [c](Imf::Header& header) {
    Imf::addChromaticities(header, Imf::Chromaticities({c[0], c[1]}, {c[2], c[3]}, {c[4], c[5]}, {c[6], c[7]}));
  };
}

Rgb in_bt709(const Xy& primaries, const Rgb& color) {
  std::array<double, 8> xy;
  std::copy(primaries.begin(), primaries.end(), xy.begin());
  return multiply(reference::conversion(reference::custom_primaries(xy), reference::kBt709), color);
}

class Layers : public CliTest {
 protected:
  /// Display-linear colours of `in` with exposure 1, as they are; what is below 0 is clipped.
  Picture developed(const std::string& in, const Arguments& more = {}) {
    Arguments arguments = {"develop", in, "-o", "out.exr"};
    // An EV at which 1.2 * 2^EV100 is 1.
    const Arguments plain = {"--mode",      "manual",        "--manual-ev100", "-0.26303440583", "--compensation-ev",
                             "0",           "--tone-mapper", "none",           "--encoding",     "linear",
                             "--gamut-map", "clip"};
    arguments.insert(arguments.end(), plain.begin(), plain.end());
    arguments.insert(arguments.end(), more.begin(), more.end());
    last_ = run(arguments);
    EXPECT_EQ(last_.exit_code, 0) << last_.err;
    return last_.exit_code == 0 ? read_picture(folder_ / "out.exr") : Picture();
  }
  static void expect_texel(const Rgb& actual, const Rgb& expected) {
    const auto near = [](double value, double wanted) {
      EXPECT_NEAR(value, std::max(wanted, 0.0), 2e-3 * std::max(1.0, std::abs(wanted)));  // halves, in and out
    };
    near(actual.r, expected.r);
    near(actual.g, expected.g);
    near(actual.b, expected.b);
  }
  void write_layers(const std::string& name, const std::vector<std::string>& layers) {
    io_test::ExrOptions options;
    options.channels.clear();
    for (const std::string& layer : layers) {
      for (const char* const channel : {"R", "G", "B"}) {
        options.channels.push_back({layer + channel, Imf::HALF, int(options.channels.size())});
      }
    }
    io_test::write_exr(folder_ / name, options);
  }
  /// First texel of layer `i` of write_layers().
  static Rgb of_layer(int i) {
    return {double(io_test::sample(0, 0, 3 * i)), double(io_test::sample(0, 0, 3 * i + 1)),
            double(io_test::sample(0, 0, 3 * i + 2))};
  }

  ProcessResult last_;
};

TEST_F(Layers, CroppedAndOverscannedFilesKeepTheirColors) {
  const struct {
    const char* name;
    std::optional<Imath::Box2i> display;
    int left, top;  ///< of the data, from the display window
  } kCases[] = {{"full.exr", {}, 0, 0},
                {"crop.exr", Imath::Box2i({-3, -2}, {15, 9}), 3, 2},
                {"overscan.exr", Imath::Box2i({2, 1}, {9, 7}), -2, -1}};
  for (const Xy& primaries : {kAp0, kXyz}) {
    for (const auto& [name, display, left, top] : kCases) {
      SCOPED_TRACE(std::string(name) + " " + std::to_string(primaries[0]));
      io_test::write_exr(folder_ / name, {.display = display, .edit = naming(primaries)});
      const Picture picture = developed(name);
      for (int y = 1; y < 8; ++y) {
        const auto at = [&](int channel) { return double(io_test::sample(4, y, channel)); };
        expect_texel(picture.at(std::uint32_t(4 + left), std::uint32_t(y + top)),
                     in_bt709(primaries, {at(0), at(1), at(2)}));
      }
    }
  }
}

TEST_F(Layers, LuminanceAndChromaKeepTheirColors) {
  io_test::write_luma_chroma_exr(folder_ / "yc.exr", 32, 16, 0.5f, 0.2f, 0.1f, naming(kAp0));
  const Rgb expected = in_bt709(kAp0, {0.5, 0.2, 0.1});
  const Rgb actual = developed("yc.exr").at(8, 4);
  constexpr double kChroma = 0.01;  // ratios of halves, in primaries where a little is much
  EXPECT_NEAR(actual.r, expected.r, kChroma);
  EXPECT_NEAR(actual.g, expected.g, kChroma);
  EXPECT_NEAR(actual.b, expected.b, kChroma);
}

TEST_F(Layers, RadiancePicturesAreOfTheirPrimaries) {
  const std::string texel("\x80\x40\x20\x81", 4);  // 1, 0.5, 0.25
  const Xy bt2020 = {0.708f, 0.292f, 0.17f, 0.797f, 0.131f, 0.046f, 0.3127f, 0.329f};
  const auto show = [&](const std::string& lines) {
    write_file(folder_ / "in.hdr", "#?RADIANCE\n" + lines + "\n-Y 1 +X 1\n" + texel);
    return developed("in.hdr").at(0, 0);
  };
  expect_texel(show("FORMAT=32-bit_rle_rgbe\n"), {1, 0.5, 0.25});
  expect_texel(show("FORMAT=32-bit_rle_rgbe\nPRIMARIES= 0.708 0.292 0.170 0.797 0.131 0.046 0.3127 0.329\n"),
               in_bt709(bt2020, {1, 0.5, 0.25}));
  expect_texel(show("FORMAT=32-bit_rle_xyze\n"), in_bt709(kXyz, {1, 0.5, 0.25}));
}

TEST_F(Layers, UnusableChromaticitiesAreNamedWithTheFile) {
  io_test::write_exr(folder_ / "zero.1.exr", {.edit = naming({})});
  io_test::write_exr(folder_ / "far.1.exr", {.edit = naming({9, 0, 0, 9, -9, -9, 0.3f, 0.3f})});
  for (const std::string name : {"zero.1.exr", "far.1.exr"}) {
    for (const Arguments& command : {Arguments{"develop", name, "-o", "out.png"}, Arguments{"meter", name},
                                     Arguments{"sequence", name.substr(0, name.find('.')) + ".#.exr", "-o", "out"},
                                     Arguments{"pan", name, "-o", "out"}}) {
      SCOPED_TRACE(command[0]);
      expect_error(kInputError, command, {name + ": ", "its chromaticities", "--primaries bt709"});
    }
  }
  expect_texel(developed("zero.1.exr", {"--primaries", "bt709"}).at(0, 0), of_layer(0));
  EXPECT_EQ(last_.err, "");
}

TEST_F(Layers, EveryCommandTakesTheBeautyAndSaysSo) {
  write_layers("in.1.exr", {"ViewLayer.AO.", "ViewLayer.Combined."});
  const std::string line = "photopic: in.1.exr: takes ViewLayer.Combined; --layer takes another: ViewLayer.AO\n";
  expect_texel(developed("in.1.exr").at(0, 0), of_layer(1));
  EXPECT_EQ(last_.err, line);
  for (const Arguments& command : {Arguments{"meter", "in.1.exr"}, Arguments{"sequence", "in.#.exr", "-o", "out"},
                                   Arguments{"pan", "in.1.exr", "-o", "pan", "--frames", "1", "--size", "16x8"},
                                   Arguments{"meter", "in.#.exr", "--measurements", "m.jsonl"}}) {
    SCOPED_TRACE(command[0]);
    const ProcessResult result = run(command);
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_EQ(result.err, line);
  }
}

TEST_F(Layers, OfASequenceTheChoiceIsToldWhereItChanges) {
  for (const char* const name : {"in.1.exr", "in.2.exr", "in.4.exr"}) write_layers(name, {"AO.", "rgba."});
  write_layers("in.3.exr", {""});
  EXPECT_EQ(run({"sequence", "in.#.exr", "-o", "out"}).err,
            "photopic: in.1.exr: takes rgba; --layer takes another: AO\n"
            "photopic: in.4.exr: takes rgba; --layer takes another: AO\n");
}

TEST_F(Layers, AnotherIsTakenByName) {
  write_layers("in.exr", {"", "AO.", "left.AO."});
  expect_texel(developed("in.exr", {"--layer", "AO"}).at(0, 0), of_layer(1));
  EXPECT_EQ(last_.err, "");
  expect_texel(developed("in.exr", {"--layer", "left.AO", "--part", "0"}).at(0, 0), of_layer(2));
  const auto sample = [](int i) { return double(io_test::sample(0, 0, i)); };
  expect_texel(developed("in.exr", {"--rgb", "AO.B,R,AO.G"}).at(0, 0), {sample(5), sample(0), sample(4)});
  expect_texel(developed("in.exr", {"--rgb", "AO.B"}).at(0, 0), {sample(5), sample(5), sample(5)});
  const auto mean = [&](const Arguments& choice) {
    Arguments arguments = {"meter", "--json", "in.exr"};
    arguments.insert(arguments.end(), choice.begin(), choice.end());
    return nlohmann::json::parse(output_of(arguments))[0]["mean_log2_luminance"].get<double>();
  };
  write_layers("ao.exr", {"unused.", ""});
  const double of_ao = mean({"--layer", "AO"});
  EXPECT_EQ(mean({"--rgb", "AO.R,AO.G,AO.B"}), of_ao);
  EXPECT_NE(mean({"--layer", ""}), of_ao);
}

TEST_F(Layers, WhatIsNotThereIsRefused) {
  write_layers("in.exr", {"", "AO."});
  write_file(folder_ / "in.png", io_test::make_png({}));
  const auto develop = [](const std::string& in, const Arguments& choice) {
    Arguments arguments = {"develop", in, "-o", "out.png"};
    arguments.insert(arguments.end(), choice.begin(), choice.end());
    return arguments;
  };
  expect_error(kInputError, develop("in.exr", {"--layer", "N"}), {"in.exr: has no layer 'N'; there are R, G, B, AO"});
  expect_error(kInputError, develop("in.exr", {"--part", "1"}), {"in.exr: has no part '1'; there are 0"});
  expect_error(kInputError, develop("in.exr", {"--rgb", "N.X"}), {"in.exr: no part has N.X among its channels"});
  expect_error(kInputError, develop("in.png", {"--layer", "AO"}), {"in.png: not OpenEXR"});
  for (const std::string channels : {"", "R,G", "R,,B", "R,G,", "R,G,B,A"}) {
    expect_error(kInputError, develop("in.exr", {"--rgb", channels}), {"--rgb: '" + channels + "'", "N.X,N.Y,N.Z"});
  }
  expect_error(kInputError, develop("in.exr", {"--rgb", "R", "--layer", "AO"}), {"--rgb doesn't go with --layer"});
}

}  // namespace
}  // namespace cli_test
