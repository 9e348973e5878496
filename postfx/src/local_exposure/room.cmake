# SPDX-License-Identifier: MIT
# Local exposure: the grid of tone curves.
photopic_room(local_exposure
  local_exposure.cpp
  passes.cpp)
photopic_shader(photopic local_build local_exposure/build.comp)
photopic_shader(photopic local_solve_rgba16f local_exposure/solve.comp)
