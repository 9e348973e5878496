// SPDX-License-Identifier: MIT
// Text and JSON of comparisons.
#include "photopic/compare/output.h"

#include "files/error.h"
#include "json/values.h"

namespace compare {
namespace {

bool is_shown(const std::string& score, double value) {
  if (score.starts_with("alpha_")) return value != 0.0;
  if (score == "float_ssim_scale1") return true;
  return !score.starts_with("float_ssim_") && !score.starts_with("float_ms_ssim_");
}

/// Which factors a colour difference has: libvmaf's or CIE's.
const char* factors_of(const std::string& score) {
  if (score.starts_with("ciede2000")) return " (kL 0.65, kC 1, kH 4)";
  return score.starts_with("delta_e2000") ? " (kL = kC = kH = 1)" : "";
}

}  // namespace

json::Json json_of(const Row& row) {
  json::Json json = {{"name", row.name}};
  if (row.frame) json["frame"] = *row.frame;
  if (!row.channels.empty()) json["channels"] = row.channels;
  if (!row.worst_channel.empty()) json["worst_channel"] = row.worst_channel;
  json["outcome"] = name_of(row.outcome);
  if (!row.message.empty()) json["message"] = row.message;
  if (!row.description.empty()) {
    json["width"] = row.extent.width;
    json["height"] = row.extent.height;
    json["format"] = row.description;
  }
  if (row.extents) {
    const auto& [reference, test] = *row.extents;
    json["reference_size"] = {reference.width, reference.height};
    json["test_size"] = {test.width, test.height};
  }
  for (const auto& [name, value] : row.scores) json[name] = json::json_of(value);
  for (const Check& check : row.checks) json["checks"].push_back(json_of(check));
  return json;
}

std::string text_of(const Row& row) {
  std::string text = files::printable(row.name);
  if (row.frame) text += " frame " + std::to_string(*row.frame);
  for (const std::string& channel : row.channels) text += (&channel == &row.channels.front() ? " " : ",") + channel;
  text += std::string(": ") + name_of(row.outcome);
  if (!row.worst_channel.empty()) text += ": the largest error is in " + files::printable(row.worst_channel);
  if (!row.message.empty()) text += ": " + files::printable(row.message);
  if (!row.description.empty()) text += " (" + row.description + ")";
  text += "\n";
  for (const Check& check : row.checks) {
    if (!check.holds)
      text +=
          "  does not hold: " + check.text + factors_of(check.text) + ": is " + json::short_text(check.value) + "\n";
  }
  for (const auto& [score, value] : row.scores) {
    if (!is_shown(score, value)) continue;
    text += "  " + score + std::string(score.size() < 28 ? 28 - score.size() : 0, ' ') + " " + json::short_text(value) +
            factors_of(score) + "\n";
  }
  return text;
}

}  // namespace compare
