// SPDX-License-Identifier: MIT
// PostProcess behind its handle.
#ifndef PHOTOPIC_SRC_MODULE_IMPL_H
#define PHOTOPIC_SRC_MODULE_IMPL_H

#include <photopic/post_process.h>

#include <atomic>
#include <memory>
#include <mutex>

#include "adapt/adaptation.h"
#include "adapt/handover.h"
#include "adapt/state_import.h"
#include "gpu/barriers/outer_barriers.h"
#include "meter/pyramid.h"
#include "module/needs.h"
#include "module/sets.h"
#include "settings/kept_settings.h"

namespace photopic {

/// What the meter has made of the picture that is finished, in the same call: as EffectFrame has it.
struct MeteredPicture {
  bool has_columns = false;
  bool has_least = false;
};

struct PostProcess::Impl {
  /// Of a view: what has passed since its last picture.
  struct Clock {
    float since_finish_s = 0.0f;
    bool is_cut = false;
    bool is_metered = false;
    const FinishSet* last_finish = nullptr;
    std::uint32_t parts = 0;  // of its state, bits of state_parts() that its last measurement wrote
  };
  /// Parts of a recording, checked.
  struct Metering {
    MeterFrame frame;
    Settings settings;
    const MeterSet* set = nullptr;  // null with the pyramid
  };
  struct Finishing {
    ToneMapFrame frame;
    LookTables tables;  // of frame.tables, in full
    Settings settings;
    FinishSet* set = nullptr;
  };

  /// Sets that prepare() has to make, null: it is there. They have parts and a plan of their memory.
  struct Planned {
    MadeFor wanted;
    std::unique_ptr<MeterSet> meter;
    std::unique_ptr<FinishSet> finish;
  };

  /// Settings that have passed the checks of a recording, and the set that they selected.
  template <class Set>
  struct Checked {
    KeptSettings settings;
    const Set* newest = nullptr;  // a newer set may fit better
    bool has_tables = false;
    Set* set = nullptr;

    bool holds(const Settings& wanted, const Set* newest_now, bool with_tables) const noexcept {
      return newest == newest_now && has_tables == with_tables && settings.are(wanted);
    }
    void keep(const Settings& passed, const Set* newest_now, bool with_tables, Set* selected) noexcept {
      settings.keep(passed);
      newest = newest_now;
      has_tables = with_tables;
      set = selected;
    }
  };

  Gpu gpu;
  CreateInfo info;
  Tuning tuning;
  MadeFor made;  // for CreateInfo::uses; sets of prepare() have their own
  DeviceBuffer accumulators{gpu, "meter accumulators"};
  Pyramid pyramid{gpu};
  Adaptation adaptation{gpu};
  StateImport imports{gpu, adaptation};
  Handover handover{gpu};
  SetList<MeterSet> meters;
  SetList<FinishSet> finishes;
  std::mutex preparing;
  std::unique_ptr<MeterSet> pending_meter;  // whose pipelines aren't all there
  std::unique_ptr<FinishSet> pending_finish;
  Checked<const MeterSet> checked_meter;
  Checked<FinishSet> checked_finish;
  std::atomic<std::uint32_t> skipped = 0;  // numbers of needs that were said to be
  std::unique_ptr<Clock[]> clocks;         // by view
  std::unique_ptr<bool[]> shows_previous;
  const FinishSet* last_finish = nullptr;

  bool has(MadeSteps step) const { return (made.steps & step) != 0; }
  bool draws() const { return has(kDrawStep); }
  bool finishes_pictures() const { return has(kToneMapStep) || draws(); }
  std::uint32_t finish_step() const { return draws() ? kDrawStep : kToneMapStep; }
  bool is_single_pass() const { return made.meter_method == MeterMethod::single_pass; }
  bool has_pyramid() const { return has(kMeterStep) && !is_single_pass(); }

  // ---- making.cpp ----
  /// Makes all but pipelines, and plans its memory.
  Status plan(const CreateInfo& create_info) noexcept;
  /// The same of an object for `made` and for meters of these settings, null: for `made` itself.
  Status plan_parts(const CreateInfo* uses) noexcept;
  Status create(const CreateInfo& create_info) noexcept;
  /// After a plan.
  Status make_planned() noexcept;
  Status prepare(const Settings& settings, std::uint32_t max_pipelines) noexcept;
  bool is_prepared(const Settings& settings) const noexcept;
  Status memory_requests(const Settings& settings, std::uint32_t* count, MemoryRequest* out) noexcept;
  Status resize(VkExtent2D max_extent) noexcept;
  /// What some set of the object writes of states.
  MadeFor written_by_any() const noexcept;
  const MeterSet* meter_for(const Settings& settings) const noexcept;
  const MeterSet* best_meter_for(const Settings& settings) const noexcept;
  FinishSet* finish_for(const Settings& settings, bool has_tables) const noexcept;

