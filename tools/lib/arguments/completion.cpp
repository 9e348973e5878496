// SPDX-License-Identifier: MIT
// Writer of completion scripts.
#include "arguments/completion.h"

#include <CLI/CLI.hpp>
#include <optional>
#include <vector>

#include "arguments/errors.h"
#include "arguments/words.h"

namespace arguments {
namespace {

/// What follows an option, or stands at a positional's place.
enum class Value { none, word, words, file, folder, other };

struct CompletedOption {
  std::vector<std::string> names;  ///< "-o", "--output"; none: only a positional
  std::string help, type;
  bool is_positional = false;
  Value value = Value::none;
  std::vector<std::string> words;
};

struct CompletedCommand {
  std::string name, help;
  std::vector<CompletedOption> options;
};

/// What the option says against `text`, if it takes only words.
std::optional<WordError> refusal(CLI::Option& option, const std::string& text) {
  option.clear();
  option.add_result(text);
  try {
    option.run_callback();
  } catch (const WordError& error) {
    return error;
  } catch (const std::exception&) {  // no word, but a number or a size
  }
  return {};
}

/// The first line, up to its first semicolon.
std::string short_help(const std::string& help) { return help.substr(0, help.find_first_of(";\n")); }

Value value_of(const std::string& type, bool is_positional) {
  if (type.find("DIR") != std::string::npos) return Value::folder;
  for (const char* const file : {"FILE", "OUT", "PATTERN"}) {
    if (type.find(file) != std::string::npos) return Value::file;
  }
  return is_positional ? Value::file : Value::other;
}

CompletedOption option_of(CLI::Option& option) {
  constexpr const char* kNoWord = "?";
  CompletedOption result;
  for (const std::string& name : option.get_snames()) result.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) result.names.push_back("--" + name);
  result.help = short_help(option.get_description());
  result.type = option.get_type_name();
  result.is_positional = option.get_positional();
  if (option.get_items_expected_max() == 0) return result;  // a flag
  result.value = value_of(result.type, result.is_positional);
  const std::optional<WordError> refused = refusal(option, kNoWord);
  if (!refused) return result;
  result.words = refused->words();
  const std::optional<WordError> of_list = refusal(option, result.words.front() + "," + kNoWord);
  const bool is_list = of_list && of_list->word() == kNoWord && of_list->words() == result.words;
  result.value = is_list ? Value::words : Value::word;
  return result;
}

CompletedCommand command_of(const CLI::App& app) {
  CompletedCommand command = {app.get_name(), short_help(app.get_description()), {}};
  // Options that aren't const: they are asked for their words.
  for (CLI::Option* const option : const_cast<CLI::App&>(app).get_options()) {
    const bool is_hidden = option->get_group().empty();
    if (!is_hidden) command.options.push_back(option_of(*option));
  }
  return command;
}

std::string joined(const std::vector<std::string>& parts, const char* separator) {
  std::string all;
  for (const std::string& part : parts) all += (all.empty() ? "" : separator) + part;
  return all;
}

std::string replaced(std::string text, char letter, const std::string& by) {
  for (std::size_t i = 0; (i = text.find(letter, i)) != std::string::npos; i += by.size()) text.replace(i, 1, by);
  return text;
}

/// A name of a function in shells.
std::string identifier(const std::string& program) { return "_" + replaced(program, '-', "_"); }

// ---- bash ----

constexpr const char* kBashBegin = R"(
{
  local current=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD - 1]} command= options= words= value= i
  # --name=value is three words.
  if [[ $current == = ]]; then
    current=
  elif [[ $option == = && $COMP_CWORD -gt 2 ]]; then
    option=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  for ((i = 1; i < COMP_CWORD; ++i)); do
    if [[ ${COMP_WORDS[i]} == -- ]]; then
      compopt -o default
      return
    fi
    if [[ -z $command && ${COMP_WORDS[i]} != -* ]]; then command=${COMP_WORDS[i]}; fi
  done
)";
constexpr const char* kBashEnd = R"(
  if [[ $value == argument* && $current == -* ]]; then
    value=word words=$options
  fi
  case ${value#argument-} in
    word) mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current") ;;
    words)
      mapfile -t COMPREPLY < <(compgen -P "${current%"${current##*,}"}" -W "$words" -- "${current##*,}")
      compopt -o nospace
      ;;
    file) compopt -o default ;;
    folder) compopt -o dirnames ;;
  esac
}
)";

const char* bash_value(Value value) {
  constexpr const char* kNames[] = {"none", "word", "words", "file", "folder", "other"};
  return kNames[std::size_t(value)];
}

/// "value=word words='a b'"
std::string bash_assignments(const CompletedOption& option, const std::string& prefix) {
  std::string text = "value=" + prefix + bash_value(option.value);
  if (!option.words.empty()) text += " words='" + joined(option.words, " ") + "'";
  return text;
}

std::string bash_command(const CompletedCommand& command, const std::string& indent) {
  std::string names, cases;
  std::string argument = "value=argument";
  for (const CompletedOption& option : command.options) {
    names += (names.empty() || option.names.empty() ? "" : " ") + joined(option.names, " ");
    if (option.is_positional) argument = bash_assignments(option, "argument-");
    if (option.names.empty() || option.value == Value::none) continue;
    cases += indent + "  " + joined(option.names, " | ") + ") " + bash_assignments(option, "") + " ;;\n";
  }
  return indent + "options='" + names + "'\n" + indent + "case $option in\n" + cases + indent + "  *) " + argument +
         " ;;\n" + indent + "esac\n";
}

