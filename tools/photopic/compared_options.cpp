// SPDX-License-Identifier: MIT
// Options that compare and regress share.
#include "photopic/compared_options.h"

#include "arguments/command_line.h"
#include "compare/rules/scores.h"

namespace cli {

void add_compared_options(CLI::App& command, bool& ignores_encoding, std::optional<std::string>& metrics,
                          const std::string& more) {
  command.add_flag("--ignore-encoding", ignores_encoding,
                   "compare codes even if cICP of the files says that they mean different colours");
  const auto read = [](const std::string& names) { compare::metrics_of(names, "--metrics"); };
  arguments::add_text(command, "--metrics", metrics, read, "LIST",
                      compare::metric_names() + ", comma-separated, or all; " + more);
}

}  // namespace cli
