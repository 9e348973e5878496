// SPDX-License-Identifier: MIT
// Repetitions of each method, and their medians.
#include "bench/measure/measure.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <deque>

#include "engine/gpu_timer.h"

namespace bench {
namespace {

using Times = std::vector<double>;  // us, of one method

/// Two submissions in flight, so that the device isn't idle, and doesn't slow down, between repetitions.
constexpr std::uint32_t kInFlight = 2;

/// All methods in turn, each of them prepared for and timed; nothing before or after it falls into its span.
void record_repetition(const Rig& rig, VkCommandBuffer command_buffer, engine::GpuTimer& timer,
                       std::span<const Method> methods, const CachePreparation& preparation) {
  timer.reset(command_buffer);
  for (const Method& method : methods) {
    preparation.record(command_buffer, method);
    timer.begin(command_buffer, method.name);
    method.record(command_buffer, preparation.target());
    timer.end(command_buffer);
    engine::full_barrier(rig.context, command_buffer);
  }
}

/// The repetitions' times of each method.
std::vector<Times> time_methods(const Rig& rig, const Options& options, std::span<const Method> methods,
                                const CachePreparation& preparation) {
  std::deque<engine::GpuTimer> timers;  // they can't be moved
  for (std::uint32_t i = 0; i < kInFlight; ++i) timers.emplace_back(rig.context, std::uint32_t(methods.size()));
  std::vector<Times> times(methods.size());
  const auto collect = [&](std::uint32_t repetition) {
    if (repetition < options.warm_up) return;
    const auto results = timers[repetition % kInFlight].results();
    for (std::size_t i = 0; i < results.size(); ++i) times[i].push_back(results[i].time_us);
  };
  engine::CommandRing ring(rig.context, kInFlight);
  const std::uint32_t count = options.warm_up + options.repetitions;
  for (std::uint32_t repetition = 0; repetition < count; ++repetition) {
    const VkCommandBuffer command_buffer = ring.begin();  // its former submission is finished
    if (repetition >= kInFlight) collect(repetition - kInFlight);
    record_repetition(rig, command_buffer, timers[repetition % kInFlight], methods, preparation);
    ring.submit();
  }
  ring.wait();
  for (std::uint32_t repetition = count - std::min(count, kInFlight); repetition < count; ++repetition) {
    collect(repetition);
  }
  return times;
}

/// Runs each once, and drops those that can't be recorded.
void drop_unable(const Rig& rig, const std::string& configuration, const CachePreparation& preparation,
                 std::vector<Method>& methods) {
  const auto is_unable = [&](const Method& method) {
    bool is_recorded = false;
    engine::submit_and_wait(rig.context, [&](VkCommandBuffer command_buffer) {
      try {
        preparation.record(command_buffer, method);
        rig.watch.start(method.name);
        method.record(command_buffer, preparation.target());
        is_recorded = true;
      } catch (const engine::Error& error) {
        report_left_out(method.name + "/" + configuration, error.what());
      }
      rig.watch.stop();
    });
    return !is_recorded;
  };
  methods.erase(std::remove_if(methods.begin(), methods.end(), is_unable), methods.end());
}

/// One for each name: the fastest of its variants. `methods` and `times` go together.
std::vector<Result> summarise(std::span<const Method> methods, const std::vector<Times>& times, HdrFormat format,
                              VkExtent2D extent, CacheInfo cache) {
  std::vector<Result> results;
  for (std::size_t i = 0; i < methods.size(); ++i) {
    const Result result = {methods[i].name,         format.name, extent, cache.name, median(times[i]),
                           quantile(times[i], 0.1), 0.0};
    if (results.empty() || results.back().name != result.name) {
      results.push_back(result);
    } else if (result.median_us < results.back().median_us) {
      results.back() = result;
    }
  }
  const auto read =
      std::find_if(results.begin(), results.end(), [](const Result& result) { return result.name == kReadEverything; });
  if (read == results.end()) throw engine::Error("there is no time of reading to compare with");
  const double read_us = read->median_us;
  if (!(read_us > 0.0)) throw engine::Error("the device's timestamps are too coarse: reading takes 0 us");
  for (Result& result : results) result.ratio_to_read = result.median_us / read_us;
  return results;
}

std::vector<Method> make_methods(const Rig& rig, const Options& options, const OtherCode* other, VkExtent2D extent) {
  std::vector<Method> methods;
  const auto add = [&](const MethodInfo& info, const OtherCode* code) {
    rig.watch.replace(code);
    std::vector<Record> records = info.make(rig, extent);
    if (code != nullptr && rig.watch.replaced() == 0) return;  // the same again
    for (Record& record : records)
      methods.push_back({code != nullptr ? std::string(info.name) + kAgainst : info.name, std::move(record)});
  };
  for (const MethodInfo& info : options.methods) {
    try {
      add(info, nullptr);
      if (other != nullptr) add(info, other);
    } catch (const engine::Error& error) {
      report_left_out(std::string(info.name) + "/" + size_name(extent), error.what());
    }
    rig.watch.replace(nullptr);
  }
  return methods;
}

/// The three loops over sizes, formats and cache states.
class Run {
 public:
  Run(const Rig& rig, const Options& options, const OtherCode* other, const std::function<void(const Report&)>& report)
      : rig_(rig), options_(options), other_(other), report_(report) {}

