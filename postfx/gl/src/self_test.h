// SPDX-License-Identifier: MIT
// Test of the driver's compiler with the module's own shaders.
#ifndef PHOTOPIC_SRC_GL_SELF_TEST_H
#define PHOTOPIC_SRC_GL_SELF_TEST_H

#include <photopic/gl.h>

namespace photopic::gl {

/// Meters a small picture whose mean is known. device_error, reported with what was found and what is right: the driver
/// miscompiles.
Status self_test(const Context& context) noexcept;

}  // namespace photopic::gl

#endif
