// SPDX-License-Identifier: MIT
// Fixture with a suite of small pictures, and the program run on it.
#ifndef PHOTOPIC_TESTS_REGRESS_RUNNER_RIG_H
#define PHOTOPIC_TESTS_REGRESS_RUNNER_RIG_H

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>

#include "cli/cli_test.h"
#include "regress/results/results.h"

namespace regress_runner_test {

using Json = nlohmann::ordered_json;
using cli_test::Arguments;
using cli_test::ProcessResult;

inline constexpr int kPass = 0, kDifferences = 1, kNoGolden = 2, kMismatch = 3, kError = 4, kDeviceError = 5;

/// In the test's folder: a.exr and b.exr, which differ, blank.exr, and suite.json, which write_suite() writes.
class RigTest : public cli_test::CliTest {
 protected:
  RigTest();

  /// Cases as in a suite; those without a source show a.exr.
  void write_suite(const Json& cases, const std::string& goldens = "goldens");
  /// photopic regress suite.json --device llvmpipe ARGUMENTS. The variable CI is unset unless `ci` is given.
  ProcessResult regress(Arguments arguments = {}, const std::optional<std::string>& ci = std::nullopt);
  /// The same with an exit code that is expected, and all of `words` on stdout. Gives stdout.
  std::string expect(int exit_code, const Arguments& arguments, std::initializer_list<std::string> words = {});
  /// All goldens there are, made anew.
  void accept_all() { expect(kPass, {"--update", "all"}); }
  regress::SuiteResult results(const std::string& folder = "out") const;

  /// Bytes and times of writing of all files below a folder.
  using Files = std::map<std::string, std::pair<cli_test::Bytes, std::filesystem::file_time_type>>;
  Files files_in(const std::string& folder) const;
  /// A golden's first texel.
  cli_test::Code golden_texel(const std::string& file) const;
};

/// {"name": NAME, "source": SOURCE, ...}
Json test_case(const std::string& name, const Json& members = Json::object());

}  // namespace regress_runner_test

#endif
