// SPDX-License-Identifier: MIT
// Tests of photopic-viewer --headless as a user runs it.
#include <ImfChannelList.h>
#include <ImfChromaticities.h>
#include <ImfFrameBuffer.h>
#include <ImfOutputFile.h>
#include <ImfStandardAttributes.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "cli/cli_test.h"
#include "image_io/code_image.h"
#include "image_io/fixtures/io_exr_fixtures.h"
#include "image_io/video/video.h"
#include "reference/display/primaries.h"
#include "session/output/video_writer.h"
#include "viewer/headless_fixture.h"
#include "viewer/wall.h"

namespace {

using cli_test::Arguments;
using cli_test::Code;
using cli_test::kInputError;
using cli_test::Picture;
using cli_test::Rgb;
using viewer_test::Headless;

double brightness(const std::vector<Code>& codes) {
  double sum = 0.0;
  for (const Code& code : codes) sum += code.r + code.g + code.b;
  return sum / (3.0 * double(codes.size()));
}

using Corridor = Headless;

/// The corridor is the default: dark at the start, in the sun seven seconds later, more than ten stops brighter.
TEST_F(Corridor, IsWalked) {
  render({}, "out", "1");
  EXPECT_EQ(names_in("out").size(), 10u + 3u);
  const std::vector<double> scene_ev = column("scene_ev100"), adapted_ev = column("adapted_ev100");
  ASSERT_EQ(scene_ev.size(), 10u);
  EXPECT_GT(scene_ev[7] - scene_ev[0], 10.0);
  EXPECT_EQ(adapted_ev[0], scene_ev[0]);
  EXPECT_EQ(column("invalid_texels"), std::vector<double>(10, 0.0));
  for (int i = 0; i < 10; ++i) {
    EXPECT_GT(brightness(codes(i)), 10.0) << i;  // the eye follows
    EXPECT_LT(brightness(codes(i)), 245.0) << i;
  }
}

TEST_F(Headless, TheSameTwice) {
  cli_test::write_file(folder_ / "wall.gltf", viewer_test::kWall);
  render({"--scene", "wall.gltf", "--frames", "2"}, "a");
  render({"--scene", "wall.gltf", "--frames", "2"}, "b");
  for (const char* name : {"frame.0000.png", "frame.0001.png", "exposure.csv"}) {
    EXPECT_EQ(cli_test::read_file(folder_ / "a" / name), cli_test::read_file(folder_ / "b" / name)) << name;
  }
}

/// A picture keeps its size and looks as `photopic develop` makes it; the oracle here is the exposure's definition.
TEST_F(Headless, Pictures) {
  cli_test::write_half_exr(folder_ / "grey.exr", 40, 30, [](std::uint32_t, std::uint32_t) { return Rgb{8, 8, 8}; });
  render({"--scene", "grey.exr", "--frames", "1", "--tone-mapper", "none", "--method", "pyramid"});
  EXPECT_EQ(codes(0).size(), 40u * 30u);
  EXPECT_NEAR(column("scene_ev100")[0], 6.0, 1e-5);  // log2(8) + 3
  // Uniform grey is exposed to 0.104: sRGB code 91.
  EXPECT_NEAR(brightness(codes(0)), 255.0 * (1.055 * std::pow(0.125 / 1.2, 1.0 / 2.4) - 0.055), 0.51);
}

/// The right part is the picture before its grade, to the code; the left one isn't.
TEST_F(Headless, BeforeAndAfterAGrade) {
  cli_test::write_half_exr(folder_ / "picture.exr", 96, 54, cli_test::scene);
  cli_test::write_file(folder_ / "wipe.json", R"([{"time_s": 0, "comparison": {"ungraded": true, "split": 0.5}}])");
  const Arguments plain = {"--scene", "picture.exr", "--frames", "1", "--transform", "baked", "--lut-size", "17"};
  Arguments graded = plain;
  graded.insert(graded.end(), {"--saturation", "0.2", "--gain-red", "1.2", "--script", "wipe.json"});
  render(plain, "before");
  render(graded, "wipe");
  const std::vector<Code> before = codes(0, "before"), wipe = codes(0, "wipe");
  ASSERT_EQ(before.size(), wipe.size());
  std::size_t left = 0, right = 0;
  for (std::size_t i = 0; i < wipe.size(); ++i) {
    (i % 96 < 48 ? left : right) += cli_test::difference(before[i], wipe[i]) > 0;
  }
  EXPECT_EQ(left, 0u);
  EXPECT_GT(right, 1000u);
}

/// Effects that look around are on both sides of a wipe, or on the one alone, each as in a picture of its own.
TEST_F(Headless, BeforeAndAfterEffects) {
  cli_test::write_half_exr(folder_ / "picture.exr", 96, 54, cli_test::scene);
  const auto shown = [&](const char* name, Arguments options, const char* script) {
    Arguments arguments = {"--scene", "picture.exr", "--frames", "1"};
    if (script != nullptr) {
      cli_test::write_file(folder_ / "wipe.json", std::string(R"([{"time_s": 0, "comparison": )") + script + "}]");
      options.insert(options.end(), {"--script", "wipe.json"});
    }
    arguments.insert(arguments.end(), options.begin(), options.end());
    render(arguments, name);
    return codes(0, name);
  };
  const Arguments glare = {"--glare", "camera", "--veil-fraction", "0.3"};
  Arguments both = glare;
  both.insert(both.end(), {"--local-exposure", "on", "--highlight-contrast", "0.3", "--shadow-contrast", "0.3"});
  const std::vector<Code> plain = shown("plain", {}, nullptr);
  const std::vector<Code> with_both = shown("both", both, nullptr);
  const auto differences = [](const std::vector<Code>& a, const std::vector<Code>& b) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < a.size(); ++i) count += cli_test::difference(a[i], b[i]) > 0;
    return count;
  };
  ASSERT_GT(differences(plain, with_both), 2000u);
  const auto expect_halves = [](const std::vector<Code>& wipe, const std::vector<Code>& left,
                                const std::vector<Code>& right) {
    ASSERT_EQ(wipe.size(), left.size());
    for (std::size_t i = 0; i < wipe.size(); ++i) {
      ASSERT_EQ(cli_test::difference(wipe[i], (i % 96 < 40 ? left : right)[i]), 0) << i % 96 << ", " << i / 96;
    }
  };
  expect_halves(shown("1", both, R"({"without": ["glare", "local_exposure"], "split": 0.4167})"), plain, with_both);
  Arguments baked = glare;
  baked.insert(baked.end(), {"--transform", "baked", "--lut-size", "17"});
  Arguments grey = baked;
  grey.insert(grey.end(), {"--saturation", "0"});
  const std::vector<Code> before = shown("before", baked, nullptr), graded = shown("graded", grey, nullptr);
  expect_halves(shown("2", grey, R"({"ungraded": true, "split": 0.4167})"), before, graded);
}

