// SPDX-License-Identifier: MIT
// Statistics of flashes for C.
#ifndef PHOTOPIC_SRC_C_FLASH_STATISTICS_H
#define PHOTOPIC_SRC_C_FLASH_STATISTICS_H

#include <photopic/c/flash_analyser.h>
#include <photopic/flash_analyser.h>

namespace photopic::c {

/// `out`: its head has been checked.
photopic_result give_statistics(const FlashStatistics& statistics, photopic_flash_statistics* out) noexcept;

}  // namespace photopic::c

#endif
