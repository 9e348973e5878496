// SPDX-License-Identifier: MIT
// Command lines as all programs have them.
#ifndef PHOTOPIC_TOOLS_ARGUMENTS_COMMAND_LINE_H
#define PHOTOPIC_TOOLS_ARGUMENTS_COMMAND_LINE_H

#include <CLI/CLI.hpp>
#include <cstdio>
#include <string>
#include <type_traits>

#include "arguments/command.h"
#include "arguments/parse_number.h"
#include "engine/device/context.h"

namespace arguments {

/// CLI11's help with a usage line that shows what is needed. (Options aren't marked as required: --print-settings alone
/// is fine too.)
class HelpFormatter : public CLI::Formatter {
 public:
  explicit HelpFormatter(std::string usage) : usage_(std::move(usage)) { column_width(38); }
  std::string make_usage(const CLI::App*, std::string) const override { return "Usage: " + usage_ + "\n"; }

 private:
  std::string usage_;
};

/// A command of a program; its help begins with "Usage: PROGRAM NAME USAGE".
CLI::App* add_command(CLI::App& app, const std::string& name, const std::string& help, const std::string& usage);

/// --device, and the flag `validate`.
void add_device_options(CLI::App& command, std::string& device, const char* validate, bool& is_validated);

/// An option whose values the help calls `type`: FILE, NAME. `value`: a variable, or a function that takes the text.
template <class Value>
CLI::Option* add_value(CLI::App& command, const std::string& name, Value& value, const std::string& type,
                       const std::string& help) {
  if constexpr (std::is_invocable_v<Value&, const std::string&>) {
    return command.add_option_function<std::string>(name, value, help)->type_name(type);
  } else {
    return command.add_option(name, value, help)->type_name(type);
  }
}

/// An option for text that is read later: `read` refuses it at once.
template <class Value, class Read>
CLI::Option* add_text(CLI::App& command, const std::string& name, Value& value, const Read& read,
                      const std::string& type, const std::string& help) {
  const auto take = [&value, read](const std::string& text) {
    read(text);
    value = text;
  };
  return add_value(command, name, take, type, help);
}

/// An option for a number within a range; CLI11's own Range lets NaN pass.
template <class Value>
CLI::Option* add_number(CLI::App& command, const std::string& name, Value& value, Range range,
                        const std::string& help) {
  const auto take = [&value, name, range](const std::string& text) {
    if constexpr (std::is_arithmetic_v<Value>) {
      value = parse_number<Value>(text, name, range);
    } else {
      value = parse_number<typename Value::value_type>(text, name, range);
    }
  };
  CLI::Option* option = add_value(command, name, take, "NUMBER", help);
  if constexpr (std::is_arithmetic_v<Value>) {
    char text[32];
    std::snprintf(text, sizeof text, "%.10g", double(value));
    option->default_str(text);
  }
  return option;
}

/// The same, with the range in the help text.
template <class Value>
void add_ranged(CLI::App& command, const std::string& name, Value& value, Range range, const std::string& help) {
  add_number(command, name, value, range, help + "; " + range_text(range));
}

/// "1280x720", 1..32768 each. Throws UsageError; `option` begins the message.
VkExtent2D parse_size(const std::string& text, const std::string& option);

/// False if help or a version were asked for, and printed. Throws UsageError with CLI11's words, or better ones where
/// they name neither the argument nor the way on.
bool parse(CLI::App& app, int argc, char** argv);

}  // namespace arguments

#endif
