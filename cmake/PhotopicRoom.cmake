# SPDX-License-Identifier: MIT
# Function that adds a room of the module.
# photopic_room(NAME SOURCE...): compiles the sources of postfx/src/NAME/ into the module. Called by that folder's
# room.cmake, which also names the room's shaders. One object where there are tests (photopic_module_build()).
function(photopic_room name)
  list(TRANSFORM ARGN PREPEND ${PROJECT_SOURCE_DIR}/postfx/src/${name}/ OUTPUT_VARIABLE sources)
  target_sources(photopic PRIVATE ${sources})
  set_source_files_properties(${sources} PROPERTIES UNITY_GROUP ${name})
endfunction()