/// Without a display, a screen is a PNG of 16 bits.
TEST_F(Headless, CalibrationScreens) {
  cli_test::write_half_exr(folder_ / "picture.exr", 96, 54, cli_test::scene);
  render({"--scene", "picture.exr", "--frames", "1", "--encoding", "hdr10", "--calibration", "peak", "--tone-mapper",
          "none", "--method", "pyramid"});
  const image_io::CodeImage screen = image_io::read_code_image(folder_ / "out" / "frame.0000.png");
  ASSERT_EQ(screen.samples, image_io::CodeImage::Samples::codes16);
  std::uint16_t corner, field;
  std::memcpy(&corner, screen.texels.data(), sizeof corner);
  std::memcpy(&field, screen.texels.data() + 8 * (27 * 96 + 48), sizeof field);
  EXPECT_EQ(corner, 0u);
  EXPECT_EQ(field, 65535u);
}

/// Twice as wide as high: seen from its middle, along the path.
TEST_F(Headless, Panoramas) {
  cli_test::write_half_exr(folder_ / "pan.exr", 128, 64, [](std::uint32_t x, std::uint32_t) {
    return x < 64 ? Rgb{1, 1, 1} : Rgb{64, 64, 64};
  });
  cli_test::write_file(folder_ / "path.json", R"({"keys": [
    {"time_s": 0, "position_m": [0, 0, 0], "yaw_deg": -90, "pitch_deg": 0},
    {"time_s": 1, "position_m": [0, 0, 0], "yaw_deg": 90, "pitch_deg": 0}]})");
  render({"--scene", "pan.exr", "--path", "path.json", "--frames", "11"});
  const std::vector<double> scene_ev = column("scene_ev100");
  EXPECT_NEAR(scene_ev.front(), 3.0, 1e-3);  // the left half
  EXPECT_NEAR(scene_ev.back(), 9.0, 1e-3);   // the right one
  EXPECT_NEAR(scene_ev[5], 6.0, 0.1);
}

