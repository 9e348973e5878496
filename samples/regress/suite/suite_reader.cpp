// SPDX-License-Identifier: MIT
// Reading of suites from JSON.
#include <algorithm>
#include <iterator>
#include <string>
#include <unordered_map>

#include "files/path.h"
#include "files/text_file.h"
#include "image_io/image_file.h"
#include "json/node.h"
#include "regress/suite/case_name.h"
#include "regress/suite/suite.h"

namespace regress {
namespace {

using Folder = std::filesystem::path;

std::filesystem::path file_of(const json::Node& node, const Folder& folder) { return folder / node.words(); }

json::Json object_of(const json::Node& node) {
  if (!node.json().is_object()) node.fail("not an object");
  return node.json();
}

void read_source(const json::Node& node, const Folder& folder, Case& out) {
  out.source = node.words();
  if (out.source != "corridor") out.source = folder / out.source;
}

void read_size(const json::Node& node, const Folder&, Case& out) {
  const std::vector<json::Node> sides = node.elements();
  if (sides.size() != 2) node.fail("not two numbers, [width, height]");
  out.width = sides[0].whole32(1, image_io::kMaxSide);
  out.height = sides[1].whole32(1, image_io::kMaxSide);
}

void read_comparison(const json::Node& node, const Folder&, Case& out) {
  const bool is_kind = node.json().is_object() || node.json().is_null();
  if (!is_kind) node.fail("neither an object nor null");
  out.comparison = node.json();
}

void read_script(const json::Node& node, const Folder& folder, Case& out) {
  out.script = nullptr;
  out.script_file.clear();
  if (node.json().is_string()) {
    out.script_file = file_of(node, folder);
    return;
  }
  if (!node.json().is_array()) node.fail("neither an array of steps nor a file's name");
  for (const json::Node& step : node.elements()) object_of(step);
  out.script = node.json();
}

compare::Rectangle rectangle_of(const json::Node& node) {
  const std::vector<json::Node> numbers = node.elements();
  if (numbers.size() != 4) node.fail("not four numbers, [x, y, width, height]");
  return {numbers[0].whole32(0, image_io::kMaxSide - 1), numbers[1].whole32(0, image_io::kMaxSide - 1),
          numbers[2].whole32(1, image_io::kMaxSide), numbers[3].whole32(1, image_io::kMaxSide)};
}

void read_ignore(const json::Node& node, const Folder&, Case& out) {
  out.ignore.clear();
  for (const json::Node& rectangle : node.elements()) out.ignore.push_back(rectangle_of(rectangle));
}

void read_tags(const json::Node& node, const Folder&, Case& out) {
  out.tags.clear();
  for (const json::Node& tag : node.elements()) out.tags.push_back(tag.words());
}

void read_golden(const json::Node& node, const Folder&, Case& out) {
  out.golden = node.text();
  if (const std::string problem = name_problem(out.golden); !problem.empty()) node.fail(problem);
}

/// What a case may say, and defaults too. Reading replaces what `out` had of it.
struct Member {
  const char* name;
  void (*read)(const json::Node& node, const Folder& folder, Case& out);
};
const Member kMembers[] = {
    {"source", read_source},
    {"golden", read_golden},
    {"size", read_size},
    {"frames", [](const json::Node& node, const Folder&, Case& out) { out.frames = node.whole32(1, 1000000); }},
    {"fps", [](const json::Node& node, const Folder&, Case& out) { out.fps = node.number(0.001, 100000.0); }},
    {"path", [](const json::Node& node, const Folder& folder, Case& out) { out.path = file_of(node, folder); }},
    {"settings", [](const json::Node& node, const Folder&, Case& out) { out.settings = object_of(node); }},
    {"overlay", [](const json::Node& node, const Folder&, Case& out) { out.overlay = object_of(node); }},
    {"comparison", read_comparison},
    {"scene", [](const json::Node& node, const Folder&, Case& out) { out.scene = object_of(node); }},
    {"fov_deg", [](const json::Node& node, const Folder&, Case& out) { out.fov_deg = node.number(1.0, 170.0); }},
    {"pose", [](const json::Node& node, const Folder&, Case& out) { out.pose = object_of(node); }},
    {"script", read_script},
    {"mask", [](const json::Node& node, const Folder& folder, Case& out) { out.mask = file_of(node, folder); }},
    {"ignore", read_ignore},
    {"shift_radius", [](const json::Node& node, const Folder&, Case& out) { out.shift_radius = node.whole32(0, 4); }},
    {"ignore_antialiasing",
     [](const json::Node& node, const Folder&, Case& out) { out.ignore_antialiasing = node.flag(); }},
    {"rules", [](const json::Node& node, const Folder&, Case& out) { out.rules = compare::read_rule(node); }},
    {"must_fail", [](const json::Node& node, const Folder&, Case& out) { out.must_fail = node.flag(); }},
    {"allow_blank", [](const json::Node& node, const Folder&, Case& out) { out.allow_blank = node.flag(); }},
    {"tags", read_tags},
};

std::string member_names() {
  std::string names;
  for (const Member& member : kMembers) names += (names.empty() ? "" : ", ") + std::string(member.name);
  return names;
}

void read_members(const json::Node& node, const Folder& folder, Case& out) {
  for (const auto& [key, value] : node.members()) {
    const auto* const member = std::find_if(std::begin(kMembers), std::end(kMembers),
                                            [&wanted = key](const Member& one) { return wanted == one.name; });
    if (member != std::end(kMembers)) {
      member->read(value, folder, out);
    } else if (key != "name") {
      value.fail("there is no such member; there are " + member_names());
    }
  }
}

/// Reads cases, of which no two may have goldens in one file.
class CaseReader {
 public:
  CaseReader(Folder folder, const std::optional<json::Node>& defaults) : folder_(std::move(folder)) {
    if (!defaults) return;
    if (const auto name = defaults->find("name")) name->fail("every case has one of its own");
    read_members(*defaults, folder_, defaults_);
  }

