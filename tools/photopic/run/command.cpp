// SPDX-License-Identifier: MIT
// Command photopic run: options, runs and output.
#include "photopic/run/command.h"

#include <photopic/debug_overlay.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "arguments/command_line.h"
#include "arguments/errors.h"
#include "arguments/words.h"
#include "files/atomic_file.h"
#include "files/child_process.h"
#include "files/error.h"
#include "files/hash.h"
#include "files/output_folder.h"
#include "files/output_guard.h"
#include "files/path.h"
#include "flashes/analysis.h"
#include "flashes/report.h"
#include "json/text.h"
#include "layer/protocol.h"
#include "photopic/frame_pattern.h"
#include "photopic/run/light_table.h"
#include "run/program_run.h"
#include "session/script.h"

namespace cli {
namespace {

using arguments::UsageError;

constexpr int kExitDiffers = 1;
constexpr double kTimeLimitS = 60.0;
constexpr double kMaxFrame = 1e15;  ///< doubles count as far

struct Arguments {
  std::vector<std::string> program;
  std::string frames;
  std::optional<std::uint64_t> every, last;
  std::string window = "0";
  std::string pattern;
  std::optional<double> step_ms;
  std::string start = "2000-01-01";
  std::string screen;
  std::optional<double> time_limit_s;
  bool on_signal = false;
  bool keeps_layers = false;
  bool is_silent = false;
  bool runs_twice = false;
  bool json = false;
  std::filesystem::path meter, flashes;
  double fps = 60.0;
  std::string profile = "strict";
  std::string max_verdict = "extended";
  std::string measure_on = "auto";
  std::string overlay;
  std::uint32_t overlay_scale = 1;
  std::string encoding;
  double white_cd_m2 = 200.0;

