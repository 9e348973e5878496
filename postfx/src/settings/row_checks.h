// SPDX-License-Identifier: MIT
// Checks of settings against rows of the table.
#ifndef PHOTOPIC_SRC_SETTINGS_ROW_CHECKS_H
#define PHOTOPIC_SRC_SETTINGS_ROW_CHECKS_H

#include <photopic/settings_table.h>

#include "gpu/host/checker.h"

namespace photopic {

/// Checks settings that count for an object that meets the needs `met`, bits of SettingInfo::needs.
void check_rows(Checker& checker, const SettingTable& rows, const Settings& settings, std::uint32_t met);

}  // namespace photopic

#endif
