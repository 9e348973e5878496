// SPDX-License-Identifier: MIT
// Fixture of tests that run photopic-viewer --headless.
#ifndef PHOTOPIC_TESTS_VIEWER_HEADLESS_FIXTURE_H
#define PHOTOPIC_TESTS_VIEWER_HEADLESS_FIXTURE_H

#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "cli/cli_test.h"

namespace viewer_test {

class Headless : public cli_test::CliTest {
 protected:
  std::vector<std::string> names_;

  /// Frames of 96x54, with validation.
  void render(cli_test::Arguments options, const std::string& folder = "out", const std::string& fps = "10") {
    cli_test::Arguments arguments = {"--headless", "--validate", "-o", folder, "--size", "96x54", "--fps", fps};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const auto result = run(arguments);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_EQ(result.err, "validation: no messages\n");
  }

  std::vector<cli_test::Code> codes(int frame, const std::string& folder = "out") {
    char name[32];
    std::snprintf(name, sizeof name, "frame.%04d.png", frame);
    return cli_test::read_codes(folder_ / folder / name);
  }

  /// A column of exposure.csv.
  std::vector<double> column(const std::string& name, const std::string& folder = "out") {
    std::ifstream file(folder_ / folder / "exposure.csv");
    std::string line;
    std::getline(file, line);
    std::size_t index = 0;
    std::istringstream header(line);
    for (std::string field; std::getline(header, field, ',') && field != name;) ++index;
    std::vector<double> values;
    while (std::getline(file, line)) {
      std::istringstream row(line);
      std::string field;
      for (std::size_t i = 0; i <= index; ++i) std::getline(row, field, ',');
      values.push_back(std::stod(field));
    }
    return values;
  }
};

}  // namespace viewer_test

#endif
