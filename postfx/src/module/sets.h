// SPDX-License-Identifier: MIT
// What an object has made for settings: sets of passes, which are never changed once recordings may use them.
#ifndef PHOTOPIC_SRC_MODULE_SETS_H
#define PHOTOPIC_SRC_MODULE_SETS_H

#include <atomic>
#include <memory>

#include "chain/effect_passes.h"
#include "finish/finish.h"
#include "finish/resolve.h"
#include "gpu/host/gpu.h"
#include "meter/single_pass.h"
#include "settings/made_for.h"

namespace photopic {

/// Pipelines and memory of one set: the object's, or its own, so that prepare() shares nothing with a thread that
/// records.
class SetGpu {
 public:
  explicit SetGpu(Gpu& shared) : gpu_(&shared) {}
  explicit SetGpu(std::unique_ptr<Gpu> own) : own_(std::move(own)), gpu_(own_.get()) {}
  Gpu& get() const { return *gpu_; }
  bool is_own() const { return own_ != nullptr; }

 private:
  std::unique_ptr<Gpu> own_;
  Gpu* gpu_;
};

/// One variant of the single pass.
struct MeterSet {
  MeterSet(SetGpu of, const DeviceBuffer& accumulators) : gpu(std::move(of)), pass(gpu.get(), accumulators) {}
  Status create(const MadeFor& info) noexcept {
    made = info;
    return pass.create(info);
  }

  SetGpu gpu;
  MadeFor made;
  SinglePass pass;
  std::atomic<MeterSet*> next = nullptr;
};

/// The final pass with effects before it.
struct FinishSet {
  explicit FinishSet(SetGpu of) : gpu(std::move(of)), resolve(gpu.get()), effects(gpu.get()), finish(gpu.get()) {}
  Status create(const MadeFor& info) noexcept {
    made = info;
    PHOTOPIC_TRY(resolve.create(info));
    PHOTOPIC_TRY(effects.create(info));
    return finish.create(info);
  }
  Status make_sized(VkExtent2D max_extent) noexcept {
    if (resolve.is_made()) PHOTOPIC_TRY(resolve.make_sized(max_extent));
    PHOTOPIC_TRY(effects.make_sized(max_extent));
    return finish.make_sized(max_extent);
  }

  SetGpu gpu;
  MadeFor made;
  Resolve resolve;
  EffectPasses effects;
  Finish finish;
  std::atomic<FinishSet*> next = nullptr;
};

/// Sets in the order in which they were made. One thread adds at a time; any thread looks.
template <class Set>
class SetList {
 public:
  SetList() = default;
  SetList(const SetList&) = delete;
  SetList& operator=(const SetList&) = delete;
  ~SetList() {
    for (Set* set = first(); set != nullptr;) {
      const std::unique_ptr<Set> end(set);
      set = end->next.load(std::memory_order_relaxed);
    }
  }

  Set* first() const noexcept { return first_.load(std::memory_order_acquire); }
  static Set* next(const Set& set) noexcept { return set.next.load(std::memory_order_acquire); }
  void add(std::unique_ptr<Set> set) noexcept {
    std::atomic<Set*>* place = &first_;
    while (Set* there = place->load(std::memory_order_relaxed)) place = &there->next;
    place->store(set.release(), std::memory_order_release);
  }
  /// The newest, or null.
  const Set* last() const noexcept {
    const Set* set = first();
    while (set != nullptr && next(*set) != nullptr) set = next(*set);
    return set;
  }
  /// The first of which `is_it(set)` is true, or null.
  template <class Predicate>
  Set* find(const Predicate& is_it) const noexcept {
    for (Set* set = first(); set != nullptr; set = next(*set)) {
      if (is_it(*set)) return set;
    }
    return nullptr;
  }

 private:
  std::atomic<Set*> first_ = nullptr;
};

}  // namespace photopic

#endif
