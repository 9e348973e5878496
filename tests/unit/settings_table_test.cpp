// SPDX-License-Identifier: MIT
// Tests of the table of settings: every member has a row, defaults are within their ranges, docs/settings.md is what
// the table says.
#include <gtest/gtest.h>
#include <photopic/settings_table.h>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace {

using photopic::SettingInfo;
using photopic::Settings;
using photopic::SettingType;

std::string number_text(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}

double number_of(const SettingInfo& row, const Settings& settings) {
  return row.type == SettingType::number ? double(photopic::setting_ref<float>(row, settings))
                                         : double(photopic::setting_value<std::uint32_t>(row, settings));
}

std::size_t size_of(SettingType type) {
  switch (type) {
    case SettingType::flag:
      return sizeof(bool);
    case SettingType::curve:
      return sizeof(photopic::Curve);
    case SettingType::number:
    case SettingType::count:
    case SettingType::choice:
      break;
  }
  return sizeof(float);
}

TEST(SettingTable, RowsAreComplete) {
  std::set<std::string> names, options;  // options of command lines have no group
  for (const SettingInfo& row : photopic::setting_table()) {
    SCOPED_TRACE(row.name);
    EXPECT_TRUE(options.insert(row.name).second);
    EXPECT_TRUE(names.insert(std::string(row.group) + "." + row.name).second);
    EXPECT_EQ(photopic::find_setting(row.group, row.name), &row);
    EXPECT_EQ(row.needs == 0u, row.group == std::string("input"));  // all that read the HDR image
    const std::string help = row.help;
    EXPECT_FALSE(help.empty());
    EXPECT_EQ(help.find('\n'), std::string::npos);
    EXPECT_NE(help.back(), '.');
    if (row.at_least != nullptr) {
      EXPECT_NE(photopic::find_setting(row.group, row.at_least), nullptr);
    }
    if (row.type == SettingType::choice) {
      EXPECT_GE(row.word_count, 2u);
      EXPECT_EQ(row.max, row.word_count - 1.0);
    } else {
      EXPECT_EQ(row.word_count, 0u);
    }
  }
  EXPECT_EQ(photopic::find_setting("meter", "none"), nullptr);
  EXPECT_EQ(photopic::find_setting("none", "mode"), nullptr);
}

/// A member without a row would leave a gap between rows; padding and the bits of classes are the only gaps.
TEST(SettingTable, EveryMemberHasARow) {
  std::vector<bool> is_covered(sizeof(Settings));
  const auto cover = [&](std::size_t offset, std::size_t size) {
    for (std::size_t i = offset; i < offset + size; ++i) {
      EXPECT_FALSE(is_covered[i]) << "two rows for byte " << i;
      is_covered[i] = true;
    }
  };
  for (const SettingInfo& row : photopic::setting_table()) cover(row.offset_bytes, size_of(row.type));
  cover(offsetof(Settings, meter.metered_classes), sizeof(Settings::meter.metered_classes));  // of images alone
  std::size_t gap = 0;
  for (std::size_t i = 0; i < is_covered.size(); ++i) {
    gap = is_covered[i] ? 0 : gap + 1;
    EXPECT_LT(gap, sizeof(float)) << "no row for the member that ends at byte " << i;  // three bytes after a flag
  }
}

TEST(SettingTable, DefaultsAreInRange) {
  const Settings defaults;
  for (const SettingInfo& row : photopic::setting_table()) {
    SCOPED_TRACE(row.name);
    if (row.type == SettingType::curve) {
      EXPECT_EQ(photopic::setting_ref<photopic::Curve>(row, defaults).count, 0u);
    }
    if (row.type == SettingType::flag || row.type == SettingType::curve) continue;
    EXPECT_LT(row.min, row.max);
    EXPECT_GE(number_of(row, defaults), row.min);
    EXPECT_LE(number_of(row, defaults), row.max);
    if (row.excludes_min) {
      EXPECT_GT(number_of(row, defaults), row.min);
    }
  }
}

// ---- docs/settings.md -----------------------------------------------------------------------------------------------

std::string default_text(const SettingInfo& row) {
  const Settings defaults;
  switch (row.type) {
    case SettingType::flag:
      return photopic::setting_ref<bool>(row, defaults) ? "true" : "false";
    case SettingType::curve:
      return "none";
    case SettingType::choice:
      return row.words[photopic::setting_value<std::uint32_t>(row, defaults)];
    case SettingType::number:
    case SettingType::count:
      break;
  }
  return number_text(number_of(row, defaults));
}

