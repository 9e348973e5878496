// SPDX-License-Identifier: MIT
// Command photopic serve: options, and what it prints.
#include "photopic/regress/serve.h"

#include <cerrno>
#include <cstdio>
#include <memory>
#include <optional>
#include <stdexcept>

#include "arguments/command_line.h"
#include "arguments/errors.h"
#include "files/error.h"
#include "photopic/regress/accept.h"
#include "regress/serve/listener.h"
#include "regress/serve/results_site.h"

namespace regress {
namespace {

struct ServeArguments {
  std::filesystem::path folder;
  std::optional<std::uint16_t> port;
  AcceptOptions options;
};

int run_serve(const ServeArguments& arguments) {
  if (arguments.folder.empty()) throw arguments::UsageError("OUT is missing; see 'photopic serve --help'");
  check_accept_options(arguments.options);
  Listener listener(arguments.port.value_or(0));
  ResultsSite site(arguments.folder, listener.port(), arguments.options, print_accepted, print_removed);
  if (std::printf("%s\n", site.url().c_str()) < 0 || std::fflush(stdout) != 0) {
    throw std::runtime_error("standard output: " + files::system_reason(errno) + ": nobody learns the page's address");
  }
  listener.run([&](const Request& request) { return site.answer(request); });
}

}  // namespace

arguments::Command add_serve(CLI::App& app) {
  auto* command = arguments::add_command(
      app, "serve", "show results of regress in a browser, and accept pictures there", "OUT [OPTIONS]");
  auto arguments = std::make_shared<ServeArguments>();
  arguments::add_value(*command, "OUT", arguments->folder, "", "folder with the results of photopic regress");
  arguments::add_number(*command, "--port", arguments->port, {1024.0, 65535.0},
                        "port of 127.0.0.1, 1024 to 65535; default: any free port");
  add_accept_options(*command, arguments->options);
  command->footer(
      "Prints the address of the page and runs until it is interrupted. Anyone on this machine who knows the address\n"
      "can accept pictures.\n"
      "Exit codes: 130 or 143 interrupted; 4 input, output or usage.\n"
      "Example: photopic serve out");
  return {command, [=] { return run_serve(*arguments); }};
}

}  // namespace regress
