// SPDX-License-Identifier: MIT
// Completion of a program's commands, options and words, as a script of a shell.
#ifndef PHOTOPIC_TOOLS_ARGUMENTS_COMPLETION_H
#define PHOTOPIC_TOOLS_ARGUMENTS_COMPLETION_H

#include <string>

namespace CLI {
class App;
}  // namespace CLI

namespace arguments {

/// The script for `shell`: bash, zsh or fish. It is made from the commands and options of `app`. An option tells its
/// words by the WordError of a wrong one, so the options are written, and `app` can't run afterwards. Throws UsageError
/// for another shell.
std::string completion(const CLI::App& app, const std::string& shell);

}  // namespace arguments

#endif
