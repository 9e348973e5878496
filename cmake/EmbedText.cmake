# SPDX-License-Identifier: MIT
# Script that writes the text of the files IN (with | between them), one after another, to the header OUT:
# `photopic::text::NAME`, a std::string_view, and `NAME_hash`, as a Content-Security-Policy names it ("sha256-..."). Both
# have internal linkage.
string(REPLACE "|" ";" files "${IN}")
set(text "")
foreach(file IN LISTS files)
  file(READ "${file}" part)
  string(APPEND text "${part}")
endforeach()

# CMake hashes to hexadecimal digits, policies want base64: 6 digits are 4 letters, and 64 digits 43 letters and a `=`.
set(alphabet "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
string(SHA256 hash "${text}")
set(letters "")
foreach(at RANGE 0 63 6)
  string(SUBSTRING "${hash}00" ${at} 6 digits)
  foreach(shift 18 12 6 0)
    math(EXPR index "(0x${digits} >> ${shift}) & 63")
    string(SUBSTRING "${alphabet}" ${index} 1 letter)
    string(APPEND letters "${letter}")
  endforeach()
endforeach()
string(SUBSTRING "${letters}" 0 43 letters)

string(FIND "${text}" ")embedded\"" delimiter)
if(NOT delimiter EQUAL -1)
  message(FATAL_ERROR "${IN}: has the delimiter of the literal that it would become")
endif()
file(WRITE "${OUT}" "// Made by EmbedText.cmake.\n#pragma once\n#include <string_view>\nnamespace photopic::text {\n"
                    "constexpr char ${NAME}_characters[] = R\"embedded(${text})embedded\";\n"
                    "constexpr std::string_view ${NAME}(${NAME}_characters, sizeof ${NAME}_characters - 1);\n"
                    "constexpr std::string_view ${NAME}_hash = \"sha256-${letters}=\";\n}\n")
