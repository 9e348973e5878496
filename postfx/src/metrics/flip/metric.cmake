# SPDX-License-Identifier: MIT
# FLIP and HDR-FLIP.
photopic_room(metrics/flip exposures.cpp flip.cpp taps.cpp)
photopic_shader(photopic metrics_flip_rows metrics/flip/flip_rows.comp)
photopic_shader(photopic metrics_flip_errors metrics/flip/flip_errors.comp BASE metrics_flip_rows)
photopic_shader(photopic metrics_flip_pool metrics/flip/flip_pool.comp)
