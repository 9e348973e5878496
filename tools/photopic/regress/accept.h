// SPDX-License-Identifier: MIT
// Command photopic accept, and what it has in common with photopic serve.
#ifndef PHOTOPIC_TOOLS_PHOTOPIC_REGRESS_ACCEPT_H
#define PHOTOPIC_TOOLS_PHOTOPIC_REGRESS_ACCEPT_H

#include "arguments/command.h"
#include "regress/accept.h"

namespace regress {

arguments::Command add_accept(CLI::App& app);

/// --goldens, --device-class, --allow-outside.
void add_accept_options(CLI::App& command, AcceptOptions& options);
/// Throws UsageError.
void check_accept_options(const AcceptOptions& options);
/// "accepted  tone/agx -> goldens/tone/agx.png"
void print_accepted(const Accepted& one);

/// "removed  goldens/old.png"
void print_removed(const std::filesystem::path& golden);

}  // namespace regress

#endif
