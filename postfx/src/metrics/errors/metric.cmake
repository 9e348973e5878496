# SPDX-License-Identifier: MIT
# Exact errors.
photopic_room(metrics/errors errors.cpp)
photopic_shader(photopic metrics_errors metrics/errors/errors.comp BASE metrics_mark)
