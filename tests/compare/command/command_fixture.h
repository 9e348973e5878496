// SPDX-License-Identifier: MIT
// Fixture of photopic compare as a process.
#ifndef PHOTOPIC_TESTS_COMPARE_COMMAND_FIXTURE_H
#define PHOTOPIC_TESTS_COMPARE_COMMAND_FIXTURE_H

#include <nlohmann/json.hpp>

#include "cli/cli_test.h"
#include "compare/pictures.h"
#include "image_io/fixtures/io_video_fixtures.h"

namespace compare_test {

using cli_test::Arguments;
using cli_test::ProcessResult;
using cli_test::write_file;
using Json = nlohmann::json;

// Exit codes.
inline constexpr int kPass = 0;
inline constexpr int kDifferences = 1;
inline constexpr int kNoGolden = 2;
inline constexpr int kMismatch = 3;
inline constexpr int kError = 4;
inline constexpr int kDeviceError = 5;

bool has_key(const Json& row, const std::string& key);

class CompareCommand : public cli_test::CliTest {
 protected:
  /// a.png of base(), and b.png with an error of `delta` in `count` pixels of green from (5, 3) on; 64 x 48 pixels.
  void write_pair(int delta, std::uint32_t count = 1);

  /// Runs it with --json: what it prints must be JSON as documented, its outcome that of the exit code, and stderr
  /// empty. Returns the rows.
  Json rows_of(int exit_code, Arguments arguments);
  /// Of a.png and b.png: the one row.
  Json row_of(int exit_code, const Arguments& options = {});
  /// That a.png and b.png have this exit code.
  void expect_code(int exit_code, const Arguments& options);
  /// That the row of a.png and b.png is an error with this in its message.
  void expect_message(int exit_code, const Arguments& options, const std::string& words);
  /// One line on stderr with these words, and nothing compared.
  void expect_usage_error(const Arguments& options, std::initializer_list<std::string> words);
};

}  // namespace compare_test

#endif
