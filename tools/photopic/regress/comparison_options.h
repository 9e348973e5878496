// SPDX-License-Identifier: MIT
// Options that say how cases are compared: all of them, or those whose names match a pattern.
#ifndef PHOTOPIC_TOOLS_PHOTOPIC_REGRESS_COMPARISON_OPTIONS_H
#define PHOTOPIC_TOOLS_PHOTOPIC_REGRESS_COMPARISON_OPTIONS_H

#include <CLI/CLI.hpp>
#include <map>
#include <string>
#include <vector>

#include "regress/suite/suite.h"

namespace regress {

/// Values by the member of a case that they stand for, each "VALUE" or "PATTERN=VALUE".
using ComparisonOptions = std::map<std::string, std::vector<std::string>>;

/// --rules, --mask, --alpha, --channels, --nan-equal. `options` outlives the command.
void add_comparison_options(CLI::App& command, ComparisonOptions& options);

/// Later values of an option win over earlier ones. Throws arguments::UsageError.
void apply_comparison_options(const ComparisonOptions& options, Suite& suite);

}  // namespace regress

#endif
