# SPDX-License-Identifier: MIT
# Writes the words of the SPIR-V file IN to the header OUT as `inline constexpr std::uint32_t NAME[]`.
file(READ ${IN} bytes HEX)
# SPIR-V files hold little-endian words.
string(REGEX REPLACE "(..)(..)(..)(..)" "0x\\4\\3\\2\\1,\n" words "${bytes}")
file(WRITE ${OUT} "// Made by EmbedSpirv.cmake.\n#pragma once\n#include <cstdint>\ninline constexpr std::uint32_t ${NAME}[] = {\n${words}};\n")
