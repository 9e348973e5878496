// SPDX-License-Identifier: MIT
// Look-ups in the table of settings that recording needs: without comparing names.
#ifndef PHOTOPIC_SRC_SETTINGS_TABLE_H
#define PHOTOPIC_SRC_SETTINGS_TABLE_H

#include <photopic/settings_table.h>

namespace photopic {

SettingTable meter_rows() noexcept;
SettingTable exposure_rows() noexcept;
SettingTable input_rows() noexcept;
/// All others: what the final pass reads.
SettingTable finish_rows() noexcept;
SettingTable tone_map_rows() noexcept;  ///< some of those
/// The row that SettingInfo::at_least names, or null. `row` is one of the table's.
const SettingInfo* at_least_row(const SettingInfo& row) noexcept;

}  // namespace photopic

#endif
