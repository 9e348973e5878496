// SPDX-License-Identifier: MIT
// Command photopic accept: options, and what it prints.
#include "photopic/regress/accept.h"

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <stdexcept>

#include "arguments/command_line.h"
#include "arguments/errors.h"
#include "arguments/words.h"
#include "files/error.h"
#include "regress/golden_store.h"
#include "regress/suite/case_name.h"

namespace regress {
namespace {

struct AcceptArguments {
  std::filesystem::path results;
  std::vector<std::string> cases;
  AcceptOptions options;
  bool force = false;
  bool replace_unreadable = false;
  bool remove_unused = false;
};

std::vector<std::size_t> chosen_cases(const SuiteResult& result, const AcceptArguments& arguments) {
  try {
    return cases_to_accept(result, arguments.cases, arguments.replace_unreadable);
  } catch (const std::invalid_argument& error) {
    throw arguments::UsageError(std::string("--case: ") + error.what());
  }
}

void accept_cases(const SuiteResult& result, const AcceptArguments& arguments) {
  const std::vector<std::size_t> cases = chosen_cases(result, arguments);
  if (!cases.empty()) {
    for (const Accepted& one : accept(result, arguments.results, cases, arguments.options)) print_accepted(one);
  }
  for (const std::size_t index : left_out(result, arguments.cases, cases)) {
    const CaseResult& one = result.cases[index];
    std::printf("not taken %s: %s\n", files::printable(one.name).c_str(),
                files::printable(accept_problem(one)).c_str());
  }
  std::printf("%zu of %s accepted\n", cases.size(), arguments::counted(result.cases.size(), "case").c_str());
}

int run_accept(const AcceptArguments& arguments) {
  if (arguments.results.empty()) throw arguments::UsageError("RESULTS is missing; see 'photopic accept --help'");
  check_accept_options(arguments.options);
  if (arguments.replace_unreadable && arguments.cases.empty()) {
    throw arguments::UsageError("--replace-unreadable replaces goldens by name: give --case NAME, too");
  }
  check_accepting_allowed("accept", arguments.force, std::getenv("CI"));
  const SuiteResult result = read_json(arguments.results);
  // Goldens may be removed although cases fail that nobody has looked at.
  if (!arguments.remove_unused || !arguments.cases.empty()) accept_cases(result, arguments);
  if (arguments.remove_unused) {
    for (const std::filesystem::path& golden :
         remove_unused(result, arguments.results, result.unused_goldens, arguments.options)) {
      print_removed(golden);
    }
    std::printf("%s removed\n", arguments::counted(result.unused_goldens.size(), "unused golden").c_str());
  }
  return arguments::kExitOk;
}

}  // namespace

void add_accept_options(CLI::App& command, AcceptOptions& options) {
  arguments::add_value(command, "--goldens", options.goldens, "DIR",
                       "folder of goldens; default: the folder that the results name");
  arguments::add_value(command, "--device-class", options.device_class, "NAME",
                       "accept only for this device class; default: the class of the golden that was compared");
  command.add_flag("--allow-outside", options.allow_outside, "allow a folder of goldens outside the working directory");
}

void check_accept_options(const AcceptOptions& options) {
  const std::string problem = options.device_class.empty() ? "" : device_class_problem(options.device_class);
  if (!problem.empty()) throw arguments::UsageError("--device-class: '" + options.device_class + "' " + problem);
}

void print_accepted(const Accepted& one) {
  std::printf("accepted  %s -> %s\n", files::printable(one.name).c_str(),
              files::printable(one.golden.string()).c_str());
  std::fflush(stdout);
}

void print_removed(const std::filesystem::path& golden) {
  std::printf("removed  %s\n", files::printable(golden.string()).c_str());
  std::fflush(stdout);
}

arguments::Command add_accept(CLI::App& app) {
  auto* command = arguments::add_command(
      app, "accept", "turn pictures of a regress run into goldens, without rendering again", "RESULTS [OPTIONS]");
  auto arguments = std::make_shared<AcceptArguments>();
  arguments::add_value(*command, "RESULTS", arguments->results, "",
                       "results.json of photopic regress, with its pictures beside it");
  arguments::add_value(
      *command, "--case", arguments->cases, "NAME",
      "only cases whose names match, * and ?; may be given several times; default: all cases that fail and "
      "can be accepted")
      ->allow_extra_args(false);
  command->add_flag("--remove-unused", arguments->remove_unused,
                    "remove goldens that belong to no case; accepts only cases that --case names");
  command->add_flag("--replace-unreadable", arguments->replace_unreadable,
                    "also accept cases that --case names and whose golden is unreadable");
  add_accept_options(*command, arguments->options);
  command->add_flag("--force", arguments->force, "accept even if the variable CI is set");
  command->footer(
      "Nothing is accepted unless all of it can be.\n"
      "Exit codes: 0 done; 4 input, output or usage.\n"
      "Example: photopic accept out/results.json --case tone/agx --case 'walk/*'");
  return {command, [=] { return run_accept(*arguments); }};
}

}  // namespace regress
