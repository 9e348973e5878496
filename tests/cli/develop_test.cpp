// SPDX-License-Identifier: MIT
// Tests of develop against the double-precision reference, texel by texel.
#include <algorithm>
#include <cmath>

#include "cli/cli_test.h"
#include "photopic/settings.h"
#include "reference/adaptation.h"
#include "reference/effects/night.h"
#include "reference/metering.h"
#include "reference/tone_map.h"

namespace cli_test {
namespace {

using reference::ToneMapper;

double default_exposure(const Picture& picture) {
  return reference::exposure_from_ev100(reference::meter(picture.texels).ev100);
}

Rgb scaled(Rgb texel, double factor) { return {texel.r * factor, texel.g * factor, texel.b * factor}; }

/// Code values of the whole picture by the reference.
std::vector<Code> developed(const Picture& picture, double exposure, ToneMapper tone_mapper,
                            std::vector<double> parameters = {}) {
  std::vector<Code> codes;
  for (const Rgb& texel : picture.texels) {
    const Rgb shown = reference::tone_map(tone_mapper, scaled(texel, exposure), parameters);
    codes.push_back({reference::srgb_code8(shown.r), reference::srgb_code8(shown.g), reference::srgb_code8(shown.b)});
  }
  return codes;
}

int worst_difference(const std::vector<Code>& actual, const std::vector<Code>& expected) {
  EXPECT_EQ(actual.size(), expected.size());
  int worst = 0;
  for (std::size_t i = 0; i < std::min(actual.size(), expected.size()); ++i) {
    worst = std::max(worst, difference(actual[i], expected[i]));
  }
  return worst;
}

class Develop : public CliTest {
 protected:
  Develop() : picture_(write_half_exr(folder_ / "in.exr", kPictureWidth, kPictureHeight, scene)) {}

  std::vector<Code> develop(Arguments settings) {
    Arguments arguments = neutral();
    arguments.insert(arguments.begin(), {"develop", "in.exr", "-o", "out.png"});
    arguments.insert(arguments.end(), settings.begin(), settings.end());
    EXPECT_EQ(output_of(arguments), "");
    return read_codes(folder_ / "out.png");
  }

