// SPDX-License-Identifier: MIT
// Times of the device and of both CPU versions, in turn.
#include "photopic/gpgpu/measure.h"

#include <algorithm>
#include <chrono>

#include "photopic/gpgpu/cpu.h"

namespace gpgpu {
namespace {

constexpr double kShort_us = 50.0;
constexpr double kEnough_us = 3e6;
constexpr std::size_t kMinRepetitions = 3;

/// Of one of `calls`.
template <class Work>
double time_us(const Work& work, unsigned calls = 1) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  for (unsigned i = 0; i < calls; ++i) work();
  return std::chrono::duration<double, std::micro>(Clock::now() - start).count() / calls;
}

template <class Work>
unsigned calls_for(const Work& work) {
  unsigned calls = 1;
  while (time_us(work, calls) * calls < kShort_us) calls *= 2;
  return calls;
}

/// Of as many values as there are, the upper one of two.
double median_of(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// Of one repetition after the other.
struct Samples {
  std::vector<double> upload_us, compute_us, download_us, straightforward_us, vectorised_us;

  Times medians() const {
    return {static_cast<std::uint32_t>(upload_us.size()),
            median_of(upload_us),
            median_of(compute_us),
            median_of(download_us),
            median_of(straightforward_us),
            median_of(vectorised_us)};
  }
};

/// A problem with its data, and room for a result.
class Run {
 public:
  Run(const Device& device, const Problem& problem)
      : problem_(problem),
        inputs_(make_inputs(problem)),
        reference_(reference_of(problem, inputs_)),
        output_(elements(problem.output_size())),
        arrays_(device, problem) {}

  Accuracy on_device() {
    arrays_.upload(inputs_);
    arrays_.compute();
    arrays_.download(output_);
    return accuracy_of(output_, reference_, device_roundings(problem_));
  }
  Accuracy straightforward() {
    run_straightforward(problem_, inputs_, output_.data());
    return accuracy_of(output_, reference_, straightforward_roundings(problem_));
  }
  Accuracy vectorised() {
    run_vectorised(problem_, inputs_, output_.data());
    return accuracy_of(output_, reference_, vectorised_roundings(problem_));
  }

  Times times(std::size_t repetitions) {
    const auto straightforward = [&] { run_straightforward(problem_, inputs_, output_.data()); };
    const auto vectorised = [&] { run_vectorised(problem_, inputs_, output_.data()); };
    const unsigned straightforward_calls = calls_for(straightforward), vectorised_calls = calls_for(vectorised);
    Samples samples;
    double passed_us = 0.0;
    for (std::size_t i = 0; i < repetitions && (i < kMinRepetitions || passed_us < kEnough_us); ++i) {
      passed_us += time_us([&] {
        samples.upload_us.push_back(time_us([&] { arrays_.upload(inputs_); }));
        samples.compute_us.push_back(time_us([&] { arrays_.compute(); }));
        samples.download_us.push_back(time_us([&] { arrays_.download(output_); }));
        samples.straightforward_us.push_back(time_us(straightforward, straightforward_calls));
        samples.vectorised_us.push_back(time_us(vectorised, vectorised_calls));
      });
    }
    return samples.medians();
  }

 private:
  const Problem problem_;
  const Inputs inputs_;
  const Reference reference_;
  std::vector<float> output_;
  DeviceArrays arrays_;
};

}  // namespace

Result check(const Device& device, const Problem& problem) {
  return {.problem = problem, .device = Run(device, problem).on_device()};
}

Result measure(const Device& device, const Problem& problem, std::uint32_t repetitions) {
  Run run(device, problem);
  Result result = {problem, run.on_device(), run.straightforward(), run.vectorised(), std::nullopt};
  if (result.is_within()) result.times = run.times(repetitions);
  return result;
}

}  // namespace gpgpu
