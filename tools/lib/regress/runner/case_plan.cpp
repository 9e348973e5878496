// SPDX-License-Identifier: MIT
// Reading and checking of a case's source, settings and script.
#include "regress/runner/case_plan.h"

#include <system_error>
#include <utility>

#include "arguments/errors.h"
#include "compare/rules/scores.h"
#include "session/settings/settings_file.h"
#include "session/source/corridor.h"

namespace regress {
namespace {

namespace fs = std::filesystem;
using arguments::UsageError;

constexpr const char* kCorridor = "corridor";

fs::path corridor_file(const char* name) {
  const fs::path folder = session::corridor_folder();
  if (folder.empty()) throw UsageError("source: the corridor isn't beside this program (a whole build makes it)");
  return folder / name;
}

bool is_corridor(const Case& one) { return one.source == kCorridor; }

/// Reads a member; what is wrong with it begins with its name.
template <class Read>
auto read_member(const std::string& member, const Read& read) {
  try {
    return read();
  } catch (const UsageError& error) {
    throw UsageError(member + ": " + error.what());
  } catch (const json::Error& error) {
    throw UsageError(member + ": " + error.what());
  }
}

/// A member is what a script's step may say, and is read as one.
session::Script start_of(const std::string& member, const json::Json& value, const fs::path& folder) {
  return read_member(member, [&] {
    try {
      const json::Json steps = json::Json::array({{{"time_s", 0}, {member, value}}});
      return session::Script(json::Node(steps), folder);
    } catch (const json::Error& error) {
      const std::string words = error.what(), step = "step 1: ";  // of which the suite has none
      throw UsageError(words.starts_with(step) ? words.substr(step.size()) : words);
    }
  });
}

/// Files of a case stand beside the suite, the meter's mask and lookup tables too.
json::Json settings_of(const Case& one, const fs::path& folder) {
  constexpr std::pair<const char*, const char*> kFiles[] = {
      {"meter", "mask"}, {"grade", "scene_lut"}, {"grade", "tone_mapper_lut"}, {"grade", "lut"}};
  json::Json settings = one.settings;
  for (const auto& [group, name] : kFiles) {
    if (!settings.contains(group) || !settings[group].is_object()) continue;
    json::Json& members = settings[group];
    const bool has_file = members.contains(name) && members[name].is_string() && members[name] != "";
    if (has_file) members[name] = (folder / members[name].get<std::string>()).string();
  }
  return settings;
}

fs::path path_file_of(const Case& one) {
  if (!one.path.empty()) return one.path;
  // The walk is the point of it, unless the case stands somewhere.
  if (is_corridor(one) && one.pose.is_null()) return corridor_file("corridor-path.json");
  return {};
}

session::Script script_of(const Case& one, const fs::path& folder) {
  if (!one.script_file.empty()) return session::Script(one.script_file);
  if (one.script.is_null()) return {};
  return read_member("script", [&] { return session::Script(json::Node(one.script), folder); });
}

std::vector<session::Script> starts_of(const Case& one, const fs::path& folder) {
  std::vector<session::Script> starts;
  const auto add = [&](const char* member, const json::Json& value) {
    if (!value.is_null()) starts.push_back(start_of(member, value, folder));
  };
  add("settings", settings_of(one, folder));
  add("overlay", one.overlay);
  add("comparison", one.comparison);
  add("scene", one.scene);
  if (one.fov_deg) add("fov_deg", *one.fov_deg);
  return starts;
}

void check_file(const char* member, const fs::path& file) {
  if (file.empty()) return;
  std::error_code error;
  const fs::file_status status = fs::status(file, error);
  if (!fs::exists(status)) {
    throw UsageError(std::string(member) + ": " + file.string() + ": " + (error ? error.message() : "no such file"));
  }
  if (fs::is_directory(status)) throw UsageError(std::string(member) + ": " + file.string() + ": is a folder");
}

}  // namespace

CasePlan plan_case(const Suite& suite, const Case& one) {
  const fs::path folder = suite.file.parent_path();
  CasePlan plan;
  if (one.width != 0) plan.extent = {one.width, one.height};
  plan.source = is_corridor(one) ? corridor_file("corridor.gltf") : one.source;
  plan.path_file = path_file_of(one);
  if (!plan.path_file.empty()) plan.path = session::load_camera_path(plan.path_file);
  if (!one.pose.is_null()) plan.pose = read_member("pose", [&] { return session::read_pose(json::Node(one.pose)); });
  plan.starts = starts_of(one, folder);
  plan.script = script_of(one, folder);
  return plan;
}

void check_case(const Suite& suite, const Case& one, std::optional<session::MeteringMethod> method) {
  check_file("mask", one.mask);
  if (!one.channels.empty() && one.alpha.what != compare::AlphaMode::What::compare) {
    throw UsageError("alpha: with channels, alpha is a channel, A, there");
  }
  compare::metrics_for(one.rules);
  if (!one.is_rendered()) return check_file("test", one.test);
  const CasePlan plan = plan_case(suite, one);
  check_file("source", plan.source);
  session::Settings settings;
  if (!one.settings.is_null()) {
    const json::Json groups = settings_of(one, suite.file.parent_path());
    session::assign_settings(json::Node(groups), settings);  // plan_case() has found nothing wrong with it
  }
  if (method) settings.metering.method = *method;
  read_member("settings", [&] { session::check_settings(settings); });
  check_file("settings: meter.mask", settings.metering.mask);
}

std::string place_of(const Suite& suite, const Case& one) {
  return suite.file.string() + (one.line == 0 ? "" : ":" + std::to_string(one.line)) + ": " + one.name + ": ";
}

}  // namespace regress
