// SPDX-License-Identifier: MIT
// Grade and lookup tables as parameters on the device.
#ifndef PHOTOPIC_SRC_LUT_LOOK_PARAMS_H
#define PHOTOPIC_SRC_LUT_LOOK_PARAMS_H

#include <photopic/post_process.h>

namespace photopic {

/// Bits PHOTOPIC_STAGE_* of a grade that isn't neutral. Pure.
std::uint32_t stages_of(const GradeSettings& grade) noexcept;

/// Parameters of the grade and of `tables`, which may be null, for a picture in `encoding`, which is
/// compiled_encoding(). Pure.
gpu::LookParams look_params(const Settings& settings, const LookTables* tables, OutputEncoding encoding) noexcept;

/// look_params() of what was asked for last: matrices and splines take longer than all else of a recording.
class LookParamsMemo {
 public:
  const gpu::LookParams& of(const Settings& settings, const LookTables* tables, OutputEncoding encoding) noexcept;

 private:
  struct Key {
    bool has_tables;
    LimitPrimaries limit_primaries;
    OutputEncoding encoding;
    GradeSettings grade;
  };
  Key key_ = {};
  LookTables tables_ = {};
  bool is_made_ = false;
  gpu::LookParams params_ = {};
};

/// Bytes of LookTables::nodes that the tables take, from node 0 on. Pure.
VkDeviceSize table_bytes(const LookTables& tables) noexcept;

}  // namespace photopic

#endif
