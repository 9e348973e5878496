// SPDX-License-Identifier: MIT
// Inputs that go into a case's hash.
#include "regress/runner/case_inputs.h"

#include <exception>

#include "arguments/version.h"
#include "files/hash.h"
#include "json/document.h"
#include "json/text.h"
#include "regress/runner/outputs.h"

namespace regress {
namespace {

/// Whoever builds another program has another one, whatever version it says.
constexpr const char* kThisProgram = "/proc/self/exe";

std::string hash_of_program() {
  try {
    return files::hash_of_file(kThisProgram);
  } catch (const std::exception&) {
    return "";  // where there is no such file
  }
}

json::Json rectangles_of(const Case& one) {
  json::Json all = json::Json::array();
  for (const auto& [x, y, width, height] : one.ignore) all.push_back({x, y, width, height});
  return all;
}

/// All members but where it stands, and tags, which only select. The binding fails to compile when there is another.
json::Json json_of_case(const Case& one) {
  [[maybe_unused]] const auto& [name, problem, golden, golden_file, line, source, test, command, program, retries,
                                width, height, frames, fps, samples, path, settings, overlay, comparison, scene, pose,
                                script, script_file, fov_deg, mask, ignore, alpha, channels, nan_equal, shift_radius,
                                ignore_antialiasing, flashes, rules, must_fail, allow_blank, tags] = one;
  json::Json json = {{"name", name},
                     {"golden", golden},
                     {"golden_file", golden_file},
                     {"source", source.string()},
                     {"test", test.string()},
                     {"retries", retries},
                     {"size", {width, height}},
                     {"frames", frames},
                     {"fps", fps},
                     {"samples", samples},
                     {"path", path.string()},
                     {"settings", settings},
                     {"overlay", overlay},
                     {"comparison", comparison},
                     {"scene", scene},
                     {"pose", pose},
                     {"script", script},
                     {"script_file", script_file.string()},
                     {"mask", mask.string()},
                     {"ignore", rectangles_of(one)},
                     {"alpha", {int(alpha.what), alpha.color}},
                     {"channels", channels},
                     {"nan_equal", nan_equal},
                     {"shift_radius", shift_radius},
                     {"ignore_antialiasing", ignore_antialiasing},
                     {"must_fail", must_fail},
                     {"allow_blank", allow_blank},
                     {"rules", compare::words_of(rules)}};
  if (fov_deg) json["fov_deg"] = *fov_deg;
  if (flashes) json["flashes"] = {int(flashes->max_verdict), int(flashes->profile)};
  return json;
}

/// What no result depends on is left out: shards, filters, timings, the way that cases are spread.
json::Json json_of_run(const RunOptions& options, const std::vector<DeviceInfo>& devices) {
  json::Json run = {{"version", arguments::version()},     {"program", hash_of_program()},
                    {"metrics", options.metrics},          {"device_class", options.device_class},
                    {"artifacts", int(options.artifacts)}, {"ignores_encoding", options.ignores_encoding}};
  for (const Variant& variant : options.variants) {
    const int method = variant.method ? int(*variant.method) : -1;
    run["variants"].push_back({int(variant.device.backend), variant.device.validate, method});
  }
  for (const DeviceInfo& device : devices) {
    run["devices"].push_back({device.name, device.driver, device.api, device.device_class});
  }
  return run;
}

}  // namespace

CaseInputs::CaseInputs(const Suite& suite, const RunOptions& options, const std::vector<DeviceInfo>& devices)
    : suite_(suite), options_(options), of_run_(json::to_text(json_of_run(options, devices))) {}

std::string CaseInputs::hash_of_file(const std::filesystem::path& file) const {
  {
    const std::lock_guard lock(mutex_);
    const auto found = files_.find(file);
    if (found != files_.end()) return found->second;
  }
  std::string hash = files::hash_of_file(file);  // two threads may both do it
  const std::lock_guard lock(mutex_);
  return files_.emplace(file, std::move(hash)).first->second;
}

std::string CaseInputs::hash_of(const Case& one, const std::optional<GoldenStore::Golden>& golden,
                                const std::string& golden_error) const {
  if (!one.command.arguments.empty()) return "";
  try {
    json::Json inputs = json_of_case(one);
    for (const std::filesystem::path& file : files_of(suite_, one)) {
      inputs["files"].push_back({file.string(), hash_of_file(file)});
    }
    if (golden) inputs["golden_found"] = {golden->file, golden->key, hash_of_file(golden->path)};
    inputs["golden_error"] = golden_error;
    files::Fnv1a hash;
    hash.add(of_run_);
    hash.add(json::to_text(inputs));
    return hash.hex();
  } catch (const std::exception&) {
    return "";  // the case's run tells
  }
}

}  // namespace regress
