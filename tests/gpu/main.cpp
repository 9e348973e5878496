// SPDX-License-Identifier: MIT
// Main program of GPU tests. A run that tested nothing is a failure: no device, no test, or every test skipped.
#include <gtest/gtest.h>

#include <cstdio>
#include <exception>

#include "gpu/fixture.h"

namespace {

/// Fails a test for what the validation layers said during it.
class ValidationListener : public testing::EmptyTestEventListener {
  void OnTestEnd(const testing::TestInfo&) override {
    for (const std::string& message : test::context().take_validation_messages()) ADD_FAILURE() << message;
  }
};

int run() {
  test::open_context();
  std::printf("device: %s, validation layers %s\n", test::context().properties().deviceName,
              test::validation_wanted() ? "on" : "OFF (PHOTOPIC_TEST_VALIDATION=0)");
  testing::UnitTest& all = *testing::UnitTest::GetInstance();
  all.listeners().Append(new ValidationListener);
  int result = RUN_ALL_TESTS();
  const int tested = all.test_to_run_count() - all.skipped_test_count();
  if (!testing::GTEST_FLAG(list_tests) && tested <= 0) {
    std::printf("no test ran: that is a failure\n");
    result = 1;
  }
  test::close_context();
  return result;
}

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  try {
    return run();
  } catch (const std::exception& error) {
    std::printf("%s\n", error.what());
    return 1;
  }
}
