// SPDX-License-Identifier: MIT
#include "compare/output.h"

#include <cmath>
#include <cstdint>
#include <cstdio>

namespace compare {
namespace {

/// Whole numbers without a point: shells compare those.
Json number(double value) {
  constexpr double kExact = 9007199254740992.0;  // 2^53
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0.0 ? "inf" : "-inf";
  if (std::fabs(value) <= kExact && value == std::floor(value)) return static_cast<std::int64_t>(value);
  return value;
}

std::string text_of(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%.9g", value);
  return text;
}

bool is_shown(const std::string& score) {
  if (score == "float_ssim_scale1") return true;
  return !score.starts_with("float_ssim_") && !score.starts_with("float_ms_ssim_");
}

}  // namespace

Json json_of(const Row& row) {
  Json json = {{"name", row.name}};
  if (row.frame) json["frame"] = *row.frame;
  json["outcome"] = regress::name_of(row.outcome);
  if (!row.message.empty()) json["message"] = row.message;
  if (!row.description.empty()) {
    json["width"] = row.extent.width;
    json["height"] = row.extent.height;
    json["format"] = row.description;
  }
  for (const auto& [name, value] : row.scores) json[name] = number(value);
  for (const regress::Check& check : row.checks) {
    json["checks"].push_back({{"text", check.text},
                              {"value", number(check.value)},
                              {"threshold", number(check.threshold)},
                              {"margin", number(check.margin)},
                              {"holds", check.holds}});
  }
  return json;
}

std::string text_of(const Row& row) {
  std::string text = row.name;
  if (row.frame) text += " frame " + std::to_string(*row.frame);
  text += std::string(": ") + regress::name_of(row.outcome);
  if (!row.message.empty()) text += ": " + row.message;
  if (!row.description.empty()) text += " (" + row.description + ")";
  text += "\n";
  for (const regress::Check& check : row.checks) {
    if (!check.holds) text += "  does not hold: " + check.text + ": is " + text_of(check.value) + "\n";
  }
  for (const auto& [score, value] : row.scores) {
    if (!is_shown(score)) continue;
    text += "  " + score + std::string(score.size() < 28 ? 28 - score.size() : 0, ' ') + " " + text_of(value) + "\n";
  }
  return text;
}

}  // namespace compare
