// SPDX-License-Identifier: MIT
// Parsing of a command line, with help, version and errors.
#include "arguments/command_line.h"

#include <memory>

#include "arguments/errors.h"
#include "files/error.h"

namespace arguments {

CLI::App* add_command(CLI::App& app, const std::string& name, const std::string& help, const std::string& usage) {
  CLI::App* const command = app.add_subcommand(name, help);
  command->formatter(std::make_shared<HelpFormatter>(app.get_name() + " " + name + (usage.empty() ? "" : " ") + usage));
  return command;
}

void add_device_options(CLI::App& command, std::string& device, const char* validate, bool& is_validated) {
  add_value(command, "--device", device, "INDEX|NAME",
            "Vulkan device: index or part of its name; see 'photopic devices'");
  command.add_flag(validate, is_validated,
                   "run with Vulkan validation and synchronization validation; any message is an error");
}

VkExtent2D parse_size(const std::string& text, const std::string& option) {
  constexpr Range kSides = {1.0, 32768.0};  // the device may take less
  const std::size_t cross = text.find('x');
  if (cross == std::string::npos) throw UsageError(option + ": '" + text + "' is not WIDTHxHEIGHT, as in 1280x720");
  return {parse_number<std::uint32_t>(text.substr(0, cross), option + ": the width", kSides),
          parse_number<std::uint32_t>(text.substr(cross + 1), option + ": the height", kSides)};
}

void print_error(const char* program, const std::string& words) {
  std::fflush(stdout);  // in the order in which they were said
  std::fprintf(stderr, "%s: %s\n", program, files::printable(words).c_str());
}

namespace {

std::string usage_message(const CLI::App& app, const CLI::ParseError& error) {
  const auto commands = app.get_subcommands();
  const std::string help =
      "; see '" + app.get_name() + " " + (commands.empty() ? "" : commands.front()->get_name() + " ") + "--help'";
  const auto unexpected = app.remaining(/*recurse=*/true);
  const std::string argument = unexpected.empty() ? "" : unexpected.front();
  const std::string text = error.what();
  const std::string option = text.substr(0, text.find(':'));
  if (argument.starts_with('-')) return "there is no option '" + argument + "'" + help;
  if (dynamic_cast<const CLI::RequiredError*>(&error) != nullptr) {
    return (argument.empty() ? "a command is missing" : "there is no command '" + argument + "'") + help;
  }
  if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr) return "unexpected argument '" + argument + "'" + help;
  if (text.ends_with("missing")) return option + ": the value is missing" + help;
  if (text.find("At Most 1") != std::string::npos) return option + ": is given more than once";
  return text;
}

}  // namespace

bool parse(CLI::App& app, int argc, char** argv) {
  try {
    app.parse(argc, argv);
    return true;
  } catch (const CLI::Success& help_or_version) {
    app.exit(help_or_version);
    return false;
  } catch (const CLI::ParseError& error) {
    throw UsageError(usage_message(app, error));
  }
}

}  // namespace arguments
