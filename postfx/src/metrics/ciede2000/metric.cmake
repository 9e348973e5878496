# SPDX-License-Identifier: MIT
# CIEDE2000, in pairs of floats and in doubles.
photopic_room(metrics/ciede2000 ciede2000.cpp)
photopic_shader(photopic metrics_ciede2000 metrics/ciede2000/ciede2000.comp)
photopic_shader(photopic metrics_ciede2000_float64 metrics/ciede2000/ciede2000.comp BASE metrics_ciede2000 DEFINES PHOTOPIC_METRICS_FLOAT64)
