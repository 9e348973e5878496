// SPDX-License-Identifier: MIT
// Queue of items that workers take one after the other, and whose results come out in the items' order.
#ifndef PHOTOPIC_TOOLS_COMPARE_WORK_QUEUE_H
#define PHOTOPIC_TOOLS_COMPARE_WORK_QUEUE_H

#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace compare {

/// With one worker, next() itself does the work, on its thread. Else each worker is a thread that takes the next item
/// as soon as it is free. Destroyed early, it waits for the items that workers are at.
template <class Item, class Result>
class WorkQueue {
 public:
  /// `take` gives the next item; it isn't called by two threads at once. `work(worker, index, item)` is.
  WorkQueue(std::size_t workers, std::size_t count, std::function<Item()> take,
            std::function<Result(std::size_t, std::size_t, Item)> work)
      : count_(count), take_(std::move(take)), work_(std::move(work)) {
    try {
      for (std::size_t i = 0; workers > 1 && i < workers && i < count; ++i) {
        threads_.emplace_back([this, i] { run(i); });
      }
    } catch (...) {  // no more threads are to be had
      stop();
      throw;
    }
  }
  ~WorkQueue() { stop(); }
  WorkQueue(const WorkQueue&) = delete;
  WorkQueue& operator=(const WorkQueue&) = delete;

  /// Of the next item, at most `count` times. Throws what `take` or `work` threw for it.
  Result next() {
    if (threads_.empty()) return work_(0, given_++, take_());
    std::unique_lock lock(finishing_);
    finished_.wait(lock, [this] { return done_.contains(given_); });
    auto done = done_.extract(given_++);
    if (done.mapped().error) std::rethrow_exception(done.mapped().error);
    return std::move(*done.mapped().result);
  }

 private:
  void stop() {
    {
      const std::lock_guard lock(taking_);
      taken_ = count_;
    }
    for (std::thread& thread : threads_) thread.join();
  }

  struct Done {
    std::optional<Result> result;
    std::exception_ptr error;
  };

  void run(std::size_t worker) {
    for (;;) {
      std::size_t index = 0;
      Done done;
      std::optional<Item> item;
      {
        const std::lock_guard lock(taking_);
        if (taken_ == count_) return;
        index = taken_++;
        try {
          item = take_();
        } catch (...) {
          done.error = std::current_exception();
        }
      }
      try {
        if (item) done.result = work_(worker, index, std::move(*item));
      } catch (...) {
        done.error = std::current_exception();
      }
      {
        const std::lock_guard lock(finishing_);
        done_.emplace(index, std::move(done));
      }
      finished_.notify_all();
    }
  }

  const std::size_t count_;
  std::function<Item()> take_;
  std::function<Result(std::size_t, std::size_t, Item)> work_;
  std::mutex taking_, finishing_;
  std::condition_variable finished_;
  std::size_t taken_ = 0;
  std::size_t given_ = 0;
  std::map<std::size_t, Done> done_;
  std::vector<std::thread> threads_;
};

}  // namespace compare

#endif