/// Layers of an OpenEXR file: by options, by a script, and the preferred one with a line.
TEST_F(Headless, LayersOfPictures) {
  io_test::write_exr(folder_ / "in.exr", {.channels = {{"AO.R", Imf::HALF, 9},
                                                       {"AO.G", Imf::HALF, 9},
                                                       {"AO.B", Imf::HALF, 9},
                                                       {"rgba.R", Imf::HALF, 0},
                                                       {"rgba.G", Imf::HALF, 1},
                                                       {"rgba.B", Imf::HALF, 2}}});
  cli_test::write_file(folder_ / "script.json",
                       R"([{"time_s": 0.1, "open": {"file": "in.exr", "layer": "AO"}, "reset": true},
                           {"time_s": 0.2, "open": {"file": "in.exr", "part": "0", "rgb": ["AO.G"]}, "reset": true},
                           {"time_s": 0.3, "open": "in.exr", "reset": true}])");
  render({"--scene", "in.exr", "--layer", "AO", "--frames", "1"}, "ao");
  render({"--scene", "in.exr", "--rgb", "rgba.R,rgba.G,rgba.B", "--frames", "1"}, "rgba");
  const auto result =
      run({"--headless", "-o", "out", "--fps", "10", "--scene", "in.exr", "--script", "script.json", "--frames", "4"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.err, "photopic-viewer: in.exr: takes rgba; --layer takes another: AO\n");
  const auto bytes = [&](const std::string& name) { return cli_test::read_file(folder_ / name); };
  EXPECT_NE(bytes("ao/frame.0000.png"), bytes("rgba/frame.0000.png"));
  EXPECT_EQ(bytes("out/frame.0000.png"), bytes("rgba/frame.0000.png"));
  EXPECT_EQ(bytes("out/frame.0001.png"), bytes("ao/frame.0000.png"));
  EXPECT_EQ(bytes("out/frame.0002.png"), bytes("ao/frame.0000.png"));
  EXPECT_EQ(bytes("out/frame.0003.png"), bytes("rgba/frame.0000.png"));
  expect_error(kInputError, {"--headless", "-o", "out", "--scene", "in.exr", "--layer", "N"},
               {"in.exr: has no layer 'N'; there are rgba, AO"});
  cli_test::write_file(folder_ / "wall.gltf", viewer_test::kWall);
  expect_error(kInputError, {"--headless", "-o", "out", "--scene", "wall.gltf", "--layer", "N"},
               {"wall.gltf: is a scene"});
}

