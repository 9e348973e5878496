// SPDX-License-Identifier: MIT
// Results of a regression suite's run, from which JSON, JUnit XML, the HTML report and the exit code are made.
#ifndef PHOTOPIC_TOOLS_REGRESS_RESULTS_RESULTS_H
#define PHOTOPIC_TOOLS_REGRESS_RESULTS_RESULTS_H

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "compare/rules/outcome.h"
#include "compare/rules/rule.h"

namespace regress {

/// Files in the folder of results.
inline constexpr const char* kResultsName = "results.json";
inline constexpr const char* kJunitName = "junit.xml";
inline constexpr const char* kReportName = "report.html";

/// Begins the text of a check of flashes.
inline constexpr const char* kFlashCheck = "flash_verdict";

/// Of results files. Readers refuse other numbers; adding a member doesn't change it.
inline constexpr int kSchemaVersion = 1;

/// A square of the picture, pixels.
struct Tile {
  std::uint32_t x = 0, y = 0, width = 0, height = 0;
  double mean_squared_error = 0.0;
};

/// A try that failed, before the case was tried again.
struct Attempt {
  compare::Outcome outcome = compare::Outcome::error;
  std::string message;
  std::vector<compare::Check> checks;
  std::string actual;  ///< as CaseResult's
  std::string output;
};

struct CaseResult {
  std::string name;
  std::uint32_t number = 0;  ///< among the selected cases of all shards, from 1; 0: as shards are dealt out
  std::uint32_t line = 0;    ///< where it begins in the suite's file; 0: nowhere
  compare::Outcome outcome = compare::Outcome::pass;
  bool must_fail = false;  ///< the case passes when, and only when, its rules don't hold
  bool updatable = true;   ///< has a golden of its own that --update can replace
  /// Golden that accepting `picture` replaces, relative to the goldens' folder, and the device class that it is for.
  /// No golden: there is none of its own. No class: for all.
  std::string accept_as, accept_class;
  std::string message;  ///< why, in words; empty for a plain pass
  std::uint32_t width = 0, height = 0;
  std::uint32_t golden_width = 0, golden_height = 0;  ///< 0: it wasn't read, or has the picture's
  std::string golden;               ///< file that was compared with, relative to the goldens' folder; empty: none
  std::string golden_key;           ///< device class of that file; empty: the one for all
  bool is_golden_unusable = false;  ///< there is one, and it is no picture to compare with
  compare::Scores scores;
  std::vector<compare::Check> checks;
  std::string rules;                           ///< in words: "all of (max delta 2, ...)"
  std::array<std::uint64_t, 256> histogram{};  ///< pixels by their largest absolute error of a channel, codes
  std::vector<Tile> worst_tiles;               ///< worst first
  std::string difference_hash;                 ///< equal where the same was changed; empty: nothing differs, or passes
  /// Files with the pictures, relative to the results' folder; empty: not written. `maps`: by name ("abs", "flip",
  /// "ssim", "ciede2000").
  std::string actual, expected;
  std::vector<std::pair<std::string, std::string>> maps;
  std::string picture;            ///< file that was judged, where `actual` only shows it; otherwise the same
  std::string picture_hash;       ///< hash_of_file() of `picture`
  std::string output;             ///< the end of what a case's command printed
  std::vector<Attempt> attempts;  ///< before this one, oldest first
  double duration_s = 0.0;
  /// Of all that the result follows from: program, device, options, case, golden, files; empty: not known.
  std::string inputs_hash;
  std::string judged;  ///< when an earlier run, started then, found this; empty: this run has
};

struct DeviceInfo {
  std::string name, driver, api;  ///< "llvmpipe (LLVM 15.0.6, 256 bits)", "llvmpipe Mesa 22.3.6", "Vulkan 1.3.230"
  std::string device_class;       ///< which goldens are its own: "llvmpipe", "nvidia"

  bool operator==(const DeviceInfo&) const = default;
};

struct SuiteResult {
  std::string suite;       ///< as it was named on the command line
  bool is_folder = false;  ///< the suite is a folder of pictures, not a file
  std::string goldens;     ///< their folder, absolute, in results.json relative to that file's folder; empty: none
  std::string photopic_version;
  std::string started;                  ///< UTC, "2026-01-31T23:59:59Z"
  std::vector<DeviceInfo> devices;      ///< one, or two in cross-device mode
  std::uint32_t shard = 1, shards = 1;  ///< this part of how many
  std::uint32_t selected_cases = 0;     ///< of all shards together
  /// Of merged results: shards that nobody gave. Their cases are those that are missing.
  std::vector<std::uint32_t> missing_shards;
  std::vector<CaseResult> cases;                     ///< in the suite's order
  std::vector<std::string> unused_goldens;           ///< of no case, relative to the goldens' folder
  std::map<std::string, std::string> unused_hashes;  ///< hash_of_file() of those that could be read, by file
  double duration_s = 0.0;
};

/// What a case counts as: its outcome, but of must-fail cases pass and differences change places.
compare::Outcome verdict(const CaseResult& result);
/// Whether its verdict is another than Outcome::pass.
bool is_failure(const CaseResult& result);
/// Whether the check is a case's limit of flashes. Its margin is a number of verdicts.
bool is_flash_check(const compare::Check& check);
/// Whether its frames flash more than its limit. No golden mends that.
bool is_beyond_flash_limit(const CaseResult& result);
/// Whether the picture holds the rules, and only the flashes don't hold their limit.
bool is_flash_failure(const CaseResult& result);
/// Whether it passed when it was tried again.
bool is_flaky(const CaseResult& result);
/// Whether an earlier run has judged it, and nothing has changed since.
bool is_unchanged(const CaseResult& result);
/// Why a case's picture can't be accepted, in words; empty: it can. A golden that is there and no usable picture is
/// replaced only if `replaces_unusable`: it may only have been spoiled on this machine.
std::string accept_problem(const CaseResult& result, bool replaces_unusable = false);
/// The worst of the cases that fail, unused goldens as Outcome::no_golden, no cases at all and missing shards as
/// Outcome::error.
compare::Outcome worst(const SuiteResult& result);

/// Throws files::Error. Numbers that aren't finite are the strings "inf", "-inf", "nan".
void write_json(const SuiteResult& result, const std::filesystem::path& file);
/// Throws files::Error "FILE: REASON" that names the member and ends in "(line N)", also for another schema version.
SuiteResult read_json(const std::filesystem::path& file);
/// Where a file lies that results name. Throws files::Error for one outside of the folder of `results_file`.
std::filesystem::path path_of(const std::string& file, const std::filesystem::path& results_file);
/// Of the shards of one suite, in any order, when case i went to shard i modulo their number; some may be missing. A
/// golden stays unused that every shard found unused; devices are named once. Throws std::invalid_argument for shards
/// of two suites, selections or versions of Photopic, for doubled ones, and for another number of cases than a shard
/// has.
SuiteResult merge(const std::vector<SuiteResult>& shards);
/// "shards 2 and 5 of 8 are missing: 250 of 1000 cases"; empty: none is.
std::string missing_text(const SuiteResult& result);

/// One testsuite, one testcase for each case: failure for differences, error for the rest, with the pictures, which lie
/// beside `file`, as attachments. Unused goldens are named in its system-err. Paths are those of path_in_checkout().
/// Throws files::Error.
void write_junit(const SuiteResult& result, const std::filesystem::path& file,
                 const std::filesystem::path& checkout = {});

}  // namespace regress

#endif
