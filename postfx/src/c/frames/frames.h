// SPDX-License-Identifier: MIT
// Frames of the C interface as those of C++.
#ifndef PHOTOPIC_SRC_C_FRAMES_H
#define PHOTOPIC_SRC_C_FRAMES_H

#include <photopic/photopic.h>
#include <photopic/post_process.h>

#include "c/common/errors.h"

namespace photopic::c {

/// `name`: in messages.
photopic_result tables_of(const char* function, const char* name, const photopic_look_tables* given,
                          LookTables* out) noexcept;

/// What a frame points to.
struct FramePointees {
  LookTables tables;
  ImageBarriers barriers;
};
photopic_result frame_of(const char* function, const photopic_frame* given, FramePointees* parts, Frame* out) noexcept;
photopic_result frame_of(const char* function, const photopic_tone_map_frame* given, FramePointees* parts,
                         ToneMapFrame* out) noexcept;

/// A MeterFrame, and its sources where there are more than one.
struct MeterFrameOfC {
  static constexpr std::uint32_t kMaxMoreSources = 63;
  MeterFrame frame;
  MeterSource more[kMaxMoreSources];
  ImageBarriers barriers;
};
photopic_result frame_of(const char* function, const photopic_meter_frame* given, MeterFrameOfC* out) noexcept;

/// The encoding of one bit, `otherwise` for 0; invalid argument for several, and for bits that there aren't.
photopic_result encoding_of(const char* function, const char* name, std::uint32_t bit, OutputEncoding otherwise,
                            OutputEncoding* out) noexcept;

}  // namespace photopic::c

#endif
