// SPDX-License-Identifier: MIT
// What every test of the viewer needs.
#ifndef PHOTOPIC_TESTS_VIEWER_VIEWER_TEST_H
#define PHOTOPIC_TESTS_VIEWER_VIEWER_TEST_H

#include <fstream>

#include "cli/cli_test.h"

namespace viewer_test {

class ViewerTest : public cli_test::CliTest {
 protected:
  static void write_text(const std::filesystem::path& file, const std::string& text) { std::ofstream(file) << text; }
};

}  // namespace viewer_test

#endif
