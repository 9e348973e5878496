// SPDX-License-Identifier: MIT
// Colour decisions of the American Society of Cinematographers in .cc, .ccc and .cdl files.
#ifndef PHOTOPIC_TOOLS_LOOKS_CDL_FILE_H
#define PHOTOPIC_TOOLS_LOOKS_CDL_FILE_H

#include <array>
#include <filesystem>
#include <string>
#include <vector>

namespace looks {

/// (color * slope + offset) to the `power`, then away from its luminance by `saturation` (ASC CDL 1.2).
struct Cdl {
  std::array<float, 3> slope = {1.0f, 1.0f, 1.0f};   ///< 0 or more
  std::array<float, 3> offset = {0.0f, 0.0f, 0.0f};  ///< any
  std::array<float, 3> power = {1.0f, 1.0f, 1.0f};   ///< above 0
  float saturation = 1.0f;                           ///< 0 or more
  std::string id;                                    ///< of the file; empty: it has none

  bool operator==(const Cdl&) const = default;
};

/// All ColorCorrections of a file, in its order, at least one: of a ColorCorrection itself (.cc), a
/// ColorCorrectionCollection (.ccc) or a ColorDecisionList (.cdl), known by the root element, not by the file's name.
/// What isn't a number of theirs is passed over. Throws files::Error, "FILE: line N: REASON"; what is not well-formed
/// XML, has a document type or nests deeper than 32 is refused, as is a file of more than 16 MiB.
std::vector<Cdl> read_cdls(const std::filesystem::path& file);

/// One of them: "FILE", which has one only, or "FILE#ID", by its id or, where none is named so, by its number, from 1
/// on. A file whose name has a # is taken as it is if it is there. Throws files::Error; if the name says too little,
/// with the ids that there are.
Cdl read_cdl(const std::string& name);
/// The file of such a name.
std::filesystem::path file_of_cdl(const std::string& name);

}  // namespace looks

#endif
