// SPDX-License-Identifier: MIT
// Operations on arrays whose arguments were checked, within a Call.
#ifndef PHOTOPIC_SRC_ES2_OPERATIONS_H
#define PHOTOPIC_SRC_ES2_OPERATIONS_H

#include "array.h"

namespace photopic::es2 {

Status run_map(Context::Impl& context, const char* function, const Array::Impl& input, const Map& map,
               const Array::Impl& output) noexcept;
Status run_convolve(Context::Impl& context, const char* function, const Array::Impl& input, const Array::Impl& kernel,
                    Stride stride, const Array::Impl& output) noexcept;

}  // namespace photopic::es2

#endif
