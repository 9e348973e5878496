// SPDX-License-Identifier: MIT
// Words of users for profiles and verdicts of flashes.
#ifndef PHOTOPIC_TOOLS_FLASHES_WORDS_H
#define PHOTOPIC_TOOLS_FLASHES_WORDS_H

#include <photopic/flash_analyser.h>

#include <string>

#include "reference/flash.h"

namespace flashes {

enum class Profile { strict, wcag, bt1702, iris };
/// Throws UsageError; `option` begins the message. `has_iris`: false refuses Profile::iris.
Profile parse_profile(const std::string& word, const std::string& option, bool has_iris);
const char* name_of(Profile profile);
/// The module's. It has no `iris`.
photopic::FlashProfile module_profile(Profile profile);

/// "pass", "warning", "extended", "fail". Throws UsageError.
reference::FlashVerdict parse_verdict(const std::string& word, const std::string& option);
const char* name_of(reference::FlashVerdict verdict);
const char* name_of(reference::FlashKind kind);

}  // namespace flashes

#endif