/// A file whose colours can't be told is refused where it is opened; where its colours are given, it is shown.
TEST_F(Headless, ColorsThatFilesName) {
  const auto naming = [](Imath::V2f red, Imath::V2f green, Imath::V2f blue, Imath::V2f white) {
    return [=](Imf::Header& header) { Imf::addChromaticities(header, {red, green, blue, white}); };
  };
  io_test::write_exr(folder_ / "zero.exr", {.edit = naming({0, 0}, {0, 0}, {0, 0}, {0, 0})});
  expect_error(kInputError, {"--headless", "-o", "out", "--scene", "zero.exr"}, {"zero.exr: ", "--primaries bt709"});
  render({"--scene", "zero.exr", "--primaries", "bt709", "--frames", "1"});
  // Around a scene: a panorama in CIE XYZ, and the same in BT.709.
  cli_test::write_file(folder_ / "wall.gltf", viewer_test::kWall);
  const auto write_panorama = [&](const std::string& name, const std::array<float, 3>& color, const auto& edit) {
    const std::vector<float> texels[] = {std::vector<float>(32 * 16, color[0]), std::vector<float>(32 * 16, color[1]),
                                         std::vector<float>(32 * 16, color[2])};
    Imf::Header header(32, 16);
    edit(header);
    Imf::FrameBuffer buffer;
    for (std::size_t c = 0; c < 3; ++c) {
      const std::string channel(1, "RGB"[c]);
      header.channels().insert(channel, Imf::Channel(Imf::FLOAT));
      buffer.insert(channel, Imf::Slice::Make(Imf::FLOAT, texels[c].data(), header.dataWindow()));
    }
    Imf::OutputFile file((folder_ / name).c_str(), header);
    file.setFrameBuffer(buffer);
    file.writePixels(16);
  };
  constexpr float kThird = 1.0f / 3.0f;
  const std::array<double, 8> xyz = {1, 0, 0, 1, 0, 0, double{kThird}, double{kThird}};
  const Rgb color =
      multiply(reference::conversion(reference::custom_primaries(xyz), reference::kBt709), Rgb{1, 0.9, 0.5});
  write_panorama("xyz.exr", {1.0f, 0.9f, 0.5f}, naming({1, 0}, {0, 1}, {0, 0}, {kThird, kThird}));
  write_panorama("bt709.exr", {float(color.r), float(color.g), float(color.b)}, [](Imf::Header&) {});
  for (const char* const name : {"xyz", "bt709"}) {
    render({"--scene", "wall.gltf", "--environment", std::string(name) + ".exr", "--frames", "1"}, name);
  }
  const std::vector<Code> one = codes(0, "xyz"), other = codes(0, "bt709");
  int largest = 0;
  for (std::size_t i = 0; i < one.size(); ++i) largest = std::max(largest, cli_test::difference(one[i], other[i]));
  EXPECT_LE(largest, 1);  // floats, rounded
  write_panorama("none.exr", {1, 1, 1}, naming({0, 0}, {0, 0}, {0, 0}, {0, 0}));
  expect_error(kInputError, {"--headless", "-o", "out", "--scene", "wall.gltf", "--environment", "none.exr"},
               {"none.exr: its chromaticities"});
}

