// SPDX-License-Identifier: MIT
// Test of packed SPIR-V: what is unpacked of each pass is the file that the compiler wrote.
#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "gpu/passes/pass_desc.h"
#include "gpu/passes/spirv_code.h"

namespace {

TEST(PackedSpirv, EveryPassIsItsFile) {
  for (const photopic::PassDesc* pass : photopic::all_passes()) {
    SCOPED_TRACE(pass->name);
    std::ifstream file(std::string(PHOTOPIC_TEST_SPIRV_DIR) + "/" + pass->name + ".spv", std::ios::binary);
    const std::vector<char> bytes(std::istreambuf_iterator<char>(file), {});
    const photopic::PackedSpirv& packed = *pass->spirv;
    ASSERT_FALSE(bytes.empty());
    ASSERT_EQ(packed.word_count * sizeof(std::uint32_t), bytes.size());
    const auto words = photopic::unpack(packed);
    ASSERT_NE(words, nullptr);
    EXPECT_EQ(std::memcmp(words.get(), bytes.data(), bytes.size()), 0);
    EXPECT_EQ(packed.hash, photopic::spirv_code::hash_of(words.get(), packed.word_count));
  }
}

/// By which OpenGL finds a pass's text.
TEST(PackedSpirv, HashesDiffer) {
  for (const photopic::PassDesc* one : photopic::all_passes()) {
    for (const photopic::PassDesc* other : photopic::all_passes()) {
      EXPECT_TRUE(one == other || one->spirv->hash != other->spirv->hash) << one->name << ", " << other->name;
    }
  }
}

}  // namespace
