// SPDX-License-Identifier: MIT
// Information for making a PostProcess of C.
#ifndef PHOTOPIC_SRC_C_POST_PROCESS_INFO_H
#define PHOTOPIC_SRC_C_POST_PROCESS_INFO_H

#include <photopic/c/post_process.h>
#include <photopic/post_process.h>

namespace photopic::c {

/// With defaults in place of what is 0.
CreateInfo create_info_of(const photopic_post_process_info& given) noexcept;

}  // namespace photopic::c

#endif