std::string bash_script(const CompletedCommand& program, const std::vector<CompletedCommand>& commands) {
  const std::string function = identifier(program.name);
  std::string script = function + "()" + kBashBegin;
  if (commands.empty()) {
    script += bash_command(program, "  ");
  } else {
    std::vector<std::string> names;
    for (const CompletedCommand& command : commands) names.push_back(command.name);
    script += "  case $command in\n    '')\n" + bash_command(program, "      ") + "      value=argument-word words='" +
              joined(names, " ") + "'\n      ;;\n";
    for (const CompletedCommand& command : commands) {
      script += "    " + command.name + ")\n" + bash_command(command, "      ") + "      ;;\n";
    }
    script += "  esac\n";
  }
  return script + (kBashEnd + 1) + "complete -F " + function + " " + program.name + "\n";
}

// ---- zsh ----

std::string quoted(const std::string& text) { return "'" + replaced(text, '\'', "'\\''") + "'"; }

std::string zsh_action(const CompletedOption& option) {
  switch (option.value) {
    case Value::word:
      return "(" + joined(option.words, " ") + ")";
    case Value::words:
      return "_sequence compadd - " + joined(option.words, " ");
    case Value::file:
      return "_files";
    case Value::folder:
      return "_files -/";
    default:
      return " ";
  }
}

/// Text within brackets or between colons of a specification of _arguments.
std::string zsh_text(const std::string& text) {
  std::string escaped;
  for (const char letter : text) {
    if (letter == '[' || letter == ']' || letter == ':' || letter == '\\') escaped += '\\';
    escaped += letter;
  }
  return escaped;
}

std::string zsh_arguments(const CompletedCommand& command) {
  std::string text, argument;
  const auto add = [&text](const std::string& specification) { text += " \\\n    " + quoted(specification); };
  for (const CompletedOption& option : command.options) {
    const std::string type = zsh_text(option.type.empty() ? "argument" : option.type);
    const std::string value = option.value == Value::none ? "" : ":" + type + ":" + zsh_action(option);
    for (const std::string& name : option.names) {
      const bool has_equals = option.value != Value::none && name.starts_with("--");
      add("(" + joined(option.names, " ") + ")" + name + (has_equals ? "=" : "") + "[" + zsh_text(option.help) + "]" +
          value);
    }
    if (option.is_positional) argument = value;
  }
  if (!argument.empty()) add("*" + argument);
  return text;
}

std::string zsh_script(const CompletedCommand& program, const std::vector<CompletedCommand>& commands) {
  const std::string function = identifier(program.name);
  std::string script = "#compdef " + program.name + "\n\n" + function + "() {\n";
  if (commands.empty()) return script + "  _arguments" + zsh_arguments(program) + "\n}\n\n" + function + " \"$@\"\n";
  script +=
      "  local curcontext=$curcontext state line\n  local -a commands\n  _arguments -C" + zsh_arguments(program) +
      " \\\n    '1:command:->command' '*::argument:->argument'\n  if [[ $state == command ]]; then\n    commands=(\n";
  for (const CompletedCommand& command : commands) {
    script += "      " + quoted(command.name + ":" + zsh_text(command.help)) + "\n";
  }
  script += "    )\n    _describe command commands\n    return\n  fi\n  case $line[1] in\n";
  for (const CompletedCommand& command : commands) {
    script += "  " + command.name + ")\n    _arguments" + zsh_arguments(command) + "\n    ;;\n";
  }
  return script + "  esac\n}\n\n" + function + " \"$@\"\n";
}

// ---- fish ----

std::string fish_quoted(const std::string& text) {
  return "'" + replaced(replaced(text, '\\', "\\\\"), '\'', "\\'") + "'";
}

std::string fish_value(const CompletedOption& option) {
  switch (option.value) {
    case Value::none:
      return "";
    case Value::word:
      return " -x -a " + fish_quoted(joined(option.words, " "));
    case Value::words:
      return " -x -a " + fish_quoted("(__fish_append , " + joined(option.words, " ") + ")");
    case Value::folder:
      return " -x -a '(__fish_complete_directories)'";
    case Value::file:
      return " -r -F";
    case Value::other:
      return " -x";
  }
  return "";
}

std::string fish_options(const CompletedCommand& command, const std::string& begin) {
  std::string text;
  for (const CompletedOption& option : command.options) {
    if (option.names.empty() && !option.words.empty()) text += begin + fish_value(option) + "\n";
    if (option.names.empty()) continue;
    text += begin;
    for (const std::string& name : option.names) {
      text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
    }
    text += fish_value(option) + " -d " + fish_quoted(option.help) + "\n";
  }
  return text;
}

std::string fish_script(const CompletedCommand& program, const std::vector<CompletedCommand>& commands) {
  const std::string begin = "complete -c " + program.name;
  if (commands.empty()) return fish_options(program, begin);
  const std::string first = begin + " -n __fish_use_subcommand";
  std::string script = fish_options(program, first);
  for (const CompletedCommand& command : commands) {
    script += first + " -f -a " + command.name + " -d " + fish_quoted(command.help) + "\n";
    script += fish_options(command, begin + " -n '__fish_seen_subcommand_from " + command.name + "'");
  }
  return script;
}

}  // namespace

std::string completion(const CLI::App& app, const std::string& shell) {
  constexpr const char* kShells[] = {"bash", "zsh", "fish"};
  const std::size_t index = word_index(kShells, shell, "SHELL");
  std::vector<CompletedCommand> commands;
  for (const CLI::App* const command :
       app.get_subcommands([](const CLI::App* one) { return !one->get_group().empty(); })) {
    commands.push_back(command_of(*command));
  }
  const auto write = std::to_array({bash_script, zsh_script, fish_script})[index];
  const std::string script = write(command_of(app), commands);
  if (index == 1) return script;  // its first line must be #compdef
  return "# Completion of " + app.get_name() + " for " + shell + ", made by the program itself.\n" + script;
}

}  // namespace arguments
