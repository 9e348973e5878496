// SPDX-License-Identifier: MIT
// Pairs of pictures, and runs of photopic compare on them.
#include "compare/command/command_fixture.h"

#include "files/error.h"

namespace compare_test {

bool has_key(const Json& row, const std::string& key) { return row.contains(key); }

void CompareCommand::write_pair(int delta, std::uint32_t count) {
  write_png(folder_ / "a.png", 64, 48, base);
  write_png(folder_ / "b.png", 64, 48, changed(base, 5, 3, delta, count));
}

namespace {

/// Which are told on stderr, too.
bool is_problem(const std::string& outcome) {
  return outcome == "no-golden" || outcome == "error" || outcome == "device-error";
}

}  // namespace

Json CompareCommand::rows_of(int exit_code, Arguments arguments) {
  arguments.insert(arguments.begin(), "compare");
  arguments.push_back("--json");
  SCOPED_TRACE(::testing::PrintToString(arguments));
  const ProcessResult result = run(arguments);
  EXPECT_EQ(result.exit_code, exit_code) << result.out << result.err;
  const Json json = Json::parse(result.out, nullptr, /*allow_exceptions=*/false);
  if (!json.is_object()) {
    ADD_FAILURE() << "no JSON: " << result.out;
    return Json::array();
  }
  EXPECT_EQ(json.value("schema", ""), "photopic-compare");
  EXPECT_EQ(json.value("version", 0), 1);
  EXPECT_NE(json.value("device", ""), "");
  constexpr const char* kOutcomes[] = {"pass", "differences", "no-golden", "mismatch", "error", "device-error"};
  EXPECT_EQ(json.value("outcome", ""), kOutcomes[exit_code]);
  const Json rows = json.value("pairs", Json());
  EXPECT_FALSE(rows.empty());
  std::string problems;
  for (const Json& row : rows) {
    if (is_problem(row.value("outcome", ""))) {
      problems += "photopic: " + row.value("name", "") + ": " + files::printable(row.value("message", "")) + "\n";
    }
    EXPECT_TRUE(row.contains("name") && row.contains("outcome")) << row;
    EXPECT_TRUE(row.value("outcome", "") != "pass" || (row.contains("width") && row.contains("height"))) << row;
  }
  EXPECT_EQ(result.err, problems);
  return rows;
}

Json CompareCommand::row_of(int exit_code, const Arguments& options) {
  Arguments arguments = {"a.png", "b.png"};
  arguments.insert(arguments.end(), options.begin(), options.end());
  const Json rows = rows_of(exit_code, arguments);
  EXPECT_EQ(rows.size(), 1u);
  return rows.empty() ? Json::object() : rows[0];
}

void CompareCommand::expect_code(int exit_code, const Arguments& options) {
  Arguments arguments = {"compare", "a.png", "b.png"};
  arguments.insert(arguments.end(), options.begin(), options.end());
  const ProcessResult result = run(arguments);
  EXPECT_EQ(result.exit_code, exit_code) << ::testing::PrintToString(options) << result.out << result.err;
  const bool is_told = exit_code == kNoGolden || exit_code == kError || exit_code == kDeviceError;
  EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), is_told ? 1 : 0) << result.err;
}

void CompareCommand::expect_message(int exit_code, const Arguments& options, const std::string& words) {
  const Json row = row_of(exit_code, options);
  EXPECT_NE(row.value("message", "").find(words), std::string::npos) << "no '" << words << "' in " << row;
}

void CompareCommand::expect_usage_error(const Arguments& options, std::initializer_list<std::string> words) {
  Arguments arguments = {"compare", "a.png", "b.png"};
  arguments.insert(arguments.end(), options.begin(), options.end());
  expect_error(kError, arguments, words);
}

}  // namespace compare_test
