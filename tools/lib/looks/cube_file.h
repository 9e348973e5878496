// SPDX-License-Identifier: MIT
// Lookup tables in .cube files (Adobe's Cube LUT 1.0, and what Resolve and others make of it).
#ifndef PHOTOPIC_TOOLS_LOOKS_CUBE_FILE_H
#define PHOTOPIC_TOOLS_LOOKS_CUBE_FILE_H

#include <filesystem>

#include "looks/lut.h"

namespace looks {

/// Reads a table of 2 to 65536 rows (LUT_1D_SIZE), one of 2 to 256 nodes a side (LUT_3D_SIZE), or the first and then
/// the second in one file, both sizes declared before the first row. Keywords in upper or lower case; TITLE,
/// DOMAIN_MIN, DOMAIN_MAX, LUT_1D_INPUT_RANGE, LUT_3D_INPUT_RANGE; lines that end with LF, CR LF or CR; comments from #
/// on; any locale. Throws files::Error, "FILE: line N: REASON" where a line is to blame. What a file can take in memory
/// is known from its header, and refused if the file is too short for it.
Lut read_cube(const std::filesystem::path& file);

/// Writes what read_cube() reads again, bit by bit; the file is there complete or not at all. Of a title, quotation
/// marks become apostrophes, and what is too long for a line is cut off; of two tables it is a comment, as others can't
/// read such files with a title. Throws files::Error; std::invalid_argument for
/// a Lut that read_cube() would refuse, and for two tables of which one has different domains by channel: there is no
/// way to say that.
void write_cube(const std::filesystem::path& file, const Lut& lut);

}  // namespace looks

#endif