  Report all() {
    for (const VkExtent2D extent : options_.sizes) {
      const std::uint32_t limit = rig_.context.properties().limits.maxImageDimension2D;
      if (extent.width > limit || extent.height > limit) {
        const std::string reason = "the device takes images of up to " + std::to_string(limit) + " texels a side";
        report_left_out("*/*/" + size_name(extent), reason.c_str());
        continue;
      }
      const std::vector<Method> methods = make_methods(rig_, options_, other_, extent);
      for (const HdrFormat format : options_.formats) measure_format(methods, extent, format);
    }
    return std::move(all_);
  }

 private:
  void measure_format(const std::vector<Method>& methods, VkExtent2D extent, HdrFormat format) {
    const std::string name = std::string(format.name) + "/" + size_name(extent);
    engine::Image image;
    try {
      image = make_hdr_image(rig_.context, format, extent);
    } catch (const engine::Error& error) {
      return report_left_out("*/" + name, error.what());
    }
    for (const CacheInfo cache : options_.caches) measure_cache(methods, image, format, cache, name + "/" + cache.name);
  }

  void measure_cache(std::vector<Method> methods, const engine::Image& image, HdrFormat format, CacheInfo cache,
                     const std::string& name) {
    std::optional<CachePreparation> preparation;
    try {
      preparation.emplace(rig_, cache.state, format, image);
    } catch (const engine::Error& error) {
      return report_left_out("*/" + name, error.what());
    }
    drop_unable(rig_, name, *preparation, methods);
    const std::vector<Times> times = time_methods(rig_, options_, methods, *preparation);
    Report some;
    try {
      some.results = summarise(methods, times, format, image.extent(), cache);
    } catch (const engine::Error& error) {
      return report_left_out("*/" + name, error.what());
    }
    some.differences = differences(methods, some.results, name);
    some.dispatches = split(methods, *preparation, name);
    report_(some);
    append(some.results, all_.results);
    append(some.differences, all_.differences);
    append(some.dispatches, all_.dispatches);
  }

  /// Of each method that ran with other code, too.
  std::vector<Difference> differences(std::span<const Method> methods, const std::vector<Result>& results,
                                      const std::string& configuration) const {
    std::vector<Difference> found;
    for (const Method& own : methods) {
      const auto other = std::find_if(methods.begin(), methods.end(),
                                      [&](const Method& method) { return method.name == own.name + kAgainst; });
      if (other == methods.end()) continue;
      std::optional<Difference> difference = difference_of(rig_.context, own, *other);
      if (!difference) continue;
      difference->name = own.name + "/" + configuration;
      difference->own_us = median_of(results, own.name);
      difference->other_us = median_of(results, other->name);
      found.push_back(*difference);
    }
    return found;
  }

  std::vector<DispatchTime> split(std::span<const Method> methods, const CachePreparation& preparation,
                                  const std::string& configuration) const {
    std::vector<DispatchTime> all;
    for (const Method& method : methods) {
      const bool is_wanted = std::any_of(options_.split.begin(), options_.split.end(), [&](const std::string& name) {
        return method.name == name || method.name == name + kAgainst;
      });
      if (!is_wanted) continue;
      const std::string name = method.name + "/" + configuration;
      const auto dispatches = time_dispatches(rig_, options_, method, preparation, name);
      if (dispatches.empty()) report_left_out("--split " + name, "none of its dispatches is the module's");
      append(dispatches, all);
    }
    return all;
  }

  static double median_of(const std::vector<Result>& results, const std::string& name) {
    return std::find_if(results.begin(), results.end(), [&](const Result& result) { return result.name == name; })
        ->median_us;
  }

  template <class Item>
  static void append(const std::vector<Item>& from, std::vector<Item>& to) {
    to.insert(to.end(), from.begin(), from.end());
  }

  const Rig& rig_;
  const Options& options_;
  const OtherCode* other_;
  const std::function<void(const Report&)>& report_;
  Report all_;
};

}  // namespace

std::string result_name(const Result& result) {
  return result.name + "/" + result.format + "/" + size_name(result.extent) + "/" + result.cache;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : 0.5 * (values[middle - 1] + values[middle]);
}

double quantile(std::vector<double> values, double share) {
  std::sort(values.begin(), values.end());
  const double rank = std::ceil(share * double(values.size()));
  return values[std::size_t(std::max(rank, 1.0)) - 1];
}

Report measure_all(const Rig& rig, const Options& options, const OtherCode* other,
                   const std::function<void(const Report&)>& report) {
  return Run(rig, options, other, report).all();
}

void report_left_out(const std::string& what, const char* reason) {
  std::fprintf(stderr, "photopic-bench: left out: %s: %s\n", what.c_str(), reason);
}

}  // namespace bench
