// SPDX-License-Identifier: MIT
// A loop over several threads.
#include "engine/scene/light/parallel.h"

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

namespace engine {

void parallel_for(std::size_t count, const std::function<void(std::size_t)>& work, std::size_t batch) {
  std::atomic<std::size_t> next = 0;
  const auto run = [&] {
    for (std::size_t first = next.fetch_add(batch); first < count; first = next.fetch_add(batch)) {
      for (std::size_t i = first; i < std::min(first + batch, count); ++i) work(i);
    }
  };
  const std::size_t threads =
      std::min<std::size_t>(std::max(std::thread::hardware_concurrency(), 1u), count / batch + 1);
  std::vector<std::jthread> others;
  for (std::size_t i = 1; i < threads; ++i) others.emplace_back(run);
  run();
}

}  // namespace engine