  Case read(const json::Node& node) {
    const json::Node name = node.at("name");
    Case out = defaults_;
    out.name = name.text();
    out.line = node.line();
    if (const std::string problem = name_problem(out.name); !problem.empty()) name.fail(problem);
    const std::string label = node.path() + " (" + out.name + ")";
    const auto [other, is_new] =
        taken_.emplace(files::lower_case(out.name), label + " in line " + std::to_string(name.line()));
    if (!is_new) name.fail(other->second + " has this name, which must differ in more than upper and lower case");
    const json::Node labelled = node.labelled(label);
    read_members(labelled, folder_, out);
    if (out.source.empty()) labelled.fail("has no source, nor have the defaults");
    return out;
  }

 private:
  Folder folder_;
  Case defaults_;
  std::unordered_map<std::string, std::string> taken_;  ///< names in lower case, and whose they are
};

Suite suite_of(const json::Node& root, const std::filesystem::path& file) {
  root.at("version").require_version(1);
  constexpr const char* kKeys[] = {"version", "goldens", "defaults", "cases"};
  for (const auto& [key, member] : root.members()) {
    const bool is_known = std::find(std::begin(kKeys), std::end(kKeys), key) != std::end(kKeys);
    if (!is_known) member.fail("there is no such member; there are version, goldens, defaults, cases");
  }
  const Folder folder = file.parent_path();
  Suite suite = {file, folder / "goldens", {}};
  if (const auto goldens = root.find("goldens")) suite.goldens = file_of(*goldens, folder);
  CaseReader reader(folder, root.find("defaults"));
  const json::Node cases = root.at("cases");
  for (const json::Node& one : cases.elements()) suite.cases.push_back(reader.read(one));
  if (suite.cases.empty()) cases.fail("there are none");
  return suite;
}

}  // namespace

Suite read_suite(const std::filesystem::path& file) {
  const std::string text = files::read_text(file);
  try {
    const json::Document document(text);
    return suite_of(json::Node(document), file);
  } catch (const json::Error& error) {
    throw files::Error(file.string() + ":" + error.position(), error.what());
  }
}

}  // namespace regress