  Picture picture_;
};

TEST_F(Develop, EveryToneMapperIsWithinOneCodeValueOfTheReference) {
  const double exposure = default_exposure(picture_);
  for (std::uint32_t i = 0; i < photopic::kToneMapperCount; ++i) {
    if ((photopic::kExactToneMappers >> i & 1u) == 0) continue;  // Looks
    const char* const name = photopic::tone_mapper_name(photopic::ToneMapper(i));
    EXPECT_LE(worst_difference(develop({"--tone-mapper", name}), developed(picture_, exposure, ToneMapper(i))), 1)
        << name;
  }
  EXPECT_EQ(names_in(), (std::vector<std::string>{"in.exr", "out.png"}));
}

TEST_F(Develop, NeutralIsAgxWithAutomaticExposure) {
  EXPECT_LE(worst_difference(develop({}), developed(picture_, default_exposure(picture_), ToneMapper::agx)), 1);
}

TEST_F(Develop, ExposureModesFollowTheirFormulas) {
  const double automatic = default_exposure(picture_);
  const double manual = reference::exposure_from_ev100(5.0);
  const double camera = reference::exposure_from_ev100(reference::ev100_from_camera(2.8, 1.0 / 64.0, 400.0));
  const double ev100 = reference::meter(picture_.texels).ev100;
  const struct {
    Arguments settings;
    double exposure;
  } cases[] = {
      {{"--compensation-ev", "1.5"}, automatic * std::exp2(1.5)},
      {{"--mode", "manual", "--manual-ev100", "5"}, manual},
      {{"--mode", "manual", "--manual-ev100", "5", "--compensation-ev=-2"}, manual / 4.0},
      {{"--mode", "camera", "--aperture-f-number", "2.8", "--shutter-s", "0.015625", "--sensitivity-iso", "400"},
       camera},
      {{"--min-ev100", std::to_string(ev100 + 1.0)}, automatic / 2.0},
      {{"--max-ev100", std::to_string(ev100 - 1.0)}, automatic * 2.0},
  };
  for (const auto& test : cases) {
    Arguments settings = test.settings;
    settings.insert(settings.end(), {"--tone-mapper", "reinhard"});
    EXPECT_LE(worst_difference(develop(settings), developed(picture_, test.exposure, ToneMapper::reinhard)), 1)
        << ::testing::PrintToString(settings);
  }
}

TEST_F(Develop, MeterLimitsClampWhatIsAveraged) {
  const double ev100 = reference::meter(picture_.texels, -2.0, 3.0).ev100;
  const auto codes = develop({"--min-log2-luminance", "-2", "--max-log2-luminance", "3", "--tone-mapper", "reinhard"});
  EXPECT_LE(worst_difference(codes, developed(picture_, reference::exposure_from_ev100(ev100), ToneMapper::reinhard)),
            1);
}

/// One falloff over the whole picture, though it is written in bands.
TEST_F(Develop, VignetteDarkensTowardTheCorners) {
  const double exposure = default_exposure(picture_);
  Picture darkened = picture_;
  for (std::uint32_t y = 0; y < kPictureHeight; ++y) {
    for (std::uint32_t x = 0; x < kPictureWidth; ++x) {
      const double half_height = 0.5 * kPictureHeight;
      const double from_axis = std::hypot(x + 0.5 - 0.5 * kPictureWidth, y + 0.5 - half_height) / half_height;
      const double tangent = from_axis * std::tan(40.0 * std::acos(-1.0) / 180.0);  // half of 80 degrees
      Rgb& texel = darkened.texels[std::size_t(y) * kPictureWidth + x];
      texel = scaled(texel, std::pow(1.0 + tangent * tangent, -2.0 * 0.75));
    }
  }
  const std::vector<Code> codes =
      develop({"--tone-mapper", "reinhard", "--vignette", "0.75", "--field-of-view-vertical-deg", "80"});
  EXPECT_LE(worst_difference(codes, developed(darkened, exposure, ToneMapper::reinhard)), 1);
}

/// Each changes the picture in its own way, though not by much; the same twice.
TEST_F(Develop, LensAndFilm) {
  const std::vector<std::vector<std::string>> options = {{},
                                                         {"--chromatic-aberration-texels", "2"},
                                                         {"--sharpening", "1"},
                                                         {"--grain", "0.1"},
                                                         {"--grain", "0.1", "--grain-color", "true"}};
  std::vector<std::vector<Code>> pictures;
  for (std::vector<std::string> arguments : options) {
    arguments.insert(arguments.end(), {"--tone-mapper", "reinhard"});
    const std::vector<Code> codes = develop(arguments);
    for (const std::vector<Code>& other : pictures) {
      EXPECT_GT(worst_difference(codes, other), 1) << testing::PrintToString(arguments);
    }
    EXPECT_EQ(worst_difference(develop(arguments), codes), 0);
    pictures.push_back(codes);
  }
}

TEST_F(Develop, VignetteIsChecked) {
  const auto expect_refused = [&](const char* option, const char* value, std::initializer_list<std::string> words) {
    expect_error(kInputError, {"develop", "in.exr", "-o", "out.png", option, value}, words);
  };
  expect_refused("--vignette", "1.5", {"--vignette", "0 to 1"});
  expect_refused("--chromatic-aberration-texels", "33", {"--chromatic-aberration-texels", "0 to 32"});
  expect_refused("--sharpening", "1.5", {"--sharpening", "0 to 1"});
  expect_refused("--grain", "0.25", {"--grain", "0 to 0.2"});
  expect_refused("--field-of-view-vertical-deg", "0", {"--field-of-view-vertical-deg", "above 0, up to 170"});
}

/// Of a picture that is larger than a band, with suns in a corner and inside: every texel's light is somewhere.
TEST_F(Develop, GlareKeepsThePicturesLight) {
  constexpr std::uint32_t kWidth = 2047, kHeight = 1031;
  const Picture picture = write_float_exr(folder_ / "suns.exr", kWidth, kHeight, [](std::uint32_t x, std::uint32_t y) {
    const bool is_sun = (x == kWidth - 1 && y == 0) || (x == 700 && y == 333);
    return is_sun ? Rgb{3000.0, 2500.0, 2000.0} : Rgb{0.25, 0.25, 0.25};
  });
  const auto sum_of = [](const Picture& of) {
    Rgb sum = {0.0, 0.0, 0.0};
    for (const Rgb& texel : of.texels) sum = {sum.r + texel.r, sum.g + texel.g, sum.b + texel.b};
    return sum;
  };
  const double exposure = reference::exposure_from_ev100(0.0);
  const Rgb expected = scaled(sum_of(picture), exposure);
  EXPECT_EQ(output_of({"develop",
                       "suns.exr",
                       "-o",
                       "glare.exr",
                       "--mode",
                       "manual",
                       "--manual-ev100",
                       "0",
                       "--tone-mapper",
                       "none",
                       "--encoding",
                       "linear",
                       "--paper-white-nits",
                       "1",
                       "--peak-nits",
                       "10000",
                       "--glare",
                       "camera",
                       "--veil-fraction",
                       "0.3"}),
            "");
  const Picture shown = read_picture(folder_ / "glare.exr");
  const Rgb sum = sum_of(shown);
  // Half floats, in the levels and in the file.
  EXPECT_NEAR(sum.r, expected.r, 1e-3 * expected.r);
  EXPECT_NEAR(sum.g, expected.g, 1e-3 * expected.g);
  EXPECT_NEAR(sum.b, expected.b, 1e-3 * expected.b);
  EXPECT_GT(shown.at(705, 333).g, 1.1 * shown.at(1400, 900).g);
  EXPECT_NEAR(shown.at(700, 333).g, 0.7 * 2500.0 * exposure, 0.02 * 2500.0 * exposure);
}

/// Finer levels have smaller roundings.
TEST_F(Develop, GlareLevelsAreWhatIsAskedFor) {
  write_float_exr(folder_ / "sun.exr", 96, 54, [](std::uint32_t x, std::uint32_t y) {
    const double value = x == 40 && y == 20 ? 300.0 : 0.05;
    return Rgb{value, value, value};
  });
  const auto shown = [&](const char* levels) {
    EXPECT_EQ(output_of({"develop",
                         "sun.exr",
                         "-o",
                         "sun.out.exr",
                         "--mode",
                         "manual",
                         "--tone-mapper",
                         "none",
                         "--encoding",
                         "linear",
                         "--paper-white-nits",
                         "1",
                         "--peak-nits",
                         "10000",
                         "--glare",
                         "eye",
                         "--glare-min-deg",
                         "0",
                         "--glare-levels",
                         levels}),
              "");
    return read_picture(folder_ / "sun.out.exr");
  };
  const Picture floats = shown("rgba32f"), halves = shown("rgba16f"), packed = shown("b10g11r11");
  const auto worst = [&](const Picture& picture) {  // relative
    double largest = 0.0;
    for (std::size_t i = 0; i < picture.texels.size(); ++i) {
      largest = std::max(largest, std::abs(picture.texels[i].g / floats.texels[i].g - 1.0));
    }
    return largest;
  };
  EXPECT_LE(worst(halves), 2e-3);
  EXPECT_GT(worst(packed), 2e-3);
  EXPECT_LE(worst(packed), 0.05);
}

TEST_F(Develop, GlareIsChecked) {
  const auto expect_refused = [&](const char* option, const char* value, std::initializer_list<std::string> words) {
    expect_error(kInputError, {"develop", "in.exr", "-o", "out.png", option, value}, words);
  };
  expect_refused("--glare", "sun", {"--glare", "off", "eye", "camera"});
  expect_refused("--glare-levels", "rgba8", {"--glare-levels", "rgba16f", "rgba32f", "b10g11r11"});
  expect_refused("--veil-fraction", "0.96", {"--veil-fraction", "0 to 0.95"});
  expect_refused("--observer-age-years", "5", {"--observer-age-years", "20 to 83"});
}

/// Where rods alone see: grey in the tint of rods, which the exposure doesn't know.
TEST_F(Develop, NightIsSeenByRods) {
  const double exposure = default_exposure(picture_);
  Picture seen = picture_;
  for (Rgb& texel : seen.texels) {
    texel = reference::mesopic_color(texel, 0.0, reference::kSOverPOfD65, reference::rod_tint());
  }
  const std::vector<Code> codes =
      develop({"--tone-mapper", "reinhard", "--night-strength", "1", "--cd-m2-per-unit", "1e-6"});
  EXPECT_LE(worst_difference(codes, developed(seen, exposure, ToneMapper::reinhard)), 1);
}

TEST_F(Develop, NightNeedsToKnowTheUnit) {
  for (const std::pair<const char*, const char*>& option :
       {std::pair{"--night-strength", "0.5"}, {"--dark-adaptation", "rods-and-cones"}, {"--pupil", "true"}}) {
    expect_error(kInputError, {"develop", "in.exr", "-o", "out.png", option.first, option.second},
                 {option.first, "needs --cd-m2-per-unit"});
  }
  expect_error(kInputError, {"develop", "in.exr", "-o", "out.png", "--scene-s-over-p", "0.1"}, {"--scene-s-over-p"});
}

TEST_F(Develop, WhitePointsReachTheirOperators) {
  const double exposure = default_exposure(picture_);
  EXPECT_LE(worst_difference(develop({"--tone-mapper", "reinhard-extended", "--reinhard-white", "1.5"}),
                             developed(picture_, exposure, ToneMapper::reinhard_extended, {1.5})),
            1);
  EXPECT_LE(worst_difference(develop({"--tone-mapper", "hable", "--hable-white", "6"}),
                             developed(picture_, exposure, ToneMapper::hable, {6.0})),
            1);
}

TEST_F(Develop, DitherMovesByLittleAndFollowsItsSeed) {
  const auto plain = develop({});
  const auto dithered = develop({"--dither", "true"});
  EXPECT_LE(worst_difference(dithered, plain), 2);
  EXPECT_GT(worst_difference(dithered, plain), 0);
  EXPECT_EQ(worst_difference(develop({"--dither", "true"}), dithered), 0) << "the noise is the same each time";
  EXPECT_GT(worst_difference(develop({"--dither", "true", "--dither-seed", "7"}), dithered), 0);
}

TEST_F(Develop, ExrOutputIsDisplayLinear) {
  Arguments arguments = neutral();
  arguments.insert(arguments.begin(), {"develop", "in.exr", "-o", "out.exr", "--tone-mapper", "hable"});
  EXPECT_EQ(output_of(arguments), "");
  const Picture out = read_picture(folder_ / "out.exr");
  ASSERT_EQ(out.width, kPictureWidth);
  ASSERT_EQ(out.height, kPictureHeight);
  const double exposure = default_exposure(picture_);
  constexpr double kHalfStep = 1.0 / 1024.0;  // relative rounding of half, twice
  for (std::size_t i = 0; i < out.texels.size(); ++i) {
    const Rgb shown = reference::tone_map(ToneMapper::hable, scaled(picture_.texels[i], exposure));
    EXPECT_NEAR(out.texels[i].r, shown.r, kHalfStep * shown.r + 1e-5) << i;
    EXPECT_NEAR(out.texels[i].g, shown.g, kHalfStep * shown.g + 1e-5) << i;
    EXPECT_NEAR(out.texels[i].b, shown.b, kHalfStep * shown.b + 1e-5) << i;
  }
}

TEST_F(Develop, BandsMeetWithoutASeam) {
  // Higher than one band of the tone mapper, with odd sides.
  constexpr std::uint32_t kTall = 4201;
  const Picture tall = write_half_exr(folder_ / "in.exr", 1031, kTall, scene);
  EXPECT_LE(worst_difference(develop({}), developed(tall, default_exposure(tall), ToneMapper::agx)), 1);
}

TEST_F(Develop, InvalidTexelsBecomeBlackAndDoNotSpread) {
  const double nan = std::nan("");
  const Picture odd = write_float_exr(folder_ / "in.exr", 37, 21, [&](std::uint32_t x, std::uint32_t y) {
    if (x == 5) return Rgb{nan, nan, nan};
    if (y == 7) return Rgb{-1.0, -2.0, -3.0};
    return scene(x, y);
  });
  EXPECT_LE(worst_difference(develop({}), developed(odd, default_exposure(odd), ToneMapper::agx)), 1);
}

TEST_F(Develop, FileNamesMayHaveSpacesLettersAndCapitals) {
  std::filesystem::copy_file(folder_ / "in.exr", folder_ / "Zimmer süd 1.EXR");
  EXPECT_EQ(output_of({"develop", "Zimmer süd 1.EXR", "-o", "Übersicht 日本.PNG"}), "");
  EXPECT_EQ(read_codes(folder_ / "Übersicht 日本.PNG").size(), picture_.texels.size());
  EXPECT_EQ(output_of({"develop", "in.exr", "-o", "OUT.EXR"}), "");
  EXPECT_EQ(read_picture(folder_ / "OUT.EXR").width, kPictureWidth);
}

TEST_F(Develop, FileNamesMayBeAsLongAsTheyGet) {
  const std::string longest = std::string(251, 'n') + ".png";
  EXPECT_EQ(output_of({"develop", "in.exr", "-o", longest}), "");
  EXPECT_EQ(names_in(), (std::vector<std::string>{"in.exr", longest}));
  expect_error(kInputError, {"develop", "in.exr", "-o", "n" + longest}, {"File name too long"});
  expect_error(kInputError, {"develop", "n" + longest, "-o", "out.png"}, {"File name too long"});
  expect_error(kInputError, {"develop", "--print-settings", "--settings", "n" + longest}, {"File name too long"});
}

TEST_F(Develop, TimingsGoToStderr) {
  const ProcessResult result = run({"develop", "in.exr", "-o", "out.png", "--timings"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.out, "");
  EXPECT_NE(result.err.find("meter"), std::string::npos) << result.err;
  EXPECT_NE(result.err.find(" us"), std::string::npos) << result.err;
}

}  // namespace
}  // namespace cli_test
