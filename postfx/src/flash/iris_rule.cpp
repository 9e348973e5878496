// SPDX-License-Identifier: MIT
// Flash rule of Electronic Arts' IRIS: sums of changes in one direction, and transitions of the last seconds.
#include <photopic/iris_rule.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>
#include <utility>

#include "gpu/host/report.h"

namespace photopic {
namespace {

constexpr double kTolerance = 1e-6;
constexpr double kLeastChangedShare = 0.25;

/// The last values of a row.
template <class Value>
class Last {
 public:
  /// False: no memory.
  bool create(std::uint32_t capacity) noexcept {
    capacity_ = capacity;
    values_.reset(new (std::nothrow) Value[capacity]());
    return values_ != nullptr;
  }
  void clear() noexcept { count_ = 0; }
  void push(Value value) noexcept {
    end_ = end_ + 1 < capacity_ ? end_ + 1 : 0;
    values_[end_] = value;
    count_ = std::min(count_ + 1, capacity_);
  }
  /// From the oldest on.
  template <class Sum>
  Sum sum() const noexcept {
    Sum total = {};
    for (std::uint32_t age = count_; age-- > 0;) {
      total += static_cast<Sum>(values_[end_ >= age ? end_ - age : end_ + capacity_ - age]);
    }
    return total;
  }

 private:
  std::unique_ptr<Value[]> values_;
  std::uint32_t capacity_ = 0, count_ = 0, end_ = 0;
};

/// Transitions of one number.
class Line {
 public:
  Line(double step, double dark_limit) noexcept : step_(step), dark_limit_(dark_limit) {}

  bool create(std::uint32_t fps) noexcept {
    fps_ = fps;
    return changes_.create(fps) && transitions_.create(fps) && marked_.create(5 * fps);
  }

  IrisCount add(double value, double changed_share) noexcept {
    bool is_transition = false;
    if (!is_first_) {
      const double change = changed_share >= kLeastChangedShare ? value - before_ : 0.0;
      const bool agrees = change * sum_ >= 0.0;
      const bool was_large = std::abs(sum_) >= step_ - kTolerance;
      if (!agrees) changes_.clear();
      changes_.push(change);
      sum_ = changes_.sum<double>();
      is_transition = std::abs(sum_) >= step_ - kTolerance && std::min(value, before_) < dark_limit_ - kTolerance &&
                      !(agrees && was_large);
    } else {
      changes_.push(0.0);
    }
    is_first_ = false;
    before_ = value;
    transitions_.push(is_transition);
    IrisCount count;
    count.transitions = transitions_.sum<std::uint32_t>();
    marked_.push(count.transitions >= 4 && count.transitions <= 6);
    if (count.transitions > 6) {
      count.verdict = FlashVerdict::fail;
    } else if (count.transitions >= 4) {
      const bool is_long = marked_.sum<std::uint32_t>() >= 4 * fps_;
      count.verdict = is_long ? FlashVerdict::extended : FlashVerdict::warning;
    }
    return count;
  }

 private:
  double step_, dark_limit_;
  std::uint32_t fps_ = 0;
  bool is_first_ = true;
  double before_ = 0.0, sum_ = 0.0;
  Last<double> changes_;    // in one direction, of a second
  Last<bool> transitions_;  // of pictures of a second
  Last<bool> marked_;       // pictures of five seconds that had four to six
};

}  // namespace

struct IrisRule::Impl {
  Line luminance = {0.1, 0.8};
  Line red = {20.0, std::numeric_limits<double>::infinity()};
};

IrisRule::IrisRule() noexcept = default;
IrisRule::IrisRule(IrisRule&&) noexcept = default;
IrisRule& IrisRule::operator=(IrisRule&&) noexcept = default;
IrisRule::~IrisRule() = default;

Status IrisRule::create(std::uint32_t fps, IrisRule* out, MessageFn message, void* message_user) noexcept {
  Device told;
  told.message = message;
  told.message_user = message_user;
  if (out == nullptr) return report(told, Status::invalid_argument, "IrisRule::create: out: is null");
  if (fps < 1 || fps > kMaxFps) {
    return report(told, Status::invalid_argument, "IrisRule::create: fps = %u: must be within [1, %u]",
                  static_cast<unsigned>(fps), static_cast<unsigned>(kMaxFps));
  }
  IrisRule made;
  made.impl_.reset(new (std::nothrow) Impl);
  if (made.impl_ == nullptr || !made.impl_->luminance.create(fps) || !made.impl_->red.create(fps)) {
    return report(told, Status::out_of_memory, "IrisRule::create: out of host memory");
  }
  *out = std::move(made);
  return Status::ok;
}

IrisCounts IrisRule::add(const IrisFrame& frame) noexcept {
  if (impl_ == nullptr) return {};
  return {impl_->luminance.add(frame.luminance, frame.changed_share), impl_->red.add(frame.red, frame.changed_share)};
}

}  // namespace photopic
