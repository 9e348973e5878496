// SPDX-License-Identifier: MIT
// Regression suites: cases to render, and the goldens and rules they are held against.
#ifndef PHOTOPIC_SAMPLES_REGRESS_SUITE_SUITE_H
#define PHOTOPIC_SAMPLES_REGRESS_SUITE_SUITE_H

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "compare/pictures/mask.h"
#include "compare/rules/rule.h"
#include "json/document.h"

namespace regress {

struct Case {
  std::string name;      ///< see name_problem(); no other case's, whatever its letters' case
  std::string golden;    ///< of which case's name the golden is; empty: its own
  std::size_t line = 0;  ///< where it begins in the suite's file, for messages
  /// Scene, picture or panorama; files of a case have the suite's folder before them. "corridor" alone is the built
  /// one.
  std::filesystem::path source;
  std::uint32_t width = 0, height = 0;  ///< pixels, 1..32768; 0: not said
  std::uint32_t frames = 1;             ///< 1..1000000; the last one counts
  double fps = 30.0;                    ///< of the fixed step, 0.001..100000
  std::filesystem::path path;           ///< of the camera; empty: none
  /// As in a viewer's script, with nothing but their kinds checked: objects, of which the comparison may be null, and
  /// an array of steps. Null: not said. A script that is a file's name is in `script_file` instead.
  json::Json settings, overlay, comparison, scene, pose, script;
  std::filesystem::path script_file;
  std::optional<double> fov_deg;           ///< horizontal, 1..170
  std::filesystem::path mask;              ///< empty: none
  std::vector<compare::Rectangle> ignore;  ///< may reach past the picture
  std::uint32_t shift_radius = 0;          ///< pixels, 0..4
  bool ignore_antialiasing = false;
  compare::Rule rules;  ///< without a word: no pixel differs
  bool must_fail = false;
  bool allow_blank = false;
  std::vector<std::string> tags;
};

struct Suite {
  std::filesystem::path file;
  std::filesystem::path goldens;  ///< folder, the suite's before it; "goldens" if not said
  std::vector<Case> cases;        ///< at least one
};

/// {"version": 1, "goldens": FOLDER, "defaults": {...}, "cases": [{"name": NAME, ...}, ...]}, members as in Case, but
/// "size": [width, height], "ignore": [[x, y, width, height], ...] and "rules" as for read_rule(). Defaults have all
/// but the name; what a case says replaces the default's whole. Throws files::Error "FILE: REASON" for what can't be
/// read, "FILE:LINE:COLUMN: REASON" for what isn't JSON, and "FILE:LINE: cases[2] (tone/agx): size: REASON" for the
/// rest.
Suite read_suite(const std::filesystem::path& file);

/// Part `index` of `count`, from 1.
struct Shard {
  std::uint32_t index = 1, count = 1;
};

/// Which cases to run, as indices, rising: those whose names match any of `filters` (no filter: all). "tag:slow"
/// matches cases with that tag. In filters '*' is any characters, '/' too, and '?' is one. Throws std::invalid_argument
/// for a filter that matches no case.
std::vector<std::size_t> select(const Suite& suite, const std::vector<std::string>& filters);
/// A shard's share: every `count`-th from the `index`-th on. Throws std::invalid_argument for no such shard.
std::vector<std::size_t> share_of(Shard shard, const std::vector<std::size_t>& selected);

}  // namespace regress

#endif
