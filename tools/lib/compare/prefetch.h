// SPDX-License-Identifier: MIT
// Items that threads make ahead of their use, in order.
#ifndef PHOTOPIC_TOOLS_COMPARE_PREFETCH_H
#define PHOTOPIC_TOOLS_COMPARE_PREFETCH_H

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <limits>
#include <map>
#include <mutex>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace compare {

/// Makes items 0 to count - 1 on up to `threads` threads, at most `ahead` more than next() has given; both at least 1.
/// While items that wait for next() take `max_bytes` or more, as `bytes_of` tells, none but the next one is begun.
/// `make` is called on several threads at once. Destroyed early, it waits for the items that are being made. Throws
/// std::system_error if no thread can be had.
template <class Item>
class Prefetch {
 public:
  Prefetch(std::size_t count, std::size_t threads, std::size_t ahead, std::function<Item(std::size_t)> make,
           std::function<std::uint64_t(const Item&)> bytes_of = {},
           std::uint64_t max_bytes = std::numeric_limits<std::uint64_t>::max())
      : count_(count), ahead_(ahead), make_(std::move(make)), bytes_of_(std::move(bytes_of)), max_bytes_(max_bytes) {
    for (std::size_t i = 0; i < threads && i < count; ++i) {
      try {
        threads_.emplace_back([this] { run(); });
      } catch (const std::system_error&) {
        if (threads_.empty()) throw;
        break;  // those that there are will do
      }
    }
  }
  ~Prefetch() {
    {
      const std::lock_guard lock(mutex_);
      is_ended_ = true;
    }
    changed_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }
  Prefetch(const Prefetch&) = delete;
  Prefetch& operator=(const Prefetch&) = delete;

  /// The next item, once it is there; for one thread at a time. Throws what make() threw for it; the one after it is
  /// next all the same. std::out_of_range: all have been given.
  Item next() {
    std::unique_lock lock(mutex_);
    if (given_ == count_) throw std::out_of_range("Prefetch: all items have been given");
    changed_.wait(lock, [this] { return made_.contains(given_); });
    auto made = made_.extract(given_++);
    bytes_ -= made.mapped().bytes;
    lock.unlock();
    changed_.notify_all();
    if (made.mapped().error) std::rethrow_exception(made.mapped().error);
    return std::move(made.mapped().item);
  }

 private:
  struct Made {
    Item item = {};
    std::exception_ptr error;
    std::uint64_t bytes = 0;
  };

  bool may_begin() const {
    return begun_ < count_ && (begun_ == given_ || (begun_ < given_ + ahead_ && bytes_ < max_bytes_));
  }

  void run() {
    for (;;) {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [this] { return is_ended_ || begun_ == count_ || may_begin(); });
      if (is_ended_ || begun_ == count_) return;
      const std::size_t index = begun_++;
      lock.unlock();
      Made made;
      try {
        made.item = make_(index);
        if (bytes_of_) made.bytes = bytes_of_(made.item);
      } catch (...) {
        made.error = std::current_exception();
      }
      lock.lock();
      bytes_ += made.bytes;
      made_.emplace(index, std::move(made));
      lock.unlock();
      changed_.notify_all();
    }
  }

  const std::size_t count_, ahead_;
  const std::function<Item(std::size_t)> make_;
  const std::function<std::uint64_t(const Item&)> bytes_of_;
  const std::uint64_t max_bytes_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::size_t, Made> made_;  ///< and not yet given
  std::size_t begun_ = 0, given_ = 0;
  std::uint64_t bytes_ = 0;  ///< of made_
  bool is_ended_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace compare

#endif
