// SPDX-License-Identifier: MIT
// Tests of lists of findings against what is committed.
#include "portability/committed_list.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>

#include "test_files.h"

namespace {

using portability::Columns;
using portability::CommittedList;
using portability::compare_list;

std::string text_of(const std::string& path) {
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

TEST(CommittedList, PrintsALineBeforeAndAfter) {
  const test_files::TempFolder folder;
  const CommittedList list = {(folder / "list.txt").string()};
  test_files::write_file(list.path, "# heading\n\nadapt  1  2\nbake   3  4\n");
  EXPECT_EQ(compare_list(list, {{"adapt", "1", "2"}, {"bake", "3", "4"}}, false), 0u);

  testing::internal::CaptureStdout();
  EXPECT_EQ(compare_list(list, {{"adapt", "1", "5"}, {"colors", "3", "4"}}, false), 3u);
  const std::string printed = testing::internal::GetCapturedStdout();
  EXPECT_NE(printed.find("- adapt  1  2\n+ adapt  1  5\n"), printed.npos) << printed;
  EXPECT_NE(printed.find("- bake  3  4\n"), printed.npos) << printed;
  EXPECT_NE(printed.find("+ colors  3  4\n"), printed.npos) << printed;
}

TEST(CommittedList, AnUpdateKeepsCommentsAndNotes) {
  const test_files::TempFolder folder;
  const CommittedList list = {(folder / "list.txt").string(), 2, true};
  test_files::write_file(list.path, "# heading\nmsl  old    it is gone\nmsl  known  it has a reason\n");
  EXPECT_EQ(compare_list(list, {{"msl", "known"}, {"msl", "new"}}, true), 0u);
  EXPECT_EQ(text_of(list.path), "# heading\nmsl  known  it has a reason\nmsl  new    reason missing\n");

  testing::internal::CaptureStdout();
  EXPECT_EQ(compare_list(list, {{"msl", "known"}, {"msl", "new"}}, false), 1u);  // until somebody writes the reason
  testing::internal::GetCapturedStdout();
}

TEST(CommittedList, RefusesWhatIsMissingOrThereTwice) {
  const test_files::TempFolder folder;
  const CommittedList list = {(folder / "list.txt").string()};
  EXPECT_THROW(compare_list(list, {}, false), std::runtime_error);
  test_files::write_file(list.path, "adapt 1\nadapt 2\n");
  EXPECT_THROW(compare_list(list, {}, false), std::runtime_error);
}

}  // namespace
