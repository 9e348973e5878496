// SPDX-License-Identifier: MIT
// Needs of settings: what an object must be made for, so that recordings may have them.
#ifndef PHOTOPIC_SRC_MODULE_NEEDS_H
#define PHOTOPIC_SRC_MODULE_NEEDS_H

#include "gpu/host/gpu.h"
#include "settings/made_for.h"

namespace photopic {

/// Everything of `info` but what settings need.
MadeFor made_for(const CreateInfo& info, const Tuning& tuning) noexcept;
/// `made` without what settings need.
MadeFor without_needs(const MadeFor& made) noexcept;
/// Adds what they need, of the steps that `made` has.
void add_needs(const Settings& settings, MadeFor* made) noexcept;

/// Bits Weight that they turn on.
std::uint32_t weights_asked_by(const Settings& settings) noexcept;

/// What decides which variant of the meter runs. Objects that are made for one such variant give its bits.
MadeFor metered_by(const MadeFor& made, const Settings& settings) noexcept;
bool meters_alike(const MadeFor& made, const MadeFor& wanted) noexcept;
/// ... and, if they are wanted, builds local exposure's grid and measures extrema in the same read.
bool meters_best(const MadeFor& made, const MadeFor& wanted) noexcept;

/// Of recordings of `steps`, bits MadeSteps: null, or a need of `settings` that `made` doesn't meet.
struct Need;
const Need* first_missing(const MadeFor& made, std::uint32_t steps, const Settings& settings) noexcept;
/// Sets `settings` so that they don't ask; false for those that another picture would be wrong without.
bool turn_off(const Need& need, Settings* settings) noexcept;
/// Reports it as `status`.
Status report_missing(const Gpu& gpu, Status status, const char* function, const Need& need) noexcept;
/// A number of it below 32.
std::uint32_t number_of(const Need& need) noexcept;

/// Notes, by Status::ok, of values that aren't default and count nothing in any of `uses`.
void note_idle_values(const Gpu& gpu, const char* function, const MadeFor& made, const Settings& settings) noexcept;

}  // namespace photopic

#endif
