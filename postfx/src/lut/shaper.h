// SPDX-License-Identifier: MIT
// Shaper of a LUT: which colours its nodes stand for.
#ifndef PHOTOPIC_SRC_LUT_SHAPER_H
#define PHOTOPIC_SRC_LUT_SHAPER_H

#include <photopic/post_process.h>

namespace photopic {

/// Of a LUT of `size` nodes a side for `encoding`, which is compiled_encoding(): automatic is of floats. Pure.
gpu::LutParams lut_params(const Settings& settings, OutputEncoding encoding, std::uint32_t size) noexcept;

}  // namespace photopic

#endif
