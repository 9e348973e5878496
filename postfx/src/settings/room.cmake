# SPDX-License-Identifier: MIT
# Settings as rooms see them: rows of the table, operators, variants of the final pass, frames, exposure arithmetic.
photopic_room(settings exposure.cpp frames.cpp operators.cpp presets.cpp variants.cpp)
