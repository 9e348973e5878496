// SPDX-License-Identifier: MIT
// Tables of ACES 2's output transform.
#ifndef PHOTOPIC_SRC_DISPLAY_ACES2_TABLES_H
#define PHOTOPIC_SRC_DISPLAY_ACES2_TABLES_H

#include <photopic/aces2.h>
#include <photopic/display.h>

namespace photopic {

/// For a peak of `headroom` times 100 nits, which are paper white, and these limiting primaries. Pure; takes 2 to 4 ms.
void make_aces2_tables(double headroom, LimitPrimaries limit, gpu::Aces2Tables* out) noexcept;

}  // namespace photopic

#endif
