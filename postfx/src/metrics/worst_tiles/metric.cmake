# SPDX-License-Identifier: MIT
# Worst tiles, of exact errors and of maps.
photopic_room(metrics/worst_tiles error_tiles.cpp tile_passes.cpp)
photopic_shader(photopic metrics_cells metrics/worst_tiles/cells.comp BASE metrics_errors)
photopic_shader(photopic metrics_tiles metrics/worst_tiles/tiles.comp)
