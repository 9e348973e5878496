// SPDX-License-Identifier: MIT
// Names of outcomes.
#include "compare/rules/outcome.h"

#include <stdexcept>

namespace compare {

const char* name_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::pass:
      return "pass";
    case Outcome::differences:
      return "differences";
    case Outcome::no_golden:
      return "no-golden";
    case Outcome::mismatch:
      return "mismatch";
    case Outcome::error:
      return "error";
    case Outcome::device_error:
      return "device-error";
  }
  throw std::invalid_argument("there is no such outcome");
}

}  // namespace compare
