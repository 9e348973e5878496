// SPDX-License-Identifier: MIT
// One command of a program, for headers: what includes <CLI/CLI.hpp> takes four seconds longer to compile.
#ifndef PHOTOPIC_TOOLS_ARGUMENTS_COMMAND_H
#define PHOTOPIC_TOOLS_ARGUMENTS_COMMAND_H

#include <functional>

namespace CLI {
class App;
}  // namespace CLI

namespace arguments {

/// Its options, and what runs it and gives its exit code.
struct Command {
  CLI::App* app;
  std::function<int()> run;
  std::function<void()> add_settings = {};  ///< adds the options of its settings, which its parsing adds else
};

}  // namespace arguments

#endif
