// SPDX-License-Identifier: MIT
// Picking of samples.
#include "unit/sampling.h"

#include <algorithm>
#include <cstdlib>
#include <random>
#include <string_view>

namespace sampling {

bool full_wanted() {
  const char* wanted = std::getenv("PHOTOPIC_TEST_FULL");
  return wanted != nullptr && std::string_view(wanted) == "1";
}

std::vector<std::size_t> sampled(std::size_t size, std::size_t share) {
  if (full_wanted()) share = 1;
  std::mt19937 random(1);
  std::vector<std::size_t> indices;
  for (std::size_t first = 0; first < size; first += share) {
    indices.push_back(first + random() % std::min(share, size - first));
  }
  return indices;
}

}  // namespace sampling
