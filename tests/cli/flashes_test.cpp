// SPDX-License-Identifier: MIT
// Tests of photopic flashes: verdicts, reports, videos and refusals.
#include <cmath>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>

#include "cli/cli_test.h"
#include "flashes/source.h"
#include "image_io/image_file.h"
#include "reference/display/transfer.h"

namespace cli_test {
namespace {

constexpr std::uint32_t kFlashWidth = 64, kFlashHeight = 36;
constexpr int kFlashFails = 1;

class Flashes : public CliTest {
 protected:
  /// Frames of two luminances, cd/m^2 of 200, that change so many times in a second of 60 frames.
  void write_frames(const std::string& prefix, std::uint32_t count, double changes_per_s, double a, double b) {
    for (std::uint32_t frame = 0; frame < count; ++frame) {
      const bool is_a = std::uint32_t(std::floor(frame * changes_per_s / 60.0 + 1e-9)) % 2 == 0;
      char name[40];
      std::snprintf(name, sizeof name, "%s.%04u.png", prefix.c_str(), frame);
      write_grey(name, kFlashWidth, kFlashHeight, is_a ? a : b);
    }
  }

  void write_grey(const std::string& name, std::uint32_t width, std::uint32_t height, double cd_m2) {
    const std::vector<std::uint8_t> rgba(std::size_t{width} * height * 4, reference::srgb_code8(cd_m2 / 200.0));
    image_io::write_png(folder_.path() / name, width, height, rgba.data());
  }

  /// Of grey 16 and 235 by turns, 4:2:0 of 8 bits or 4:4:4 of 10.
  void write_video(const std::string& name, const std::string& tags, std::uint32_t count, std::uint32_t frames_each,
                   bool is_deep) {
    std::ofstream out(folder_.path() / name, std::ios::binary);
    out << "YUV4MPEG2 W64 H36 " << tags << "\n";
    const auto put = [&](std::size_t samples, int code8) {
      for (std::size_t i = 0; i < samples; ++i) {
        const int code = is_deep ? code8 * 4 : code8;
        out.put(char(code & 255));
        if (is_deep) out.put(char(code >> 8));
      }
    };
    const std::size_t luma = std::size_t{kFlashWidth} * kFlashHeight;
    for (std::uint32_t frame = 0; frame < count; ++frame) {
      out << "FRAME\n";
      put(luma, frame / frames_each % 2 == 0 ? 16 : 235);
      put(is_deep ? 2 * luma : luma / 2, 128);
    }
  }

