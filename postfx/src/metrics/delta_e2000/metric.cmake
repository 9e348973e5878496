# SPDX-License-Identifier: MIT
# CIEDE2000 with factors of 1, in pairs of floats and in doubles.
photopic_room(metrics/delta_e2000 delta_e2000.cpp)
photopic_shader(photopic metrics_delta_e2000 metrics/delta_e2000/delta_e2000.comp BASE metrics_ciede2000)
photopic_shader(photopic metrics_delta_e2000_float64 metrics/delta_e2000/delta_e2000.comp BASE metrics_delta_e2000 DEFINES PHOTOPIC_METRICS_FLOAT64)
