// SPDX-License-Identifier: MIT
// Fixture of the program in a folder of its own, and the expectations of every test.
#ifndef PHOTOPIC_TESTS_CLI_CLI_TEST_H
#define PHOTOPIC_TESTS_CLI_CLI_TEST_H

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <initializer_list>
#include <string>
#include <vector>

#include "cli/program/process.h"
#include "image_io/fixtures/io_fixtures.h"
#include "reference/rgb.h"

namespace cli_test {

inline constexpr int kInputError = 4;
inline constexpr int kDeviceError = 5;

using Arguments = std::vector<std::string>;
using Rgb = reference::Rgb;

/// A picture in memory, as the program sees it: rounded to the file's format.
struct Picture {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::vector<Rgb> texels;

  const Rgb& at(std::uint32_t x, std::uint32_t y) const { return texels[std::size_t{y} * width + x]; }
};

using TexelAt = std::function<Rgb(std::uint32_t x, std::uint32_t y)>;
/// Writes an EXR and returns what is in it.
Picture write_half_exr(const std::filesystem::path& file, std::uint32_t width, std::uint32_t height,
                       const TexelAt& texel);
Picture write_float_exr(const std::filesystem::path& file, std::uint32_t width, std::uint32_t height,
                        const TexelAt& texel);
/// A scene of about 14 stops, coloured, without repetition.
Rgb scene(std::uint32_t x, std::uint32_t y);
Picture read_picture(const std::filesystem::path& file);

inline constexpr std::uint32_t kPictureWidth = 131;  ///< odd sides, more than a workgroup or tile
inline constexpr std::uint32_t kPictureHeight = 67;

struct Code {
  int r = 0, g = 0, b = 0;
};
/// Code values of an 8-bit picture.
std::vector<Code> read_codes(const std::filesystem::path& file);
int difference(Code a, Code b);  ///< of the worst channel

class CliTest : public ::testing::Test {
 protected:
  CliTest();

  /// Runs tested_program() in the test's folder, or in another.
  ProcessResult run(const Arguments& arguments);
  ProcessResult run(const Arguments& arguments, ProcessOptions options);
  /// The same; it must succeed, and say nothing on stderr.
  std::string output_of(const Arguments& arguments);
  /// It must fail with one line on stderr that begins with the program's name and has all of `words`, and without
  /// output.
  void expect_error(int exit_code, const Arguments& arguments, std::initializer_list<std::string> words);
  static void expect_error(const ProcessResult& result, int exit_code, std::initializer_list<std::string> words);

  /// Options under which every texel counts and middle grey is as in the module; others win over them.
  Arguments neutral() const { return {"--settings", (settings_ / "neutral.json").string()}; }

  std::filesystem::path operator/(const std::string& name) const { return folder_ / name; }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  /// Names in a folder of the test, sorted.
  std::vector<std::string> names_in(const std::string& folder = "") const;
  /// XDG_CACHE_HOME, outside the test's folder.
  std::filesystem::path cache() const { return cache_.path(); }

  io_test::TempFolder folder_;
  io_test::TempFolder cache_;
  io_test::TempFolder settings_;
};

using Bytes = io_test::Bytes;
using io_test::read_file;
using io_test::write_file;

}  // namespace cli_test

#endif
