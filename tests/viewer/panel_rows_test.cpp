// SPDX-License-Identifier: MIT
// Test that every setting has its place in the viewer's panels.
#include <gtest/gtest.h>
#include <photopic/post_process.h>
#include <photopic/settings_table.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>

#include "unit/test_files.h"

namespace {

/// Of all panels, and of what their rows are made of.
std::string sources() {
  std::string text;
  for (const char* folder : {"panels", "widgets"}) {
    const std::filesystem::path viewer = PHOTOPIC_TEST_PROJECT_DIR "/samples/viewer";
    for (const auto& entry : std::filesystem::directory_iterator(viewer / folder)) {
      for (const auto byte : test_files::read_file(entry.path())) text.push_back(char(byte));
    }
  }
  return text;
}

/// Whether it turns a weight on: the panel has one row for all of these, "weights".
bool is_weight(const photopic::SettingInfo& row) {
#define PHOTOPIC_WEIGHT(number, Name, word, ...) #word,
  constexpr std::string_view kWords[] = {PHOTOPIC_WEIGHTS(PHOTOPIC_WEIGHT)};
#undef PHOTOPIC_WEIGHT
  return row.type == photopic::SettingType::flag &&
         std::find(std::begin(kWords), std::end(kWords), row.name) != std::end(kWords);
}

/// Exposure and metering have panels that name their rows; those of other groups go over the table. Rows that a weight
/// needs are drawn with their weight.
TEST(PanelRows, EverySettingIsDrawn) {
  const std::string text = sources();
  int rows = 0;
  for (const photopic::SettingInfo& row : photopic::setting_table()) {
    const std::string_view group = row.group;
    if ((group != "exposure" && group != "meter") || row.needs >> photopic::kNeedsWeightShift != 0) continue;
    if (is_weight(row)) continue;
    ++rows;
    EXPECT_NE(text.find("\"" + std::string(row.name) + "\""), std::string::npos)
        << group << "." << row.name << " has no place in samples/viewer/panels";
  }
  EXPECT_GT(rows, 20);
  EXPECT_NE(text.find("\"weights\""), std::string::npos);
  EXPECT_EQ(text.find("\"no_such_setting\""), std::string::npos);
}

/// Effects have the names that other programs give them, too; an option's name is the last line of a tooltip.
TEST(PanelRows, PlainWords) {
  const std::string text = sources();
  for (const char* words : {"Glare (bloom)", "Lens (vignette)", "\"Effects\"", "\"Discard\"", "Settings A"}) {
    EXPECT_NE(text.find(words), std::string::npos) << words;
  }
  for (std::size_t at = 0; (at = text.find("--", at)) != std::string::npos; at += 2) {
    const bool is_option = text[at + 2] >= 'a' && text[at + 2] <= 'z' && (text[at - 1] == '"' || text[at - 1] == ' ');
    EXPECT_FALSE(is_option) << text.substr(at < 60 ? 0 : at - 60, 90);
  }
}

}  // namespace