/// One line, and the scene is shown.
TEST_F(Headless, AMissingTexture) {
  std::string wall = viewer_test::kWall;
  const std::string factor = R"("baseColorFactor": [0.8, 0.4, 0.2, 1])";
  wall.replace(wall.find(factor), factor.size(), R"("baseColorTexture": {"index": 0})");
  wall.insert(wall.rfind('}'), R"(, "textures": [{"source": 0}], "images": [{"uri": "none.png"}])");
  cli_test::write_file(folder_ / "wall.gltf", wall);
  const auto result = run({"--headless", "-o", "out", "--scene", "wall.gltf", "--frames", "1"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(
      result.err,
      "photopic-viewer: wall.gltf: image 0: \"none.png\": no such file; colour shows a magenta checker, what else "
      "it is for is left out\n");
}

TEST_F(Headless, ScriptsChangeSettingsInTime) {
  cli_test::write_half_exr(folder_ / "grey.exr", 200, 120, [](std::uint32_t, std::uint32_t) { return Rgb{8, 8, 8}; });
  cli_test::write_half_exr(folder_ / "dark.exr", 200, 120, [](std::uint32_t, std::uint32_t) { return Rgb{1, 1, 1}; });
  cli_test::write_file(folder_ / "script.json", R"([
    {"time_s": 0.1, "settings": {"exposure": {"compensation_ev": 2}}},
    {"time_s": 0.2, "overlay": {"views": ["false-color"]}},
    {"time_s": 0.3, "overlay": {"views": []}, "settings": {"meter": {"method": "single-pass"}}},
    {"time_s": 0.4, "settings": {"exposure": {"compensation_ev": 0}}, "open": "dark.exr"},
    {"time_s": 0.5, "reset": true}])");
  Arguments options = neutral();
  options.insert(options.end(), {"--scene", "grey.exr", "--script", "script.json", "--frames", "6"});
  render(options);
  const std::vector<double> exposure = column("exposure"), adapted_ev = column("adapted_ev100");
  EXPECT_NEAR(exposure[1] / exposure[0], 4.0, 1e-4);
  EXPECT_NE(brightness(codes(2)), brightness(codes(1)));  // the overlay
  EXPECT_EQ(brightness(codes(3)), brightness(codes(1)));  // gone, and another method keeps the exposure
  EXPECT_NEAR(adapted_ev[3], adapted_ev[2], 1e-5);
  EXPECT_NEAR(adapted_ev[4], 3.0, 1e-5);  // another picture begins anew
  EXPECT_NEAR(adapted_ev[5], 3.0, 1e-5);
}

/// As of `sequence`; of what a script turns on later, too.
TEST_F(Headless, TablesHaveColumnsOfEffects) {
  cli_test::write_half_exr(folder_ / "grey.exr", 64, 48, [](std::uint32_t, std::uint32_t) { return Rgb{8, 8, 8}; });
  cli_test::write_file(folder_ / "script.json", R"([
    {"time_s": 0.1, "settings": {"glare": {"glare": "camera", "veil_fraction": 0.1, "glare_min_deg": 0}}}])");
  Arguments options = neutral();
  options.insert(options.end(), {"--scene", "grey.exr", "--script", "script.json", "--frames", "2", "--cd-m2-per-unit",
                                 "1", "--pupil", "true", "--glare-levels", "rgba32f"});
  render(options);
  EXPECT_EQ(column("glare_scattered")[0], 0.0);
  EXPECT_NEAR(column("glare_scattered")[1], 0.1, 1e-5);
  EXPECT_EQ(column("glare_removed")[1], 0.0);
  EXPECT_GT(column("pupil_mm")[0], 2.0);
}

/// What the pyramid can't do is taken back, studied or chosen; the exposure's other settings stay.
TEST_F(Headless, ScriptsChooseThePyramid) {
  cli_test::write_half_exr(folder_ / "lamp.exr", 64, 48, [](std::uint32_t x, std::uint32_t) {
    return x < 4 ? Rgb{1024, 1024, 1024} : Rgb{1, 1, 1};
  });
  cli_test::write_file(folder_ / "script.json", R"([
    {"time_s": 0.1, "settings": {"meter": {"method": "pyramid"}}, "reset": true}])");
  render({"--scene", "lamp.exr", "--script", "script.json", "--frames", "2"});
  const std::vector<double> scene_ev = column("scene_ev100");
  EXPECT_NEAR(scene_ev[0], 10.0 - 4.75 + 3.0, 1e-4);        // limited by the lamp
  EXPECT_NEAR(scene_ev[1], 10.0 * 4.0 / 64.0 + 3.0, 1e-4);  // the mean of all
}

