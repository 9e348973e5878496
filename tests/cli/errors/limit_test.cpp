// SPDX-License-Identifier: MIT
// Tests of inputs without end or out of proportion: refused by kind and size, before they are read.
#include <sys/stat.h>

#include <filesystem>

#include "cli/cli_test.h"

namespace cli_test {
namespace {

class Limit : public CliTest {};

TEST_F(Limit, SettingsFromWhatIsNoFile) {
  write_half_exr(folder_ / "in.exr", 8, 8, scene);
  ASSERT_EQ(::mkfifo((folder_ / "pipe").c_str(), 0600), 0);
  std::filesystem::create_directory(folder_ / "folder");
  std::filesystem::create_symlink("/dev/zero", folder_ / "link");
  const auto expect_refused = [this](const std::string& file, const std::string& reason) {
    expect_error(kInputError, {"meter", "in.exr", "--settings", file}, {file + ": ", reason});
  };
  expect_refused("/dev/zero", "is a device");
  expect_refused("link", "is a device");
  expect_refused("pipe", "is a named pipe");
  expect_refused("folder", "Is a directory");
  expect_error(kInputError, {"regress", "pipe"}, {"pipe: is a named pipe"});
  expect_error(kInputError, {"regress", "--merge", "/dev/zero", "-o", "out"}, {"/dev/zero: is a device"});
}

TEST_F(Limit, SettingsThatAreTooLong) {
  write_half_exr(folder_ / "in.exr", 8, 8, scene);
  write_file(folder_ / "long.json", std::string("{}"));
  std::filesystem::resize_file(folder_ / "long.json", std::uintmax_t{3} << 30);  // of which the disk has one block
  const ProcessResult result = run({"meter", "in.exr", "--settings", "long.json"});
  expect_error(result, kInputError, {"long.json: is larger than 16 MiB"});
  EXPECT_LT(result.peak_rss_bytes, std::uint64_t{300} << 20);
}

TEST_F(Limit, APipelineCacheThatIsTooLongIsLeftAlone) {
  write_half_exr(folder_ / "in.exr", 8, 8, scene);
  std::filesystem::create_directories(cache() / "photopic");
  write_file(cache() / "photopic/pipelines.bin", std::string("x"));
  std::filesystem::resize_file(cache() / "photopic/pipelines.bin", std::uintmax_t{3} << 30);
  const ProcessResult result = run({"meter", "in.exr"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_LT(result.peak_rss_bytes, std::uint64_t{1} << 30);
}

/// A header of 16384 x 32768 texels over bytes that nobody should look at.
TEST_F(Limit, PicturesThatTakeMoreMemoryThanTheyMay) {
  Bytes png = io_test::make_png({.width = 4, .height = 4});
  png[18] = 0x40;  // third byte of width and height
  png[22] = 0x80;
  png[19] = png[23] = 0;
  Bytes padding(1700000, 0);
  const Bytes length = {0, 0x19, 0xf0, 0xa0, 't', 'e', 'X', 't'};
  Bytes chunk = length;
  chunk.insert(chunk.end(), padding.begin(), padding.end());
  chunk.insert(chunk.end(), 4, 0);
  png.insert(png.begin() + 33, chunk.begin(), chunk.end());
  io_test::fix_png_checksums(png);
  for (const char* name : {"a.png", "b.png", "f.1.png"}) write_file(folder_ / name, png);
  const std::string words = "the picture is too large: 16384 x 32768 texels take 2048 MiB; the limit is 1024";
  for (const Arguments& arguments :
       {Arguments{"develop", "a.png", "-o", "out.png"}, Arguments{"meter", "a.png"},
        Arguments{"pan", "a.png", "-o", "out"}, Arguments{"sequence", "f.#.png", "-o", "out"}}) {
    const ProcessResult result = run(arguments);
    EXPECT_EQ(result.exit_code, kInputError);
    EXPECT_NE(result.err.find(words), std::string::npos) << result.err;
    EXPECT_LT(result.peak_rss_bytes, std::uint64_t{300} << 20);
  }
  const ProcessResult compared = run({"compare", "a.png", "b.png"});
  EXPECT_EQ(compared.exit_code, kInputError);
  EXPECT_NE(compared.err.find("a.png: " + words), std::string::npos) << compared.err;
  EXPECT_NE(compared.err.find("; b.png: " + words), std::string::npos) << compared.err;
  EXPECT_EQ(std::count(compared.err.begin(), compared.err.end(), '\n'), 1);
}

TEST_F(Limit, MemoryIsAnOption) {
  write_half_exr(folder_ / "in.exr", 640, 512, scene);
  output_of({"develop", "in.exr", "-o", "in.png"});
  expect_error(kInputError, {"develop", "in.exr", "-o", "out.png", "--memory-mib", "1"},
               {"in.exr: the picture is too large: 640 x 512 texels take 3 MiB; the limit is 1, see --memory-mib"});
  expect_error(kInputError, {"develop", "in.png", "-o", "out.png", "--memory-mib", "1"}, {"in.png: ", "640 x 512"});
  output_of({"develop", "in.png", "-o", "out.png", "--memory-mib", "5"});
  EXPECT_EQ(run({"compare", "in.png", "in.png", "--memory-mib", "2"}).exit_code, 0);
  EXPECT_EQ(run({"compare", "in.png", "in.png", "--memory-mib", "1"}).exit_code, kInputError);
  expect_error(kInputError, {"meter", "in.exr", "--memory-mib", "0"}, {"--memory-mib"});
}

}  // namespace
}  // namespace cli_test
