// SPDX-License-Identifier: MIT
// Files of a look: lookup tables, and the device's copy of them.
#ifndef PHOTOPIC_TOOLS_SESSION_SETTINGS_LOOK_FILES_H
#define PHOTOPIC_TOOLS_SESSION_SETTINGS_LOOK_FILES_H

#include <photopic/look_tables.h>

#include <filesystem>
#include <string>

#include "engine/transfer/memory.h"
#include "looks/lut.h"

namespace session {

/// What scene-linear colour is brought to before it looks up a table.
struct LutSpace {
  photopic::TableCurve curve = photopic::TableCurve::acescct;
  photopic::Primaries primaries = photopic::Primaries::ap1;

  bool operator==(const LutSpace&) const = default;
};
/// "CURVE,PRIMARIES", as options and titles of files have it. Throws arguments::UsageError "WHAT: 'TEXT' is none of
/// ...".
LutSpace parse_lut_space(std::string_view text, const std::string& what);
std::string lut_space_text(LutSpace space);

/// Options --scene-lut and others. Empty paths: none.
struct LookFiles {
  std::filesystem::path scene_lut;
  LutSpace scene_lut_space;
  std::filesystem::path tone_mapper_lut;
  std::filesystem::path lut;
  std::uint32_t lut_size = 65;  ///< nodes a side of what all is baked into

  bool has_files() const { return !scene_lut.empty() || !tone_mapper_lut.empty() || !lut.empty(); }
  bool operator==(const LookFiles&) const = default;
};

/// What the table of a tone mapper takes and gives: a part of the title of files that `photopic lut` writes.
struct ToneMapperLut {
  LutSpace space = {photopic::TableCurve::linear, photopic::Primaries::bt709};
  photopic::OutputEncoding encoding = photopic::OutputEncoding::srgb;
};
/// "photopic acescct,ap1 to srgb"; another title is of a file that takes linear BT.709 and gives sRGB.
std::string tone_mapper_title(const ToneMapperLut& lut);
ToneMapperLut tone_mapper_of_title(const std::string& title);

/// The tables on the device.
class LoadedLook {
 public:
  LoadedLook() = default;
  /// Throws files::Error for files that can't be read, engine::Error. Waits for the GPU.
  LoadedLook(const engine::Context& context, const LookFiles& files);
  /// Null without files.
  const photopic::LookTables* tables() const { return nodes_.handle() != VK_NULL_HANDLE ? &tables_ : nullptr; }
  /// The tone mapper's alone: what is left before a grade. Null without it.
  const photopic::LookTables* operator_tables() const { return has_operator_ ? &operator_ : nullptr; }

 private:
  engine::Buffer nodes_;
  photopic::LookTables tables_;
  photopic::LookTables operator_;
  bool has_operator_ = false;
};

}  // namespace session

#endif
