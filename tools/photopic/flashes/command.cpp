// SPDX-License-Identifier: MIT
// Command photopic flashes: options, run and output.
#include "photopic/flashes/command.h"

#include <cstdio>
#include <memory>
#include <optional>

#include "arguments/command_line.h"
#include "arguments/device_options.h"
#include "arguments/errors.h"
#include "arguments/progress.h"
#include "files/output_folder.h"
#include "files/output_guard.h"
#include "flashes/report.h"
#include "json/text.h"
#include "photopic/frame_pattern.h"
#include "session/options/memory_option.h"

namespace flashes {
namespace {

using arguments::UsageError;

constexpr int kExitFails = 1;

struct Arguments {
  arguments::DeviceOptions device;
  std::string pattern;
  std::filesystem::path video;
  std::optional<std::uint64_t> first, last;
  std::optional<double> fps;
  std::string profile = "strict";
  std::string max_verdict = "extended";
  std::string encoding;
  double white_cd_m2 = 200.0;
  std::optional<double> cd_m2_per_unit;
  std::filesystem::path output_folder;
  bool json = false;
};

/// The frames, and the rate that they say.
std::unique_ptr<Source> source_of(const Arguments& arguments, std::optional<Rate>* rate, files::OutputGuard* inputs) {
  if (arguments.pattern.empty() == arguments.video.empty()) {
    throw UsageError(arguments.pattern.empty() ? "PATTERN or --video is missing; see 'photopic flashes --help'"
                                               : "--video: there is a PATTERN, too");
  }
  if (!arguments.video.empty()) {
    if (arguments.first || arguments.last) throw UsageError("--first, --last: of pictures alone, not of --video");
    Rate own;
    std::unique_ptr<Source> source = video_source(arguments.video, &own);
    if (own.numerator > 0.0) *rate = own;
    inputs->add_input(arguments.video);
    return source;
  }
  std::vector<std::filesystem::path> files;
  for (const cli::SequenceFrame& frame : cli::find_frames(arguments.pattern, arguments.first, arguments.last)) {
    files.push_back(frame.file);
    inputs->add_input(frame.file);
  }
  return picture_source(std::move(files));
}

Options options_of(const Arguments& arguments, std::optional<Rate> rate) {
  Options options;
  if (arguments.fps) rate = Rate{*arguments.fps, 1.0};
  if (!rate) {
    throw UsageError(arguments.video.empty()
                         ? "--fps is missing: pictures don't say how fast they are shown"
                         : "--fps is missing: " + arguments.video.string() + " doesn't say how fast it is shown");
  }
  options.rate = *rate;
  options.profile = parse_profile(arguments.profile, "--profile", /*has_iris=*/true);
  if (!arguments.encoding.empty()) options.display.encoding = parse_encoding(arguments.encoding, "--encoding");
  options.display.white_cd_m2 = arguments.white_cd_m2;
  options.display.cd_m2_per_unit = arguments.cd_m2_per_unit.value_or(0.0);
  return options;
}

int run(const Arguments& arguments) {
  files::OutputGuard inputs;
  std::optional<Rate> rate;
  const ReportOf base = {arguments.video.empty() ? std::filesystem::path(arguments.pattern).filename().string()
                                                 : arguments.video.filename().string(),
                         parse_verdict(arguments.max_verdict, "--max-verdict"), "CPU"};
  ReportOf of = base;
  const std::unique_ptr<Source> source = source_of(arguments, &rate, &inputs);
  Options options = options_of(arguments, rate);
  std::optional<engine::Context> context;
  if (arguments.device.is_chosen()) {
    if (options.profile == Profile::iris) {
      throw UsageError("--profile iris: is measured on the CPU alone, without --device, --backend and --validate");
    }
    context.emplace(arguments::context_options(arguments.device));
    options.context = &*context;
    of.device = context->properties().deviceName;
  }
  if (!arguments.output_folder.empty()) {
    for (const std::string& name : report_files()) inputs.check_output(arguments.output_folder / name);
  }
  std::optional<files::OutputFolder> output;
  if (!arguments.output_folder.empty()) output.emplace(arguments.output_folder);
  arguments::Progress progress("frames", source->count());
  const Analysis analysis = analyse(*source, options, [&] { progress.step(); });
  if (output) write_report(analysis, of, arguments.output_folder);
  if (arguments.json) {
    std::printf("%s\n", json::to_text(json_of(analysis, of), 2).c_str());
  } else {
    std::fputs(text_of(analysis, of).c_str(), stdout);
  }
  if (context) arguments::report_validation(context->take_validation_messages(), arguments.device);
  return analysis.verdict > of.max_verdict ? kExitFails : arguments::kExitOk;
}

void add_options(CLI::App& command, Arguments& arguments) {
  arguments::add_value(command, "PATTERN", arguments.pattern, "",
                       "frame files, # for each digit: 'shot.####.png' (quote it)");
  arguments::add_value(
      command, "--video", arguments.video, "FILE",
      "YUV4MPEG2 file instead of frames: 4:2:0, 4:2:2 or 4:4:4, at least 8 bits, limited-range BT.709");
  arguments::add_number(command, "--first", arguments.first, arguments::kNotNegative,
                        "first frame number; default: the lowest");
  arguments::add_number(command, "--last", arguments.last, arguments::kNotNegative,
                        "last frame number; default: the highest");
  arguments::add_ranged(command, "--fps", arguments.fps, {0.001, 100000.0},
                        "frames per second; required for pictures, a video has its own");
  const auto read_profile = [](const std::string& text) { parse_profile(text, "--profile", /*has_iris=*/true); };
  arguments::add_text(
      command, "--profile", arguments.profile, read_profile, "NAME",
      "wcag (WCAG 2.3.1), bt1702 (ITU-R BT.1702-3), strict (fails if either fails), or iris (EA's IRIS, for "
      "migration)")
      ->default_str(arguments.profile);
  const auto read_verdict = [](const std::string& text) { parse_verdict(text, "--max-verdict"); };
  arguments::add_text(command, "--max-verdict", arguments.max_verdict, read_verdict, "VERDICT",
                      "worst verdict that passes: pass, warning, extended or fail")
      ->default_str(arguments.max_verdict);
  const auto read_encoding = [](const std::string& text) { parse_encoding(text, "--encoding"); };
  arguments::add_text(command, "--encoding", arguments.encoding, read_encoding, "NAME",
                      "encoding of the frames: " + encoding_words() +
                          "; default: cICP of the file, else srgb; OpenEXR "
                          "has no default");
  arguments::add_ranged(command, "--peak-cd-m2", arguments.white_cd_m2, {1.0, 10000.0},
                        "luminance of SDR's white on the viewer's screen, cd/m^2");
  arguments::add_ranged(command, "--cd-m2-per-unit", arguments.cd_m2_per_unit, {0.001, 10000.0},
                        "luminance of 1 in linear and scrgb frames, cd/m^2; default: --peak-cd-m2");
  arguments::add_value(command, "-o,--output", arguments.output_folder, "DIR",
                       "folder for flashes.json, flashes.png (transitions over time), risk_map.png (worst frame) and "
                       "junit.xml; it is made if it is missing");
  command.add_flag("--json", arguments.json, "print JSON with every frame instead of text");
}

}  // namespace

arguments::Command add_flashes(CLI::App& app) {
  auto* command = arguments::add_command(app, "flashes", "find flashes that may bring on seizures; no certification",
                                         "PATTERN --fps NUMBER [OPTIONS]");
  auto arguments = std::make_shared<Arguments>();
  add_options(*command, *arguments);
  session::add_memory_option(*command);
  arguments::add_device_options(*command, arguments->device);
  command->footer(
      "Frames are measured on the CPU, unless an option of the device is given.\n"
      "Verdicts: pass; warning, 4 to 6 transitions in a second; extended, these for 4 of 5 s; fail, more than 3 "
      "flashes\n"
      "in a second on too large an area. It is no certification: neither a standard's body nor a clinic has judged "
      "it.\n"
      "Exit codes: 0 no worse than --max-verdict; 1 worse; 4 input, output or usage, such as a gap, one frame, frames\n"
      "of other sizes, no frame rate, NaN; 5 device error.\n"
      "Example: photopic flashes 'shot.####.png' --fps 60 -o out");
  return {command, [=] { return run(*arguments); }};
}

}  // namespace flashes
