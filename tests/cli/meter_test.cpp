// SPDX-License-Identifier: MIT
// Tests of meter against the double-precision reference.
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "cli/cli_test.h"
#include "photopic/run/light_table.h"
#include "reference/adaptation.h"
#include "reference/metering.h"

namespace cli_test {
namespace {

using nlohmann::json;

constexpr double kMeterTolerance_stops = 5e-6;
constexpr double kFloat = 1e-6;  // relative; a few roundings to single precision

class Meter : public CliTest {
 protected:
  json meter(Arguments arguments) {
    arguments.insert(arguments.begin(), {"meter", "--json"});
    return json::parse(output_of(arguments));
  }

  static void expect_reading(const json& reading, const std::string& file, const Picture& picture) {
    SCOPED_TRACE(file);
    const reference::MeterResult truth = reference::meter(picture.texels);
    EXPECT_EQ(reading.at("file"), file);
    EXPECT_EQ(reading.at("width"), picture.width);
    EXPECT_EQ(reading.at("height"), picture.height);
    EXPECT_EQ(reading.at("method"), "single-pass");
    EXPECT_NEAR(reading.at("mean_log2_luminance"), truth.mean_log2_luminance, kMeterTolerance_stops);
    EXPECT_NEAR(std::log2(double(reading.at("geometric_mean"))), truth.mean_log2_luminance, kMeterTolerance_stops);
    EXPECT_NEAR(reading.at("ev100"), truth.ev100, kMeterTolerance_stops);
    EXPECT_NEAR(std::log2(double(reading.at("exposure"))), std::log2(truth.exposure), kMeterTolerance_stops);
    EXPECT_NEAR(reading.at("min_luminance"), truth.min_luminance, kFloat * truth.min_luminance);
    EXPECT_NEAR(reading.at("max_luminance"), truth.max_luminance, kFloat * truth.max_luminance);
    EXPECT_EQ(reading.at("invalid_texels"), truth.invalid_texels);
  }
};

TEST_F(Meter, ReadsWhatTheReferenceReads) {
  const Picture half = write_half_exr(folder_ / "half.exr", 257, 129, scene);
  const Picture single = write_float_exr(folder_ / "single.exr", 33, 1025, [](std::uint32_t x, std::uint32_t y) {
    return y < 100 ? Rgb{1e-7, 1e-7, 1e-7} : scene(x, y);  // below the clamp too
  });
  const Picture one = write_float_exr(folder_ / "one.exr", 1, 1, [](auto, auto) { return Rgb{0.18, 0.18, 0.18}; });
  const json readings = meter({"half.exr", "single.exr", "one.exr"});
  ASSERT_TRUE(readings.is_array());
  ASSERT_EQ(readings.size(), 3u);
  expect_reading(readings[0], "half.exr", half);
  expect_reading(readings[1], "single.exr", single);
  expect_reading(readings[2], "one.exr", one);
}

TEST_F(Meter, CountsInvalidTexelsAndLeavesThemOut) {
  constexpr double kInf = std::numeric_limits<double>::infinity();
  const double nan = std::nan("");
  const auto texel = [&](std::uint32_t x, std::uint32_t y) {
    switch ((x * 31 + y * 17) % 23) {
      case 0:
        return Rgb{nan, 1.0, 1.0};
      case 1:
        return Rgb{1.0, kInf, 1.0};
      case 2:
        return Rgb{kInf, -kInf, 0.0};
      case 3:
        return Rgb{-1.0, -1.0, -1.0};
      case 4:
        return Rgb{-0.1, 1.0, 0.2};  // one negative channel, luminance still positive
      default:
        return scene(x, y);
    }
  };
  const Picture half = write_half_exr(folder_ / "half.exr", 101, 77, texel);
  const Picture single = write_float_exr(folder_ / "single.exr", 77, 101, texel);
  ASSERT_GT(reference::meter(half.texels).invalid_texels, 1000u);
  const json readings = meter({"half.exr", "single.exr"});
  expect_reading(readings.at(0), "half.exr", half);
  expect_reading(readings.at(1), "single.exr", single);
}

TEST_F(Meter, APictureWithoutAValidTexelHasNoReading) {
  write_float_exr(folder_ / "nan.exr", 9, 5, [](auto, auto) { return Rgb{std::nan(""), 0.0, 0.0}; });
  const json reading = meter({"nan.exr"}).at(0);
  for (const char* key : {"mean_log2_luminance", "geometric_mean", "ev100", "min_luminance", "max_luminance"}) {
    EXPECT_TRUE(reading.at(key).is_null()) << key;
  }
  EXPECT_EQ(reading.at("invalid_texels"), 45);
  EXPECT_TRUE(reading.at("exposure").is_number());
  EXPECT_NE(output_of({"meter", "nan.exr"}).find("no valid texel"), std::string::npos);
}

TEST_F(Meter, SettingsShiftTheExposure) {
  const Picture picture = write_half_exr(folder_ / "in.exr", 64, 64, scene);
  const reference::MeterResult clamped = reference::meter(picture.texels, -1.0, 1.0);
  const json reading =
      meter({"in.exr", "--min-log2-luminance", "-1", "--max-log2-luminance", "1", "--compensation-ev", "2"}).at(0);
  EXPECT_NEAR(reading.at("mean_log2_luminance"), clamped.mean_log2_luminance, kMeterTolerance_stops);
  EXPECT_NEAR(double(reading.at("exposure")) / clamped.exposure, 4.0, 1e-4);
}

TEST_F(Meter, TextHasTheSameNumbers) {
  const Picture picture = write_half_exr(folder_ / "in.exr", 20, 10, scene);
  const std::string text = output_of({"meter", "in.exr"});
  char mean[32];
  std::snprintf(mean, sizeof mean, "%.4f", reference::meter(picture.texels).mean_log2_luminance);
  for (const std::string word : {"in.exr", "20x10", "mean log2 luminance", "EV100", "exposure", "invalid texels"}) {
    EXPECT_NE(text.find(word), std::string::npos) << word << " in\n" << text;
  }
  EXPECT_NE(text.find(std::string(mean, 5)), std::string::npos) << mean << " in\n" << text;
}

TEST_F(Meter, ReadsEveryKindOfPicture) {
  using namespace io_test;
  write_file(folder_ / "a.png", make_png({}));
  write_file(folder_ / "deep.png", make_png({.depth = 16}));
  write_file(folder_ / "b.jpg", make_jpeg());
  write_file(folder_ / "c.hdr", make_hdr(24, 10));
  io_test::write_exr(folder_ / "tiled.exr", {.tile = 4});
  io_test::write_exr(folder_ / "window.exr", {.window = {{-5, 3}, {20, 9}}});
  for (const char* name : {"a.png", "deep.png", "b.jpg", "c.hdr", "tiled.exr", "window.exr"}) {
    expect_reading(meter({name}).at(0), name, read_picture(folder_ / name));
  }
}

TEST_F(Meter, OneChannelAndLuminanceChromaAreReadRightly) {
  io_test::write_exr(folder_ / "y.exr", {.channels = {{"Y", Imf::HALF, 0}}});
  Picture grey = {13, 9, {}};
  for (int y = 0; y < 9; ++y) {
    for (int x = 0; x < 13; ++x) {
      const double value = double(io_test::sample(x, y, 0));
      grey.texels.push_back({value, value, value});
    }
  }
  const ProcessResult result = run({"meter", "--json", "y.exr"});
  EXPECT_EQ(result.err, "photopic: y.exr: takes channel Y as grey\n");
  expect_reading(json::parse(result.out).at(0), "y.exr", grey);

  io_test::write_luma_chroma_exr(folder_ / "yc.exr", 64, 32, 2.0f, 1.0f, 0.5f);
  const double bright = std::log2(reference::luminance({2.0, 1.0, 0.5}));
  const json reading = meter({"yc.exr"}).at(0);
  EXPECT_EQ(reading.at("width"), 64);
  // Half as bright in the lower half; the luminance is stored in half, and filtered nowhere.
  EXPECT_NEAR(reading.at("mean_log2_luminance"), bright - 0.5, 5e-3);
}

/// Numbers of the device are those of the table of `photopic run --meter`, which the CPU makes.
TEST_F(Meter, ContentLightOfFinishedPictures) {
  write_half_exr(folder_ / "in.exr", 97, 41, [](std::uint32_t x, std::uint32_t y) {
    const double light = std::exp2(double(x) / 12.0 - 4.0);
    return y % 9 == 0 ? Rgb{light, 0.0, 0.1 * light} : Rgb{light, 0.7 * light, 0.4 * light};
  });
  for (const char* encoding : {"hdr10", "hlg", "display-p3", "srgb"}) {
    SCOPED_TRACE(encoding);
    output_of({"develop", "in.exr", "-o", "shown.png", "--encoding", encoding});
    const json shown = meter({"shown.png", "--content-light", "--white-cd-m2", "300"}).at(0).at("content_light");
    const image_io::CodeImage image = image_io::read_code_image(folder_ / "shown.png");
    const flashes::Display display = {.white_cd_m2 = 300.0};
    const photopic::OutputEncoding read = flashes::encoding_of(image, "shown.png", {});
    const cli::FrameLight truth = cli::light_of(image, read, flashes::Light(read, image.samples, display));
    EXPECT_EQ(shown.at("encoding"), encoding);
    const auto near = [&](const char* name, double wanted, double relative) {
      EXPECT_NEAR(shown.at(name).get<double>(), wanted, relative * wanted) << name;
    };
    near("max_cll", truth.max_cll, 1e-3);
    near("max_fall", truth.max_fall, 1e-3);
    near("mean_cd_m2", truth.mean, 1e-3);
    near("geometric_mean_cd_m2", truth.geometric_mean, 1e-3);
    EXPECT_NEAR(shown.at("ev100"), truth.ev100, 2e-3);
    constexpr double kTwoHistograms = 2.0 / 64.0 * 0.7;  // each within 1/64 stop
    near("p1_cd_m2", truth.percentiles[0], kTwoHistograms);
    near("p50_cd_m2", truth.percentiles[2], kTwoHistograms);
    near("p99_cd_m2", truth.percentiles[4], kTwoHistograms);
    EXPECT_NEAR(shown.at("beyond_bt709"), truth.beyond_bt709, 1e-3);
    EXPECT_NEAR(shown.at("beyond_p3"), truth.beyond_p3, 1e-3);
    EXPECT_EQ(shown.at("invalid_texels"), 0);
    EXPECT_LE(shown.at("max_cll_p99_99").get<double>(), shown.at("max_cll").get<double>());
  }
  const std::string text = output_of({"meter", "shown.png", "--content-light"});
  for (const char* word : {"as shown, srgb", "MaxCLL", "MaxFALL", "beyond BT.709        "}) {
    EXPECT_NE(text.find(word), std::string::npos) << word << " in\n" << text;
  }
}

TEST_F(Meter, ContentLightOfFloats) {
  const auto picture = [](auto, auto) { return Rgb{2.0, 1.0, 0.5}; };
  write_float_exr(folder_ / "in.exr", 8, 8, picture);
  expect_error(run({"meter", "in.exr", "--content-light"}), kInputError, {"in.exr", "holds floats", "--encoding"});
  const json scrgb = meter({"in.exr", "--content-light", "--encoding", "scrgb"}).at(0).at("content_light");
  EXPECT_NEAR(scrgb.at("max_cll"), 160.0, 0.1);
  const json linear =
      meter({"in.exr", "--content-light", "--encoding", "linear", "--white-cd-m2", "100"}).at(0).at("content_light");
  EXPECT_NEAR(linear.at("max_cll"), 200.0, 0.1);
  EXPECT_NEAR(linear.at("max_fall"), 200.0, 0.1);
  // Brighter light than 10000 counts as that, here and in the table.
  write_float_exr(folder_ / "bright.exr", 8, 8, [](auto, auto) { return Rgb{200.0, 200.0, 200.0}; });
  const json bright = meter({"bright.exr", "--content-light", "--encoding", "scrgb"}).at(0).at("content_light");
  const image_io::CodeImage image = image_io::read_code_image(folder_ / "bright.exr");
  constexpr auto kScrgb = photopic::OutputEncoding::scrgb;
  const cli::FrameLight truth =
      cli::light_of(image, kScrgb, flashes::Light(kScrgb, image.samples, {.cd_m2_per_unit = 80.0}));
  for (const double value : {bright.at("max_cll").get<double>(), bright.at("max_fall").get<double>(),
                             bright.at("mean_cd_m2").get<double>(), truth.max_cll, truth.max_fall, truth.mean}) {
    EXPECT_EQ(value, 10000.0);
  }
  // scRGB of the program's own says what 1 is.
  output_of({"develop", "in.exr", "-o", "shown.exr", "--encoding", "scrgb"});
  const json own = meter({"shown.exr", "--content-light"}).at(0).at("content_light");
  const json named = meter({"shown.exr", "--content-light", "--encoding", "scrgb"}).at(0).at("content_light");
  EXPECT_EQ(own.at("encoding"), "linear");
  EXPECT_EQ(own.at("max_cll"), named.at("max_cll"));
  // A white that no display has.
  const float texels[] = {1.0f, 1.0f, 1.0f, 1.0f};
  const auto writer = image_io::create_exr(folder_ / "sun.exr", {1, 1, image_io::TexelFormat::rgba32f}, 20000.0);
  writer->write_rows(1, texels);
  writer->finish();
  expect_error(run({"meter", "sun.exr", "--content-light"}), kInputError,
               {"sun.exr: has a white luminance of 20000 cd/m^2", "--encoding linear", "--white-cd-m2"});
  EXPECT_EQ(meter({"sun.exr", "--content-light", "--encoding", "linear", "--white-cd-m2", "100"})
                .at(0)
                .at("content_light")
                .at("max_cll"),
            100.0);
}

TEST_F(Meter, GoodFilesAreReadInSpiteOfABadOne) {
  const Picture picture = write_half_exr(folder_ / "good.exr", 40, 30, scene);
  write_file(folder_ / "bad.exr", std::string("not a picture"));
  ProcessResult result = run({"meter", "--json", "good.exr", "bad.exr", "missing.exr", "good.exr"});
  EXPECT_EQ(result.exit_code, kInputError);
  const json readings = json::parse(result.out);
  ASSERT_EQ(readings.size(), 2u);
  expect_reading(readings[0], "good.exr", picture);
  expect_reading(readings[1], "good.exr", picture);
  EXPECT_TRUE(result.err.starts_with("photopic: bad.exr: ")) << result.err;
  EXPECT_NE(result.err.find("\nphotopic: missing.exr: No such file"), std::string::npos) << result.err;
  EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 2) << result.err;

