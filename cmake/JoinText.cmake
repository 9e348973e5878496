# SPDX-License-Identifier: MIT
# Script that writes the text of the files IN (with | between them), one after another, to the file OUT.
string(REPLACE "|" ";" files "${IN}")
set(text "")
foreach(file IN LISTS files)
  file(READ "${file}" part)
  string(APPEND text "${part}")
endforeach()
file(WRITE "${OUT}" "${text}")
