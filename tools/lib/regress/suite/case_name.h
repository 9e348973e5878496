// SPDX-License-Identifier: MIT
// Case names, which are also file names of goldens.
#ifndef PHOTOPIC_TOOLS_REGRESS_SUITE_CASE_NAME_H
#define PHOTOPIC_TOOLS_REGRESS_SUITE_CASE_NAME_H

#include <string>
#include <string_view>

namespace regress {

/// Why `name` can't be a case's name, in words; empty: it can. A name is at most compare::kMaxNameLength letters,
/// digits, '-',
/// '_', '.', with '/' between its parts, none of which is empty or begins with a dot. No part but the last ends in
/// ".png": such a folder would stand where another case's golden must.
std::string name_problem(std::string_view name);

/// The same as name_problem() for a device class, "nvidia": one part, at most 50 lower-case letters, digits, '-', '_',
/// '.'.
std::string device_class_problem(std::string_view device_class);

}  // namespace regress

#endif
