// SPDX-License-Identifier: MIT
// Reasons why a golden that is there can't be compared with.
#ifndef PHOTOPIC_TOOLS_REGRESS_RUNNER_GOLDEN_PROBLEM_H
#define PHOTOPIC_TOOLS_REGRESS_RUNNER_GOLDEN_PROBLEM_H

#include <new>
#include <string>

#include "compare/pictures/reference.h"

namespace regress {

/// Why there is a golden and no frame of it.
struct GoldenProblem {
  enum class Kind {
    none,
    not_read,  ///< by the system, for want of memory, beyond a limit: what it holds isn't known
    unusable,  ///< read whole, and no picture to compare with
    stand_in,  ///< compare::Unusable::is_stand_in(): the golden is elsewhere
  };
  Kind kind = Kind::none;
  std::string reason;  ///< in words; empty: none
};

/// What `todo` with a golden throws.
template <class Do>
GoldenProblem golden_problem_of(const Do& todo) {
  using Kind = GoldenProblem::Kind;
  try {
    todo();
    return {};
  } catch (const compare::Unusable& error) {
    return {error.is_stand_in() ? Kind::stand_in : Kind::unusable, error.what()};
  } catch (const files::ReadFailure& error) {
    return {Kind::not_read, error.what()};
  } catch (const files::Error& error) {  // of the store: a folder in its place, a link that leads out
    return {Kind::unusable, error.what()};
  } catch (const std::bad_alloc&) {
    return {Kind::not_read, "out of memory"};
  } catch (const std::exception& error) {
    return {Kind::not_read, error.what()};
  }
}

}  // namespace regress

#endif
