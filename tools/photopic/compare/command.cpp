// SPDX-License-Identifier: MIT
// Command photopic compare: options, run and output.
#include "photopic/compare/command.h"

#include <algorithm>
#include <cstdio>
#include <memory>

#include "arguments/command_line.h"
#include "arguments/device_options.h"
#include "arguments/errors.h"
#include "arguments/spread.h"
#include "arguments/version.h"
#include "arguments/words.h"
#include "compare/files.h"
#include "compare/pictures/channels.h"
#include "compare/pictures/mask.h"
#include "compare/rules/scores.h"
#include "files/path.h"
#include "json/document.h"
#include "json/text.h"
#include "photopic/compare/output.h"
#include "photopic/compared_options.h"
#include "session/options/memory_option.h"

namespace compare {
namespace {

using arguments::UsageError;

/// Options as given on the command line, else empty.
struct Arguments {
  arguments::DeviceOptions device;
  std::filesystem::path reference, test;
  std::optional<std::string> metrics;
  bool json = false, quiet = false;
  std::filesystem::path map_folder;
  std::string rules;
  std::optional<double> max_delta, yiq, oklab;
  std::string max_pixels;
  std::optional<double> min_psnr_db, min_ssim, min_ms_ssim, max_flip, max_ciede2000, max_delta_e2000, min_psnr_hvs_db;
  bool report_only = false;
  std::filesystem::path mask;
  std::vector<std::string> ignored;
  std::optional<std::string> channels;
  std::optional<std::string> alpha;
  bool nan_is_equal = false;
  std::uint32_t shift_radius = 0;
  bool ignore_antialiasing = false;
  bool ignore_encoding = false;
  std::optional<float> pixels_per_degree;
  std::optional<std::string> flip_tone_mapper;
  std::string raw;
  std::optional<std::uint64_t> max_frames;
  std::optional<std::string> spread;
};

/// "X,Y,WIDTH,HEIGHT"
Rectangle parse_rectangle(const std::string& text) {
  const std::vector<std::string> parts = arguments::list_items(text);
  if (parts.size() != 4) throw UsageError("--ignore: '" + text + "' is not X,Y,WIDTH,HEIGHT");
  const auto number = [&](std::size_t i) {
    return arguments::parse_number<std::uint32_t>(parts[i], "--ignore: '" + text + "'",
                                                  {0.0, double(image_io::kMaxSide)});
  };
  return {number(0), number(1), number(2), number(3)};
}

/// "1920x1080:420:10", depth and chroma in any order and by default 4:2:0 of 8 bits.
image_io::VideoFormat parse_raw(const std::string& text) {
  const std::vector<std::string> parts = arguments::list_items(text, ':');
  if (parts.size() > 3) throw UsageError("--raw: '" + text + "' is not WIDTHxHEIGHT[:CHROMA][:BITS]");
  const VkExtent2D size = arguments::parse_size(parts[0], "--raw");
  image_io::VideoFormat format;
  format.width = size.width;
  format.height = size.height;
  for (std::size_t i = 1; i < parts.size(); ++i) {
    if (parts[i] == "420") {
      format.chroma = image_io::VideoFormat::Chroma::c420;
    } else if (parts[i] == "422") {
      format.chroma = image_io::VideoFormat::Chroma::c422;
    } else if (parts[i] == "444") {
      format.chroma = image_io::VideoFormat::Chroma::c444;
    } else if (parts[i] == "411") {
      format.chroma = image_io::VideoFormat::Chroma::c411;
    } else if (parts[i] == "mono") {
      format.chroma = image_io::VideoFormat::Chroma::none;
    } else {
      format.bits =
          arguments::parse_number<std::uint32_t>(parts[i], "--raw: 420, 411, 422, 444, mono, or bits", {8.0, 16.0});
    }
  }
  return format;
}

photopic::FlipToneMapper parse_flip_tone_mapper(const std::string& name) {
  constexpr const char* kNames[] = {"aces", "hable", "reinhard"};
  return photopic::FlipToneMapper(arguments::word_index(kNames, name, "--flip-tone-mapper"));
}

/// What `parse` makes of an option's value; what is wrong with it begins with the option's name.
template <class Parsed>
Parsed of_option(const char* option, Parsed (*parse)(const std::string&), const std::string& value) {
  try {
    return parse(value);
  } catch (const UsageError& error) {
    throw UsageError(std::string(option) + ": " + error.what());
  }
}

Rule parse_rules(const std::string& text) {
  try {
    return parse_rule(text);
  } catch (const json::Error& error) {
    throw UsageError(std::string("--rules: ") + error.what());
  }
}

/// "100", or "0.5%": how many pixels.
struct PixelCount {
  double pixels = 0.0;
  bool is_percent = false;
};
PixelCount parse_pixels(const std::string& text) {
  if (!text.ends_with('%')) {
    const auto pixels =
        arguments::parse_number<std::uint64_t>(text.empty() ? "0" : text, "--max-pixels", arguments::kNotNegative);
    return {double(pixels), false};
  }
  const std::string number = text.substr(0, text.size() - 1);
  return {arguments::parse_number<double>(number, "--max-pixels", {0.0, 100.0}), true};
}

/// All limits that were given.
std::vector<Rule> limits_of(const Arguments& arguments) {
  std::vector<Rule> limits;
  if (!arguments.rules.empty()) limits.push_back(parse_rules(arguments.rules));
  const PixelCount count = parse_pixels(arguments.max_pixels);
  if (arguments.max_delta || (!arguments.max_pixels.empty() && !arguments.yiq && !arguments.oklab)) {
    const char* const score = count.is_percent ? "pixels_above_percent" : "pixels_above";
    limits.push_back({ScoreBound{score, false, count.pixels}});
  }
  const auto perceived = [&](PixelDistance::Kind kind, const std::optional<double>& threshold) {
    if (threshold) limits.push_back({PixelBound{{kind, *threshold, false}, count.pixels, count.is_percent}});
  };
  perceived(PixelDistance::Kind::yiq, arguments.yiq);
  perceived(PixelDistance::Kind::oklab, arguments.oklab);
  const auto bound = [&](const std::optional<double>& limit, const char* score, bool is_lower) {
    if (limit) limits.push_back({ScoreBound{score, is_lower, *limit}});
  };
  bound(arguments.min_psnr_db, "psnr_rgb", true);
  bound(arguments.min_ssim, "float_ssim_scale1", true);
  bound(arguments.min_ms_ssim, "float_ms_ssim", true);
  bound(arguments.max_flip, "flip_mean", false);
  bound(arguments.max_ciede2000, "ciede2000_mean_de", false);
  bound(arguments.max_delta_e2000, "delta_e2000_mean", false);
  bound(arguments.min_psnr_hvs_db, "psnr_hvs", true);
  return limits;
}

/// They must all hold; without any, no pixel may differ.
Rule rule_of(const std::vector<Rule>& limits) {
  if (limits.empty()) return {ScoreBound{"pixels_differing", false, 0.0}};
  return limits.size() == 1 ? limits.front() : Rule{RuleGroup{false, limits}};
}

struct MetricChoice {
  std::uint32_t required = 0;  ///< pictures that can't have one are an error
  std::uint32_t wanted = 0;    ///< left out where pictures can't have it
};

/// What was named, or else what other options are about. Limits need theirs in any case.
MetricChoice chosen_metrics(const Arguments& arguments) {
  if (arguments.metrics == "all" || (!arguments.metrics && arguments.report_only)) {
    return {0, photopic::kAllMetrics};
  }
  MetricChoice choice;
  if (arguments.metrics) choice.required = metrics_of(*arguments.metrics, "--metrics");
  if (!arguments.map_folder.empty() && !arguments.metrics) choice.wanted |= metrics_with_maps();
  if (arguments.pixels_per_degree || arguments.flip_tone_mapper) choice.wanted |= photopic::kMetricFlip;
  return choice;
}

FileOptions file_options(const Arguments& arguments) {
  const std::vector<Rule> limits = limits_of(arguments);
  if (arguments.report_only && !limits.empty())
    throw UsageError("--report-only: there are limits, which it would ignore");
  FileOptions options;
  options.rule = arguments.ignore_antialiasing ? without_antialiasing(rule_of(limits)) : rule_of(limits);
  options.has_rule = !arguments.report_only;
  const MetricChoice choice = chosen_metrics(arguments);
  options.compare.required = choice.required;
  options.compare.metrics = choice.wanted | choice.required | metrics_for(options.rule);
  options.compare.cluster_delta = cluster_delta_of(options.rule).value_or(0);
  if (arguments.max_delta) options.compare.max_delta = *arguments.max_delta;
  options.compare.settings.shift_radius = arguments.shift_radius;
  options.compare.settings.ignores_antialiasing = arguments.ignore_antialiasing;
  if (arguments.pixels_per_degree) options.compare.settings.pixels_per_degree = *arguments.pixels_per_degree;
  if (arguments.flip_tone_mapper) {
    options.compare.settings.flip_tone_mapper = parse_flip_tone_mapper(*arguments.flip_tone_mapper);
  }
  options.map_folder = arguments.map_folder;
  if (!options.map_folder.empty()) options.compare.maps = photopic::kAllMaps;
  if (arguments.channels) options.channels = of_option("--channels", parse_channels, *arguments.channels);
  if (arguments.alpha) options.alpha = of_option("--alpha", parse_alpha, *arguments.alpha);
  if (arguments.channels && arguments.alpha) throw UsageError("--alpha: with --channels, alpha is a channel, A, there");
  options.nan_is_equal = arguments.nan_is_equal;
  options.ignores_encoding = arguments.ignore_encoding;
  options.mask = arguments.mask;
  for (const std::string& rectangle : arguments.ignored) options.ignored.push_back(parse_rectangle(rectangle));
  if (!arguments.raw.empty()) options.raw_format = parse_raw(arguments.raw);
  options.max_frames = arguments.max_frames;
  return options;
}

/// Maps there would be pictures without counterparts the next time.
void refuse_maps_within(const std::filesystem::path& inputs, const std::filesystem::path& maps) {
  if (maps.empty() || !std::filesystem::is_directory(inputs)) return;
  if (!files::is_within(maps, inputs)) return;
  throw UsageError("--maps: " + maps.string() + " is within " + inputs.string() +
                   ", where its pictures would be compared the next time");
}

class Output {
 public:
  Output(bool is_json, bool is_quiet) : is_json_(is_json), is_quiet_(is_quiet) {}

