# SPDX-License-Identifier: MIT
# Script that writes the words of the SPIR-V file IN to the header OUT as `photopic::spirv::NAME`, an array. It has
# internal linkage: a host may embed a shader of the same name.
file(READ ${IN} bytes HEX)
# SPIR-V files hold little-endian words.
string(REGEX REPLACE "(..)(..)(..)(..)" "0x\\4\\3\\2\\1,\n" words "${bytes}")
file(WRITE ${OUT} "// Made by EmbedSpirv.cmake.\n#pragma once\n#include <cstdint>\nnamespace photopic::spirv {\n"
                  "constexpr std::uint32_t ${NAME}[] = {\n${words}};\n}\n")