std::string range_text(const SettingInfo& row) {
  constexpr double kMany = 1e30;
  switch (row.type) {
    case SettingType::flag:
      return "true, false";
    case SettingType::choice: {
      std::string words;
      for (std::uint32_t i = 0; i < row.word_count; ++i) words += (i > 0 ? ", " : "") + std::string(row.words[i]);
      return words;
    }
    case SettingType::curve:
      return "up to " + std::to_string(photopic::Curve::kMaxPoints) + " points, y from " + number_text(row.min) +
             " to " + number_text(row.max);
    case SettingType::number:
    case SettingType::count:
      break;
  }
  if (row.max > kMany && row.min < -kMany) return "any";
  if (row.max > kMany) return row.excludes_min ? "above " + number_text(row.min) : number_text(row.min) + " or more";
  if (row.excludes_min) return "above " + number_text(row.min) + ", up to " + number_text(row.max);
  return number_text(row.min) + " to " + number_text(row.max);
}

std::string page() {
  const std::map<std::string, std::string> headings = {
      {"meter", "Metering: `MeterSettings`"},
      {"exposure", "Exposure and adaptation: `ExposureSettings`"},
      {"tone_map", "Tone mapping: `ToneMapSettings`"},
      {"input", "HDR image: `InputSettings`, [display.md](display.md)"},
      {"white_balance", "White balance: `WhiteBalanceSettings`, [display.md](display.md)"},
      {"display", "Display: `DisplaySettings`, [display.md](display.md)"},
      {"grade", "Grade: `GradeSettings`, [looks.md](looks.md)"},
      {"aberration", "Aberration: `AberrationSettings`, [lens.md](lens.md)"},
      {"sharpening", "Sharpening: `SharpeningSettings`, [lens.md](lens.md)"},
      {"grain", "Grain: `GrainSettings`, [lens.md](lens.md)"},
      {"view", "View: `ViewSettings`"}};
  const auto heading_of = [&](const std::string& group) {
    const auto found = headings.find(group);
    if (found != headings.end()) return found->second;
    // An effect: "Local exposure: `LocalExposureSettings`, [local-exposure.md](local-exposure.md)"
    const auto upper = [](char c) { return char(std::toupper(static_cast<unsigned char>(c))); };
    std::string name = group, type = group, file = group + ".md";
    std::replace(name.begin(), name.end(), '_', ' ');
    std::replace(file.begin(), file.end(), '_', '-');
    name[0] = type[0] = upper(name[0]);
    for (std::size_t i = 0; (i = type.find('_', i)) != std::string::npos;) {
      type.erase(i, 1);
      type[i] = upper(type[i]);
    }
    return name + ": `" + type + "Settings`, [" + file + "](" + file + ")";
  };
  std::ostringstream text;
  text << "# Settings\n\n"
          "Every setting that may change from frame to frame, as `<photopic/settings_table.h>` lists them. This page "
          "is\n"
          "made of that table: `PHOTOPIC_UPDATE_DOCS=1 photopic-unit-tests --gtest_filter='SettingTable.*'` writes "
          "it.\n\n"
          "In C++ a setting is a member of its struct, in a settings file a key of its group, and on the command line "
          "an\n"
          "option with hyphens: `median_blend` is `--median-blend`. C and Python name it with its group:\n"
          "`meter.median_blend`.\n";
  std::string group;
  for (const SettingInfo& row : photopic::setting_table()) {
    if (group != row.group) {
      group = row.group;
      text << "\n"
           << "## " << heading_of(group) << "\n\nGroup `" << group
           << "`.\n\n| setting | unit | default | range | meaning |\n|---|---|---|---|---|\n";
    }
    const std::string at_least = row.at_least == nullptr ? "" : ", at least `" + std::string(row.at_least) + "`";
    text << "| `" << row.name << "` | " << row.unit << " | " << default_text(row) << " | " << range_text(row)
         << at_least << " | " << row.help << " |\n";
  }
  return text.str();
}

TEST(SettingTable, TheDocumentIsMadeOfIt) {
  const std::string path = std::string(PHOTOPIC_TEST_PROJECT_DIR) + "/docs/settings.md";
  if (std::getenv("PHOTOPIC_UPDATE_DOCS") != nullptr) std::ofstream(path) << page();
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  EXPECT_EQ(text.str(), page()) << "docs/settings.md differs from the table; its first lines say how to write it anew";
}

}  // namespace
