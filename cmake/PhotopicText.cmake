# SPDX-License-Identifier: MIT
# Function that embeds text.
# photopic_text(TARGET NAME FILE...): gives TARGET the header <text/NAME.h> with the text of the files, one after another,
# as `photopic::text::NAME`, and its hash for a Content-Security-Policy as `NAME_hash`.
set(PHOTOPIC_EMBED_TEXT ${CMAKE_CURRENT_LIST_DIR}/EmbedText.cmake)

function(photopic_text target name)
  list(TRANSFORM ARGN PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/ OUTPUT_VARIABLE files)
  list(JOIN files "|" joined)
  set(folder ${PROJECT_BINARY_DIR}/text)
  set(header ${folder}/text/${name}.h)
  add_custom_command(
    OUTPUT ${header}
    COMMAND ${CMAKE_COMMAND} "-DIN=${joined}" -DOUT=${header} -DNAME=${name} -P ${PHOTOPIC_EMBED_TEXT}
    DEPENDS ${files} ${PHOTOPIC_EMBED_TEXT} VERBATIM)
  target_sources(${target} PRIVATE ${header})
  target_include_directories(${target} PRIVATE ${folder})
endfunction()
