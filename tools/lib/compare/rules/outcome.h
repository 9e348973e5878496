// SPDX-License-Identifier: MIT
// Outcomes of a comparison.
#ifndef PHOTOPIC_TOOLS_COMPARE_RULES_OUTCOME_H
#define PHOTOPIC_TOOLS_COMPARE_RULES_OUTCOME_H

namespace compare {

/// From best to worst; the numbers are the exit codes of a suite in which it is the worst.
enum class Outcome : int {
  pass = 0,
  differences = 1,  ///< a rule doesn't hold
  no_golden = 2,    ///< missing or unusable
  mismatch = 3,     ///< sizes or formats differ
  error = 4,        ///< input or output; a blank frame; a score that is NaN
  device_error = 5,
};
inline constexpr const char* kOutcomeNames[] = {"pass",     "differences", "no-golden",
                                                "mismatch", "error",       "device-error"};
/// Whether something couldn't be compared: programs say why on stderr, too.
constexpr bool is_problem(Outcome outcome) {
  return outcome == Outcome::no_golden || outcome == Outcome::error || outcome == Outcome::device_error;
}
constexpr const char* name_of(Outcome outcome) { return kOutcomeNames[int(outcome)]; }

}  // namespace compare

#endif
