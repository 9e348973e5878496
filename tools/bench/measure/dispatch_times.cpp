// SPDX-License-Identifier: MIT
// Recording of a method with barriers and timestamps around each dispatch.
#include "bench/measure/dispatch_times.h"

#include <string_view>

#include "bench/measure/measure.h"
#include "engine/gpu_timer.h"

namespace bench {
namespace {

constexpr std::string_view kMaker = "photopic ";  // in front of the module's debug names

/// Counts dispatches, and times them where there is a timer.
class Splitter : public DispatchListener {
 public:
  Splitter(const Rig& rig, engine::GpuTimer* timer) : rig_(rig), timer_(timer) { rig.watch.listen(this); }
  ~Splitter() override { rig_.watch.listen(nullptr); }
  Splitter(const Splitter&) = delete;
  Splitter& operator=(const Splitter&) = delete;

  void begin(VkCommandBuffer command_buffer, const std::string& pass) override {
    ++count_;
    engine::full_barrier(rig_.context, command_buffer);
    const std::string_view name = pass;
    const std::size_t prefix = name.starts_with(kMaker) ? kMaker.size() : 0;
    if (timer_ != nullptr) timer_->begin(command_buffer, std::string(name.substr(prefix)));
  }
  void end(VkCommandBuffer command_buffer) override {
    if (timer_ != nullptr) timer_->end(command_buffer);
    engine::full_barrier(rig_.context, command_buffer);
  }
  std::uint32_t count() const { return count_; }

 private:
  const Rig& rig_;
  engine::GpuTimer* timer_;
  std::uint32_t count_ = 0;
};

std::uint32_t count_dispatches(const Rig& rig, const Method& method, const CachePreparation& preparation) {
  std::uint32_t count = 0;
  engine::submit_and_wait(rig.context, [&](VkCommandBuffer command_buffer) {
    Splitter splitter(rig, nullptr);
    method.record(command_buffer, preparation.target());
    count = splitter.count();
  });
  return count;
}

}  // namespace

std::vector<DispatchTime> time_dispatches(const Rig& rig, const Options& options, const Method& method,
                                          const CachePreparation& preparation, const std::string& name) {
  const std::uint32_t count = count_dispatches(rig, method, preparation);
  if (count == 0) return {};
  engine::GpuTimer timer(rig.context, count);
  std::vector<DispatchTime> dispatches;
  std::vector<std::vector<double>> times_us(count);
  for (std::uint32_t repetition = 0; repetition < options.warm_up + options.repetitions; ++repetition) {
    engine::submit_and_wait(rig.context, [&](VkCommandBuffer command_buffer) {
      timer.reset(command_buffer);
      preparation.record(command_buffer, method);
      Splitter splitter(rig, &timer);
      method.record(command_buffer, preparation.target());
    });
    if (repetition < options.warm_up) continue;
    const auto results = timer.results();
    for (std::size_t i = 0; i < results.size(); ++i) {
      times_us[i].push_back(results[i].time_us);
      if (dispatches.size() == i) dispatches.push_back({name, results[i].name, 0.0});
    }
  }
  for (std::size_t i = 0; i < dispatches.size(); ++i) dispatches[i].median_us = median(times_us[i]);
  return dispatches;
}

}  // namespace bench
