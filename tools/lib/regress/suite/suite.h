// SPDX-License-Identifier: MIT
// Regression suites: cases to render, and the goldens and rules they are held against.
#ifndef PHOTOPIC_TOOLS_REGRESS_SUITE_SUITE_H
#define PHOTOPIC_TOOLS_REGRESS_SUITE_SUITE_H

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arguments/shard.h"
#include "compare/pictures/alpha.h"
#include "compare/pictures/mask.h"
#include "compare/rules/rule.h"
#include "flashes/words.h"
#include "json/document.h"
#include "json/node.h"

namespace regress {

/// A program that makes a picture: run in the suite's folder, where "{case}" in an argument stands for the case's name
/// and "{out}" for the file that it must write.
struct Command {
  std::vector<std::string> arguments;                            ///< the first is the program
  std::vector<std::pair<std::string, std::string>> environment;  ///< beside what there is
  double timeout_s = 60.0;                                       ///< 0.1..86400
  std::string format = "png";                                    ///< of the picture: "png" or "exr"
};

/// A frame of a program that knows nothing of this one, by its Vulkan window (run/program_run.h). Cases of one run
/// share it; what a Command has, a run has, too, but for the marks in its arguments.
struct ProgramFrame {
  std::string run;                    ///< the name that its cases share; empty: the case is none
  std::uint64_t frame = 0;            ///< of the window
  std::vector<std::uint64_t> frames;  ///< of all cases of the run, ascending
  std::uint32_t window = 0;
  std::optional<double> step_ms;                                         ///< of the clock
  std::uint32_t screen_width = 0, screen_height = 0, screen_depth = 24;  ///< of an X server of its own; 0: none
};

/// How much the frames up to a case's picture may flash.
struct FlashLimit {
  reference::FlashVerdict max_verdict = reference::FlashVerdict::pass;  ///< worst that holds
  flashes::Profile profile = flashes::Profile::strict;                  ///< not iris
};
/// {"max_verdict": "warning", "profile": "wcag"}; the verdict is a word or its number, 0 to 3. Throws json::Error.
FlashLimit read_flash_limit(const json::Node& node);

/// Its picture is rendered by Photopic (`source`), stored (`test`), made by a program (`command`) or a frame of one
/// (`program`, whose arguments `command` has): one of the four.
struct Case {
  /// See name_problem(), of stored pictures compare::file_problem(); no other's, whatever the case.
  std::string name;
  std::string problem;      ///< why the case can't be run, which is an error of it alone; empty: it can
  std::string golden;       ///< of which case's name the golden is; empty: its own
  std::string golden_file;  ///< that golden, relative to the goldens' folder: "tone/agx.png"
  std::size_t line = 0;     ///< where it begins in the suite's file, for messages; 0: in none
  /// Scene, picture or panorama; files of a case have the suite's folder before them. "corridor" alone is the built
  /// one.
  std::filesystem::path source;
  std::filesystem::path test;  ///< picture that is compared as it is stored
  Command command;
  ProgramFrame program;
  std::uint32_t retries = 0;            ///< 0..100: how often it is made again while it fails; stored pictures never
  std::uint32_t width = 0, height = 0;  ///< pixels, 1..65535; 0: not said
  std::uint32_t frames = 1;             ///< 1..1000000; the last one counts
  double fps = 30.0;                    ///< of the fixed step, 0.001..100000
  std::uint32_t samples = 1;            ///< of a pixel of scenes, 1 or 4
  std::filesystem::path path;           ///< of the camera; empty: none
  /// As in a viewer's script, with nothing but their kinds checked: objects, of which the comparison may be null, and
  /// an array of steps. Null: not said. A script that is a file's name is in `script_file` instead.
  json::Json settings, overlay, comparison, scene, pose, script;
  std::filesystem::path script_file;
  std::optional<double> fov_deg;           ///< horizontal, 1..170
  std::filesystem::path mask;              ///< empty: none
  std::vector<compare::Rectangle> ignore;  ///< may reach past the picture
  compare::AlphaMode alpha;                ///< of pictures that aren't opaque
  std::vector<std::string> channels;       ///< of OpenEXR, instead of colour: "Z", "N.*"; empty: colour
  bool nan_equal = false;                  ///< NaN and infinities at the same place of both
  std::uint32_t shift_radius = 0;          ///< pixels, 0..4
  bool ignore_antialiasing = false;
  std::optional<FlashLimit> flashes;  ///< of all frames up to the last; none: nobody asks
  compare::Rule rules;                ///< without a word: no pixel differs
  bool must_fail = false;
  bool allow_blank = false;
  std::vector<std::string> tags;

