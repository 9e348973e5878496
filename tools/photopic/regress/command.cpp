// SPDX-License-Identifier: MIT
// Command photopic regress: options, run and files of results.
#include "photopic/regress/command.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <tuple>

#include "arguments/command_line.h"
#include "arguments/device_options.h"
#include "arguments/errors.h"
#include "arguments/shard.h"
#include "arguments/spread.h"
#include "arguments/words.h"
#include "compare/rules/scores.h"
#include "files/atomic_file.h"
#include "files/error.h"
#include "files/output_folder.h"
#include "files/path.h"
#include "json/text.h"
#include "json/values.h"
#include "photopic/compared_options.h"
#include "photopic/regress/comparison_options.h"
#include "regress/accept.h"
#include "regress/report/report.h"
#include "regress/results/ci.h"
#include "regress/results/earlier_results.h"
#include "regress/results/gathered_pictures.h"
#include "regress/runner/outputs.h"
#include "regress/runner/runner.h"
#include "regress/suite/case_name.h"
#include "session/options/memory_option.h"

namespace regress {
namespace {

using arguments::UsageError;

struct Arguments {
  arguments::DeviceOptions device;
  std::filesystem::path suite, shots, goldens;
  std::filesystem::path output_folder, code_quality, history, timings;
  std::string update = "none", artifacts = "fail", shard, backends, devices, methods, device_class;
  ComparisonOptions comparison;
  std::optional<std::string> metrics;
  std::optional<std::string> spread;
  bool resume = false, quiet = false;
  bool force = false, for_class = false, allow_outside = false, allow_commands = false, single_file = false,
       ignore_encoding = false;
  std::vector<std::string> filters;
  std::optional<std::uint32_t> calibration_runs;
  std::vector<std::filesystem::path> merged;
};

/// "A,B"
std::pair<std::string, std::string> parse_two(const std::string& text, const char* option) {
  const std::size_t comma = text.find(',');
  const bool is_two = comma != std::string::npos && text.find(',', comma + 1) == std::string::npos;
  if (!is_two) throw UsageError(std::string(option) + ": '" + text + "' is not two, with a comma between");
  return {text.substr(0, comma), text.substr(comma + 1)};
}

session::MeteringMethod parse_method(const std::string& name) {
  const std::span<const char* const> names = std::span(session::kMethodNames).subspan(1);  // not auto
  return session::MeteringMethod(1 + arguments::word_index(names, name, "--methods"));
}

UpdateMode parse_update(const std::string& word) {
  constexpr const char* kUpdates[] = {"none", "missing", "changed", "all"};
  return UpdateMode(arguments::word_index(kUpdates, word, "--update"));
}

Artifacts parse_artifacts(const std::string& word) {
  constexpr const char* kArtifacts[] = {"fail", "always", "never"};
  return Artifacts(arguments::word_index(kArtifacts, word, "--artifacts"));
}

std::vector<Variant> variants_of(const Arguments& arguments) {
  std::vector<Variant> variants(1, Variant{arguments.device, {}});
  if (arguments.backends.empty() && arguments.devices.empty() && arguments.methods.empty()) return variants;
  variants.push_back(variants[0]);
  if (!arguments.backends.empty()) {
    const auto [first, second] = parse_two(arguments.backends, "--backends");
    variants[0].device.backend = arguments::parse_backend(first, "--backends", /*has_es2=*/false);
    variants[1].device.backend = arguments::parse_backend(second, "--backends", /*has_es2=*/false);
    for (Variant& variant : variants) {
      if (variant.device.backend == arguments::Backend::opengl) variant.device.device.clear();
    }
  }
  if (!arguments.devices.empty()) {
    std::tie(variants[0].device.device, variants[1].device.device) = parse_two(arguments.devices, "--devices");
  }
  if (!arguments.methods.empty()) {
    const auto [first, second] = parse_two(arguments.methods, "--methods");
    variants[0].method = parse_method(first);
    variants[1].method = parse_method(second);
  }
  return variants;
}

/// Refuses two options that contradict each other.
void refuse_both(bool has_one, const char* one, bool has_other, const char* other) {
  if (has_one && has_other) throw UsageError(std::string(one) + " doesn't go with " + other);
}

void check_arguments(const Arguments& arguments, const RunOptions& options) {
  const bool is_update = options.update != UpdateMode::none, is_calibration = arguments.calibration_runs.has_value();
  refuse_both(!arguments.devices.empty(), "--devices", !arguments.device.device.empty(), "--device");
  const bool is_opengl = arguments.device.backend != arguments::Backend::vulkan;
  refuse_both(!arguments.devices.empty(), "--devices", is_opengl, "--backend: OpenGL has no choice of devices");
  refuse_both(!arguments.device.device.empty(), "--device", is_opengl, "--backend: OpenGL has no choice of devices");
  refuse_both(!arguments.backends.empty(), "--backends", is_opengl, "--backend");
  refuse_both(!arguments.backends.empty(), "--backends", !arguments.devices.empty(), "--devices");
  refuse_both(!arguments.backends.empty(), "--backends", is_update, "--update: it needs no goldens");
  refuse_both(!arguments.devices.empty(), "--devices", is_update, "--update: it needs no goldens");
  refuse_both(!arguments.methods.empty(), "--methods", is_update, "--update: it needs no goldens");
  refuse_both(is_calibration, "--calibrate", is_update, "--update");
  refuse_both(is_calibration, "--calibrate", !arguments.timings.empty(), "--timings");
  refuse_both(arguments.resume, "--resume", is_update, "--update");
  refuse_both(arguments.resume, "--resume", is_calibration, "--calibrate");
  if (arguments.resume && arguments.output_folder.empty()) throw UsageError("--resume needs -o DIR, with the results");
  const bool is_spread = arguments.spread.has_value();
  refuse_both(is_spread, "--spread", is_calibration, "--calibrate");
  refuse_both(is_spread, "--spread", options.variants.size() > 1, "--backends, --devices and --methods");
  const std::string problem = options.device_class.empty() ? "" : device_class_problem(options.device_class);
  if (!problem.empty()) throw UsageError("--device-class: '" + options.device_class + "' " + problem);
  check_update_allowed(options.update, arguments.force, std::getenv("CI"));
}

RunOptions run_options(const Arguments& arguments) {
  RunOptions options;
  if (!arguments.shard.empty()) options.shard = arguments::shard_option(arguments.shard);
  if (!arguments.timings.empty()) {
    if (arguments.shard.empty()) throw UsageError("--timings says how to divide shards: give --shard, too");
    for (const CaseResult& one : read_json(arguments.timings).cases) options.timings[one.name] = one.duration_s;
    if (options.timings.empty()) throw files::Error(arguments.timings, "has no cases, and so no times");
  }
  options.filters = arguments.filters;
  options.variants = variants_of(arguments);
  if (arguments.metrics) options.metrics = compare::metrics_of(*arguments.metrics, "--metrics");
  options.device_class = arguments.device_class;
  options.update = parse_update(arguments.update);
  options.updates_class = arguments.for_class;
  options.ignores_encoding = arguments.ignore_encoding;
  options.allows_commands = arguments.allow_commands;
  options.output_folder = arguments.output_folder;
  options.resumes = arguments.resume;
  if (arguments.spread) options.spread = arguments::spread_devices(*arguments.spread, arguments.device);
  options.artifacts = parse_artifacts(arguments.artifacts);
  options.other_outputs = {arguments.history, arguments.code_quality};
  check_arguments(arguments, options);
  return options;
}

// ---- what is printed and written ----

void print_case(const CaseResult& result) {
  std::printf("%s  %s", is_failure(result) ? "FAIL" : "pass", files::printable(result.name).c_str());
  if (is_flaky(result)) std::printf(" (flaky: passes at attempt %zu)", result.attempts.size() + 1);
  const bool has_outcome = is_failure(result) || result.outcome != compare::Outcome::pass;
  if (has_outcome && !is_flash_failure(result)) std::printf(": %s", compare::name_of(result.outcome));
  if (result.must_fail) std::printf(" (must fail)");
  if (!result.message.empty()) std::printf(": %s", files::printable(result.message).c_str());
  if (is_unchanged(result)) std::printf(" (unchanged since %s)", files::printable(result.judged).c_str());
  std::printf("\n");
  if (is_failure(result)) {
    for (const compare::Check& check : result.checks) {
      if (!check.holds) std::printf("      %s: is %s\n", check.text.c_str(), json::short_text(check.value).c_str());
    }
  }
  std::fflush(stdout);  // a run takes long, and may be killed
  if (is_failure(result) && compare::is_problem(result.outcome)) {
    arguments::print_error("photopic", result.name + ": " + result.message);
  }
}

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

/// Adds to a file that others have written to before.
void append(const std::filesystem::path& file, const std::string& text) {
  std::ofstream stream(file, std::ios::app | std::ios::binary);
  stream << text << std::flush;
  if (!stream) throw files::Error(file, files::system_reason(errno));
}

/// For GitHub and GitLab, where the job runs on them.
void tell_services(const SuiteResult& result, const Arguments& arguments, const std::filesystem::path& checkout) {
  if (!arguments.code_quality.empty()) write_code_quality(result, checkout, arguments.code_quality);
  if (variable("GITHUB_ACTIONS") != "true") return;
  std::printf("%s", github_annotations(result, checkout).c_str());
  const std::string summary = variable("GITHUB_STEP_SUMMARY");
  if (!summary.empty()) append(summary, github_summary(result));
}

/// As one word of a shell's.
std::string shell_word(const std::string& text) {
  constexpr std::string_view kPlain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_./:@,+-";
  if (text.find_first_not_of(kPlain) == std::string::npos) return text;
  std::string word;
  for (const char c : text) word += c == '\'' ? "'\\''" : std::string(1, c);
  return "'" + word + "'";
}

/// `history`: of runs before this one, which is added.
int report_results(const SuiteResult& result, const Arguments& arguments, const History& history) {
  const std::string gitlab = variable("CI_PROJECT_DIR");
  const std::filesystem::path checkout = gitlab.empty() ? variable("GITHUB_WORKSPACE") : gitlab;
  const std::filesystem::path& folder = arguments.output_folder;
  const auto failures = std::count_if(result.cases.begin(), result.cases.end(), is_failure);
  for (const std::string& golden : result.unused_goldens) {
    std::printf("FAIL  %s: no case has this golden\n", files::printable(golden).c_str());
  }
  if (result.cases.empty()) std::printf("FAIL  no case was run\n");
  if (!result.missing_shards.empty()) std::printf("FAIL  %s\n", missing_text(result).c_str());
  const auto flaky = std::count_if(result.cases.begin(), result.cases.end(), is_flaky);
  const auto unchanged = std::count_if(result.cases.begin(), result.cases.end(), is_unchanged);
  const auto some = [](std::ptrdiff_t count, const char* what) {
    return count == 0 ? std::string() : std::to_string(count) + what;
  };
  std::printf("%s, %zu failed, %s%s%s, %.1f s\n", arguments::counted(result.cases.size(), "case").c_str(),
              std::size_t(failures), some(flaky, " flaky, ").c_str(), some(unchanged, " unchanged, ").c_str(),
              arguments::counted(result.unused_goldens.size(), "unused golden").c_str(), result.duration_s);
  if (!folder.empty()) {
    write_json(result, folder / kResultsName);
    remove_unfinished(folder);
    write_junit(result, folder / kJunitName, checkout);
    const auto past = history.find(result.devices.empty() ? "" : result.devices.back().device_class);
    write_report(result, folder, folder / kReportName, arguments.single_file ? Pictures::embedded : Pictures::linked,
                 past == history.end() ? std::deque<PastRun>() : past->second);
    if (!arguments.quiet) std::printf("%s\n", files::printable((folder / kReportName).string()).c_str());
    if (!arguments.quiet && !cases_to_accept(result, {}).empty()) {
      const std::string file = files::printable(shell_word((folder / kResultsName).string()));
      std::printf("if the pictures are right: photopic accept %s\n", file.c_str());
    }
  }
  tell_services(result, arguments, checkout);
  if (!arguments.history.empty()) append_history(result, arguments.history);
  return static_cast<int>(worst(result));
}

/// A suite may be somebody else's: what it names elsewhere isn't written to unasked.
void check_goldens_inside(const Suite& suite, const Arguments& arguments) {
  if (arguments.allow_outside || arguments.update == "none" || !arguments.goldens.empty()) return;
  const std::filesystem::path folder = suite.file.parent_path();
  if (files::is_within(suite.goldens, folder.empty() ? "." : folder)) return;
  throw UsageError("--update: the goldens of " + suite.file.string() + " are outside its folder, in " +
                   files::resolved(suite.goldens).string() + "; --allow-outside writes there");
}

/// What is wrong with the file is told before anything is run.
History history_of(const Arguments& arguments, const std::string& suite) {
  if (arguments.history.empty()) return {};
  std::string torn;
  History history = read_history(arguments.history, suite, &torn);
  if (!torn.empty()) arguments::print_error("photopic", torn);
  return history;
}

Suite suite_of_file(const Arguments& arguments) {
  Suite suite = read_suite(arguments.suite);
  check_goldens_inside(suite, arguments);
  if (!arguments.goldens.empty()) suite.goldens = arguments.goldens;
  return suite;
}

Suite suite_of_shots(const Arguments& arguments) {
  refuse_both(true, "--shots", !arguments.suite.empty(), "SUITE: it has its own");
  refuse_both(true, "--shots", arguments.update != "none", "--update; 'photopic accept' takes what was compared");
  refuse_both(true, "--shots", arguments.calibration_runs.has_value(), "--calibrate: the pictures stay as they are");
  for (const auto& [variants, option] : {std::pair(&arguments.backends, "--backends"),
                                         {&arguments.devices, "--devices"},
                                         {&arguments.methods, "--methods"}}) {
    refuse_both(true, "--shots", !variants->empty(), (std::string(option) + ": nothing is rendered").c_str());
  }
  if (arguments.goldens.empty()) throw UsageError("--shots: --goldens DIR is missing, the folder to compare with");
  if (files::resolved(arguments.shots) == files::resolved(arguments.goldens)) {
    throw UsageError("--shots and --goldens are one folder, " + arguments.shots.string());
  }
  return suite_of_folder(arguments.shots, arguments.goldens);
}

Suite suite_of(const Arguments& arguments) {
  Suite suite = arguments.shots.empty() ? suite_of_file(arguments) : suite_of_shots(arguments);
  apply_comparison_options(arguments.comparison, suite);
  return suite;
}

int run(const Arguments& arguments) {
  const RunOptions options = run_options(arguments);
  const Suite suite = suite_of(arguments);
  std::optional<files::OutputFolder> output;
  if (!options.output_folder.empty()) {
    if (!suite.shares_goldens && files::is_within(options.output_folder, suite.goldens)) {
      throw UsageError("--output: " + options.output_folder.string() + " is within the goldens, " +
                       suite.goldens.string() + ", where its pictures would be taken for some");
    }
    output.emplace(options.output_folder);
  }
  const History history = history_of(arguments, suite.file.string());
  const auto tell = [&](const CaseResult& one) {
    if (!arguments.quiet || is_failure(one)) print_case(one);
  };
  return report_results(run_suite(suite, options, tell), arguments, history);
}

void print_noise(const NoiseFloor& noise) {
  std::printf("%s: ", files::printable(noise.name).c_str());
  if (noise.outcome != compare::Outcome::pass) {
    std::printf("%s: %s\n", compare::name_of(noise.outcome), files::printable(noise.message).c_str());
    arguments::print_error("photopic", noise.name + ": " + noise.message);
  } else {
    std::printf("max delta %s, %llu pixels", json::short_text(noise.max_delta).c_str(),
                static_cast<unsigned long long>(noise.differing_pixels));
    if (noise.min_ssim) std::printf(", SSIM %.6g", *noise.min_ssim);
    if (noise.max_flip) std::printf(", FLIP %.6g", *noise.max_flip);
    std::printf("\n");
  }
  std::fflush(stdout);
}

int run_calibration(const Arguments& arguments) {
  const RunOptions options = run_options(arguments);
  const Suite suite = suite_of(arguments);
  std::optional<files::OutputFolder> output;
  if (!arguments.output_folder.empty()) output.emplace(arguments.output_folder);
  const std::filesystem::path file = arguments.output_folder / "calibration.json";
  if (!arguments.output_folder.empty())
    inputs_of(suite, share_of(options.shard, select(suite, options.filters))).check_output(file);
  const std::vector<NoiseFloor> noises = calibrate(suite, options, *arguments.calibration_runs, print_noise);
  json::Json rules = json::Json::object();
  compare::Outcome worst = noises.empty() ? compare::Outcome::error : compare::Outcome::pass;
  for (const NoiseFloor& noise : noises) {
    if (noise.outcome == compare::Outcome::pass) rules[noise.name] = noise.rules;
    worst = std::max(worst, noise.outcome);
  }
  const std::string text = json::to_text(json::Json{{"rules", rules}}, 2) + "\n";
  if (arguments.output_folder.empty()) {
    std::printf("%s", text.c_str());
  } else {
    files::write_text(file, text);
  }
  return static_cast<int>(worst);
}

int run_merge(const Arguments& arguments) {
  if (arguments.output_folder.empty()) throw UsageError("-o DIR is missing: where the merged results go");
  refuse_both(true, "--merge", !arguments.suite.empty(), "SUITE: the results name it");
  refuse_both(true, "--merge", !arguments.shots.empty(), "--shots: the results name them");
  refuse_both(true, "--merge", !arguments.goldens.empty(), "--goldens: the results name them");
  refuse_both(true, "--merge", arguments.update != "none", "--update");
  refuse_both(true, "--merge", arguments.resume, "--resume");
  refuse_both(true, "--merge", arguments.spread.has_value(), "--spread");
  std::vector<SuiteResult> shards;
  files::OutputGuard inputs;
  for (const std::filesystem::path& file : arguments.merged) {
    inputs.add_input(file);
    shards.push_back(read_json(file));
  }
  check_results(inputs, arguments.output_folder);
  for (const std::filesystem::path& file : {arguments.history, arguments.code_quality}) inputs.check_output(file);
  const History history = history_of(arguments, shards.front().suite);
  merge(shards);  // what doesn't belong together is told before anything is written
  const files::OutputFolder output(arguments.output_folder);
  GatheredPictures pictures(arguments.output_folder);
  for (std::size_t i = 0; i < shards.size(); ++i) pictures.take(shards[i], arguments.merged[i]);
  const SuiteResult merged = merge(shards);
  for (const CaseResult& one : merged.cases) {
    if (is_failure(one)) print_case(one);
  }
  return report_results(merged, arguments, history);
}

void add_options(CLI::App& command, Arguments& arguments) {
  arguments::add_value(command, "SUITE", arguments.suite, "", "JSON; docs/regression.md has the format");
  arguments::add_value(command, "--shots", arguments.shots, "DIR",
                       "folder of pictures to compare with --goldens, instead of SUITE");
  arguments::add_value(command, "--goldens", arguments.goldens, "DIR", "folder of goldens; default: the suite's");
  arguments::add_value(command, "-o,--output", arguments.output_folder, "DIR",
                       "folder for results.json, junit.xml, report.html and pictures");
  arguments::add_text(command, "--update", arguments.update, parse_update, "WHICH",
                      "pictures to accept as goldens: none, missing, changed or all")
      ->default_str(arguments.update);
  command.add_flag("--force", arguments.force, "update even if the variable CI is set");
  command.add_flag("--allow-outside", arguments.allow_outside, "allow goldens outside the folder of the suite");
  command.add_flag("--allow-commands", arguments.allow_commands,
                   "run programs that the suite names; they inherit all environment variables, also tokens");
  command.add_flag("--for-class", arguments.for_class, "update goldens of the device class, not the goldens for all");
  arguments::add_value(command, "--filter", arguments.filters, "GLOB",
                       "only cases whose names match, * and ?; tag:PATTERN matches tags; may be given several times")
      ->allow_extra_args(false);
  arguments::add_value(
      command, "--shard", arguments.shard, "INDEX/COUNT",
      "only every COUNT-th case, starting at the INDEX-th; auto: from the variables of Slurm, GitLab, CircleCI or "
      "Buildkite");
  arguments::add_value(command, "--timings", arguments.timings, "FILE",
                       "results.json of an earlier run; its times balance the shards");
  command.add_flag("--resume", arguments.resume,
                   "keep results in -o whose inputs are unchanged, also of an interrupted run");
  arguments::add_spread_option(command, arguments.spread, "cases");
  arguments::add_value(command, "--merge", arguments.merged, "FILE...",
                       "merge the results.json of shards, instead of SUITE");
  arguments::add_value(command, "--backends", arguments.backends, "A,B",
                       "compare two backends with each other, without goldens: vulkan,opengl");
  arguments::add_value(command, "--devices", arguments.devices, "A,B",
                       "compare two devices with each other, without goldens");
  arguments::add_value(command, "--methods", arguments.methods, "A,B",
                       "compare two methods with each other, without goldens: pyramid,single-pass");
  add_comparison_options(command, arguments.comparison);
  cli::add_compared_options(command, arguments.ignore_encoding, arguments.metrics,
                            "also for cases that pass; default: metrics of their rules");
  arguments::add_value(command, "--device-class", arguments.device_class, "NAME",
                       "class of the goldens to use; default: the class of the device");
  arguments::add_text(command, "--artifacts", arguments.artifacts, parse_artifacts, "WHICH",
                      "cases that write pictures: fail, always, never")
      ->default_str(arguments.artifacts);
  arguments::add_value(command, "--code-quality", arguments.code_quality, "FILE", "write GitLab's code quality report");
  arguments::add_value(command, "--history", arguments.history, "FILE",
                       "file that gets a line per run; the report shows earlier runs");
  command.add_flag("-q,--quiet", arguments.quiet, "print only cases that fail and the last line");
  command.add_flag("--single-file", arguments.single_file,
                   "write all pictures into report.html, to send it as one file");
  arguments::add_number(command, "--calibrate", arguments.calibration_runs, {2.0, 1000.0},
                        "number of runs per case; proposes rules from the differences between the runs");
}

}  // namespace

arguments::Command add_regress(CLI::App& app) {
  auto* command =
      arguments::add_command(app, "regress", "compare pictures with goldens: rendered, stored, or made by programs",
                             "SUITE | --shots DIR --goldens DIR [OPTIONS]");
  auto arguments = std::make_shared<Arguments>();
  add_options(*command, *arguments);
  session::add_memory_option(*command, /*is_comparing=*/true);
  arguments::add_device_options(*command, arguments->device);
  command->footer(
      "Exit codes: 0 pass; 1 differences; 2 missing, unusable or unused golden; 3 sizes, formats or encodings differ;\n"
      "4 input, output or usage; 5 device error.\n"
      "Examples: photopic regress tests/suite.json -o out; photopic regress tests/suite.json --update changed;\n"
      "photopic regress --shots shots --goldens goldens --rules driver -o out");
  return {command, [=] {
            try {
              if (!arguments->merged.empty()) return run_merge(*arguments);
              if (arguments->suite.empty() && arguments->shots.empty())
                throw UsageError("SUITE or --shots is missing; see 'photopic regress --help'");
              return arguments->calibration_runs ? run_calibration(*arguments) : run(*arguments);
            } catch (const std::invalid_argument& error) {
              throw UsageError(error.what());
            }
          }};
}

}  // namespace regress
