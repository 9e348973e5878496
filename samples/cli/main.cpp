// SPDX-License-Identifier: MIT
// photopic: develop, meter, sequence, pan, devices.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <new>

#include "cli/errors.h"
#include "cli/options.h"
#include "cli/setting_fields.h"
#include "cli/settings_file.h"
#include "io/image_file.h"

namespace {

using cli::SettingField;

/// The settings options of a command: a file, and one option for each setting that wins over it.
class SettingsOptions {
 public:
  void add_to(CLI::App& command, bool with_tone_map) {
    command.add_option("--settings", file_, "JSON file with settings; options win over it")->type_name("FILE");
    command.add_flag("--print-settings", print_, "write the settings in force as JSON to stdout, and do nothing else");
    for (const SettingField& field : cli::setting_fields()) {
      if (!with_tone_map && std::string_view(field.group) == "tone_map") continue;
      add_field(command, field);
    }
  }

  bool is_print() const { return print_; }

  photopic::Settings settings() const {
    photopic::Settings settings;
    if (!file_.empty()) cli::load_settings(file_, settings);
    for (const auto& [field, text] : given_) cli::parse_setting(*field, text, settings);
    return settings;
  }

 private:
  void add_field(CLI::App& command, const SettingField& field) {
    photopic::Settings defaults;
    const cli::SettingRef ref = field.ref(defaults);
    std::string type = "NUMBER";
    std::string help = field.help;
    if (std::holds_alternative<bool*>(ref)) type = "true|false";
    if (const cli::Choice* choice = std::get_if<cli::Choice>(&ref)) {
      type = "NAME";
      help += ": ";
      for (const char* word : choice->words) help += (word == choice->words.front() ? "" : ", ") + std::string(word);
    }
    const auto take = [this, &field](const std::string& text) { given_[&field] = text; };
    command.add_option_function<std::string>(cli::option_name(field), take, help)
        ->type_name(type)
        ->default_str(cli::value_text(field, defaults))
        ->group(std::string("Settings: ") + field.group);
  }

