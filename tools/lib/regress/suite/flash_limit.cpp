// SPDX-License-Identifier: MIT
// Reading of a case's limit of flashes.
#include "arguments/errors.h"
#include "regress/suite/suite.h"

namespace regress {

FlashLimit read_flash_limit(const json::Node& node) {
  FlashLimit limit;
  bool has_verdict = false;
  for (const auto& [name, member] : node.members()) {
    try {
      if (name == "max_verdict") {
        has_verdict = true;
        limit.max_verdict = member.json().is_string() ? flashes::parse_verdict(member.text(), member.path())
                                                      : reference::FlashVerdict(member.whole32(0, 3));
      } else if (name == "profile") {
        limit.profile = flashes::parse_profile(member.text(), member.path(), /*has_iris=*/false);
      } else {
        member.fail("no such member: flashes has max_verdict and profile");
      }
    } catch (const arguments::UsageError& error) {
      member.refuse(error.what() + std::string(name == "max_verdict" ? "; or a number from 0 to 3" : ""));
    }
  }
  if (!has_verdict) node.fail("has no max_verdict");
  return limit;
}

}  // namespace regress
