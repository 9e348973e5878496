// SPDX-License-Identifier: MIT
// Making of the suite, runs of photopic regress, and their files.
#include "regress_runner/rig.h"

#include <algorithm>
#include <sstream>

namespace regress_runner_test {

namespace fs = std::filesystem;

RigTest::RigTest() {
  constexpr std::uint32_t kWidth = 24, kHeight = 16;
  const auto a = [](std::uint32_t x, std::uint32_t y) { return cli_test::scene(x, y); };
  const auto b = [](std::uint32_t x, std::uint32_t y) { return cli_test::scene(y, x); };
  cli_test::write_half_exr(folder_ / "a.exr", kWidth, kHeight, a);
  cli_test::write_half_exr(folder_ / "b.exr", kWidth, kHeight, b);
  cli_test::write_half_exr(folder_ / "large.exr", kWidth + 2, kHeight, a);
  cli_test::write_half_exr(folder_ / "blank.exr", kWidth, kHeight, [](auto, auto) { return cli_test::Rgb{1, 1, 1}; });
}

void RigTest::write_suite(const Json& cases, const std::string& goldens) {
  // Braces around a single case are none to Json.
  const Json all = cases.is_object() ? Json::array({cases}) : cases;
  const Json suite = {{"version", 1}, {"goldens", goldens}, {"defaults", {{"source", "a.exr"}}}, {"cases", all}};
  cli_test::write_file(folder_ / "suite.json", suite.dump(1));
}

ProcessResult RigTest::regress(Arguments arguments, const std::optional<std::string>& ci) {
  Arguments all = {"regress", "suite.json"};
  const bool has_device = std::find(arguments.begin(), arguments.end(), "--devices") != arguments.end();
  if (!has_device) all.insert(all.end(), {"--device", "llvmpipe"});
  all.insert(all.end(), arguments.begin(), arguments.end());
  return run(all, {.environment = {{"CI", ci}}});
}

std::string RigTest::expect(int exit_code, const Arguments& arguments, std::initializer_list<std::string> words) {
  const ProcessResult result = regress(arguments);
  EXPECT_EQ(result.exit_code, exit_code) << ::testing::PrintToString(arguments) << "\n" << result.out << result.err;
  // What couldn't be compared is told on stderr, too.
  std::ptrdiff_t problems = 0;
  std::istringstream lines(result.out);
  for (std::string line; std::getline(lines, line);) {
    const auto says = [&](const char* what) { return line.find(what) != std::string::npos; };
    problems += says(": error") || says(": no-golden") || says(": device-error");
  }
  EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), problems) << result.err;
  for (const std::string& word : words) {
    EXPECT_NE(result.out.find(word), std::string::npos) << "no '" << word << "' in:\n" << result.out;
  }
  return result.out;
}

regress::SuiteResult RigTest::results(const std::string& folder) const {
  return regress::read_json(folder_ / folder / "results.json");
}

RigTest::Files RigTest::files_in(const std::string& folder) const {
  Files files;
  if (!fs::exists(folder_ / folder)) return files;
  for (const auto& entry : fs::recursive_directory_iterator(folder_ / folder)) {
    if (!entry.is_regular_file()) continue;
    files[entry.path().lexically_relative(folder_.path()).string()] = {cli_test::read_file(entry.path()),
                                                                       entry.last_write_time()};
  }
  return files;
}

cli_test::Code RigTest::golden_texel(const std::string& file) const {
  return cli_test::read_codes(folder_ / "goldens" / file).front();
}

Json test_case(const std::string& name, const Json& members) {
  Json one = {{"name", name}};
  one.update(members);
  return one;
}

}  // namespace regress_runner_test
