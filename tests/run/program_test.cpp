// SPDX-License-Identifier: MIT
// Tests of the command photopic run as users type it.
#include <sys/wait.h>
#include <vulkan/vulkan_core.h>

#include <cmath>
#include <cstring>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "image_io/code_image.h"
#include "run/command_rig.h"

namespace cli_test {
namespace {

TEST_F(RunCommand, WritesFramesByTheirNumbers) {
  const ProcessResult result = run_presenter({"--frames", "2,10", "-o", path("shot.####.png"), "--json"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(names_in(), (std::vector<std::string>{"shot.0002.png", "shot.0010.png"}));
  const auto json = nlohmann::json::parse(result.out);
  EXPECT_EQ(json["frames_written"], 2);
  EXPECT_EQ(json["windows"][0]["size"], (std::vector<int>{37, 23}));
  EXPECT_EQ(json["windows"][0]["format"], "B8G8R8A8_UNORM");
  EXPECT_EQ(json["windows"][0]["color_space"], "SRGB_NONLINEAR");
}

TEST_F(RunCommand, SaysWhetherRunsAreEqual) {
  const ProcessResult result = run_presenter({"--frames", "2,10", "-o", path("shot.####.png"), "--twice"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out, "2 frames are equal in both runs\n");
}

TEST_F(RunCommand, RefusesWhatContradictsItself) {
  const auto refuse = [&](Arguments options, std::initializer_list<std::string> words) {
    expect_error(run_presenter(std::move(options)), kInputError, words);
  };
  refuse({"--frames", "2"}, {"-o PATTERN is missing"});
  refuse({"-o", path("x.png")}, {"no frames are asked for"});
  refuse({"--frames", "1,2", "-o", path("x.png")}, {"needs a run of #"});
  refuse({"--frames", "1,x", "-o", path("#.png")}, {"--frames", "'x' is not a whole number"});
  refuse({"--frames", "9", "--last", "3", "-o", path("#.png")}, {"--frames 9 is after --last 3"});
  refuse({"--frames", "1", "-o", path("#.jpg")}, {".png or .exr"});
  refuse({"--every", "1", "-o", path("#.png"), "--twice"}, {"--twice needs --frames or --last"});
  refuse({"--frames", "1", "-o", path("#.png"), "--xvfb", "wide"}, {"--xvfb: 'wide' is no size"});
  refuse({"--frames", "1", "-o", path("#.png"), "--start", "soon"}, {"--start: 'soon' is no date"});
  refuse({"--frames", "1", "-o", path("#.exr")}, {"the window has codes"});
  refuse({"--overlay", "graph"}, {"--overlay", "'graph'"});
  refuse({"--overlay", "nits,weights"}, {"--overlay: 'weights' needs a scene; over a program's pictures there are "
                                         "histogram, naive, zebra, nits, waveform"});
  refuse({"--overlay", "nits", "--overlay-scale", "9"}, {"--overlay-scale", "9"});
  refuse({"--meter", path("x.csv"), "--measure-on", "gpu"}, {"--measure-on: 'gpu'"});
  expect_error(run({"run", "--frames", "1", "-o", path("#.png")}, layered()), kInputError, {"PROGRAM is missing"});
  EXPECT_TRUE(names_in().empty());
}

TEST_F(RunCommand, GivesTheCodesOfItsTable) {
  EXPECT_EQ(run_presenter({}, {"--exit-at", "2", "7"}).exit_code, 7);
  EXPECT_EQ(run_presenter({"--every", "1", "-o", path("#.png")}, {"--exit-at", "2", "7"}).exit_code, 0);
  EXPECT_EQ(names_in(), (std::vector<std::string>{"0.png", "1.png"}));
  const ProcessResult crashed = run_presenter({"--frames", "9", "-o", path("#.png")}, {"--crash-at", "3"});
  EXPECT_EQ(crashed.exit_code, kInputError);
  EXPECT_NE(crashed.err.find("Segmentation fault before frame 9: it presented 3"), std::string::npos) << crashed.err;
}

/// Each is by itself: the inner one's program is the presenter.
TEST_F(RunCommand, RunsWithinARun) {
  const ProcessResult result =
      run({"run", "--", PHOTOPIC_CLI, "run", "--frames", "2", "-o", path("shot.png"), "--", PHOTOPIC_TEST_PRESENTER},
          layered());
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(names_in(), std::vector<std::string>{"shot.png"});
}

TEST_F(RunCommand, LeavesNoHalfPicture) {
  ProcessOptions options = layered();
  options.file_size_limit = 1000;  // as a full disk
  const ProcessResult result = run(
      {"run", "--frames", "1", "-o", path("#.png"), "--", PHOTOPIC_TEST_PRESENTER, "--size", "300", "300"}, options);
  EXPECT_EQ(result.exit_code, kInputError) << result.err;
  EXPECT_TRUE(names_in().empty());
}

/// One symbol, so that nothing of the layer meets what the program brings.
TEST_F(RunCommand, LayerExportsOneSymbol) {
  const ProcessResult result = run_process({"/usr/bin/nm", "-D", "--defined-only", PHOTOPIC_TEST_LAYER}, {});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(std::count(result.out.begin(), result.out.end(), '\n'), 1) << result.out;
  EXPECT_NE(result.out.find(" T vkNegotiateLoaderLayerInterfaceVersion"), std::string::npos) << result.out;
}

// ---- light and flashes ----------------------------------------------------------------------------------------------

class RunLight : public RunCommand {
 protected:
  /// Rows of the table, each by its columns.
  std::vector<std::map<std::string, double>> table() const {
    std::ifstream stream(folder_ / "light.csv");
    std::vector<std::string> names;
    std::vector<std::map<std::string, double>> rows;
    for (std::string line; std::getline(stream, line);) {
      std::istringstream cells(line);
      std::size_t column = 0;
      if (!names.empty()) rows.emplace_back();
      for (std::string cell; std::getline(cells, cell, ','); ++column) {
        if (rows.empty()) {
          names.push_back(cell);
        } else {
          rows.back()[names.at(column)] = std::stod(cell);
        }
      }
    }
    return rows;
  }
  nlohmann::json flashes_of(const std::string& folder) const {
    return nlohmann::json::parse(std::ifstream(folder_ / folder / "flashes.json"));
  }
};

TEST_F(RunLight, TableHasWhatADisplayShows) {
  EXPECT_EQ(run_presenter({"--meter", path("light.csv"), "--last", "3"}, {"--solid", "2"}).exit_code, 0);
  auto rows = table();
  ASSERT_EQ(rows.size(), 4u);
  EXPECT_EQ(rows[1]["mean_cd_m2"], 0.0);
  EXPECT_EQ(rows[3]["frame"], 3.0);
  EXPECT_NEAR(rows[3]["time_s"], 3.0 / 60.0, 1e-6);
  for (const char* const column : {"mean_cd_m2", "geometric_mean_cd_m2", "max_cll", "max_fall"}) {
    EXPECT_NEAR(rows[3][column], 200.0, 1e-3) << column;  // SDR's white; floats
  }
  EXPECT_NEAR(rows[3]["ev100"], std::log2(200.0 * 100.0 / 12.5), 1e-3);
  EXPECT_NEAR(std::log2(rows[3]["p50_cd_m2"] / 200.0), 0.0, 1.0 / 64.0);  // a bin

  // HDR10, whose largest code is 10000 cd/m^2.
  EXPECT_EQ(run_presenter({"--meter", path("light.csv"), "--last", "0"},
                          {"--solid", "1", "--format", std::to_string(VK_FORMAT_A2B10G10R10_UNORM_PACK32),
                           "--color-space", std::to_string(VK_COLOR_SPACE_HDR10_ST2084_EXT)})
                .exit_code,
            0);
  EXPECT_EQ(table()[0]["max_cll"], 0.0);
  EXPECT_EQ(run_presenter({"--meter", path("light.csv"), "--last", "1"},
                          {"--solid", "1", "--format", std::to_string(VK_FORMAT_A2B10G10R10_UNORM_PACK32),
                           "--color-space", std::to_string(VK_COLOR_SPACE_HDR10_ST2084_EXT)})
                .exit_code,
            0);
  rows = table();
  EXPECT_NEAR(rows[1]["max_cll"], 10000.0, 0.01);
  EXPECT_NEAR(rows[1]["mean_cd_m2"], 10000.0, 10.0);  // luminance by BT.709's rounded coefficients: 0.1 %
  EXPECT_EQ(rows[1]["beyond_bt709"], 0.0);
}

TEST_F(RunLight, FlashesAreThoseOfThePictures) {
  // 10 Hz, and 1 Hz, across swapchains.
  const ProcessResult fast = run_presenter({"--flashes", path("fast"), "--last", "90", "--max-verdict", "pass"},
                                           {"--solid", "3", "--recreate", "7"});
  EXPECT_EQ(fast.exit_code, 1) << fast.err;
  EXPECT_EQ(flashes_of("fast")["verdict"], "fail");
  EXPECT_EQ(
      run_presenter({"--flashes", path("slow"), "--last", "90", "--max-verdict", "pass"}, {"--solid", "30"}).exit_code,
      0);
  EXPECT_EQ(flashes_of("slow")["verdict"], "pass");

  std::filesystem::create_directory(folder_ / "shots");
  EXPECT_EQ(
      run_presenter({"--every", "1", "--last", "90", "-o", path("shots/shot.####.png")}, {"--solid", "3"}).exit_code,
      0);
  const ProcessResult pictures =
      run({"flashes", path("shots/shot.####.png"), "--fps", "60", "-o", path("of_pictures"), "--max-verdict", "fail"});
  EXPECT_EQ(pictures.exit_code, 0) << pictures.err;
  auto run_frames = flashes_of("fast")["frames"], picture_frames = flashes_of("of_pictures")["frames"];
  ASSERT_EQ(run_frames.size(), 91u);
  ASSERT_EQ(picture_frames.size(), 91u);
  for (std::size_t i = 0; i < 91; ++i) {
    for (auto* frame : {&run_frames[i], &picture_frames[i]}) {  // their names
      frame->erase("name");
      frame->erase("file");
    }
    EXPECT_EQ(run_frames[i], picture_frames[i]) << i;
  }
}

TEST_F(RunLight, FlashesOnTheDeviceHaveTheirFiguresAndFrames) {
  const ProcessResult result = run_presenter({"--flashes", path("out"), "--frames", "20,40", "-o", path("##.png"),
                                              "--max-verdict", "pass", "--measure-on", "device", "--json"},
                                             {"--solid", "3", "--windows", "2"});
  EXPECT_EQ(result.exit_code, 1) << result.err;
  EXPECT_EQ(names_in("out"), (std::vector<std::string>{"flashes.json", "flashes.png", "junit.xml", "risk_map.png"}));
  EXPECT_TRUE(std::filesystem::exists(folder_ / "20.png") && std::filesystem::exists(folder_ / "40.png"));
  EXPECT_EQ(nlohmann::json::parse(result.out)["frames_written"], 2);
  EXPECT_NE(flashes_of("out")["device"].get<std::string>().find("llvmpipe"), std::string::npos);
}

TEST_F(RunLight, FlashesAreCountedOnTheCpuWhereTheDeviceCant) {
  for (const auto& [windows, words] : {std::pair{"old", "1.2 or later"}, std::pair{"no-compute", "has no compute"}}) {
    const ProcessResult result = run_presenter(
        {"--flashes", path("out"), "--last", "90", "--measure-on", "device", "--json"}, {"--solid", "3"}, windows);
    EXPECT_EQ(result.exit_code, 1) << result.err;
    const auto json = nlohmann::json::parse(result.out);
    EXPECT_EQ(json["measured_on"], "CPU");
    EXPECT_NE(json["why_cpu"].get<std::string>().find(words), std::string::npos) << json;
    EXPECT_NE(result.err.find("frames are measured on the CPU"), std::string::npos) << result.err;
    EXPECT_EQ(flashes_of("out")["frames"].size(), 91u);
  }
  // A device that is a CPU can, but takes longer.
  const ProcessResult automatic = run_presenter({"--flashes", path("out"), "--last", "9", "--json"}, {"--solid", "3"});
  EXPECT_EQ(nlohmann::json::parse(automatic.out)["measured_on"], "CPU");
  EXPECT_EQ(automatic.err, "");
}

TEST_F(RunLight, FlashesOnTheDeviceNeedTexelsOfOneKind) {
  const ProcessResult result = run_presenter({"--flashes", path("out"), "--last", "9", "--measure-on", "device"},
                                             {"--recreate", "4", "--change-format"});
  EXPECT_EQ(result.exit_code, kInputError) << result.err;
  EXPECT_NE(result.err.find("its format, colour space or queue changed"), std::string::npos) << result.err;
}

/// Sums are exact to 1/32768 cd/m^2, percentiles to the same bins of 1/64 stop. Noise has texels on the borders of
/// gamuts, where floats decide otherwise than doubles.
TEST_F(RunLight, TablesOfDeviceAndCpuAreEqual) {
  struct Shown {
    VkFormat format;
    VkColorSpaceKHR color_space;
    Arguments encoding = {};
  };
  const Shown kShown[] = {
      {VK_FORMAT_B8G8R8A8_SRGB, VK_COLOR_SPACE_SRGB_NONLINEAR_KHR},
      {VK_FORMAT_A8B8G8R8_SRGB_PACK32, VK_COLOR_SPACE_DISPLAY_P3_NONLINEAR_EXT},
      {VK_FORMAT_A2B10G10R10_UNORM_PACK32, VK_COLOR_SPACE_HDR10_ST2084_EXT},
      {VK_FORMAT_A2R10G10B10_UNORM_PACK32, VK_COLOR_SPACE_HDR10_HLG_EXT},
      {VK_FORMAT_R16G16B16A16_SFLOAT, VK_COLOR_SPACE_EXTENDED_SRGB_LINEAR_EXT},
      {VK_FORMAT_R16G16B16A16_SFLOAT, VK_COLOR_SPACE_EXTENDED_SRGB_LINEAR_EXT, {"--encoding", "linear"}}};
  for (const auto& [format, color_space, encoding] : kShown) {
    const auto rows_of = [&, format = format, color_space = color_space, encoding = encoding](const char* place) {
      Arguments options = {"--meter", path("light.csv"), "--last", "3", "--measure-on", place, "--json"};
      options.insert(options.end(), encoding.begin(), encoding.end());
      const ProcessResult result =
          run_presenter(options, {"--format", std::to_string(format), "--color-space", std::to_string(color_space),
                                  "--size", "241", "136", "--recreate", "2"});
      EXPECT_EQ(result.exit_code, 0) << result.err;
      EXPECT_EQ(nlohmann::json::parse(result.out)["measured_on"] == "CPU", place == std::string("cpu")) << result.out;
      return table();
    };
    const auto device = rows_of("device"), cpu = rows_of("cpu");
    ASSERT_EQ(device.size(), 4u);
    ASSERT_EQ(cpu.size(), 4u);
    for (std::size_t i = 0; i < 4; ++i) {
      for (const auto& [name, value] : cpu[i]) {
        const double other = device[i].at(name);
        if (name == "ev100") {
          EXPECT_NEAR(other, value, 1e-3) << format << " " << i;
        } else if (name.rfind("beyond", 0) == 0) {
          EXPECT_NEAR(other, value, 1e-3) << format << " " << i << " " << name;
        } else if (name[0] == 'p') {
          EXPECT_NEAR(std::log2(other / value), 0.0, 1.01 / 64.0) << format << " " << i << " " << name;
        } else {
          EXPECT_NEAR(other, value, 1e-4 * value) << format << " " << i << " " << name;
        }
      }
    }
  }
}

TEST_F(RunLight, FlashesNeedTwoFrames) {
  const ProcessResult result = run_presenter({"--flashes", path("out"), "--last", "0", "--json"});
  EXPECT_EQ(result.exit_code, kInputError);
  EXPECT_NE(result.err.find("presented one frame; flashes are between two and more"), std::string::npos) << result.err;
  const auto json = nlohmann::json::parse(result.out);
  EXPECT_EQ(json["problem"], "presented one frame; flashes are between two and more");
  EXPECT_FALSE(json.contains("verdict")) << result.out;
  EXPECT_TRUE(names_in("out").empty());
}

TEST_F(RunLight, WritesFramesBesideThem) {
  EXPECT_EQ(run_presenter({"--meter", path("light.csv"), "--frames", "2", "-o", path("shot.png")}).exit_code, 0);
  EXPECT_EQ(names_in(), (std::vector<std::string>{"light.csv", "shot.png"}));
  EXPECT_EQ(table().size(), 3u);
  expect_error(run_presenter({"--meter", path("light.csv"), "--window", "all"}), kInputError, {"are of one window"});
}

/// Programs that nobody here wrote, on an X server of their own.
class RunStranger : public RunCommand {
 protected:
  void expect_equal(const Arguments& options, const Arguments& program) {
    Arguments all = {"run", "--xvfb", "640x480", "--frames", "10,30", "--twice", "-o", path("shot.####.png")};
    all.insert(all.end(), options.begin(), options.end());
    all.push_back("--");
    all.insert(all.end(), program.begin(), program.end());
    const ProcessResult result = run(all, {});
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_NE(result.out.find("2 frames are equal in both runs"), std::string::npos) << result.out;
    EXPECT_EQ(names_in(), (std::vector<std::string>{"shot.0010.png", "shot.0030.png"}));
  }
};

TEST_F(RunStranger, LoadsASmallLayer) {
  ASSERT_EQ(run_process({"/usr/bin/strip", "-o", path("layer.so"), PHOTOPIC_TEST_LAYER}, {}).exit_code, 0);
  EXPECT_LT(std::filesystem::file_size(folder_ / "layer.so"), 3u << 20);
}

TEST_F(RunStranger, VkcubeIsEqualInTwoRuns) { expect_equal({}, {"vkcube"}); }

TEST_F(RunStranger, FlashesOfVkcubeAreThoseOfItsPictures) {
  const ProcessResult result = run({"run", "--xvfb", "320x240", "--every", "1", "--last", "20", "-o", path("##.png"),
                                    "--flashes", path("device"), "--measure-on", "device", "--json", "--", "vkcube"},
                                   {});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_NE(nlohmann::json::parse(result.out)["measured_on"], "CPU") << result.out << result.err;
  EXPECT_EQ(run({"flashes", path("##.png"), "--fps", "60", "-o", path("pictures")}).exit_code, 0);
  const auto frames_of = [&](const char* folder) {
    return nlohmann::json::parse(std::ifstream(folder_ / folder / "flashes.json"))["frames"];
  };
  const auto on_device = frames_of("device"), of_pictures = frames_of("pictures");
  ASSERT_EQ(on_device.size(), 21u);
  ASSERT_EQ(of_pictures.size(), 21u);
  for (std::size_t i = 0; i < 21; ++i) {
    EXPECT_EQ(on_device[i]["verdict"], of_pictures[i]["verdict"]) << i;
    EXPECT_EQ(on_device[i]["luminance"]["screen_transitions"], of_pictures[i]["luminance"]["screen_transitions"]) << i;
  }
}

TEST_F(RunStranger, WindowsOfTenBitsHoldMoreOfTheSamePicture) {
  const auto frame_of = [&](const char* screen, const char* format) {
    const ProcessResult result =
        run({"run", "--xvfb", screen, "--frames", "20", "-o", path("shot.png"), "--json", "--", "vkcube"}, {});
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_EQ(nlohmann::json::parse(result.out)["windows"][0]["format"], format);
    return image_io::read_code_image(folder_ / "shot.png");
  };
  const image_io::CodeImage narrow = frame_of("640x480", "B8G8R8A8_UNORM");
  const image_io::CodeImage wide = frame_of("640x480x30", "A2R10G10B10_UNORM_PACK32");
  ASSERT_EQ(narrow.samples, image_io::CodeImage::Samples::codes8);
  ASSERT_EQ(wide.samples, image_io::CodeImage::Samples::codes16);
  ASSERT_EQ(wide.texels.size(), 2 * narrow.texels.size());
  double largest = 0.0;
  for (std::size_t i = 0; i < narrow.texels.size(); ++i) {
    std::uint16_t code = 0;
    std::memcpy(&code, &wide.texels[2 * i], sizeof code);
    ASSERT_EQ(code & 63, code >> 10) << i;  // the upper 10 bits are the code
    largest = std::max(largest, std::abs((code >> 6) / 1023.0 - int(narrow.texels[i]) / 255.0));
  }
  EXPECT_LT(largest, 1.0 / 255.0);  // two roundings of one value, of which the driver's may go either way
  EXPECT_GT(largest, 0.1 / 255.0);
}

/// vkcube makes its swapchain anew.
TEST_F(RunStranger, FramesGoOnWhereAWindowIsResized) {
  constexpr const char* kResize = R"sh(vkcube &
until window=$(xdotool search --onlyvisible --name '.*' | sed -n 2p) && [ -n "$window" ]; do sleep 0.05; done
until [ -n "$(ls shots)" ]; do sleep 0.05; done
xdotool windowsize $window 300 200
until last=$(ls shots | tail -1) && [ -n "$last" ] &&
  [ "$(od -An -tu4 --endian=big -j16 -N8 "shots/$last" | xargs)" = '300 200' ]; do sleep 0.05; done
kill $!
)sh";
  std::filesystem::create_directory(folder_ / "shots");
  std::ofstream(folder_ / "resize.sh") << "cd " << path("") << "\n" << kResize;
  const ProcessResult result =
      run({"run", "--xvfb", "640x480", "--time-limit", "300", "--every", "10", "-o", path("shots/####.png"),
           "--flashes", path("out"), "--measure-on", "device", "--json", "--", "sh", path("resize.sh")},
          {});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  const auto json = nlohmann::json::parse(result.out);
  EXPECT_EQ(json["windows"].size(), 1u);
  EXPECT_EQ(json["windows"][0]["size"], (std::vector<int>{300, 200}));
  EXPECT_NE(json["measured_on"], "CPU");
  const auto first = image_io::read_code_image(folder_ / "shots/0000.png");
  EXPECT_EQ(first.width, 500u);
  EXPECT_EQ(first.height, 500u);
}

TEST_F(RunStranger, GearsStepWithFrames) {
  expect_equal({"--step-ms", "16.667"},
               {"env", "LIBGL_ALWAYS_SOFTWARE=1", "MESA_LOADER_DRIVER_OVERRIDE=zink", "glxgears"});
}

TEST_F(RunStranger, GearsFollowRealTimeWithoutAClock) {
  Arguments all = {"run",
                   "--xvfb",
                   "640x480",
                   "--frames",
                   "30",
                   "--twice",
                   "-o",
                   path("shot.png"),
                   "--",
                   "env",
                   "LIBGL_ALWAYS_SOFTWARE=1",
                   "MESA_LOADER_DRIVER_OVERRIDE=zink",
                   "glxgears"};
  const ProcessResult result = run(all, {});
  EXPECT_EQ(result.exit_code, 1) << result.err;
  EXPECT_NE(result.out.find("frames differ from 30 on"), std::string::npos) << result.out;
}

}  // namespace
}  // namespace cli_test