TEST_F(Headless, OverlaysFromTheCommandLine) {
  cli_test::write_file(folder_ / "wall.gltf", viewer_test::kWall);
  render({"--scene", "wall.gltf", "--frames", "1"}, "plain");
  render({"--scene", "wall.gltf", "--frames", "1", "--overlay", "all"}, "drawn");
  EXPECT_NE(cli_test::read_file(folder_ / "plain" / "frame.0000.png"),
            cli_test::read_file(folder_ / "drawn" / "frame.0000.png"));
}

TEST_F(Headless, BadInput) {
  const auto refused = [&](Arguments options, std::initializer_list<std::string> words) {
    Arguments arguments = {"--headless", "-o", "out"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    expect_error(kInputError, arguments, words);
    EXPECT_EQ(names_in().size(), names_.size());  // no folder was made
  };
  cli_test::write_file(folder_ / "bad.gltf", "{ \"asset\": ");
  cli_test::write_file(folder_ / "bad.exr", "no picture");
  names_ = names_in();
  refused({"--scene", "none.gltf"}, {"none.gltf"});
  refused({"--scene", "bad.gltf"}, {"bad.gltf"});
  refused({"--scene", "bad.exr"}, {"bad.exr"});
  refused({"--scene", "."}, {"."});
  refused({"--path", "none.json"}, {"none.json", "No such file"});
  refused({"--script", "none.json"}, {"none.json", "No such file"});
  refused({"--size", "0x4"}, {"--size"});
  refused({"--overlay", "naif"}, {"--overlay", "'naif'"});
  refused({"--fov-deg", "180"}, {"--fov-deg"});
  refused({"--tone-mapper", "film"}, {"--tone-mapper", "'film'"});
  expect_error(kInputError, {"--headless"}, {"-o DIR is missing"});
}

/// Each is an input under the name of a frame or of the table.
TEST_F(Headless, WritesOverNothingThatItReads) {
  cli_test::write_file(folder_ / "wall.gltf", std::string(viewer_test::kWall));
  const auto frame = [this](const std::string& name) { return folder_ / name; };
  cli_test::write_half_exr(frame("frame.0000.png"), 64, 48, cli_test::scene);
  const cli_test::Bytes picture = cli_test::read_file(frame("frame.0000.png"));
  const auto expect_refused = [this](Arguments options, const std::string& file) {
    Arguments arguments = {"--headless", "--frames", "1", "-o", ".", "--size", "16x16"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const auto before = names_in();
    expect_error(kInputError, arguments, {"./" + file + ": would overwrite ", "an input"});
    EXPECT_EQ(names_in(), before);
  };
  expect_refused({"--scene", "frame.0000.png"}, "frame.0000.png");
  cli_test::write_file(frame("script.json"), std::string(R"([{"time_s": 9, "open": "frame.0000.png"}])"));
  expect_refused({"--scene", "wall.gltf", "--script", "script.json"}, "frame.0000.png");
  cli_test::write_file(frame("texture.gltf"),
                       std::string(R"({"asset": {"version": "2.0"}, "images": [{"uri": "frame.0000.png"}]})"));
  expect_refused({"--scene", "texture.gltf"}, "frame.0000.png");
  expect_refused({"--scene", "wall.gltf", "--mask", "frame.0000.png"}, "frame.0000.png");
  for (const char* option : {"--settings", "--script", "--path"}) {
    const char* text = option == std::string("--settings") ? "{}" : "[]";
    if (option == std::string("--path")) {
      text = R"({"keys": [{"time_s": 0, "position_m": [0, 0, 0], "yaw_deg": 0, "pitch_deg": 0}]})";
    }
    cli_test::write_file(frame("exposure.csv"), std::string(text));
    expect_refused({"--scene", "wall.gltf", option, "exposure.csv"}, "exposure.csv");
    EXPECT_EQ(cli_test::read_file(frame("exposure.csv")).size(), std::string(text).size());
    std::filesystem::remove(frame("exposure.csv"));
  }
  EXPECT_EQ(cli_test::read_file(frame("frame.0000.png")), picture);
}

/// BT.709 of the frames, sample for sample; and by ffmpeg, here a program of its name that keeps what it is given.
TEST_F(Headless, Videos) {
  cli_test::write_half_exr(folder_ / "picture.exr", 21, 13, cli_test::scene);
  render({"--scene", "picture.exr", "--frames", "2", "--video", "out.y4m"});
  const auto video = image_io::open_y4m(folder_ / "out.y4m");
  EXPECT_EQ(video->format().chroma, image_io::VideoFormat::Chroma::c444);
  EXPECT_EQ(video->frames(), 2u);
  EXPECT_EQ(video->frame_rate()->numerator, 10u);
  image_io::VideoFrame frame;
  for (int i = 0; i < 2; ++i) {
    ASSERT_TRUE(video->read_frame(frame));
    const std::vector<Code> expected = codes(i);
    for (std::size_t texel = 0; texel < expected.size(); ++texel) {
      // By the matrix' other way: R = Y + 1.5748 Cr, and half a code of each sample.
      const double y = (std::to_integer<int>(frame.planes[0][texel]) - 16) * 255.0 / 219.0;
      const double cb = (std::to_integer<int>(frame.planes[1][texel]) - 128) * 255.0 / 224.0;
      const double cr = (std::to_integer<int>(frame.planes[2][texel]) - 128) * 255.0 / 224.0;
      EXPECT_NEAR(expected[texel].r, y + 1.5748 * cr, 1.5) << texel;
      EXPECT_NEAR(expected[texel].b, y + 1.8556 * cb, 1.7) << texel;
      EXPECT_NEAR(expected[texel].g, y - 0.1873 * cb - 0.4681 * cr, 1.0) << texel;
    }
  }
  std::filesystem::create_directory(folder_ / "programs");
  cli_test::write_file(folder_ / "programs" / "ffmpeg",
                       "#!/bin/sh\nfor last; do :; done\n/bin/cat > \"$last\"\necho \"$@\" > arguments\n");
  std::filesystem::permissions(folder_ / "programs" / "ffmpeg", std::filesystem::perms::owner_all);
  const Arguments coded = {"--headless", "--scene", "picture.exr", "--frames", "2",
                           "--fps",      "10",      "--video",     "out.mp4"};
  EXPECT_EQ(run(coded, {.environment = {{"PATH", (folder_ / "programs").string()}}}).exit_code, 0);
  EXPECT_EQ(cli_test::read_file(folder_ / "out.mp4"), cli_test::read_file(folder_ / "out.y4m"));
  EXPECT_EQ(names_in(),
            (std::vector<std::string>{"arguments", "out", "out.mp4", "out.y4m", "picture.exr", "programs"}));
  std::filesystem::remove(folder_ / "out.mp4");
  expect_error(run(coded, {.environment = {{"PATH", "/none"}}}), kInputError, {"out.mp4", "ffmpeg isn't installed"});
  cli_test::write_file(folder_ / "programs" / "ffmpeg", "#!/bin/sh\nexit 3\n");
  expect_error(run(coded, {.environment = {{"PATH", (folder_ / "programs").string()}}}), kInputError,
               {"out.mp4", "ffmpeg"});
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out.mp4"));
  expect_error(kInputError, {"--scene", "picture.exr", "--video", "out.y4m"}, {"--video", "--headless"});
  expect_error(kInputError, {"--scene", "picture.exr", "--headless", "--video", "picture.exr"}, {"would overwrite"});
}

TEST(Videos, Rates) {
  EXPECT_EQ(session::y4m_rate(30.0), "30:1");
  EXPECT_EQ(session::y4m_rate(29.97), "30000:1001");
  EXPECT_EQ(session::y4m_rate(23.976), "24000:1001");
  EXPECT_EQ(session::y4m_rate(12.5), "25:2");
  EXPECT_EQ(session::y4m_rate(0.0001), "1:1000");
}

}  // namespace
