// SPDX-License-Identifier: MIT
// Sequences for Python: adaptation over measurements, flashes.
#ifndef PHOTOPIC_PY_SEQUENCES_H
#define PHOTOPIC_PY_SEQUENCES_H

#include <pybind11/pybind11.h>

namespace photopic_py {

/// Adds to `module` what photopic/adaptation.py and photopic/flashes.py are made of: adapt(), FlashSequence, dtypes.
void add_sequences(pybind11::module_& module);

}  // namespace photopic_py

#endif
