// SPDX-License-Identifier: MIT
// One call of Vulkan that fails, chosen by its name and its number, for the loader shim of tests and for the tests'
// layer.
#ifndef PHOTOPIC_TESTS_LAYER_CALL_FAILURE_H
#define PHOTOPIC_TESTS_LAYER_CALL_FAILURE_H

#include <cstdint>
#include <mutex>
#include <string>
#include <utility>

namespace test {

/// May be asked by several threads at once.
class CallFailure {
 public:
  /// The `countdown`-th call from now (1 = the next) fails; 0: none. Counts calls of the function `name` only; empty:
  /// all that return a VkResult.
  void arm(std::uint32_t countdown, std::string name = {}) {
    const std::lock_guard lock(mutex_);
    countdown_ = countdown;
    name_ = std::move(name);
    failed_.clear();
  }

  /// Whether this call of `name`, which returns a VkResult, is the one that fails.
  bool strikes(const char* name) {
    const std::lock_guard lock(mutex_);
    if (countdown_ == 0 || (!name_.empty() && name_ != name) || --countdown_ > 0) return false;
    failed_ = name;
    return true;
  }

  /// No further failure. Returns the name of the function that failed, empty if none did.
  std::string take() {
    const std::lock_guard lock(mutex_);
    countdown_ = 0;
    return std::exchange(failed_, {});
  }

 private:
  std::mutex mutex_;
  std::uint32_t countdown_ = 0;
  std::string name_;
  std::string failed_;
};

}  // namespace test

#endif