  bool is_rendered() const { return !source.empty(); }
};

struct Suite {
  std::filesystem::path file;     ///< or the folder of pictures that it stands for
  bool is_folder = false;         ///< it is one
  std::filesystem::path folder;   ///< before the files of its cases
  std::filesystem::path goldens;  ///< folder, the suite's before it; "goldens" if not said
  bool shares_goldens = false;  ///< pictures in it may be other suites' goldens; otherwise one of no case is a failure
  std::vector<Case> cases;      ///< at least one
};

/// {"version": 1, "goldens": FOLDER, "shares_goldens": false, "defaults": {...}, "cases": [{"name": NAME, ...}, ...]},
/// members as in Case, but "size": [width, height], "ignore": [[x, y, width, height], ...] and "rules" as for
/// read_rule(), and "flashes" as for read_flash_limit(). A command is its array of arguments, with "timeout_s",
/// "environment" and "format" beside it. {"name": NAME, "program": [...], "frames": [60, 120]} stands for a case of
/// each frame, NAME/60 and NAME/120, with "step_ms", "window" and "xvfb": [width, height] or [width, height, depth],
/// too; its size is the window's.
/// "golden_file": "far/a.png" is for a golden that isn't named as its case. Defaults have all but that and the name;
/// what a case says replaces the default's whole. {"glob": PATTERN, "overrides": [{"match": FILTER, ...}, ...]} stands
/// for one case for each stored picture, named as its file, from the first folder with a wildcard on; overrides apply
/// in their order, and filters are those of select(). Throws files::Error "FILE: REASON" for what can't be read,
/// "FILE:LINE:COLUMN: REASON" for what isn't JSON, and "FILE:LINE: cases[2] (tone/agx): size: REASON" for the rest.
Suite read_suite(const std::filesystem::path& file);

/// One case for each picture in or below a folder, against the pictures of the same names in `goldens`. Names that
/// compare::file_problem() refuses are problems of their cases. Throws files::Error for a folder that can't be read or
/// has none.
Suite suite_of_folder(const std::filesystem::path& shots, const std::filesystem::path& goldens);

/// Gives cases whose names match `pattern`, with '*' and '?', members of a case in a suite's file; files are as they
/// are named. Throws json::Error for what can't be read and std::invalid_argument for a pattern that matches none.
void override_cases(const std::string& pattern, const json::Json& members, Suite& suite);

using arguments::Shard;

/// Which cases to run, as indices, rising: those whose names match any of `filters` (no filter: all). "tag:slow"
/// matches cases with that tag. In filters '*' is any characters, '/' too, and '?' is one. Throws std::invalid_argument
/// for a filter that matches no case.
std::vector<std::size_t> select(const Suite& suite, const std::vector<std::string>& filters);
/// A shard's share: every `count`-th from the `index`-th on. Throws std::invalid_argument for no such shard.
std::vector<std::size_t> share_of(Shard shard, const std::vector<std::size_t>& selected);
/// The same with shards that take about equally long, if each case takes as many seconds as in `duration_s`, which are
/// as many: the longest first, each to the shard that has least so far. Every shard finds the same division.
std::vector<std::size_t> share_of(Shard shard, const std::vector<std::size_t>& selected,
                                  const std::vector<double>& duration_s);

}  // namespace regress

#endif
