// SPDX-License-Identifier: MIT
// Tests that develop, sequence, pan and compare write over nothing that they read.
#include <filesystem>

#include "cli/cli_test.h"

namespace cli_test {
namespace {

namespace fs = std::filesystem;

class OutputGuard : public CliTest {
 protected:
  OutputGuard() { write_half_exr(folder_ / "in.0001.exr", 64, 48, scene); }

  /// The run is refused, and no file is changed or new.
  void expect_refused(const Arguments& arguments, const std::string& output) {
    const auto before = contents();
    expect_error(kInputError, arguments, {output + ": would overwrite ", "an input"});
    EXPECT_EQ(contents(), before) << ::testing::PrintToString(arguments);
  }

  std::map<std::string, Bytes> contents() const {
    std::map<std::string, Bytes> all;
    for (const auto& entry : fs::recursive_directory_iterator(folder_.path())) {
      all[entry.path().string()] = entry.is_regular_file() ? read_file(entry.path()) : Bytes();
    }
    return all;
  }

  const Arguments pan_ = {"pan", "in.0001.exr", "--size", "8x8", "--frames", "2", "-o"};
};

TEST_F(OutputGuard, DevelopsInputs) {
  output_of({"develop", "in.0001.exr", "-o", "mask.png"});
  fs::create_hard_link(*this / "mask.png", *this / "hard.png");
  fs::create_symlink("in.0001.exr", *this / "link.exr");
  write_file(*this / "settings.png", std::string("{}"));
  expect_refused({"develop", "in.0001.exr", "-o", "./in.0001.exr"}, "./in.0001.exr");
  expect_refused({"develop", "in.0001.exr", "-o", "link.exr"}, "link.exr");
  expect_refused({"develop", "link.exr", "-o", "in.0001.exr"}, "in.0001.exr");
  expect_refused({"develop", "in.0001.exr", "-o", "hard.png", "--mask", "mask.png"}, "hard.png");
  expect_refused({"develop", "in.0001.exr", "-o", "settings.png", "--settings", "settings.png"}, "settings.png");
}

TEST_F(OutputGuard, FramesOfASequenceThroughALink) {
  write_half_exr(folder_ / "in.0002.exr", 64, 48, scene);
  fs::create_directory(*this / "out");
  fs::create_symlink("../in.0002.exr", *this / "out/frame.0001.png");
  expect_refused({"sequence", "in.####.exr", "-o", "out"}, "out/frame.0001.png");
}

TEST_F(OutputGuard, SettingsUnderNamesOfResults) {
  for (const char* name : {"exposure.csv", "exposure.png", "contact_sheet.png", "frame.0001.png"}) {
    write_file(*this / name, std::string("{}"));
    Arguments pan = pan_;
    pan.insert(pan.end(), {".", "--settings", name});
    expect_refused(pan, name == std::string("frame.0001.png") ? "./frame.0001.png" : std::string("./") + name);
    expect_refused({"sequence", "in.####.exr", "-o", ".", "--settings", name}, std::string("./") + name);
    fs::remove(*this / name);
  }
}

TEST_F(OutputGuard, PansPanoramaAndItsHdrFrames) {
  fs::rename(*this / "in.0001.exr", *this / "frame.0001.exr");
  Arguments pan = {"pan", "frame.0001.exr", "--size", "8x8", "--frames", "2", "-o", ".", "--exr"};
  expect_refused(pan, "./frame.0001.exr");
  pan.pop_back();
  output_of(pan);  // writes none
}

TEST_F(OutputGuard, PicturesUnderNamesOfMaps) {
  output_of({"develop", "in.0001.exr", "-o", "a.png"});
  fs::create_directory(*this / "maps");
  for (const char* map : {"maps/b.png.abs.png", "maps/b.png.flip.png"}) {
    fs::copy_file(*this / "a.png", *this / map);
    fs::create_symlink(map, *this / "b.png");
    expect_refused({"compare", "a.png", "b.png", "--maps", "maps"}, map);
    fs::remove(*this / "b.png");
    fs::copy_file(*this / "a.png", *this / "b.png");
    expect_refused({"compare", "a.png", "b.png", "--mask", map, "--maps", "maps"}, map);
    fs::remove(*this / "b.png");
  }
}

TEST_F(OutputGuard, MaskUnderTheNameOfAVideosMap) {
  output_of({"develop", "in.0001.exr", "-o", "v.y4m.7.abs.png"});
  write_file(*this / "v.y4m", "YUV4MPEG2 W64 H48\n" + std::string("FRAME\n") + std::string(64 * 48 * 3 / 2, 'x'));
  expect_refused({"compare", "v.y4m", "v.y4m", "--mask", "v.y4m.7.abs.png", "--maps", "."}, "./v.y4m.7.abs.png");
}

}  // namespace
}  // namespace cli_test