  // ---- recording.cpp ----
  Status record(VkCommandBuffer command_buffer, const Frame& frame, const Settings& settings) noexcept;
  Status record_meter(VkCommandBuffer command_buffer, const Frame& frame, const Settings& settings) noexcept;
  Status record_finish(VkCommandBuffer command_buffer, const Frame& frame, const Settings& settings) noexcept;
  Status record_draw(VkCommandBuffer command_buffer, const Frame& frame, const Settings& settings) noexcept;
  Status record_fused(VkCommandBuffer command_buffer, const Frame& frame, const Settings& settings) noexcept;
  /// Before what a draw of an earlier frame reads is written again.
  void record_after_draws(VkCommandBuffer command_buffer) const noexcept;

 private:
  Status create_meter(const CreateInfo* uses) noexcept;
  Status add_meter(const MadeFor& wanted) noexcept;
  Status add_finish(const MadeFor& wanted) noexcept;
  std::unique_ptr<Gpu> make_gpu(const char* function, Status* status) const noexcept;
  template <class Set, class... Parts>
  Status plan_set(const char* function, const MadeFor& wanted, std::unique_ptr<Set>* out,
                  Parts&... parts) const noexcept;
  Status plan_missing(const char* function, const Settings& settings, Planned* out) const noexcept;
  bool can_finish(const FinishSet& set, const Settings& settings) const noexcept;
  Status finish_pending(std::uint32_t* max_pipelines) noexcept;

  Status choose(const char* function, VkCommandBuffer command_buffer, const Frame& frame, const Settings& settings,
                Metering* out) noexcept;
  Status choose(const char* function, VkCommandBuffer command_buffer, const Frame& frame, const Settings& settings,
                Finishing* out) noexcept;
  Status validate_wanted(const char* function, std::uint32_t steps, const Settings& settings) const noexcept;
  Status fit(const char* function, std::uint32_t steps, bool has_tables, Settings* settings, const MeterSet** meter,
             FinishSet** finish) noexcept;
  void take_time(const Metering& metering) noexcept;
  void take_time(Finishing* finishing) noexcept;
  bool is_started_by_meter(const Frame& frame) const noexcept;
  SinglePass::Adapting adapting(const Metering& metering, const MeterSettings& meter,
                                gpu::MeterTables* tables = nullptr) noexcept;
  MadeFor written_by(const Metering& metering) const noexcept;
  void record_begin(VkCommandBuffer command_buffer, const Metering& metering) noexcept;
  void record_meter(VkCommandBuffer command_buffer, const Metering& metering,
                    const SinglePass::GridTarget& grid = {}) noexcept;
  bool has_least(const Metering& metering, const Finishing& finishing) const noexcept;
  void record_tone_map(VkCommandBuffer command_buffer, Finishing& finishing, const FinishLook& look,
                       const MeteredPicture& metered = {}) noexcept;
  void record_before_draw(VkCommandBuffer command_buffer, const Finishing& finishing,
                          const MeteredPicture& metered = {}) noexcept;
  void record_both(VkCommandBuffer command_buffer, Metering& metering, Finishing& finishing) noexcept;
  void record_in_one(VkCommandBuffer command_buffer, const Metering& metering, Finishing& finishing) noexcept;
  EffectFrame effect_frame_of(const Finishing& finishing) const noexcept;
  FinishLook plan_look(const Finishing& finishing) noexcept;
  Binding read_exposure(const Finishing& finishing, const EffectFrame& effect_frame) const noexcept;
  SinglePass::GridTarget grid_target(const Metering& metering, const Finishing& finishing) const noexcept;
  void shows_own_exposure(const ToneMapFrame& frame) noexcept;
};

/// What the module's rooms see of an object.
struct Inside {
  static PostProcess::Impl* of(const PostProcess& post) noexcept { return post.impl_; }
  /// An object for exactly this, whatever settings need: for tests of parts.
  static Status create(const Device& device, const MadeFor& made, PostProcess* out) noexcept;
};

}  // namespace photopic

#endif
