// SPDX-License-Identifier: MIT
// Mesopic pass with its tables: for each view, how far an eye sees with cones over what it is adapted to.
#ifndef PHOTOPIC_SRC_NIGHT_MESOPIC_TABLES_H
#define PHOTOPIC_SRC_NIGHT_MESOPIC_TABLES_H

#include <photopic/post_process.h>

#include "settings/made_for.h"

#include "effects/effect_frame.h"
#include "gpu/host/gpu.h"
#include "gpu/memory/memory.h"
#include "gpu/passes/compute_pass.h"

namespace photopic::night {

class MesopicTables {
 public:
  /// `name` for captures; it must outlive this object.
  MesopicTables(const Gpu& gpu, const char* name) : gpu_(gpu), mesopic_(gpu), tables_(gpu, name) {}

  Status create(const MadeFor& info) noexcept;
  /// Makes the table of the frame's view. `reports`: and writes m to its state. `acuity`: for that effect, too; or
  /// null.
  void record(VkCommandBuffer command_buffer, const EffectFrame& frame, const Settings& settings, bool reports,
              const gpu::AcuityParams* acuity) const noexcept;
  /// A NightExposure.
  Binding table(std::uint32_t view) const noexcept;

 private:
  const Gpu& gpu_;
  ComputePass mesopic_;
  DeviceBuffer tables_;
  VkDeviceSize stride_bytes_ = 0;
};

}  // namespace photopic::night

#endif