  std::filesystem::path file_;
  bool print_ = false;
  std::map<const SettingField*, std::string> given_;
};

void add_device_options(CLI::App& command, cli::DeviceOptions& options) {
  command.add_option("--device", options.device, "index or part of a name, see 'photopic devices'")
      ->type_name("INDEX|NAME");
  command.add_flag("--validate", options.validate,
                   "run with Vulkan validation and synchronization validation; any message is an error");
}

void add_animation_options(CLI::App& command, cli::AnimationOptions& options) {
  command.add_option("-o,--output", options.output_folder, "folder for the frames, contact sheet, table and plot")
      ->type_name("DIR");
  command.add_option("--fps", options.fps, "frames per second")
      ->type_name("NUMBER")
      ->capture_default_str()
      ->check(CLI::Range(0.001, 100000.0));
  command.add_option("--sheet-frames", options.sheet_frames, "frames on the contact sheet")
      ->capture_default_str()
      ->check(CLI::Range(1, 400));
  add_device_options(command, options.device);
}

void parse_size(const std::string& text, cli::PanOptions& options) {
  unsigned width = 0, height = 0;
  int used = 0;
  const bool is_size = std::sscanf(text.c_str(), "%ux%u%n", &width, &height, &used) == 2 &&
                       std::size_t(used) == text.size() && width > 0 && height > 0 && text.find('-') == text.npos;
  if (!is_size) throw cli::UsageError("--size: '" + text + "' is not WIDTHxHEIGHT");
  options.width = width;
  options.height = height;
}

/// A missing file is asked for by name: CLI11's own ->required() would also refuse --print-settings alone.
template <class Value>
void require_given(const Value& value, const char* name) {
  if (value.empty()) throw cli::UsageError(std::string(name) + " is missing; see --help");
}

/// One command: its options, and what runs it.
struct Command {
  CLI::App* app;
  std::function<int()> run;
};

Command add_develop(CLI::App& app) {
  auto* command = app.add_subcommand("develop", "meter, expose and tone map one picture");
  auto options = std::make_shared<cli::DevelopOptions>();
  auto settings = std::make_shared<SettingsOptions>();
  command->add_option("input", options->input, "OpenEXR, Radiance HDR, PNG or JPEG, scene-linear or sRGB")
      ->type_name("IN");
  command->add_option("-o,--output", options->output, ".png (8 bit, sRGB) or .exr (half float, display-linear)")
      ->type_name("OUT");
  command->add_flag("--timings", options->print_timings, "print GPU times to stderr");
  add_device_options(*command, options->device);
  settings->add_to(*command, /*with_tone_map=*/true);
  command->footer("Example: photopic develop room.exr -o room.png --tone-mapper pbr-neutral --compensation-ev 0.5");
  return {command, [=] {
            if (settings->is_print()) {
              std::fputs(cli::settings_json(settings->settings()).c_str(), stdout);
              return cli::kExitOk;
            }
            require_given(options->input, "IN");
            require_given(options->output, "-o OUT");
            return cli::develop(*options, settings->settings());
          }};
}

Command add_meter(CLI::App& app) {
  auto* command = app.add_subcommand("meter", "print mean log2 luminance, EV100 and exposure of pictures");
  auto options = std::make_shared<cli::MeterOptions>();
  auto settings = std::make_shared<SettingsOptions>();
  command->add_option("inputs", options->inputs, "pictures")->type_name("IN...");
  command->add_flag("--json", options->json, "print an array with one object per picture");
  command->add_flag("--compare", options->compare,
                    "add what other ways of averaging give, each with its error in stops");
  add_device_options(*command, options->device);
  settings->add_to(*command, /*with_tone_map=*/false);
  command->footer(
      "The mean is over log2 of BT.709 luminance; NaN, infinite and negative texels are counted and left out.\n"
      "Example: photopic meter --compare room.exr");
  return {command, [=] {
            if (settings->is_print()) {
              std::fputs(cli::settings_json(settings->settings()).c_str(), stdout);
              return cli::kExitOk;
            }
            require_given(options->inputs, "IN");
            return cli::meter(*options, settings->settings());
          }};
}

Command add_sequence(CLI::App& app) {
  auto* command = app.add_subcommand("sequence", "adapt over the frames of a shot");
  auto options = std::make_shared<cli::SequenceOptions>();
  auto settings = std::make_shared<SettingsOptions>();
  command->add_option("pattern", options->pattern, "frame files, # for each digit: 'shot.####.exr' (quote it)")
      ->type_name("PATTERN");
  command->add_option("--first", options->first, "first frame number")->type_name("NUMBER");
  command->add_option("--last", options->last, "last frame number")->type_name("NUMBER");
  add_animation_options(*command, options->animation);
  settings->add_to(*command, /*with_tone_map=*/true);
  command->footer("Example: photopic sequence 'shot.####.exr' -o out --fps 25 --to-dark-ev-per-s 0.5");
  return {command, [=] {
            if (settings->is_print()) {
              std::fputs(cli::settings_json(settings->settings()).c_str(), stdout);
              return cli::kExitOk;
            }
            require_given(options->pattern, "PATTERN");
            require_given(options->animation.output_folder, "-o DIR");
            return cli::sequence(*options, settings->settings());
          }};
}

Command add_pan(CLI::App& app) {
  auto* command = app.add_subcommand("pan", "sweep a virtual camera through a panorama, and adapt");
  auto options = std::make_shared<cli::PanOptions>();
  auto settings = std::make_shared<SettingsOptions>();
  command->add_option("panorama", options->panorama, "equirectangular HDR picture")->type_name("PANORAMA");
  const auto take_size = [=](const std::string& text) { parse_size(text, *options); };
  command->add_option_function<std::string>("--size", take_size, "frame size")
      ->type_name("WIDTHxHEIGHT")
      ->default_str("960x540");
  command->add_option("--duration-s", options->duration_s, "length, seconds")
      ->capture_default_str()
      ->check(CLI::Range(0.001, 100000.0));
  command->add_option("--frames", options->frames, "number of frames, instead of the length")
      ->check(CLI::Range(1, 1000000));
  command->add_option("--fov-deg", options->fov_deg, "horizontal field of view, degrees")
      ->capture_default_str()
      ->check(CLI::Range(1.0, 170.0));
  command->add_option("--yaw-from-deg", options->yaw_from_deg, "direction at the start, degrees right of the centre")
      ->capture_default_str();
  command->add_option("--yaw-to-deg", options->yaw_to_deg, "direction at the end")->capture_default_str();
  command->add_option("--pitch-deg", options->pitch_deg, "degrees upwards")
      ->capture_default_str()
      ->check(CLI::Range(-90.0, 90.0));
  command->add_flag("--exr", options->write_exr, "also write the HDR frames, as OpenEXR");
  add_animation_options(*command, options->animation);
  settings->add_to(*command, /*with_tone_map=*/true);
  command->footer("Example: photopic pan street.exr -o out --size 1280x720 --duration-s 12");
  return {command, [=] {
            if (settings->is_print()) {
              std::fputs(cli::settings_json(settings->settings()).c_str(), stdout);
              return cli::kExitOk;
            }
            require_given(options->panorama, "PANORAMA");
            require_given(options->animation.output_folder, "-o DIR");
            return cli::pan(*options, settings->settings());
          }};
}

Command add_devices(CLI::App& app) {
  auto* command = app.add_subcommand("devices", "list the Vulkan devices of this machine");
  return {command, [] {
            for (const std::string& line : engine::device_list()) std::printf("%s\n", line.c_str());
            return cli::kExitOk;
          }};
}

int run(int argc, char** argv) {
  CLI::App app("HDR eye adaptation and tone mapping that meters every pixel.", "photopic");
  app.require_subcommand(1);
  app.get_formatter()->column_width(38);
  app.footer(
      "Exit codes: 0 done; 4 input, output or usage; 5 no Vulkan device, or a device error.\n"
      "Help of a command: photopic COMMAND --help");
  const Command commands[] = {add_develop(app), add_meter(app), add_sequence(app), add_pan(app), add_devices(app)};
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp& help) {
    return app.exit(help);
  } catch (const CLI::ParseError& error) {
    throw cli::UsageError(error.what());
  }
  for (const Command& command : commands) {
    if (command.app->parsed()) return command.run();
  }
  return cli::kExitInput;
}

/// Output that was printed but not stored (a full disk) is an error too.
int flushed(int exit_code) {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return exit_code;
  std::fprintf(stderr, "photopic: standard output: %s\n", std::strerror(errno));
  return cli::kExitInput;
}

int fail(int exit_code, const char* what) {
  std::string line(what);
  std::replace(line.begin(), line.end(), '\n', ' ');
  std::fprintf(stderr, "photopic: %s\n", line.c_str());
  return exit_code;
}

}  // namespace

int main(int argc, char** argv) {
  // A reader that goes away, or a file size limit, then shows as a write error with a reason.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  try {
    return flushed(run(argc, argv));
  } catch (const engine::Error& error) {
    return fail(cli::kExitDevice, error.what());
  } catch (const std::bad_alloc&) {
    return fail(cli::kExitDevice, "out of memory");
  } catch (const std::exception& error) {
    return fail(cli::kExitInput, error.what());
  }
}
