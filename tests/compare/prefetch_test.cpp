// SPDX-License-Identifier: MIT
// Tests of prefetching: order, concurrency, exceptions, early end.
#include "compare/prefetch.h"

#include <gtest/gtest.h>

#include <atomic>
#include <barrier>
#include <chrono>
#include <memory>
#include <string>

namespace {

using compare::Prefetch;

TEST(Prefetch, GivesItemsInOrderWhateverTheTimeTheyTake) {
  constexpr std::size_t kCount = 200;
  for (const std::size_t threads : {1u, 2u, 7u}) {
    Prefetch<std::size_t> prefetch(kCount, threads, 5, [](std::size_t i) {
      std::this_thread::sleep_for(std::chrono::microseconds(i * 7919 % 300));
      return i * i;
    });
    for (std::size_t i = 0; i < kCount; ++i) EXPECT_EQ(prefetch.next(), i * i);
    EXPECT_THROW(prefetch.next(), std::out_of_range);
  }
}

TEST(Prefetch, OfNothingHasNoItem) {
  Prefetch<int> prefetch(0, 4, 4, [](std::size_t) -> int { throw std::logic_error("was made"); });
  EXPECT_THROW(prefetch.next(), std::out_of_range);
}

TEST(Prefetch, ItemsNeedNoCopies) {
  Prefetch<std::unique_ptr<std::size_t>> prefetch(3, 2, 2,
                                                  [](std::size_t i) { return std::make_unique<std::size_t>(i); });
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(*prefetch.next(), i);
}

TEST(Prefetch, MakesSeveralAtOnce) {
  std::barrier both(2);
  // Each item waits for its neighbour: one thread would never end.
  Prefetch<std::size_t> prefetch(10, 2, 2, [&](std::size_t i) {
    both.arrive_and_wait();
    return i;
  });
  for (std::size_t i = 0; i < 10; ++i) EXPECT_EQ(prefetch.next(), i);
}

TEST(Prefetch, GoesNoFurtherAheadThanItMay) {
  constexpr std::size_t kAhead = 3;
  std::atomic<std::size_t> begun = 0;
  Prefetch<std::size_t> prefetch(50, 8, kAhead, [&](std::size_t i) {
    ++begun;
    return i;
  });
  for (std::size_t given = 0; given < 50; ++given) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    EXPECT_LE(begun.load(), given + kAhead);
    prefetch.next();
  }
  EXPECT_EQ(begun.load(), 50u);
}

TEST(Prefetch, WhatMakingThrowsIsOfThatItemAlone) {
  Prefetch<std::size_t> prefetch(30, 4, 4, [](std::size_t i) {
    if (i % 3 == 1) throw std::runtime_error("item " + std::to_string(i));
    return i;
  });
  for (std::size_t i = 0; i < 30; ++i) {
    if (i % 3 != 1) {
      EXPECT_EQ(prefetch.next(), i);
      continue;
    }
    try {
      prefetch.next();
      ADD_FAILURE() << "item " << i << " wasn't thrown";
    } catch (const std::runtime_error& error) {
      EXPECT_EQ(error.what(), "item " + std::to_string(i));
    }
  }
}

TEST(Prefetch, DestroyedEarlyItWaitsForWhatIsBeingMade) {
  for (const std::size_t taken : {0u, 1u, 5u}) {
    std::atomic<int> making = 0, made = 0;
    {
      Prefetch<std::size_t> prefetch(1000, 4, 6, [&](std::size_t i) {
        ++making;
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
        ++made;
        return i;
      });
      for (std::size_t i = 0; i < taken; ++i) prefetch.next();
    }
    EXPECT_EQ(making.load(), made.load());
    EXPECT_LE(made.load(), int(taken) + 6);
  }
}

TEST(Prefetch, DestroyedEarlyItDropsExceptions) {
  Prefetch<int> prefetch(100, 3, 3, [](std::size_t) -> int { throw std::runtime_error("never seen"); });
}

TEST(Prefetch, BeginsNoneWhileTheBytesThatWaitAreTooMany) {
  std::atomic<std::size_t> begun = 0;
  constexpr std::uint64_t kBytes = 10;
  Prefetch<std::size_t> prefetch(
      50, 1, 20,
      [&](std::size_t i) {
        ++begun;
        return i;
      },
      [](const std::size_t&) { return kBytes; }, 2 * kBytes + 1);
  for (std::size_t given = 0; given < 50; ++given) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    EXPECT_LE(begun.load(), given + 3);
    EXPECT_EQ(prefetch.next(), given);
  }
}

TEST(Prefetch, MakesTheNextItemHoweverLarge) {
  Prefetch<std::size_t> prefetch(
      10, 4, 4, [](std::size_t i) { return i; }, [](const std::size_t&) { return std::uint64_t{100}; }, 1);
  for (std::size_t i = 0; i < 10; ++i) EXPECT_EQ(prefetch.next(), i);
}

}  // namespace