  Outcome worst() const { return worst_; }

  void add(const Row& row) {
    worst_ = std::max(worst_, row.outcome);
    if (is_problem(row.outcome)) arguments::print_error("photopic", row.name + ": " + row.message);
    if (is_json_) {
      rows_.push_back(json_of(row));
      return;
    }
    if (is_quiet_ && row.outcome == Outcome::pass) return;
    std::fputs(text_of(row).c_str(), stdout);
    std::fflush(stdout);
  }

  /// After the last row.
  void finish(const std::string& device) const {
    if (!is_json_) return;
    const json::Json json = {{"schema", "photopic-compare"},     {"version", 1},
                             {"photopic", arguments::version()}, {"device", device},
                             {"outcome", name_of(worst_)},       {"pairs", rows_}};
    std::printf("%s\n", json::to_text(json, 2).c_str());
  }

 private:
  bool is_json_, is_quiet_;
  Outcome worst_ = Outcome::pass;
  json::Json rows_ = json::Json::array();
};

/// Contexts of the devices, opened when their comparers need them.
class Devices {
 public:
  explicit Devices(const Arguments& arguments) {
    std::vector<arguments::DeviceOptions> options = {arguments.device};
    if (arguments.spread) {
      options.clear();
      for (const std::string& device : arguments::spread_devices(*arguments.spread, arguments.device)) {
        options.push_back(arguments.device);
        options.back().device = device;
      }
    }
    contexts_.resize(options.size());
    for (std::size_t i = 0; i < options.size(); ++i) {
      comparers_.emplace_back([this, i, one = options[i]]() -> engine::Context& { return open(i, one); });
    }
  }

