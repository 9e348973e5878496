// SPDX-License-Identifier: MIT
// Comparison of settings, one by one and as a whole.
#ifndef PHOTOPIC_TOOLS_SESSION_SETTINGS_SETTING_CHANGES_H
#define PHOTOPIC_TOOLS_SESSION_SETTINGS_SETTING_CHANGES_H

#include "session/settings/setting_fields.h"

namespace session {

/// Whether both have the same value of one setting.
bool is_same(const SettingField& field, const Settings& a, const Settings& b);
/// Of every setting.
bool is_same(const Settings& a, const Settings& b);

/// `settings` with the field's value of `from`.
void copy_setting(const SettingField& field, const Settings& from, Settings& settings);

}  // namespace session

#endif