  nlohmann::json json_of(const Arguments& arguments, int exit_code) {
    Arguments all = {"flashes"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    all.push_back("--json");
    const ProcessResult result = run(all);
    EXPECT_EQ(result.exit_code, exit_code) << result.err;
    return nlohmann::json::parse(result.out);
  }
};

TEST_F(Flashes, VerdictsAndExitCodes) {
  write_frames("fast", 75, 20.0, 50.0, 150.0);
  write_frames("slow", 75, 4.0, 50.0, 150.0);
  write_frames("faint", 75, 20.0, 50.0, 68.0);
  const nlohmann::json fast = json_of({"fast.####.png", "--fps", "60"}, kFlashFails);
  EXPECT_EQ(fast["verdict"], "fail");
  EXPECT_EQ(fast["first_frame"], 21);
  ASSERT_EQ(fast["frames"].size(), 75U);
  EXPECT_EQ(fast["frames"][21]["time_us"], 350000);
  EXPECT_EQ(fast["frames"][20]["verdict"], "warning");
  EXPECT_EQ(fast["frames"][74]["luminance"]["screen_transitions"], 20);
  EXPECT_EQ(fast["frames"][74]["luminance"]["window_share"], 1);
  EXPECT_NE(fast["note"].get<std::string>().find("no certification"), std::string::npos);
  // Frames a quarter as fast: five changes in each of five seconds.
  EXPECT_EQ(json_of({"fast.####.png", "--fps", "15"}, 0)["verdict"], "extended");
  EXPECT_EQ(json_of({"slow.####.png", "--fps", "60"}, 0)["verdict"], "warning");
  EXPECT_EQ(json_of({"slow.####.png", "--fps", "60", "--max-verdict", "pass"}, kFlashFails)["passes"], false);
  EXPECT_EQ(json_of({"fast.####.png", "--fps", "60", "--max-verdict", "fail"}, 0)["passes"], true);
  EXPECT_EQ(json_of({"faint.####.png", "--fps", "60"}, 0)["verdict"], "pass");
  // On a screen twice as bright, the same steps are twice as large.
  EXPECT_EQ(json_of({"faint.####.png", "--fps", "60", "--peak-cd-m2", "400"}, kFlashFails)["verdict"], "fail");
  EXPECT_EQ(json_of({"faint.####.png", "--fps", "60", "--peak-cd-m2", "400", "--profile", "wcag"}, 0)["verdict"],
            "pass");
  EXPECT_EQ(json_of({"fast.####.png", "--fps", "60", "--profile", "iris"}, kFlashFails)["first_frame"], 21);
}

TEST_F(Flashes, DeviceSaysTheSame) {
  write_frames("fast", 40, 20.0, 50.0, 150.0);
  nlohmann::json cpu = json_of({"fast.####.png", "--fps", "60"}, kFlashFails);
  nlohmann::json device = json_of({"fast.####.png", "--fps", "60", "--validate"}, kFlashFails);
  EXPECT_EQ(cpu["device"], "CPU");
  EXPECT_NE(device["device"], "CPU");
  EXPECT_EQ(device["worst_frame"], cpu["worst_frame"]);
  for (std::size_t i = 0; i < 25; ++i) EXPECT_EQ(device["frames"][i], cpu["frames"][i]) << i;  // up to 8 transitions
  const std::string counted = run({"flashes", "fast.####.png", "--fps", "60", "--validate"}).out;
  EXPECT_NE(counted.find(" 8 or more transitions of the screen,  8 or more of the busiest cell;"), std::string::npos)
      << counted;
}

TEST_F(Flashes, ReportHasFiguresAndJunit) {
  write_frames("fast", 66, 20.0, 50.0, 150.0);
  const ProcessResult result = run({"flashes", "fast.####.png", "--fps", "60", "-o", "out"});
  EXPECT_EQ(result.exit_code, kFlashFails) << result.err;
  for (const char* word : {"66 frames of 64x36 at 60 fps", "verdict fail, first in fast.0021.png (0.350 s)",
                           "no certification", "luminance"}) {
    EXPECT_NE(result.out.find(word), std::string::npos) << word << " isn't in\n" << result.out;
  }
  EXPECT_EQ(names_in("out"), (std::vector<std::string>{"flashes.json", "flashes.png", "junit.xml", "risk_map.png"}));
  const Bytes junit = read_file(folder_.path() / "out" / "junit.xml");
  const std::string xml(reinterpret_cast<const char*>(junit.data()), junit.size());
  EXPECT_NE(xml.find("failures=\"1\""), std::string::npos) << xml;
  EXPECT_NE(xml.find("name=\"fast.####.png\""), std::string::npos) << xml;
  for (const char* name : {"flashes.png", "risk_map.png"}) {
    EXPECT_EQ(image_io::open_image(folder_.path() / "out" / name)->info().width, 1280U);
  }
}

TEST_F(Flashes, VideosHaveTheirOwnRate) {
  write_video("clip.y4m", "F60:1 C420jpeg", 75, 3, false);
  write_video("deep.y4m", "F60:1 C444p10", 75, 3, true);
  write_video("timeless.y4m", "C420jpeg", 75, 3, false);
  EXPECT_EQ(json_of({"--video", "clip.y4m"}, kFlashFails)["first_frame"], 21);
  EXPECT_EQ(json_of({"--video", "deep.y4m"}, kFlashFails)["first_frame"], 21);
  EXPECT_EQ(json_of({"--video", "clip.y4m", "--fps", "15"}, 0)["verdict"], "extended");
  expect_error(kInputError, {"flashes", "--video", "timeless.y4m"}, {"--fps", "timeless.y4m"});
}

/// Codes of a video's first texel.
TEST_F(Flashes, VideosAreOfTheirRangeAndChroma) {
  const auto red_and_blue = [&](const std::string& tags, const std::string& samples) {
    write_file(folder_ / "a.y4m", "YUV4MPEG2 " + tags + "\nFRAME\n" + samples);
    flashes::Rate rate;
    const auto image = flashes::video_source(folder_ / "a.y4m", &rate)->load(0);
    std::uint16_t codes[4];
    std::memcpy(codes, image.texels.data(), sizeof codes);
    return std::pair(int(codes[0]), int(codes[2]));
  };
  const auto code = [](double signal) { return int(std::lround(signal * 65535.0)); };
  const std::string grey(1, '\x40'), neutral(1, '\x80');
  const int limited = code((64.0 - 16.0) / 219.0), full = code(64.0 / 255.0);
  EXPECT_EQ(red_and_blue("W1 H1 F1:1 C444", grey + neutral + neutral), std::pair(limited, limited));
  EXPECT_EQ(red_and_blue("W1 H1 F1:1 C444 XCOLORRANGE=FULL", grey + neutral + neutral), std::pair(full, full));
  EXPECT_EQ(red_and_blue("W1 H1 F1:1 Cmono", grey), std::pair(full, full));
  // An odd size: chroma of one column beside three.
  const std::string cr(1, '\x90'), row = grey + grey + grey;
  const int red = code((64.0 - 16.0) / 219.0 + 1.5748 * 16.0 / 224.0);
  EXPECT_EQ(red_and_blue("W3 H1 F1:1 C411", row + neutral + cr), std::pair(red, limited));
  EXPECT_EQ(red_and_blue("W3 H1 F1:1 C420", row + neutral + neutral + cr + cr), std::pair(red, limited));
}

TEST_F(Flashes, BadInputIsNamed) {
  write_frames("shot", 4, 20.0, 50.0, 150.0);
  expect_error(kInputError, {"flashes", "shot.####.png"}, {"--fps is missing"});
  expect_error(kInputError, {"flashes", "--fps", "60"}, {"PATTERN or --video is missing"});
  expect_error(kInputError, {"flashes", "shot.####.png", "--fps", "60", "--video", "x.y4m"}, {"--video"});
  expect_error(kInputError, {"flashes", "shot.####.png", "--fps", "60", "--last", "0"}, {"shot.0000.png", "one frame"});
  expect_error(kInputError, {"flashes", "shot.####.png", "--fps", "60", "--profile", "harding"}, {"--profile", "wcag"});
  expect_error(kInputError, {"flashes", "shot.####.png", "--fps", "60", "--encoding", "linear"},
               {"shot.0000.png", "codes"});
  std::filesystem::remove(folder_.path() / "shot.0002.png");
  expect_error(kInputError, {"flashes", "shot.####.png", "--fps", "60"}, {"shot.0002.png", "frame is missing"});
  write_grey("shot.0002.png", kFlashWidth, kFlashHeight + 1, 50.0);
  expect_error(kInputError, {"flashes", "shot.####.png", "--fps", "60"}, {"shot.0002.png", "64x37", "64x36"});
}

TEST_F(Flashes, FloatsNeedAnEncodingAndNumbers) {
  for (const std::uint32_t frame : {0u, 1u, 2u}) {
    write_float_exr(folder_.path() / ("hdr." + std::to_string(frame) + ".exr"), 8, 4,
                    [&](std::uint32_t, std::uint32_t) { return reference::grey(frame == 1 ? 0.5 : 0.1); });
  }
  expect_error(kInputError, {"flashes", "hdr.#.exr", "--fps", "60"}, {"hdr.0.exr", "--encoding"});
  const nlohmann::json report =
      json_of({"hdr.#.exr", "--fps", "60", "--encoding", "linear", "--cd-m2-per-unit", "203"}, 0);
  EXPECT_EQ(report["frames"][2]["luminance"]["screen_transitions"], 2);
  write_float_exr(folder_.path() / "hdr.1.exr", 8, 4, [](std::uint32_t x, std::uint32_t y) {
    return reference::grey(x == 5 && y == 2 ? reference::kNan : 0.5);
  });
  for (const Arguments& device : {Arguments{}, Arguments{"--device", "0"}}) {
    Arguments arguments = {"flashes", "hdr.#.exr", "--fps", "60", "--encoding", "linear"};
    arguments.insert(arguments.end(), device.begin(), device.end());
    expect_error(kInputError, arguments, {"hdr.1.exr", "(5, 2)", "isn't finite"});
  }
}

}  // namespace
}  // namespace cli_test