  result = run({"meter", "bad.exr", "good.exr"});
  expect_error(result, kInputError, {"bad.exr"});
  EXPECT_TRUE(result.out.starts_with("good.exr  40x30\n")) << result.out;
}

TEST_F(Meter, AThousandPicturesOfChangingSize) {
  Arguments files;
  for (std::uint32_t i = 0; i < 8; ++i) {
    const std::string name = "s" + std::to_string(i) + ".exr";
    write_half_exr(folder_ / name, 1 + 37 * i % 61, 1 + 23 * i % 59, scene);
  }
  for (int i = 0; i < 1000; ++i) files.push_back("s" + std::to_string(i * 5 % 8) + ".exr");
  const json readings = meter(files);
  ASSERT_EQ(readings.size(), 1000u);
  for (std::size_t i = 0; i < 1000; ++i) {
    ASSERT_EQ(readings[i].at("file"), files[i]);
    ASSERT_EQ(readings[i].at("mean_log2_luminance"), readings[i % 8].at("mean_log2_luminance"));
  }
  for (std::size_t i = 0; i < 8; ++i) expect_reading(readings[i], files[i], read_picture(folder_ / files[i]));
}

TEST_F(Meter, FileNamesThatAreNotUtf8GiveValidJson) {
  const std::string name = "bad\xff name\n.exr";
  write_half_exr(folder_ / name, 8, 8, scene);
  const json readings = meter({name});
  ASSERT_EQ(readings.size(), 1u);
  EXPECT_EQ(readings[0].at("width"), 8);
}

}  // namespace
}  // namespace cli_test
