// SPDX-License-Identifier: MIT
// Tests of pairs that are shared among devices: what is printed and written is that of one.
#include "compare/command/command_fixture.h"

namespace compare_test {
namespace {

class CompareCommandSpread : public CompareCommand {
 protected:
  /// Folders of pairs that differ, are equal, are missing on a side or broken.
  void write_folders() {
    for (int i = 0; i < 4; ++i) {
      write_pair(i, 7);
      for (const char* side : {"a", "b"}) {
        const std::filesystem::path folder = folder_ / (std::string(1, side[0]) + "s");
        std::filesystem::create_directories(folder);
        std::filesystem::copy_file(folder_ / (side + std::string(".png")), folder / (std::to_string(i) + ".png"));
      }
    }
    std::filesystem::copy_file(folder_ / "a.png", folder_ / "as/missing.png");
    write_file(folder_ / "as/broken.png", "no picture");
    std::filesystem::copy_file(folder_ / "a.png", folder_ / "bs/broken.png");
  }
};

TEST_F(CompareCommandSpread, RowsAreThoseOfOneDevice) {
  write_folders();
  const Arguments compare = {"compare", "as", "bs", "--metrics", "errors,psnr,ssim", "--json"};
  const auto with = [&](const Arguments& more) {
    Arguments arguments = compare;
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run(arguments);
  };
  const ProcessResult one = with({"--device", "llvmpipe", "--maps", "one"});
  EXPECT_EQ(one.exit_code, kNoGolden) << one.err;
  EXPECT_EQ(Json::parse(one.out)["pairs"].size(), 6u);
  const ProcessResult many = with({"--spread", "llvmpipe,llvmpipe", "--maps", "many"});
  EXPECT_EQ(many.exit_code, one.exit_code);
  EXPECT_EQ(many.out, one.out);
  EXPECT_EQ(many.err, one.err);
  std::size_t maps = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder_ / "one")) {
    const std::filesystem::path file = entry.path().filename();
    EXPECT_EQ(cli_test::read_file(folder_ / "many" / file), cli_test::read_file(entry.path())) << file;
    ++maps;
  }
  EXPECT_GT(maps, 0u);
}

TEST_F(CompareCommandSpread, RefusesWhatDoesntGoWithIt) {
  write_pair(1);
  expect_usage_error({"--spread", "all", "--device", "0"}, {"--spread doesn't go with --device"});
  expect_usage_error({"--spread", "all", "--backend", "opengl"}, {"--spread doesn't go with --backend"});
  expect_usage_error({"--spread", "0,"}, {"--spread", "empty name"});
}

}  // namespace
}  // namespace compare_test
