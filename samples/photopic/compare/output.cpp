// SPDX-License-Identifier: MIT
// Text and JSON of comparisons.
#include "photopic/compare/output.h"

#include <cmath>
#include <cstdio>

#include "files/error.h"
#include "json/values.h"

namespace compare {
namespace {

std::string text_of(double value) {
  if (std::isnan(value)) return "nan";  // without a sign
  char text[40];
  std::snprintf(text, sizeof text, "%.9g", value);
  return text;
}

bool is_shown(const std::string& score) {
  if (score == "float_ssim_scale1") return true;
  return !score.starts_with("float_ssim_") && !score.starts_with("float_ms_ssim_");
}

}  // namespace

json::Json json_of(const Row& row) {
  json::Json json = {{"name", row.name}};
  if (row.frame) json["frame"] = *row.frame;
  json["outcome"] = name_of(row.outcome);
  if (!row.message.empty()) json["message"] = row.message;
  if (!row.description.empty()) {
    json["width"] = row.extent.width;
    json["height"] = row.extent.height;
    json["format"] = row.description;
  }
  for (const auto& [name, value] : row.scores) json[name] = json::json_of(value);
  for (const Check& check : row.checks) json["checks"].push_back(json_of(check));
  return json;
}

std::string text_of(const Row& row) {
  std::string text = files::printable(row.name);
  if (row.frame) text += " frame " + std::to_string(*row.frame);
  text += std::string(": ") + name_of(row.outcome);
  if (!row.message.empty()) text += ": " + files::printable(row.message);
  if (!row.description.empty()) text += " (" + row.description + ")";
  text += "\n";
  for (const Check& check : row.checks) {
    if (!check.holds) text += "  does not hold: " + check.text + ": is " + text_of(check.value) + "\n";
  }
  for (const auto& [score, value] : row.scores) {
    if (!is_shown(score)) continue;
    text += "  " + score + std::string(score.size() < 28 ? 28 - score.size() : 0, ' ') + " " + text_of(value) + "\n";
  }
  return text;
}

}  // namespace compare
