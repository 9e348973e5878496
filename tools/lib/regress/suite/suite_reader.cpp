// SPDX-License-Identifier: MIT
// Reading of suites from JSON.
#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>

#include "arguments/errors.h"
#include "compare/file_name.h"
#include "compare/pictures/channels.h"
#include "files/path.h"
#include "files/text_file.h"
#include "image_io/image_file.h"
#include "json/node.h"
#include "layer/protocol.h"
#include "regress/suite/case_name.h"
#include "regress/suite/pattern.h"
#include "regress/suite/suite.h"

namespace regress {
namespace {

using Folder = std::filesystem::path;

std::filesystem::path file_of(const json::Node& node, const Folder& folder) { return folder / node.words(); }

json::Json object_of(const json::Node& node) {
  if (!node.json().is_object()) node.fail("not an object");
  return node.json();
}

/// A case has one kind of picture: what it says takes the place of the defaults' kind.
void forget_picture(Case& out) {
  out.source.clear();
  out.test.clear();
  out.command.arguments.clear();
  out.program = {};
}

void read_source(const json::Node& node, const Folder& folder, Case& out) {
  forget_picture(out);
  out.source = node.words();
  if (out.source != "corridor") out.source = folder / out.source;
}

void read_test(const json::Node& node, const Folder& folder, Case& out) {
  forget_picture(out);
  out.test = file_of(node, folder);
  if (image_io::is_picture_name(out.test)) return;
  std::string extensions;
  for (const char* extension : image_io::picture_extensions()) extensions += std::string(" ") + extension;
  node.fail("isn't named as a picture:" + extensions);
}

void read_program(const json::Node& node, const Folder&, Case& out) {
  forget_picture(out);
  for (const json::Node& argument : node.elements()) {
    out.command.arguments.push_back(out.command.arguments.empty() ? argument.words() : argument.text());
  }
  if (out.command.arguments.empty()) node.fail("has no program");
}

void read_command(const json::Node& node, const Folder& folder, Case& out) {
  read_program(node, folder, out);
  const auto has_out = [](const std::string& argument) { return argument.find("{out}") != std::string::npos; };
  if (std::ranges::none_of(out.command.arguments, has_out)) {
    node.fail("no argument has {out}, the file that the picture goes to");
  }
}

/// A rendered case has a number of frames; a program has a list of those that are cases.
void read_frames(const json::Node& node, const Folder&, Case& out) {
  if (!node.json().is_array()) {
    out.frames = node.whole32(1, 1000000);
    return;
  }
  out.program.frames.clear();
  for (const json::Node& frame : node.elements()) out.program.frames.push_back(frame.whole32(0, 1000000000));
  std::vector<std::uint64_t>& frames = out.program.frames;
  std::sort(frames.begin(), frames.end());
  if (frames.empty() || frames.size() > layer::kMaxFrames) {
    node.fail("has " + std::to_string(frames.size()) + " frames: there may be 1 to " +
              std::to_string(layer::kMaxFrames));
  }
  if (std::adjacent_find(frames.begin(), frames.end()) != frames.end()) node.fail("names a frame twice");
}

void read_screen(const json::Node& node, const Folder&, Case& out) {
  const std::vector<json::Node> numbers = node.elements();
  if (numbers.size() != 2 && numbers.size() != 3) node.fail("neither [width, height] nor [width, height, depth]");
  out.program.screen_width = numbers[0].whole32(1, layer::kMaxSide);
  out.program.screen_height = numbers[1].whole32(1, layer::kMaxSide);
  out.program.screen_depth = numbers.size() == 3 ? numbers[2].whole32(24, 30) : 24;
  if (out.program.screen_depth != 24 && out.program.screen_depth != 30) node.fail("the depth is 24 or 30");
}

void read_environment(const json::Node& node, const Folder&, Case& out) {
  out.command.environment.clear();
  for (const auto& [name, value] : node.members()) {
    if (name.empty() || name.find('=') != std::string::npos) value.fail("isn't a variable's name");
    out.command.environment.emplace_back(name, value.text());
  }
}

void read_format(const json::Node& node, const Folder&, Case& out) {
  out.command.format = node.text();
  if (out.command.format != "png" && out.command.format != "exr") node.fail("neither png nor exr");
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

/// What `parse` makes of a text, as on a command line.
template <class Parsed>
Parsed parsed_by(Parsed (*parse)(const std::string&), const json::Node& node) {
  try {
    return parse(node.text());
  } catch (const arguments::UsageError& error) {
    node.fail(error.what());
  }
}

void read_channels(const json::Node& node, const Folder&, Case& out) {
  out.channels = node.json().is_string() ? parsed_by(compare::parse_channels, node) : std::vector<std::string>();
  if (node.json().is_string()) return;
  for (const json::Node& name : node.elements()) out.channels.push_back(name.words());
}

void read_tags(const json::Node& node, const Folder&, Case& out) {
  out.tags.clear();
  for (const json::Node& tag : node.elements()) out.tags.push_back(tag.words());
}

void read_golden(const json::Node& node, const Folder&, Case& out) {
  out.golden = node.text();
  if (const std::string problem = name_problem(out.golden); !problem.empty()) node.fail(problem);
}

void read_samples(const json::Node& node, const Folder&, Case& out) {
  out.samples = node.whole32(1, 4);
  if (out.samples != 1 && out.samples != 4) node.fail("there may be 1 or 4");
}

/// Which kind of picture a member is about.
enum class Of { all, rendered, command, program, sized, stored };

/// What a case may say, and defaults too. Reading replaces what `out` had of it.
struct Member {
  const char* name;
  void (*read)(const json::Node& node, const Folder& folder, Case& out);
  Of of = Of::all;
};
const Member kMembers[] = {
    {"source", read_source},
    {"test", read_test},
    {"command", read_command},
    {"program", read_program},
    {"step_ms",
     [](const json::Node& node, const Folder&, Case& out) { out.program.step_ms = node.number(0.001, 60000.0); },
     Of::program},
    {"window", [](const json::Node& node, const Folder&, Case& out) { out.program.window = node.whole32(0, 1000); },
     Of::program},
    {"xvfb", read_screen, Of::program},
    {"timeout_s",
     [](const json::Node& node, const Folder&, Case& out) { out.command.timeout_s = node.number(0.1, 86400.0); },
     Of::command},
    {"environment", read_environment, Of::command},
    {"format", read_format, Of::command},
    {"retries", [](const json::Node& node, const Folder&, Case& out) { out.retries = node.whole32(0, 100); }},
    {"golden", read_golden},
    {"size", read_size, Of::sized},
    {"frames", read_frames, Of::sized},
    {"fps", [](const json::Node& node, const Folder&, Case& out) { out.fps = node.number(0.001, 100000.0); },
     Of::rendered},
    {"samples", read_samples, Of::rendered},
    {"flashes", [](const json::Node& node, const Folder&, Case& out) { out.flashes = read_flash_limit(node); },
     Of::sized},
    {"path", [](const json::Node& node, const Folder& folder, Case& out) { out.path = file_of(node, folder); },
     Of::rendered},
    {"settings", [](const json::Node& node, const Folder&, Case& out) { out.settings = object_of(node); },
     Of::rendered},
    {"overlay", [](const json::Node& node, const Folder&, Case& out) { out.overlay = object_of(node); }, Of::rendered},
    {"comparison", read_comparison, Of::rendered},
    {"scene", [](const json::Node& node, const Folder&, Case& out) { out.scene = object_of(node); }, Of::rendered},
    {"fov_deg", [](const json::Node& node, const Folder&, Case& out) { out.fov_deg = node.number(1.0, 170.0); },
     Of::rendered},
    {"pose", [](const json::Node& node, const Folder&, Case& out) { out.pose = object_of(node); }, Of::rendered},
    {"script", read_script, Of::rendered},
    {"mask", [](const json::Node& node, const Folder& folder, Case& out) { out.mask = file_of(node, folder); }},
    {"ignore", read_ignore},
    {"alpha",
     [](const json::Node& node, const Folder&, Case& out) { out.alpha = parsed_by(compare::parse_alpha, node); }},
    {"channels", read_channels, Of::stored},
    {"nan_equal", [](const json::Node& node, const Folder&, Case& out) { out.nan_equal = node.flag(); }},
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

const Member* find_member(const std::string& name) {
  const auto* const found =
      std::find_if(std::begin(kMembers), std::end(kMembers), [&](const Member& one) { return name == one.name; });
  return found == std::end(kMembers) ? nullptr : found;
}

/// All but those of `others`, which the caller reads.
void read_members(const json::Node& node, const Folder& folder, std::initializer_list<std::string_view> others,
                  Case& out) {
  int count = 0;
  for (const char* const kind : {"source", "test", "command", "program"}) count += node.json().contains(kind) ? 1 : 0;
  if (count > 1) node.fail("has more than one of source, test, command, program");
  for (const auto& [key, value] : node.members()) {
    const Member* const member = find_member(key);
    if (member != nullptr) {
      member->read(value, folder, out);
    } else if (std::find(others.begin(), others.end(), key) == others.end()) {
      value.fail("there is no such member; there are " + member_names());
    }
  }
}

/// Members that a case says itself must be of its kind of picture; defaults may be for other cases.
void check_kind(const json::Node& node, const Case& one) {
  for (const auto& [key, value] : node.members()) {
    const Member* const member = find_member(key);
    if (member == nullptr) continue;
    if (member->of == Of::rendered && !one.is_rendered()) value.fail("is for pictures that Photopic renders");
    if (member->of == Of::command && one.command.arguments.empty()) value.fail("is for programs, and this is none");
    const bool is_program = !one.program.run.empty();
    if (member->of == Of::program && !is_program) value.fail("is for frames of a program");
    if (member->of == Of::sized && !is_program && !one.is_rendered()) {
      value.fail("is for pictures that Photopic renders, and for frames of a program");
    }
    if (key == "frames" && value.json().is_array() != is_program) {
      value.fail(is_program ? "isn't an array of the frames that are cases" : "isn't a whole number");
    }
    if (member->of == Of::stored && one.is_rendered()) value.fail("is for pictures that Photopic doesn't render");
  }
}

/// A stored picture, which is called as its file.
void take_file(const Folder& folder, const std::string& file, Case& out) {
  const std::string problem = compare::file_problem(file);
  out.name = problem.empty() ? file : compare::readable_name(file);
  if (!problem.empty()) out.problem = "its name " + problem;
  out.golden_file = file;
  out.test = folder / file;
}

/// What a glob's overrides say of those that match.
struct Override {
  std::string filter;
  json::Node node;
  bool is_used = false;
};

/// Reads cases, of which no two may have goldens in one file.
class CaseReader {
 public:
  CaseReader(Folder folder, const std::optional<json::Node>& defaults) : folder_(std::move(folder)) {
    if (!defaults) return;
    if (const auto name = defaults->find("name")) name->fail("every case has one of its own");
    read_members(*defaults, folder_, {}, defaults_);
  }

  /// One case, or those of a glob.
  void read(const json::Node& node, std::vector<Case>& cases) {
    if (node.find("glob")) {
      read_glob(node, cases);
    } else if (node.find("program")) {
      read_frames_of(node, cases);
    } else {
      cases.push_back(read_one(node, std::nullopt));
    }
  }

 private:
  /// A case for each frame of one run.
  void read_frames_of(const json::Node& node, std::vector<Case>& cases) {
    for (const char* member : {"golden", "golden_file"}) {
      if (const auto own = node.find(member))
        own->fail("doesn't go with a program, whose frames have goldens of their own");
    }
    Case frames;
    read_frames(node.at("frames"), folder_, frames);
    for (const std::uint64_t frame : frames.program.frames) cases.push_back(read_one(node, frame));
  }

  /// `frame`: of a program.
  Case read_one(const json::Node& node, std::optional<std::uint64_t> frame) {
    const json::Node name = node.at("name");
    Case out = defaults_;
    out.name = name.text() + (frame ? "/" + std::to_string(*frame) : "");
    out.line = node.line();
    if (const std::string problem = name_problem(out.name); !problem.empty()) name.fail(problem);
    const std::string label = node.path() + " (" + out.name + ")";
    take(names_, out.name, "this name", label, name);
    const json::Node labelled = node.labelled(label);
    read_members(labelled, folder_, {"name", "golden_file"}, out);
    if (frame) {
      out.program.run = name.text();
      out.program.frame = *frame;
    }
    if (out.source.empty() && out.test.empty() && out.command.arguments.empty()) {
      labelled.fail("has no source, test, command or program, nor have the defaults");
    }
    check_kind(labelled, out);
    const std::string extension = !out.test.empty()               ? files::lower_extension(out.test)
                                  : out.command.arguments.empty() ? ".png"
                                                                  : "." + out.command.format;
    out.golden_file = out.name + extension;
    if (const auto file = labelled.find("golden_file")) out.golden_file = golden_file_of(*file, extension, out);
    if (out.golden.empty()) take(goldens_, out.golden_file, "the golden " + out.golden_file, label, name);
    return out;
  }

  /// One that isn't named as its case.
  static std::string golden_file_of(const json::Node& node, const std::string& extension, const Case& one) {
    std::string file = node.text();
    if (!one.golden.empty()) node.fail("doesn't go with golden, which is another case's");
    if (const std::string problem = compare::file_problem(file); !problem.empty()) node.fail(problem);
    if (files::lower_extension(file) != extension) node.fail("isn't named *" + extension + ", as the picture is");
    return file;
  }

  void read_glob(const json::Node& node, std::vector<Case>& cases) {
    const json::Node glob = node.at("glob");
    const Found found = find_files(file_of(glob, folder_));
    Case like = defaults_;
    forget_picture(like);
    like.line = node.line();
    for (const char* member : {"source", "test", "command", "program", "golden", "name"}) {
      if (const auto own = node.find(member)) own->fail("doesn't go with a glob, which says what is compared");
    }
    read_members(node, folder_, {"glob", "overrides"}, like);
    check_kind(node, like);
    std::vector<Override> overrides;
    if (const auto list = node.find("overrides")) {
      for (const json::Node& one : list->elements()) overrides.push_back({one.at("match").words(), one});
    }
    const std::size_t before = cases.size();
    for (const std::string& file : found.files) {
      if (!image_io::is_picture_name(file)) continue;
      Case out = like;
      take_file(found.folder, file, out);
      const std::string label = node.path() + " (" + file + ")";
      take(names_, file, "the name " + file, label, glob);
      take(goldens_, file, "the golden " + file, label, glob);
      for (Override& one : overrides) {
        if (!matches(one.filter, out.name)) continue;
        one.is_used = true;
        read_members(one.node, folder_, {"match"}, out);
        check_kind(one.node, out);
        if (out.test != found.folder / file) one.node.fail("can't say what is compared");
      }
      cases.push_back(std::move(out));
    }
    if (cases.size() == before) glob.fail("no picture matches");
    for (const Override& one : overrides) {
      if (!one.is_used) one.node.at("match").fail("no picture of the glob matches");
    }
  }

  /// In lower case, and whose they are.
  using Taken = std::unordered_map<std::string, std::string>;
  static void take(Taken& taken, const std::string& name, const std::string& what, const std::string& label,
                   const json::Node& node) {
    const auto [other, is_new] =
        taken.emplace(files::lower_case(name), label + " in line " + std::to_string(node.line()));
    if (!is_new) {
      node.fail(other->second + " has " + what + ", which must differ in more than upper and lower case");
    }
  }

  Folder folder_;
  Case defaults_;
  Taken names_, goldens_;
};

/// Of cases that are held against another's.
void find_goldens(std::vector<Case>& cases) {
  std::unordered_map<std::string, std::string> files;
  for (const Case& one : cases) files.emplace(one.name, one.golden_file);
  for (Case& one : cases) {
    if (one.golden.empty()) continue;
    const auto found = files.find(one.golden);
    one.golden_file = found != files.end() ? found->second : one.golden + ".png";
  }
}

Suite suite_of(const json::Node& root, const std::filesystem::path& file) {
  root.at("version").require_version(1);
  constexpr const char* kKeys[] = {"version", "goldens", "shares_goldens", "defaults", "cases"};
  for (const auto& [key, member] : root.members()) {
    const bool is_known = std::find(std::begin(kKeys), std::end(kKeys), key) != std::end(kKeys);
    if (!is_known) member.fail("there is no such member; there are version, goldens, shares_goldens, defaults, cases");
  }
  const Folder folder = file.parent_path();
  Suite suite = {file, false, folder, folder / "goldens", false, {}};
  if (const auto goldens = root.find("goldens")) suite.goldens = file_of(*goldens, folder);
  if (const auto shares = root.find("shares_goldens")) suite.shares_goldens = shares->flag();
  CaseReader reader(folder, root.find("defaults"));
  const json::Node cases = root.at("cases");
  for (const json::Node& one : cases.elements()) reader.read(one, suite.cases);
  if (suite.cases.empty()) cases.fail("there are none");
  find_goldens(suite.cases);
  return suite;
}

}  // namespace

void override_cases(const std::string& pattern, const json::Json& members, Suite& suite) {
  const json::Node node(members);
  bool is_used = false;
  for (Case& one : suite.cases) {
    if (!matches(pattern, one.name)) continue;
    is_used = true;
    read_members(node, "", {}, one);
    check_kind(node, one);
  }
  if (!is_used) throw std::invalid_argument("no case of " + suite.file.string() + " matches '" + pattern + "'");
}

Suite suite_of_folder(const std::filesystem::path& shots, const std::filesystem::path& goldens) {
  Suite suite = {shots, true, shots, goldens, false, {}};
  for (const std::string& file : files_below(shots)) {
    if (!image_io::is_picture_name(file)) continue;
    Case one;
    take_file(shots, file, one);
    suite.cases.push_back(std::move(one));
  }
  if (suite.cases.empty()) throw files::Error(shots, "has no pictures");
  return suite;
}

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
