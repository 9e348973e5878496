// SPDX-License-Identifier: MIT
// Tests of the queue that workers share.
#include "compare/work_queue.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

namespace {

TEST(CompareWorkQueue, ResultsAreInOrderAndErrorsTheirs) {
  for (const std::size_t workers : {1u, 2u, 5u}) {
    std::size_t taken = 0;
    const auto work = [](std::size_t worker, std::size_t index, std::size_t item) {
      EXPECT_LT(worker, 5u);
      EXPECT_EQ(index, item) << "items are taken in order";
      if (item % 7 == 3) throw std::runtime_error(std::to_string(item));
      return item * item;
    };
    compare::WorkQueue<std::size_t, std::size_t> queue(
        workers, 50, [&] { return taken++; }, work);
    for (std::size_t i = 0; i < 50; ++i) {
      if (i % 7 == 3) {
        EXPECT_THROW(queue.next(), std::runtime_error);
      } else {
        EXPECT_EQ(queue.next(), i * i);
      }
    }
  }
}

TEST(CompareWorkQueue, MayEndBeforeItsItems) {
  std::size_t taken = 0;
  {
    compare::WorkQueue<std::size_t, std::size_t> queue(
        3, 100000, [&] { return taken++; }, [](std::size_t, std::size_t, std::size_t item) { return item; });
    EXPECT_EQ(queue.next(), 0u);
  }
  EXPECT_LE(taken, 100000u);
}

}  // namespace