  bool judges() const { return !meter.empty() || !flashes.empty(); }
};

std::vector<std::uint64_t> parse_frames(const std::string& text) {
  std::vector<std::uint64_t> frames;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    frames.push_back(
        arguments::parse_number<std::uint64_t>(text.substr(begin, end - begin), "--frames", {0.0, kMaxFrame}));
    begin = end + 1;
  }
  std::sort(frames.begin(), frames.end());
  frames.erase(std::unique(frames.begin(), frames.end()), frames.end());
  if (frames.size() > layer::kMaxFrames) {
    throw UsageError("--frames: names " + std::to_string(frames.size()) + " frames, of at most " +
                     std::to_string(layer::kMaxFrames) + "; --every takes any number");
  }
  return frames;
}

/// "2000-01-01", at midnight UTC.
std::int64_t parse_start(const std::string& text) {
  std::tm date = {};
  const char* const end = ::strptime(text.c_str(), "%Y-%m-%d", &date);
  if (end == nullptr || *end != '\0') throw UsageError("--start: '" + text + "' is no date such as 2000-01-01");
  return std::int64_t(::timegm(&date));
}

flashes::Display display_of(const Arguments& arguments) {
  flashes::Display display = {.white_cd_m2 = arguments.white_cd_m2};
  if (!arguments.encoding.empty()) display.encoding = flashes::parse_encoding(arguments.encoding, "--encoding");
  return display;
}

/// Throws UsageError for views that finished pictures don't have.
std::uint32_t parse_overlay(const std::string& names) {
  constexpr std::uint32_t kStored = photopic::kStoredOverlayViews;
  if (names == "all") return kStored;
  std::vector<const char*> stored;
  std::uint32_t views = 0;
  for (std::size_t i = 0; i < std::size(session::kOverlayNames); ++i) {
    if ((kStored >> i & 1u) != 0) stored.push_back(session::kOverlayNames[i]);
  }
  for (const std::string& name : arguments::list_items(names)) {
    const auto found = std::find(std::begin(session::kOverlayNames), std::end(session::kOverlayNames), name);
    const std::uint32_t view = 1u << (found - std::begin(session::kOverlayNames));
    if (found != std::end(session::kOverlayNames) && (view & kStored) == 0) {
      throw UsageError("--overlay: '" + name + "' needs a scene; over a program's pictures there are " +
                       arguments::word_list(stored));
    }
    arguments::word_index(stored, name, "--overlay", "all");
    views |= view;
  }
  return views;
}

run::MeasuringPlace parse_place(const std::string& name) {
  constexpr const char* kPlaces[] = {"auto", "device", "cpu"};
  return run::MeasuringPlace(arguments::word_index(kPlaces, name, "--measure-on"));
}

run::RunOptions options_of(const Arguments& arguments) {
  run::RunOptions options;
  options.program = arguments.program;
  if (!arguments.frames.empty()) options.frames = parse_frames(arguments.frames);
  options.every = arguments.every.value_or(0);
  options.last = arguments.last;
  options.on_signal = arguments.on_signal;
  options.window = std::nullopt;
  if (arguments.window != "all") {
    options.window = arguments::parse_number<std::uint32_t>(arguments.window, "--window", {0.0, 1000.0});
  }
  options.step_ms = arguments.step_ms;
  options.start_s = parse_start(arguments.start);
  if (!arguments.screen.empty()) options.screen = run::parse_screen(arguments.screen, "--xvfb");
  options.keeps_layers = arguments.keeps_layers || options.frames.empty();
  options.is_silent = arguments.is_silent;
  options.time_limit_s = arguments.time_limit_s;
  if (!options.time_limit_s && !options.frames.empty()) options.time_limit_s = kTimeLimitS;
  if (arguments.json) options.output = STDERR_FILENO;  // stdout is for the line of JSON
  options.place = parse_place(arguments.measure_on);
  options.overlay_views = parse_overlay(arguments.overlay);
  options.overlay_scale = arguments.overlay_scale;
  options.display = display_of(arguments);
  return options;
}

bool takes_frames(const run::RunOptions& options) {
  return !options.frames.empty() || options.every != 0 || options.on_signal;
}

/// Throws UsageError for what contradicts itself.
void check(const Arguments& arguments, const run::RunOptions& options) {
  if (arguments.program.empty()) throw UsageError("PROGRAM is missing, after --; see 'photopic run --help'");
  if (takes_frames(options) != !arguments.pattern.empty()) {
    throw UsageError(arguments.pattern.empty() ? "-o PATTERN is missing, for the frames that are asked for"
                                               : "-o: no frames are asked for; --frames, --every or --signal does");
  }
  const bool is_one = options.frames.size() == 1 && options.every == 0 && !options.on_signal && options.window;
  if (!arguments.pattern.empty() && !is_one && !has_number(arguments.pattern)) {
    throw UsageError("-o: '" + arguments.pattern + "' needs a run of # where the frame number stands");
  }
  if (!arguments.pattern.empty()) {
    const std::string extension = files::lower_extension(arguments.pattern);
    if (extension != ".png" && extension != ".exr") throw UsageError("-o: frames are written as .png or .exr");
  }
  if (!arguments.judges() && options.place == run::MeasuringPlace::device) {
    throw UsageError("--measure-on device: nothing is measured; --meter or --flashes does");
  }
  if (options.last && !options.frames.empty() && options.frames.back() > *options.last) {
    throw UsageError("--frames " + std::to_string(options.frames.back()) + " is after --last " +
                     std::to_string(*options.last));
  }
  if (arguments.judges() && (!options.window || options.on_signal || arguments.runs_twice)) {
    throw UsageError("--meter, --flashes: are of one window, and go neither with --signal nor with --twice");
  }
  if (arguments.runs_twice && (!options.end() || options.on_signal)) {
    throw UsageError("--twice needs --frames or --last, so that both runs end with the same frame");
  }
}

std::filesystem::path file_of(const std::string& pattern, const run::RunOptions& options, const run::Frame& frame) {
  std::filesystem::path file = frame_file(pattern, frame.number);
  if (options.window) return file;
  const std::string extension = file.extension().string();
  file.replace_extension();
  file += ".w" + std::to_string(frame.window) + extension;
  return file;
}

std::string hash_of(const run::Frame& frame) {
  files::Fnv1a hash;
  hash.add(frame.width);
  hash.add(frame.height);
  hash.add(std::string_view(reinterpret_cast<const char*>(frame.data.data()), frame.data.size()));
  return hash.hex();
}

/// Throws UsageError for a file that can't be written, before a program runs for it.
void check_writable(const std::filesystem::path& file, const char* option) try {
  if (!file.empty()) files::AtomicFile{file};
} catch (const files::Error& error) {
  throw UsageError(option + std::string(": ") + error.what());
}

/// By window and number.
using Hashes = std::map<std::pair<std::uint32_t, std::uint64_t>, std::string>;

json::Json json_of(const run::RunResult& result, const std::optional<std::uint64_t>& first_difference, bool ran_twice) {
  json::Json windows = json::Json::array();
  for (const run::WindowSeen& window : result.windows) {
    json::Json one = {{"process", window.process},
                      {"size", {window.width, window.height}},
                      {"format", run::format_name(window.format)},
                      {"color_space", run::color_space_name(window.color_space)},
                      {"frames", window.frames}};
    if (!window.problem.empty()) one["problem"] = window.problem;
    if (window.light) {
      one["metadata"] = {{"max_luminance", (*window.light)[0]},
                         {"min_luminance", (*window.light)[1]},
                         {"max_cll", (*window.light)[2]},
                         {"max_fall", (*window.light)[3]}};
    }
    windows.push_back(one);
  }
  json::Json all = {{"windows", windows}, {"devices", result.devices}, {"frames_written", result.frames_taken}};
  if (result.clock != 0) all["deterministic"] = result.clock == 1;
  if (ran_twice) all["first_difference"] = first_difference ? json::Json(*first_difference) : json::Json(nullptr);
  if (result.status) {
    all["exit_code"] = WIFEXITED(*result.status) ? json::Json(WEXITSTATUS(*result.status)) : json::Json(nullptr);
    if (WIFSIGNALED(*result.status)) all["signal"] = WTERMSIG(*result.status);
  }
  if (!result.problem.empty()) all["problem"] = result.problem;
  return all;
}

/// The first frame whose texels aren't those of the first run, or that one of the runs doesn't have.
std::optional<std::uint64_t> first_difference(const Hashes& first, const Hashes& second) {
  std::optional<std::uint64_t> frame;
  const auto compare = [&](const Hashes& these, const Hashes& those) {
    for (const auto& [key, hash] : these) {
      const auto found = those.find(key);
      if (found == those.end() || found->second != hash) frame = std::min(frame.value_or(key.second), key.second);
    }
  };
  compare(first, second);
  compare(second, first);
  return frame;
}

/// A table and a report of all frames.
class Judge {
 public:
  explicit Judge(const Arguments& arguments) : arguments_(arguments) {
    if (!arguments.judges()) return;
    options_.profile = flashes::parse_profile(arguments.profile, "--profile", /*has_iris=*/false);
    max_verdict_ = flashes::parse_verdict(arguments.max_verdict, "--max-verdict");
    options_.rate = {arguments.step_ms ? 1000.0 / *arguments.step_ms : arguments.fps, 1.0};
    options_.display = display_of(arguments);
  }

