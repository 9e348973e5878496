// SPDX-License-Identifier: MIT
// A loop over several threads.
#include "engine/scene/light/parallel.h"

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

namespace engine {

void parallel_for(std::size_t count, const std::function<void(std::size_t)>& work) {
  constexpr std::size_t kBatch = 16;
  std::atomic<std::size_t> next = 0;
  const auto run = [&] {
    for (std::size_t first = next.fetch_add(kBatch); first < count; first = next.fetch_add(kBatch)) {
      for (std::size_t i = first; i < std::min(first + kBatch, count); ++i) work(i);
    }
  };
  const std::size_t threads =
      std::min<std::size_t>(std::max(std::thread::hardware_concurrency(), 1u), count / kBatch + 1);
  std::vector<std::jthread> others;
  for (std::size_t i = 1; i < threads; ++i) others.emplace_back(run);
  run();
}

}  // namespace engine
