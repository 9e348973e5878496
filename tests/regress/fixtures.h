// SPDX-License-Identifier: MIT
// Shared parts of the regression library's tests.
#ifndef PHOTOPIC_TESTS_REGRESS_FIXTURES_H
#define PHOTOPIC_TESTS_REGRESS_FIXTURES_H

#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <string>

#include "image_io/image_file.h"
#include "regress/results/results.h"
#include "regress/suite/suite.h"
#include "unit/test_files.h"

namespace regress_test {

class FolderTest : public ::testing::Test {
 protected:
  test_files::TempFolder folder_;
};

/// what() of the Error that `function` throws; a failure when it throws none. Other errors leave.
template <class Error>
std::string error_of(const std::function<void()>& function) {
  try {
    function();
  } catch (const Error& error) {
    return error.what();
  }
  ADD_FAILURE() << "nothing was thrown";
  return {};
}

std::string text_of(const std::filesystem::path& file);

/// A case with something in every member, different for every number.
regress::CaseResult case_result(int number);
/// A suite's with something in every member, and cases 0 to `cases` - 1.
regress::SuiteResult suite_result(int cases);

/// A suite that says everything that a suite can.
extern const char* const kFullSuite;

}  // namespace regress_test

#endif