  void check_outputs(const files::OutputGuard& inputs) const {
    inputs.check_output(arguments_.meter);
    for (const std::string& name : flashes::report_files()) {
      if (!arguments_.flashes.empty()) inputs.check_output(arguments_.flashes / name);
    }
  }

  /// Throws UsageError where the table or the report can't be written.
  void begin() try {
    check_writable(arguments_.meter, "--meter");
    if (!arguments_.flashes.empty()) folder_.emplace(arguments_.flashes);
  } catch (const files::Error& error) {
    throw UsageError(std::string("--flashes: ") + error.what());
  }

  /// Asks the run for what it judges.
  void watch(run::RunOptions& run) {
    if (!arguments_.meter.empty()) {
      run.measure = [this](const run::Frame& frame) { measure(frame); };
      run.take_light = [this](const layer::Report& report) { take_light(report); };
    }
    if (!arguments_.flashes.empty()) run.flashes = &flashes_.emplace(options_);
    window_ = run.window.value_or(0);
  }

  /// Writes the report. True: flashes are no worse than what is allowed.
  bool end(const std::string& program, const run::RunResult& result) {
    if (const std::string why = why_cpu(result); !why.empty()) {
      arguments::print_error("photopic", program + ": frames are measured on the CPU: " + why);
    }
    const flashes::Analysis* const analysis = flashes_ ? flashes_->analysis() : nullptr;
    if (analysis == nullptr) return true;
    const flashes::ReportOf of = {program, max_verdict_, place(result)};
    flashes::write_report(*analysis, of, arguments_.flashes);
    if (!arguments_.json) std::fputs(flashes::text_of(*analysis, of).c_str(), stdout);
    return analysis->verdict <= max_verdict_;
  }
  /// Adds what came of it.
  void tell(json::Json& json, const run::RunResult& result) const {
    if (!arguments_.judges() || window_ >= result.windows.size()) return;
    if (const flashes::Analysis* const analysis = flashes_ ? flashes_->analysis() : nullptr) {
      json["verdict"] = flashes::name_of(analysis->verdict);
    }
    json["measured_on"] = place(result);
    if (const std::string why = why_cpu(result); !why.empty()) json["why_cpu"] = why;
  }

