// SPDX-License-Identifier: MIT
// Commands of the program photopic: develop, meter, adapt, sequence, pan, lut, compare, regress, accept, serve, run,
// flashes, gpgpu, devices, doctor, completion.
#include "photopic/program.h"

#include <photopic/post_process.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>

#include "arguments/command_line.h"
#include "arguments/completion.h"
#include "arguments/device_options.h"
#include "arguments/errors.h"
#include "arguments/program.h"
#include "arguments/shard.h"
#include "arguments/version.h"
#include "flashes/light.h"
#include "photopic/compare/command.h"
#include "photopic/doctor/command.h"
#include "photopic/flashes/command.h"
#include "photopic/gpgpu/command.h"
#include "photopic/options.h"
#include "photopic/regress/accept.h"
#include "photopic/regress/command.h"
#include "photopic/regress/serve.h"
#include "photopic/run/command.h"
#include "session/options/memory_option.h"
#include "session/options/reading_options.h"
#include "session/options/settings_options.h"
#include "session/settings/settings_file.h"

namespace {

void add_animation_options(CLI::App& command, session::AnimationOptions& options) {
  arguments::add_value(command, "-o,--output", options.output_folder, "DIR",
                       "folder for the frames, contact sheet, table and plot; it is made if it is missing");
  arguments::add_ranged(command, "--fps", options.fps, {0.001, 100000.0}, "frames per second");
  arguments::add_ranged(command, "--sheet-frames", options.sheet_frames, {1.0, 400.0}, "frames on the contact sheet");
  session::add_memory_option(command);
  arguments::add_device_options(command, options.device);
}

template <class Options>
void add_frame_range(CLI::App& command, Options& options) {
  arguments::add_number(command, "--first", options.first, arguments::kNotNegative,
                        "first frame number; default: the lowest");
  arguments::add_number(command, "--last", options.last, arguments::kNotNegative,
                        "last frame number; default: the highest");
}

template <class Shard>
CLI::Option* add_shard(CLI::App& command, Shard& shard, const std::string& needs) {
  const auto take = [&shard](const std::string& text) { shard = arguments::shard_option(text); };
  return arguments::add_value(command, "--shard", take, "INDEX/COUNT",
                              "only every COUNT-th frame, starting at the INDEX-th; auto: from the variables "
                              "of Slurm, GitLab, CircleCI or Buildkite; needs " +
                                  needs);
}

/// A missing file is asked for by name: CLI11's own ->required() would also refuse --print-settings alone.
template <class Value>
void require_given(const Value& value, const CLI::App& command, const char* name) {
  if (!value.empty()) return;
  throw arguments::UsageError(std::string(name) + " is missing; see 'photopic " + command.get_name() + " --help'");
}

/// A command that runs with the settings in force and the files that they are from, or prints the settings if that was
/// asked for. `device`: of the options that `run` keeps.
template <class Run>
arguments::Command with_settings(
    CLI::App* command, session::Purpose purpose, const arguments::DeviceOptions& device, Run run,
    std::shared_ptr<session::SettingsOptions> options = std::make_shared<session::SettingsOptions>()) {
  // The settings are added when the command is the one that runs: CLI11 compares the names of some two hundred options
  // with each other, which for all commands takes a program longer than everything else at its start.
  const auto add_settings = [=] { options->add_to(*command, purpose); };
  command->preparse_callback([=](std::size_t) { add_settings(); });
  const auto run_with = [options, &device, run] {
    const session::Settings settings = options->settings(device.backend != arguments::Backend::es2);
    if (options->is_print()) {
      std::fputs(session::settings_json(settings).c_str(), stdout);
      return arguments::kExitOk;
    }
    files::OutputGuard inputs;
    inputs.add_input(options->file());
    inputs.add_input(options->cdl_file());
    session::add_inputs(inputs, settings);
    return run(settings, inputs);
  };
  return {command, run_with, add_settings};
}

arguments::Command add_develop(CLI::App& app) {
  auto* command =
      arguments::add_command(app, "develop", "meter, expose and tone map one picture", "IN -o OUT [OPTIONS]");
  auto options = std::make_shared<cli::DevelopOptions>();
  arguments::add_value(
      *command, "IN", options->input, "",
      "OpenEXR, Radiance HDR, PNG, JPEG, TIFF, WebP, AVIF, JPEG XL, BMP or TGA; converted to scene-linear");
  arguments::add_value(*command, "-o,--output", options->output, "OUT",
                       ".png, .avif or .jxl (sRGB, or in --encoding), or .exr (half float, display-linear)");
  command->add_flag("--gain-map", options->has_gain_map,
                    "write a .jpg with a gain map: SDR everywhere, up to --peak-nits on displays that read gain maps");
  command->add_flag("--timings", options->print_timings, "print GPU times to stderr");
  session::add_reading_options(*command, options->reading);
  session::add_memory_option(*command);
  arguments::add_device_options(*command, options->device, arguments::Backends::with_es2);
  command->footer("Example: photopic develop room.exr -o room.png --tone-mapper pbr-neutral --compensation-ev 0.5");
  return with_settings(command, session::Purpose::show, options->device, [=](const auto& in_force, const auto& inputs) {
    require_given(options->input, *command, "IN");
    require_given(options->output, *command, "-o OUT");
    return cli::develop(*options, in_force, inputs);
  });
}

/// Options of meter that are of measurements alone.
void refuse_without_measurements(const CLI::App& command) {
  for (const char* const option : {"--shard", "--first", "--last"}) {
    if (command.count(option) != 0) {
      throw arguments::UsageError(std::string(option) + " needs --measurements, which takes the frames of a shot");
    }
  }
}

/// Options that are of --content-light alone.
void refuse_without_content_light(const CLI::App& command, const cli::MeterOptions& options) {
  for (const char* const option : {"--encoding", "--white-cd-m2"}) {
    if (!options.content_light && command.count(option) != 0) {
      throw arguments::UsageError(std::string(option) + " needs --content-light");
    }
  }
}

int run_meter(const CLI::App& command, const cli::MeterOptions& options, cli::MeasureOptions shot,
              const session::Settings& settings, const files::OutputGuard& inputs) {
  require_given(options.inputs, command, "IN");
  for (const auto& file : options.inputs) require_given(file, command, "the name of an IN");
  refuse_without_content_light(command, options);
  if (command.count("--measurements") == 0) {
    refuse_without_measurements(command);
    return cli::meter(options, settings);
  }
  require_given(shot.output, command, "the name of --measurements");
  if (options.json || options.compare || options.content_light) {
    throw arguments::UsageError("--measurements doesn't go with --json, --compare and --content-light");
  }
  if (options.device.backend == arguments::Backend::es2) {
    throw arguments::UsageError("--measurements: --backend es2 has no such numbers");
  }
  if (options.inputs.size() != 1) {
    throw arguments::UsageError("--measurements takes one IN, a pattern such as 'shot.####.exr' (quote it)");
  }
  shot.pattern = options.inputs.front().string();
  shot.reading = options.reading;
  shot.device = options.device;
  return cli::measure(shot, settings, inputs);
}

arguments::Command add_meter(CLI::App& app) {
  auto* command = arguments::add_command(app, "meter", "print mean log2 luminance, EV100 and exposure of pictures",
                                         "IN... | PATTERN --measurements FILE [OPTIONS]");
  auto options = std::make_shared<cli::MeterOptions>();
  auto shot = std::make_shared<cli::MeasureOptions>();
  auto settings = std::make_shared<session::SettingsOptions>();
  arguments::add_value(
      *command, "IN", options->inputs, "",
      "OpenEXR, Radiance HDR, PNG, JPEG, TIFF, WebP, AVIF, JPEG XL, BMP or TGA; converted to scene-linear");
  command->add_flag("--json", options->json, "print an array with one object per picture");
  command->add_flag("--compare", options->compare, "also print other ways of averaging, each with its error in stops");
  command->add_flag("--content-light", options->content_light,
                    "also print the light of finished pictures as a display shows it: MaxCLL, MaxFALL, luminances, "
                    "shares beyond BT.709 and Display P3");
  const auto read_encoding = [](const std::string& text) { flashes::parse_encoding(text, "--encoding"); };
  arguments::add_text(*command, "--encoding", options->encoding, read_encoding, "NAME",
                      "--content-light: encoding of the pictures: " + flashes::encoding_words() +
                          "; default: cICP or whiteLuminance of the file, else srgb for codes; other floats have none");
  arguments::add_ranged(*command, "--white-cd-m2", options->white_cd_m2, {1.0, 10000.0},
                        "--content-light: luminance of SDR's white on the display, cd/m^2");
  const auto take_measurements = [=](const std::string& file) {
    shot->output = file;
    settings->start_as_shown();
  };
  arguments::add_value(*command, "--measurements", take_measurements, "FILE",
                       "write measurements for 'photopic adapt'; IN is a pattern with # for each digit; "
                       "starts from the settings of 'photopic sequence'");
  add_frame_range(*command, *shot);
  add_shard(*command, shot->shard, "--measurements");
  session::add_reading_options(*command, options->reading);
  session::add_memory_option(*command);
  arguments::add_device_options(*command, options->device, arguments::Backends::with_es2);
  command->footer(
      "The mean is over log2 of BT.709 luminance; NaN, infinite and negative texels are left out and counted.\n"
      "Example: photopic meter --compare room.exr; photopic meter 'shot.####.exr' --measurements m.jsonl --shard 1/8");
  return with_settings(
      command, session::Purpose::measure, options->device,
      [=](const auto& in_force, const auto& inputs) { return run_meter(*command, *options, *shot, in_force, inputs); },
      settings);
}

arguments::Command add_adapt(CLI::App& app) {
  auto* command = arguments::add_command(
      app, "adapt", "compute the exposures of a shot from its measurements, for 'photopic sequence --exposure'",
      "MEASUREMENTS... -o FILE [OPTIONS]");
  auto options = std::make_shared<cli::AdaptOptions>();
  arguments::add_value(*command, "MEASUREMENTS", options->inputs, "",
                       "files of 'photopic meter --measurements', from all shards");
  arguments::add_value(*command, "-o,--output", options->output, "FILE",
                       "file with one line of JSON per frame: its exposure state");
  arguments::add_ranged(*command, "--fps", options->fps, {0.001, 100000.0}, "frames per second");
  command->add_flag("--timings", options->print_timings, "print the GPU time of the adaptation to stderr");
  arguments::add_device_options(*command, options->device);
  command->footer(
      "Give 'photopic adapt' and 'photopic sequence' the same options, for example by one --settings FILE.\n"
      "Example: photopic adapt m.*.jsonl -o exposure.jsonl --fps 25 --settings look.json");
  return with_settings(command, session::Purpose::show, options->device, [=](const auto& in_force, const auto& inputs) {
    require_given(options->inputs, *command, "MEASUREMENTS");
    require_given(options->output, *command, "-o FILE");
    return cli::adapt(*options, in_force, inputs);
  });
}

arguments::Command add_sequence(CLI::App& app) {
  auto* command = arguments::add_command(app, "sequence", "develop the frames of a shot, with adaptation over time",
                                         "PATTERN -o DIR [OPTIONS]");
  auto options = std::make_shared<cli::SequenceOptions>();
  arguments::add_value(*command, "PATTERN", options->pattern, "",
                       "frame files, # for each digit: 'shot.####.exr' (quote it)");
  add_frame_range(*command, *options);
  arguments::add_value(
      *command, "--exposure", options->exposure, "FILE",
      "exposures of 'photopic adapt'; the command meters nothing, so frames are independent of each other");
  add_shard(*command, options->shard, "--exposure; writes only frames");
  session::add_reading_options(*command, options->reading);
  add_animation_options(*command, options->animation);
  command->footer(
      "Example: photopic sequence 'shot.####.exr' -o out --fps 25 --to-dark-ev-per-s 0.5;\n"
      "photopic sequence 'shot.####.exr' -o out --exposure exposure.jsonl --shard 1/8");
  return with_settings(command, session::Purpose::show, options->animation.device,
                       [=](const auto& in_force, const auto& inputs) {
                         require_given(options->pattern, *command, "PATTERN");
                         require_given(options->animation.output_folder, *command, "-o DIR");
                         if (command->count("--exposure") != 0) {
                           require_given(options->exposure, *command, "the name of --exposure");
                         }
                         return cli::sequence(*options, in_force, inputs);
                       });
}

arguments::Command add_pan(CLI::App& app) {
  auto* command = arguments::add_command(app, "pan", "turn a camera in a panorama, with adaptation over time",
                                         "PANORAMA -o DIR [OPTIONS]");
  auto options = std::make_shared<cli::PanOptions>();
  arguments::add_value(*command, "PANORAMA", options->panorama, "", "equirectangular picture");
  const auto take_size = [=](const std::string& text) {
    const VkExtent2D size = arguments::parse_size(text, "--size");
    options->width = size.width;
    options->height = size.height;
  };
  arguments::add_value(*command, "--size", take_size, "WIDTHxHEIGHT", "frame size")->default_str("960x540");
  arguments::add_ranged(*command, "--duration-s", options->duration_s, {0.001, 100000.0}, "duration, seconds");
  arguments::add_ranged(*command, "--frames", options->frames, {1.0, double(cli::kMaxPanFrames)},
                        "number of frames, instead of --duration-s");
  arguments::add_ranged(*command, "--fov-deg", options->fov_deg, {1.0, 170.0}, "horizontal field of view, degrees");
  constexpr arguments::Range kYaw = {-36000.0, 36000.0};
  arguments::add_ranged(*command, "--yaw-from-deg", options->yaw_from_deg, kYaw,
                        "direction at the start, degrees to the right of the panorama's centre");
  arguments::add_ranged(*command, "--yaw-to-deg", options->yaw_to_deg, kYaw, "direction at the end, degrees");
  arguments::add_ranged(*command, "--pitch-deg", options->pitch_deg, {-90.0, 90.0}, "direction, degrees upwards");
  command->add_flag("--exr", options->write_exr, "also write the HDR frames, as OpenEXR");
  session::add_reading_options(*command, options->reading);
  add_animation_options(*command, options->animation);
  command->footer("Example: photopic pan street.exr -o out --size 1280x720 --duration-s 12");
  return with_settings(command, session::Purpose::show, options->animation.device,
                       [=](const auto& in_force, const auto& inputs) {
                         require_given(options->panorama, *command, "PANORAMA");
                         require_given(options->animation.output_folder, *command, "-o DIR");
                         return cli::pan(*options, in_force, inputs);
                       });
}

arguments::Command add_lut(CLI::App& app) {
  auto* command = arguments::add_command(app, "lut", "write a look as a lookup table", "-o OUT.cube [OPTIONS]");
  auto options = std::make_shared<cli::LutOptions>();
  arguments::add_value(*command, "-o,--output", options->output, "OUT",
                       ".cube file; input: exposed linear colour in --space, output: --encoding");
  arguments::add_ranged(*command, "--size", options->size, {2.0, double(looks::kMaxCubeSize)}, "nodes per side");
  const auto take_space = [=](const std::string& text) { options->space = session::parse_lut_space(text, "--space"); };
  arguments::add_value(*command, "--space", take_space, "CURVE,PRIMARIES",
                       "input of the table: curve (linear, acescct, logc3, linlog-sdr, linlog-hdr) and primaries")
      ->default_str("linlog-sdr,bt709; for HDR linlog-hdr,bt709");
  arguments::add_value(*command, "--ocio-config", options->ocio.config, "FILE",
                       "OpenColorIO config; the table is one of its views, whose output is --encoding");
  arguments::add_value(*command, "--ocio-display", options->ocio.display, "NAME",
                       "display of the config; default: its first");
  arguments::add_value(*command, "--ocio-view", options->ocio.view, "NAME", "view of the display; default: its first");
  arguments::add_value(*command, "--ocio-space", options->ocio.space, "NAME",
                       "linear colour space or role of the config, with the primaries of --space")
      ->capture_default_str();
  arguments::add_device_options(*command, options->device, arguments::Backends::vulkan);
  command->footer(
      "Example: photopic lut --tone-mapper aces2 --encoding hdr10 --peak-nits 1000 -o look.cube;\n"
      "then photopic develop room.exr -o room.png --tone-mapper custom --tone-mapper-lut look.cube --encoding hdr10");
  return with_settings(command, session::Purpose::look, options->device, [=](const auto& in_force, const auto& inputs) {
    require_given(options->output, *command, "-o OUT.cube");
    return cli::lut(*options, in_force, inputs);
  });
}

/// Hidden: packages install what it prints.
CLI::App* add_completion(CLI::App& app, std::string& shell) {
  auto* command = arguments::add_command(app, "completion", "print the completion of a shell", "bash|zsh|fish");
  arguments::add_value(*command, "SHELL", shell, "", "bash, zsh or fish");
  command->group("");
  return command;
}

int run(int argc, char** argv) {
  CLI::App app("HDR eye adaptation and tone mapping. The meter counts every pixel.", "photopic");
  app.require_subcommand(1);
  app.formatter(std::make_shared<arguments::HelpFormatter>("photopic COMMAND [ARGUMENTS]"));
  app.set_version_flag("--version", "photopic " + arguments::version(), "print the version and exit");
  app.footer(
      "Example: photopic develop room.exr -o room.png\n"
      "Exit codes: 0 done; 1 to 3 pictures differ, 1 flashes fail; 4 input, output or usage; 5 no Vulkan device, or a "
      "device error.\n"
      "Help of a command: photopic COMMAND --help");
  const arguments::Command commands[] = {add_develop(app),
                                         add_meter(app),
                                         add_adapt(app),
                                         add_sequence(app),
                                         add_pan(app),
                                         compare::add_compare(app),
                                         regress::add_regress(app),
                                         regress::add_accept(app),
                                         regress::add_serve(app),
                                         cli::add_run(app),
                                         flashes::add_flashes(app),
                                         gpgpu::add_gpgpu(app),
                                         add_lut(app),
                                         doctor::add_devices(app),
                                         doctor::add_doctor(app)};
  std::string shell;
  const CLI::App* const completion = add_completion(app, shell);
  if (!arguments::parse(app, argc, argv)) return arguments::kExitOk;
  if (completion->parsed()) {
    require_given(shell, *completion, "SHELL");
    for (const arguments::Command& command : commands) {
      if (command.add_settings) command.add_settings();
    }
    std::fputs(arguments::completion(app, shell).c_str(), stdout);
    return arguments::kExitOk;
  }
  for (const arguments::Command& command : commands) {
    if (command.app->parsed()) return command.run();
  }
  return arguments::kExitInput;
}

}  // namespace

namespace cli {

int run_photopic(int argc, char** argv) {
  return arguments::run_program("photopic", [&] { return run(argc, argv); });
}

}  // namespace cli
