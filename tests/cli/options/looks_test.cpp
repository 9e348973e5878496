// SPDX-License-Identifier: MIT
// Tests of grades and lookup tables on the command line.
#include <sys/stat.h>

#include <fstream>

#include "cli/cli_test.h"
#include "looks/cube_file.h"

namespace cli_test {
namespace {

constexpr const char* kInvertingCube = "LUT_3D_SIZE 2\n1 1 1\n0 1 1\n1 0 1\n0 0 1\n1 1 0\n0 1 0\n1 0 0\n0 0 0\n";

class Looks : public CliTest {
 protected:
  Looks() { write_half_exr(folder_ / "in.exr", 64, 48, scene); }

  std::vector<Code> develop(Arguments options) {
    options.insert(options.begin(), {"develop", "in.exr", "-o", "out.png"});
    EXPECT_EQ(output_of(options), "");
    return read_codes(folder_ / "out.png");
  }
  static int worst_difference(const std::vector<Code>& a, const std::vector<Code>& b) {
    EXPECT_EQ(a.size(), b.size());
    int worst = 0;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) worst = std::max(worst, difference(a[i], b[i]));
    return worst;
  }
  void expect_refused(const Arguments& options, std::initializer_list<std::string> words) {
    Arguments arguments = {"develop", "in.exr", "-o", "refused.png"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    expect_error(4, arguments, words);
    EXPECT_FALSE(std::filesystem::exists(folder_ / "refused.png"));
  }
};

/// What `lut` writes shows, as tone mapper custom, what it was made of: within what nodes and halves
/// allow.
TEST_F(Looks, AWrittenLookShowsAlike) {
  for (const Arguments& look :
       {Arguments{"--tone-mapper", "aces2"}, Arguments{"--contrast", "1.3", "--vibrance", "0.5"}}) {
    SCOPED_TRACE(testing::PrintToString(look));
    Arguments write = {"lut", "-o", "look.cube", "--size", "49"};
    write.insert(write.end(), look.begin(), look.end());
    EXPECT_EQ(output_of(write), "");
    Arguments exact = {"--mode", "manual", "--manual-ev100", "5"};
    Arguments custom = exact;
    exact.insert(exact.end(), look.begin(), look.end());
    custom.insert(custom.end(), {"--tone-mapper", "custom", "--tone-mapper-lut", "look.cube", "--lut-size", "49"});
    EXPECT_LE(worst_difference(develop(custom), develop(exact)), 4);
  }
}

/// In a space that other programs load tables in, and of HDR10.
TEST_F(Looks, AWrittenLookSaysWhatItTakesAndGives) {
  output_of({"lut", "-o", "log.cube", "--size", "17", "--space", "acescct,ap1", "--encoding", "hdr10"});
  const looks::Lut lut = looks::read_cube(folder_ / "log.cube");
  EXPECT_EQ(lut.title, "photopic acescct,ap1 to hdr10");
  ASSERT_TRUE(lut.cube);
  EXPECT_EQ(lut.cube->size, 17u);
  output_of({"lut", "-o", "look.cube", "--size", "65", "--space", "acescct,ap1", "--tone-mapper", "agx-hdr"});
  const Arguments manual = {"--mode", "manual", "--manual-ev100", "5"};
  Arguments exact = manual, custom = manual;
  exact.insert(exact.end(), {"--tone-mapper", "agx-hdr"});
  custom.insert(custom.end(), {"--tone-mapper", "custom", "--tone-mapper-lut", "look.cube"});
  // ACEScct's straight toe leaves fewer nodes to the dark.
  EXPECT_LE(worst_difference(develop(custom), develop(exact)), 8);
}

TEST_F(Looks, DisplayTableIsTheLast) {
  write_file(folder_ / "invert.cube", std::string(kInvertingCube));
  const std::vector<Code> plain = develop({});
  std::vector<Code> inverted = develop({"--lut", "invert.cube", "--lut-size", "33"});
  for (Code& code : inverted) {
    code = {std::uint8_t(255 - code.r), std::uint8_t(255 - code.g), std::uint8_t(255 - code.b)};
  }
  EXPECT_LE(worst_difference(inverted, plain), 3);
}

/// A baked look has the table in its nodes, also where a gamut map bakes it.
TEST_F(Looks, BakedLooksTakeTables) {
  write_file(folder_ / "invert.cube", std::string(kInvertingCube));
  for (const Arguments& baked : {Arguments{"--transform", "baked"}, Arguments{"--gamut-map", "relative"}}) {
    SCOPED_TRACE(testing::PrintToString(baked));
    Arguments inverted = baked;
    inverted.insert(inverted.end(), {"--lut", "invert.cube"});
    std::vector<Code> codes = develop(inverted);
    for (Code& code : codes) {
      code = {std::uint8_t(255 - code.r), std::uint8_t(255 - code.g), std::uint8_t(255 - code.b)};
    }
    EXPECT_LE(worst_difference(codes, develop(baked)), 3);
  }
}

TEST_F(Looks, CdlFileSetsItsSettings) {
  write_file(folder_ / "shot.cc",
             std::string("<ColorCorrection id=\"a\"><SOPNode><Slope>1.2 1 0.9</Slope><Offset>0 0.01 0</Offset>"
                         "<Power>1 1.1 1</Power></SOPNode><SatNode><Saturation>0.8</Saturation></SatNode>"
                         "</ColorCorrection>"));
  const Arguments options = {"--cdl-slope-red",   "1.2", "--cdl-slope-blue", "0.9", "--cdl-offset-green", "0.01",
                             "--cdl-power-green", "1.1", "--cdl-saturation", "0.8"};
  EXPECT_EQ(worst_difference(develop({"--cdl", "shot.cc"}), develop(options)), 0);
  // An option wins over the file.
  const std::string printed = output_of({"develop", "--cdl", "shot.cc", "--cdl-slope-red", "1.5", "--print-settings"});
  EXPECT_NE(printed.find("\"cdl_slope_red\": 1.5"), std::string::npos) << printed;
  EXPECT_NE(printed.find("\"cdl_saturation\": 0.8"), std::string::npos) << printed;
}

TEST_F(Looks, ASettingsFileKeepsTheLook) {
  write_file(folder_ / "invert.cube", std::string(kInvertingCube));
  const Arguments options = {"--scene-lut", "invert.cube", "--scene-lut-space", "linlog-sdr,bt2020",
                             "--lut-size",  "33",          "--hue-vs-hue",      "20:10,200:-5"};
  Arguments print = {"develop", "--print-settings"};
  print.insert(print.end(), options.begin(), options.end());
  write_file(folder_ / "look.json", output_of(print));
  EXPECT_EQ(worst_difference(develop({"--settings", "look.json"}), develop(options)), 0);
}

constexpr const char* kSquaringConfig = R"(ocio_profile_version: 2
roles:
  scene_linear: lin
  default: lin
file_rules:
  - !<Rule> {name: Default, colorspace: default}
displays:
  monitor:
    - !<View> {name: squared, colorspace: square}
colorspaces:
  - !<ColorSpace>
    name: lin
  - !<ColorSpace>
    name: square
    from_scene_reference: !<ExponentTransform> {value: [2, 2, 2, 1]}
)";

TEST_F(Looks, AnOpenColorIoViewIsWritten) {
  write_file(folder_ / "config.ocio", std::string(kSquaringConfig));
  const Arguments arguments = {"lut",     "-o",         "view.cube",     "--size",     "9",
                               "--space", "linear,ap1", "--ocio-config", "config.ocio"};
  if (!PHOTOPIC_TEST_OCIO) {
    expect_error(4, arguments, {"config.ocio", "PHOTOPIC_OCIO"});
    return;
  }
  output_of(arguments);
  const looks::Lut lut = looks::read_cube(folder_ / "view.cube");
  EXPECT_EQ(lut.title, "photopic linear,ap1 to srgb");
  ASSERT_EQ(lut.cube->nodes.size(), 729u);
  EXPECT_NEAR(lut.cube->nodes[3][0], 0.140625f, 1e-4f);  // (3 / 8)^2; OpenColorIO's pow is an approximation
  EXPECT_NEAR(lut.cube->nodes[5 * 9][1], 0.390625f, 1e-4f);
  EXPECT_NEAR(lut.cube->nodes[7 * 81][2], 0.765625f, 1e-4f);
  Arguments other = arguments;
  other.insert(other.end(), {"--ocio-view", "nosuch"});
  expect_error(4, other, {"config.ocio", "'nosuch'", "monitor"});
  other = arguments;
  other.insert(other.end(), {"--contrast", "2"});
  expect_error(4, other, {"--ocio-config", "--encoding alone"});
  write_file(folder_ / "config.ocio", std::string("not a config"));
  expect_error(4, arguments, {"config.ocio"});
}

/// Also as a file that the config names, which is found beside it and works as one.
TEST_F(Looks, OpenColorIoOpensNoPipes) {
  if (!PHOTOPIC_TEST_OCIO) return;  // the test before has what is said then
  std::filesystem::create_directory(folder_ / "ocio");
  ASSERT_EQ(::mkfifo((folder_ / "ocio/config.pipe").c_str(), 0600), 0);
  Arguments arguments = {"lut",     "-o",         "view.cube",     "--size",          "9",
                         "--space", "linear,ap1", "--ocio-config", "ocio/config.pipe"};
  expect_error(4, arguments, {"ocio/config.pipe: is a named pipe, not a file"});
  arguments.back() = "/dev/zero";
  expect_error(4, arguments, {"/dev/zero: is a device, not a file"});
  std::string config = kSquaringConfig;
  const std::string squaring = "!<ExponentTransform> {value: [2, 2, 2, 1]}";
  config.replace(config.find(squaring), squaring.size(),
                 "!<GroupTransform> {children: [!<FileTransform> {src: a.cube}]}");
  write_file(folder_ / "ocio/config.ocio", config);
  arguments.back() = "ocio/config.ocio";
  ASSERT_EQ(::mkfifo((folder_ / "ocio/a.cube").c_str(), 0600), 0);
  expect_error(4, arguments, {"ocio/a.cube: is a named pipe, not a file"});
  std::filesystem::remove(folder_ / "ocio/a.cube");
  write_file(folder_ / "ocio/a.cube", std::string(kInvertingCube));
  output_of(arguments);
  const looks::Lut lut = looks::read_cube(folder_ / "view.cube");
  EXPECT_NEAR(lut.cube->nodes[3][0], 0.625f, 1e-4f);  // 1 - 3 / 8
}

TEST_F(Looks, RefusedByName) {
  write_file(folder_ / "bad.cube",
             std::string("LUT_3D_SIZE 2\n0 0 0\n0 0 nan\n1 0 0\n1 0 0\n1 0 0\n1 0 0\n1 0 0\n1 0 0\n"));
  write_file(folder_ / "good.cube", std::string(kInvertingCube));
  expect_refused({"--lut", "bad.cube"}, {"bad.cube: line 3", "nan"});
  expect_refused({"--lut", "nosuch.cube"}, {"nosuch.cube"});
  expect_refused({"--scene-lut", "good.cube", "--scene-lut-space", "acescct"},
                 {"--scene-lut-space", "CURVE,PRIMARIES"});
  expect_refused({"--scene-lut", "good.cube", "--scene-lut-space", "log,ap1"},
                 {"--scene-lut-space", "'log'", "acescct"});
  expect_refused({"--tone-mapper", "custom"}, {"--tone-mapper custom", "--tone-mapper-lut"});
  expect_refused({"--tone-mapper-lut", "good.cube"}, {"--tone-mapper-lut", "--tone-mapper custom"});
  expect_refused({"--gamut-map", "perceptual", "--transform", "exact"}, {"--transform exact", "perceptual", "baked"});
  expect_refused({"--lut-size", "16"}, {"--lut-size", "17"});
  expect_refused({"--hue-vs-hue", "360:1"}, {"--hue-vs-hue", "360"});
  expect_refused({"--cdl", "nosuch.cc"}, {"nosuch.cc"});
  expect_error(4, {"lut", "-o", "look.png"}, {"--output", "look.png", ".cube"});
  expect_error(4, {"lut", "-o", "look.cube", "--encoding", "scrgb"}, {"--encoding", "scrgb"});
  expect_error(4, {"lut", "-o", "look.cube", "--size", "257"}, {"--size", "256"});
  // The table isn't written over what it is made of.
  expect_error(4, {"lut", "-o", "good.cube", "--lut", "good.cube"}, {"good.cube"});
}

}  // namespace
}  // namespace cli_test