 private:
  bool is_on_device(const run::RunResult& result) const {
    return (result.windows[window_].tools & layer::kMeasuringTools) != 0;
  }
  std::string place(const run::RunResult& result) const {
    return is_on_device(result) ? result.windows[window_].tools_words : "CPU";
  }
  /// Why the device can't measure; empty: it can, or needn't.
  std::string why_cpu(const run::RunResult& result) const {
    if (window_ >= result.windows.size() || is_on_device(result)) return "";
    return result.windows[window_].tools_words;
  }

  void measure(const run::Frame& frame) {
    if (!meter_) meter_.emplace(arguments_.meter, run::display_of(frame.texels, options_.display));
    meter_->add(run::code_image_of(frame, "frame " + std::to_string(frame.number)), frame.number,
                time_s_of(frame.number));
  }
  void take_light(const layer::Report& report) {
    if (!meter_) meter_.emplace(arguments_.meter, options_.display);
    if (report.frame != lit_frames_++) {
      throw files::Error("frame " + std::to_string(report.frame),
                         "the program sent light that the layer doesn't measure");
    }
    meter_->add(light_of(report.content_light), report.frame, time_s_of(report.frame));
  }
  double time_s_of(std::uint64_t frame) const { return double(flashes::time_us_of(frame, options_.rate)) * 1e-6; }