  /// Of one worker each. Of several the devices must be open: what opens them isn't for threads.
  std::span<Comparer> comparers() { return comparers_; }
  /// All that there are.
  void open() {
    for (Comparer& comparer : comparers_) comparer.require_device();
    for (const std::unique_ptr<engine::Context>& context : contexts_) {
      arguments::check_alike(arguments::kind_of(*contexts_.front()), arguments::kind_of(*context));
    }
  }
  /// "CPU" where none was needed.
  std::string name() const { return contexts_.front() != nullptr ? contexts_.front()->properties().deviceName : "CPU"; }
  std::vector<std::string> take_validation_messages() {
    std::vector<std::string> all;
    for (const std::unique_ptr<engine::Context>& context : contexts_) {
      if (context == nullptr) continue;
      const std::vector<std::string> messages = context->take_validation_messages();
      all.insert(all.end(), messages.begin(), messages.end());
    }
    return all;
  }

 private:
  engine::Context& open(std::size_t i, const arguments::DeviceOptions& options) {
    contexts_[i] = std::make_unique<engine::Context>(arguments::context_options(options));
    return *contexts_[i];
  }

  std::vector<std::unique_ptr<engine::Context>> contexts_;  ///< they outlive comparers; null: not open
  std::vector<Comparer> comparers_;
};

int run(const Arguments& arguments) {
  if (arguments.json && arguments.quiet) throw UsageError("--quiet doesn't go with --json, which has all pairs");
  const FileOptions options = file_options(arguments);
  const std::vector<FilePair> pairs = pair_files(arguments.reference, arguments.test);
  refuse_maps_within(arguments.reference, arguments.map_folder);
  refuse_maps_within(arguments.test, arguments.map_folder);
  check_maps(pairs, options);
  if (!options.mask.empty()) check_mask(options.mask);  // once, not for each pair
  Devices devices(arguments);
  if (arguments.device.is_chosen() || arguments.spread || needs_device(options.compare)) devices.open();
  Output output(arguments.json, arguments.quiet);
  compare_files(devices.comparers(), pairs, options, [&](const Row& row) { output.add(row); });
  output.finish(devices.name());
  arguments::report_validation(devices.take_validation_messages(), arguments.device);
  return static_cast<int>(output.worst());
}

// ---- options ----

void add_limits(CLI::App& command, Arguments& arguments) {
  using arguments::add_number;
  add_number(
      command, "--max-delta", arguments.max_delta, arguments::kNotNegative,
      "largest error of a channel that counts as equal, in codes of 8 bits, with fractions, also of deeper pictures "
      "(floats: values); default 0");
  arguments::add_ranged(
      command, "--yiq", arguments.yiq, {0.0, 1.0},
      "largest YIQ distance that counts as equal, as the threshold of odiff and of pixelmatch up to 7; "
      "with --ignore-antialiasing, pixels of anti-aliased edges are equal, too");
  arguments::add_ranged(command, "--oklab", arguments.oklab, {0.0, 1.0},
                        "largest OKLab distance that counts as equal, as the threshold of pixelmatch 8");
  arguments::add_value(command, "--max-pixels", arguments.max_pixels, "NUMBER|PERCENT%",
                       "number of pixels that may exceed --max-delta, --yiq or --oklab; default 0");
  add_number(command, "--min-psnr", arguments.min_psnr_db, arguments::kFinite, "smallest PSNR of all channels, dB");
  add_number(command, "--min-ssim", arguments.min_ssim, {-1.0, 1.0}, "smallest SSIM at full resolution");
  add_number(command, "--min-ms-ssim", arguments.min_ms_ssim, {-1.0, 1.0}, "smallest MS-SSIM, of five scales");
  add_number(command, "--max-flip", arguments.max_flip, {0.0, 1.0}, "largest mean FLIP, or HDR-FLIP");
  add_number(command, "--max-ciede2000", arguments.max_ciede2000, arguments::kNotNegative,
             "largest mean dE00 with the factors of libvmaf: kL 0.65, kC 1, kH 4");
  add_number(command, "--max-delta-e2000", arguments.max_delta_e2000, arguments::kNotNegative,
             "largest mean dE00 with the factors of CIE, kL = kC = kH = 1; about 1 is just noticeable");
  add_number(command, "--min-psnr-hvs", arguments.min_psnr_hvs_db, arguments::kFinite, "smallest PSNR-HVS-M, dB");
  arguments::add_value(command, "--rules", arguments.rules, "NAME|JSON",
                       "exact, backend, driver, or a rule of a suite as JSON");
  command.add_flag("--report-only", arguments.report_only, "print the numbers; exit code 0 also if pictures differ");
}

void add_inputs(CLI::App& command, Arguments& arguments) {
  arguments::add_value(command, "REFERENCE", arguments.reference, "", "picture, Y4M, raw YUV, or a folder");
  arguments::add_value(command, "TEST", arguments.test, "", "the same kind; files of folders are matched by name");
  cli::add_compared_options(command, arguments.ignore_encoding, arguments.metrics,
                            "default: errors, and metrics that limits and --maps need; with --report-only all");
  command.add_flag("--json", arguments.json, "print JSON instead of text");
  command.add_flag("-q,--quiet", arguments.quiet, "print only pairs that don't pass");
  arguments::add_value(command, "--maps", arguments.map_folder, "DIR",
                       "folder for error maps, PNG; it is made if it is missing");
  arguments::add_value(command, "--mask", arguments.mask, "FILE", cli::kMaskHelp);
  arguments::add_value(command, "--ignore", arguments.ignored, "X,Y,WIDTH,HEIGHT",
                       "rectangle to leave out; may be given several times")
      ->allow_extra_args(false);
  arguments::add_value(command, "--alpha", arguments.alpha, "HOW", cli::kAlphaHelp);
  arguments::add_value(command, "--channels", arguments.channels, "LIST", cli::kChannelsHelp);
  command.add_flag("--nan-equal", arguments.nan_is_equal, cli::kNanEqualHelp);
  arguments::add_ranged(
      command, "--shift-radius", arguments.shift_radius, {0.0, 4.0},
      "compare each pixel with the most similar one within this radius, pixels; only errors, their tiles and "
      "clusters");
  command.add_flag("--ignore-antialiasing", arguments.ignore_antialiasing,
                   "pixels of anti-aliased edges are equal; only errors, tiles and clusters of RGB codes");
  arguments::add_ranged(command, "--ppd", arguments.pixels_per_degree, {4.0, 110.0},
                        "FLIP: pixels per degree; default 67: 3840 pixels on a display 0.7 m wide, 0.7 m away");
  arguments::add_text(command, "--flip-tone-mapper", arguments.flip_tone_mapper, parse_flip_tone_mapper, "NAME",
                      "HDR-FLIP: aces (default), hable, reinhard");
  arguments::add_value(command, "--raw", arguments.raw, "WIDTHxHEIGHT[:CHROMA][:BITS]",
                       "format of .yuv files, such as 1920x1080:420:10");
  arguments::add_number(command, "--frames", arguments.max_frames, {1.0, 1e9},
                        "number of frames to compare, of videos; default: all");
}

}  // namespace

arguments::Command add_compare(CLI::App& app) {
  auto* command =
      arguments::add_command(app, "compare", "measure how much pictures or videos differ", "REFERENCE TEST [OPTIONS]");
  auto arguments = std::make_shared<Arguments>();
  add_inputs(*command, *arguments);
  add_limits(*command, *arguments);
  session::add_memory_option(*command, /*is_comparing=*/true);
  arguments::add_device_options(*command, arguments->device);
  arguments::add_spread_option(*command, arguments->spread, "pairs of folders");
  command->footer(
      "Without limits, no pixel may differ. With limits, all of them must hold. The kind of file doesn't count:\n"
      "grey, palette, opaque alpha, and 16 bits of 257 times 8-bit codes are compared by their values.\n"
      "The CPU measures exact errors, if no other metric is needed and no option of the device is given.\n"
      "Exit codes, of the worst pair: 0 pass; 1 differences; 2 a reference is missing or can't be read, or a test is\n"
      "missing; 3 sizes or formats differ; 4 input, output or usage, or encodings differ; 5 device error.\n"
      "Example: photopic compare golden.png shot.png --max-delta 2 --max-pixels 0.1% --min-ssim 0.99 --maps out");
  return {command, [=] {
            if (arguments->reference.empty()) throw UsageError("REFERENCE is missing; see 'photopic compare --help'");
            if (arguments->test.empty()) throw UsageError("TEST is missing; see 'photopic compare --help'");
            return run(*arguments);
          }};
}

}  // namespace compare
