// SPDX-License-Identifier: MIT
// Frames and infos of C, with what they point to, as this version of the library has them.
#ifndef PHOTOPIC_SRC_C_FRAMES_H
#define PHOTOPIC_SRC_C_FRAMES_H

#include <photopic/photopic.h>
#include <photopic/post_process.h>

#include "c/structs.h"

namespace photopic::c {

struct TakenFrame {
  Frame frame;
  LookTables tables;
};
inline photopic_result take_frame(const char* function, const photopic_frame* given, TakenFrame* out) noexcept {
  PHOTOPIC_TRY(take(function, "frame", given, &out->frame));
  if (out->frame.tables == nullptr) return PHOTOPIC_OK;
  PHOTOPIC_TRY(take(function, "frame->tables", out->frame.tables, &out->tables));
  out->frame.tables = &out->tables;
  return PHOTOPIC_OK;
}

struct TakenInfo {
  CreateInfo info;
  Tuning tuning;
};
inline photopic_result take_info(const char* function, const photopic_post_process_info* given,
                                 TakenInfo* out) noexcept {
  PHOTOPIC_TRY(take(function, "info", given, &out->info));
  if (out->info.tuning == nullptr) return PHOTOPIC_OK;
  PHOTOPIC_TRY(take(function, "info->tuning", out->info.tuning, &out->tuning));
  out->info.tuning = &out->tuning;
  return PHOTOPIC_OK;
}

/// The encoding of one bit, `otherwise` for 0; invalid argument for several, and for bits that there aren't.
photopic_result encoding_of(const char* function, const char* name, std::uint32_t bit, OutputEncoding otherwise,
                            OutputEncoding* out) noexcept;

}  // namespace photopic::c

#endif