  const Arguments& arguments_;
  flashes::Options options_;
  reference::FlashVerdict max_verdict_ = {};
  std::optional<files::OutputFolder> folder_;
  std::optional<LightTable> meter_;
  std::optional<run::WindowFlashes> flashes_;
  std::uint64_t lit_frames_ = 0;  ///< measured by the layer
  std::uint32_t window_ = 0;
};

int run(const Arguments& arguments) {
  run::RunOptions options = options_of(arguments);
  check(arguments, options);
  files::OutputGuard inputs;
  inputs.add_input(arguments.program.front());
  Judge judge(arguments);
  judge.check_outputs(inputs);
  if (!arguments.pattern.empty()) {
    const std::uint64_t first = options.frames.empty() ? 0 : options.frames.front();
    check_writable(file_of(arguments.pattern, options, {.number = first}), "-o");
  }
  judge.begin();
  judge.watch(options);
  Hashes hashes;
  const auto write = [&](const run::Frame& frame) {
    const std::filesystem::path file = file_of(arguments.pattern, options, frame);
    inputs.check_output(file);
    run::write_frame(file, frame);
    if (arguments.runs_twice) hashes[{frame.window, frame.number}] = hash_of(frame);
  };
  run::RunResult result = run::run_program(options, write);
  std::optional<std::uint64_t> difference;
  if (arguments.runs_twice && result.problem.empty()) {
    Hashes again;
    const run::RunResult second = run::run_program(options, [&](const run::Frame& frame) {
      again[{frame.window, frame.number}] = hash_of(frame);
    });
    if (!second.problem.empty()) result.problem = "the second run " + second.problem;
    result.clock = std::max(result.clock, second.clock);
    difference = first_difference(hashes, again);
  }
  const bool is_harmless = judge.end(arguments.program.front(), result);
  if (arguments.json) {
    json::Json json = json_of(result, difference, arguments.runs_twice);
    judge.tell(json, result);
    std::printf("%s\n", json::to_text(json).c_str());
  }
  const std::string& name = arguments.program.front();
  if (result.status) {
    const std::string own = files::problem_of_status(*result.status);
    if (result.problem.empty() && options.asks() && !own.empty()) arguments::print_error("photopic", name + ": " + own);
  }
  if (result.clock == 2) {
    arguments::print_error("photopic", name +
                                           ": waited for the clock without a frame, so that it followed real time: "
                                           "frames may differ from run to run");
  }
  if (!result.problem.empty()) {
    arguments::print_error("photopic", name + ": " + result.problem);
    return result.is_device_problem ? arguments::kExitDevice : arguments::kExitInput;
  }
  if (arguments.runs_twice && !arguments.json) {
    if (difference) {
      std::printf("frames differ from %llu on\n", static_cast<unsigned long long>(*difference));
    } else {
      std::printf("%s %s equal in both runs\n", arguments::counted(hashes.size(), "frame").c_str(),
                  hashes.size() == 1 ? "is" : "are");
    }
  }
  if (difference || !is_harmless) return kExitDiffers;
  if (!options.asks() && result.status) {
    return WIFEXITED(*result.status) ? WEXITSTATUS(*result.status) : 128 + WTERMSIG(*result.status);
  }
  return arguments::kExitOk;
}

void add_options(CLI::App& command, Arguments& arguments) {
  using arguments::add_text;
  using arguments::add_value;
  add_value(command, "PROGRAM", arguments.program, "", "the program and its arguments, after --");
  add_value(command, "--frames", arguments.frames, "LIST",
            "frames of the window, from 0: '60' or '60,120'; the program is ended after the last");
  arguments::add_number(command, "--every", arguments.every, {1.0, kMaxFrame}, "every so many frames, from frame 0");
  command.add_flag("--signal", arguments.on_signal, "the next frame after each SIGUSR1 to this process");
  arguments::add_number(command, "--last", arguments.last, {0.0, kMaxFrame},
                        "the program is ended after this frame; default: the last of --frames");
  add_value(command, "-o,--output", arguments.pattern, "PATTERN",
            "files of the frames, # for each digit: 'shot.####.png' (quote it); .png holds the codes of 8 and 10 bits, "
            ".exr half floats");
  add_value(command, "--window", arguments.window, "NUMBER",
            "the window, by the order of their first frames, or 'all', which adds .w0, .w1, ... to the names")
      ->capture_default_str();
  arguments::add_number(command, "--step-ms", arguments.step_ms, {0.001, 60000.0},
                        "the program's clock stands still but for so many milliseconds a frame");
  add_value(command, "--start", arguments.start, "DATE", "date at which the clock of --step-ms starts, midnight UTC")
      ->capture_default_str();
  add_value(command, "--xvfb", arguments.screen, "WxH[xDEPTH]",
            "on an X server without a screen, Xvfb, of 24 or 30 bits: '1280x720', '1280x720x30'");
  arguments::add_number(command, "--time-limit", arguments.time_limit_s, {0.1, 1e6},
                        "seconds until the program is ended as failed; default: 60 with --frames, else none");
  add_value(
      command, "--meter", arguments.meter, "FILE",
      "table of every frame, .csv: mean, geometric mean of texels above black, percentiles, MaxCLL, MaxFALL, cd/m^2; "
      "EV100; shares beyond BT.709 and P3");
  add_value(command, "--flashes", arguments.flashes, "DIR", "judge flashes, and write what 'photopic flashes -o' does");
  const auto read_verdict = [](const std::string& text) { flashes::parse_verdict(text, "--max-verdict"); };
  add_text(command, "--max-verdict", arguments.max_verdict, read_verdict, "VERDICT",
           "worst verdict of --flashes that passes")
      ->default_str(arguments.max_verdict);
  add_text(
      command, "--measure-on", arguments.measure_on, parse_place, "PLACE",
      "where light and flashes are measured: 'device', the program's, if it can; 'cpu', from copies of all frames; "
      "'auto': on the device unless that is a CPU")
      ->default_str(arguments.measure_on);
  add_text(command, "--overlay", arguments.overlay, parse_overlay, "VIEWS",
           "draw over the program's window: histogram, naive, zebra, nits, waveform or all, with commas between");
  arguments::add_ranged(command, "--overlay-scale", arguments.overlay_scale, {1.0, 8.0},
                        "size of the overlay's text: 13 texels times this");
  const auto read_profile = [](const std::string& text) { flashes::parse_profile(text, "--profile", false); };
  add_text(command, "--profile", arguments.profile, read_profile, "NAME", "of --flashes: strict, wcag or bt1702")
      ->default_str(arguments.profile);
  arguments::add_ranged(command, "--fps", arguments.fps, {0.001, 100000.0},
                        "frames per second of --meter and --flashes; with --step-ms the clock's");
  const auto read_encoding = [](const std::string& text) { flashes::parse_encoding(text, "--encoding"); };
  add_text(command, "--encoding", arguments.encoding, read_encoding, "NAME",
           "what the codes are for --meter, --flashes and --overlay: " + flashes::encoding_words() +
               "; default: as the window's colour space says");
  arguments::add_ranged(command, "--white-cd-m2", arguments.white_cd_m2, {1.0, 10000.0},
                        "luminance of SDR's white on the display, cd/m^2");
  command.add_flag("--twice", arguments.runs_twice, "run it again and say from which frame on the runs differ");
  command.add_flag("--no-audio", arguments.is_silent, "with drivers of audio that play nothing");
  command.add_flag("--keep-layers", arguments.keeps_layers,
                   "keep implicit Vulkan layers, such as overlays, which --frames turns off");
  command.add_flag("--json", arguments.json,
                   "print one line of JSON: windows, formats, frames, devices; the program's output goes to stderr");
}

}  // namespace

arguments::Command add_run(CLI::App& app) {
  auto* command = arguments::add_command(app, "run", "take frames of any Vulkan program's window",
                                         "[OPTIONS] -- PROGRAM [ARGUMENTS]");
  auto arguments = std::make_shared<Arguments>();
  add_options(*command, *arguments);
  command->footer(
      "Exit codes: 0 all that was asked for is written; 1 flashes are worse than --max-verdict, or a frame differs\n"
      "between the runs of --twice; 4 usage, output, or a program that ends, crashes or takes too long before its "
      "last\n"
      "frame, or whose window can't be read; 5 device error. With nothing asked for, the program's own.\n"
      "Example: photopic run --frames 60,120 --xvfb 1280x720 -o 'shot.####.png' -- vkcube");
  return {command, [=] { return run(*arguments); }};
}

}  // namespace cli
