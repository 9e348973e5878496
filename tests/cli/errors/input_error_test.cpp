// SPDX-License-Identifier: MIT
// Tests of input that can't be read: one line names the file and the reason, and nothing is written.
#include <algorithm>
#include <cstring>

#include "cli/cli_test.h"
#include "image_io/fixtures/io_exr_fixtures.h"

namespace cli_test {
namespace {

class InputError : public CliTest {
 protected:
  /// With every command. `reason` may be empty where any will do.
  void expect_refused(const std::string& name, const std::string& reason) {
    const auto before = names_in();
    expect_error(kInputError, {"develop", name, "-o", "out.png"}, {name + ": ", reason});
    expect_error(kInputError, {"pan", name, "-o", "out", "--frames", "1", "--size", "8x8"}, {name + ": ", reason});
    const ProcessResult result = run({"meter", "--json", name});
    expect_error(result, kInputError, {name + ": ", reason});
    EXPECT_EQ(result.out, "[]\n");
    EXPECT_EQ(names_in(), before);
  }
  void expect_bytes_refused(const Bytes& bytes, const std::string& reason) {
    write_file(folder_ / "in.1.exr", bytes);
    expect_refused("in.1.exr", reason);
  }

  /// An EXR whose data window is {min, max} though it has 12 x 8 texels.
  Bytes with_data_window(std::int32_t x_min, std::int32_t y_min, std::int32_t x_max, std::int32_t y_max) {
    io_test::write_exr(folder_ / "good.exr", {});
    Bytes bytes = read_file(folder_ / "good.exr");
    const std::int32_t window[] = {x_min, y_min, x_max, y_max};
    std::memcpy(&bytes[io_test::attribute_at(bytes, "dataWindow")], window, sizeof window);
    return bytes;
  }
};

TEST_F(InputError, Missing) {
  expect_refused("nosuch.exr", "No such file or directory");
  expect_refused("no/such.exr", "No such file or directory");
}

TEST_F(InputError, NotAFile) {
  std::filesystem::create_directory(folder_ / "folder.exr");
  expect_refused("folder.exr", "directory");
  write_file(folder_ / "file", std::string("x"));
  expect_refused("file/in.exr", "Not a directory");
  expect_refused("/dev/null", "");
}

TEST_F(InputError, EmptyOrNoPicture) {
  expect_bytes_refused({}, "empty");
  expect_bytes_refused(Bytes{0}, "not an OpenEXR");
  const std::string text = "{\"exposure\": 1}\n\nthis is no picture\n";
  expect_bytes_refused(Bytes(text.begin(), text.end()), "not an OpenEXR");
  expect_bytes_refused(Bytes(100000, 0), "not an OpenEXR");
}

TEST_F(InputError, TruncatedExr) {
  write_half_exr(folder_ / "good.exr", 150, 90, scene);
  const Bytes good = read_file(folder_ / "good.exr");
  const std::size_t size = good.size();
  for (const std::size_t cut : {std::size_t{1}, std::size_t{4}, std::size_t{8}, std::size_t{100}, std::size_t{300},
                                size / 10, size / 2, size - 1000, size - 1}) {
    expect_bytes_refused(Bytes(good.begin(), good.begin() + std::ptrdiff_t(cut)), "");
  }
}

TEST_F(InputError, TruncatedOtherPictures) {
  for (const Bytes& good :
       {io_test::make_png({.width = 60, .height = 40}), io_test::make_jpeg(), io_test::make_hdr(40, 20)}) {
    for (const std::size_t cut : {std::size_t{12}, good.size() / 2, good.size() - 20}) {
      expect_bytes_refused(Bytes(good.begin(), good.begin() + std::ptrdiff_t(cut)), "");
    }
  }
}

TEST_F(InputError, ZeroSizedAndHugeHeaders) {
  expect_bytes_refused(with_data_window(0, 0, -1, 7), "");
  expect_bytes_refused(with_data_window(5, 5, 4, 4), "");
  expect_bytes_refused(with_data_window(0, 0, 2000000000, 2000000000), "");
  expect_bytes_refused(with_data_window(-2000000000, -2000000000, 2000000000, 2000000000), "");
  expect_bytes_refused(with_data_window(0, 0, 32767, 32767), "");  // allowed sides, but 8 GiB from a small file
  Bytes png = io_test::make_png({});
  for (const std::size_t side : {std::size_t{16}, std::size_t{20}}) {
    Bytes zero = png;
    std::memset(&zero[side], 0, 4);
    io_test::fix_png_checksums(zero);
    expect_bytes_refused(zero, "");
    Bytes huge = png;
    huge[side] = 0x7f;
    io_test::fix_png_checksums(huge);
    expect_bytes_refused(huge, "");
  }
}

TEST_F(InputError, ControlCharactersOfNamesAreWritten) {
  for (const char* name : {"a\nb: pass", "a\x1b[31m", "a\xe2\x80\xaegnp"}) {
    write_file(folder_ / name, std::string("no picture"));
    const std::string shown = files::printable(name);
    expect_error(kInputError, {"develop", name, "-o", "out.png"}, {shown + ": not an OpenEXR"});
    expect_error(kInputError, {"develop", "in.exr", "-o", "out.png", name}, {shown});
    const ProcessResult compared = run({"compare", name, name});
    EXPECT_EQ(compared.exit_code, kInputError);
    for (const std::string& text : {compared.out, compared.err}) {
      EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1) << text;
      EXPECT_EQ(text.find('\x1b'), std::string::npos) << text;
      EXPECT_EQ(text.find("\xe2\x80\xae"), std::string::npos) << text;
    }
    std::filesystem::remove(folder_ / name);
  }
}

TEST_F(InputError, DeepExr) {
  io_test::write_deep_exr(folder_ / "deep.exr");
  expect_refused("deep.exr", "deep");
}

TEST_F(InputError, ExrWithoutColor) {
  io_test::write_exr(folder_ / "uv.exr", {.channels = {{"U", Imf::FLOAT, 0}, {"V", Imf::FLOAT, 1}}});
  expect_refused("uv.exr", "U, V");
}

TEST_F(InputError, SequenceNamesTheBadFrame) {
  for (const char* name : {"f.1.exr", "f.2.exr", "f.3.exr"}) write_half_exr(folder_ / name, 64, 48, scene);
  write_file(folder_ / "f.2.exr", std::string("no picture"));
  expect_error(kInputError, {"sequence", "f.#.exr", "-o", "out"}, {"f.2.exr: ", "not an OpenEXR"});
  write_half_exr(folder_ / "f.2.exr", 64, 47, scene);
  expect_error(kInputError, {"sequence", "f.#.exr", "-o", "out"}, {"f.2.exr: ", "64x47", "64x48"});
  EXPECT_EQ(names_in(), (std::vector<std::string>{"f.1.exr", "f.2.exr", "f.3.exr"}));
}

TEST_F(InputError, SequenceWithADamagedFrameKeepsOnlyWholeOnes) {
  for (const char* name : {"f.1.exr", "f.2.exr", "f.3.exr"}) write_half_exr(folder_ / name, 64, 48, scene);
  Bytes bytes = read_file(folder_ / "f.2.exr");
  std::memset(&bytes[bytes.size() / 2], 0x55, 200);  // shows when rows are decoded
  write_file(folder_ / "f.2.exr", bytes);
  expect_error(kInputError, {"sequence", "f.#.exr", "-o", "out"}, {"f.2.exr: "});
  EXPECT_EQ(names_in("out"), std::vector<std::string>{"frame.1.png"});
  EXPECT_EQ(read_codes(folder_ / "out" / "frame.1.png").size(), 64u * 48u);
}

}  // namespace
}  // namespace cli_test
