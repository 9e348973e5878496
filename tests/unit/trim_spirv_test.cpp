// SPDX-License-Identifier: MIT
// Test of trimmed SPIR-V: what is left of each pass is valid, and what its constants rule out is gone.
#include "gpu/passes/trim_spirv.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdio>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "cli/process.h"
#include "gpu/passes/pass_desc.h"
#include "gpu/passes/spirv_code.h"
#include "photopic/interface.h"
#include "sampling.h"
#include "test_files.h"

namespace {

using Words = std::vector<std::uint32_t>;
using photopic::Specialization;
using namespace photopic::spirv_code;

Words words_of(const photopic::PassDesc& pass) {
  const auto words = photopic::unpack(*pass.spirv);
  return Words(words.get(), words.get() + pass.spirv->word_count);
}

Words trimmed(Words words, std::span<const Specialization> constants) {
  words.resize(photopic::trim(words.data(), words.size(), constants));
  return words;
}

/// First word of an instruction.
std::uint32_t head(std::uint32_t op, std::uint32_t count) { return count << 16 | op; }

/// One function, main, whose body is `body`: a bool constant 4 is `is_taken`, by specialisation constant 7.
Words module_of(const Words& body) {
  Words words = {0x07230203, 0x00010500, 0, 100, 0};
  const Words globals = {head(kEntryPoint, 5),
                         5,
                         5,
                         0x6e69616d,
                         0,
                         head(kDecorate, 4),
                         4,
                         kDecorationSpecId,
                         7,
                         head(20, 2),
                         2,
                         head(kSpecConstantTrue, 3),
                         2,
                         4,
                         head(19, 2),
                         3,
                         head(33, 3),
                         6,
                         3};
  words.insert(words.end(), globals.begin(), globals.end());
  const Words function = {head(kFunction, 5), 3, 5, 0, 6};
  words.insert(words.end(), function.begin(), function.end());
  words.insert(words.end(), body.begin(), body.end());
  words.push_back(head(kFunctionEnd, 1));
  return words;
}

Words body_of(const Words& module) {
  for (std::size_t i = 5; i < module.size(); i += module[i] >> 16) {
    if ((module[i] & 0xffffu) == kFunction) return {module.begin() + std::ptrdiff_t(i) + 5, module.end() - 1};
  }
  return {};
}

TEST(TrimSpirv, ABranchThatIsNeverTakenIsGone) {
  const Words body = {head(kLabel, 2),
                      10,
                      head(kSelectionMerge, 3),
                      13,
                      0,
                      head(kBranchConditional, 4),
                      4,
                      11,
                      12,
                      head(kLabel, 2),
                      11,
                      head(kBranch, 2),
                      13,
                      head(kLabel, 2),
                      12,
                      head(kBranch, 2),
                      13,
                      head(kLabel, 2),
                      13,
                      head(kReturn, 1)};
  const Specialization off = {7, 0};
  EXPECT_EQ(body_of(trimmed(module_of(body), {})),  // its default is true
            (Words{head(kLabel, 2), 10, head(kBranch, 2), 11, head(kLabel, 2), 11, head(kBranch, 2), 13,
                   head(kLabel, 2), 13, head(kReturn, 1)}));
  EXPECT_EQ(body_of(trimmed(module_of(body), {&off, 1})),
            (Words{head(kLabel, 2), 10, head(kBranch, 2), 12, head(kLabel, 2), 12, head(kBranch, 2), 13,
                   head(kLabel, 2), 13, head(kReturn, 1)}));
}

/// A loop keeps the blocks that make it one, even where its body leaves at once.
TEST(TrimSpirv, ALoopStaysALoop) {
  const Words body = {head(kLabel, 2),
                      10,
                      head(kBranch, 2),
                      11,
                      head(kLabel, 2),
                      11,
                      head(kLoopMerge, 4),
                      14,
                      13,
                      0,
                      head(kBranch, 2),
                      12,
                      head(kLabel, 2),
                      12,
                      head(kSelectionMerge, 3),
                      15,
                      0,
                      head(kBranchConditional, 4),
                      4,
                      14,
                      15,
                      head(kLabel, 2),
                      15,
                      head(kBranch, 2),
                      13,
                      head(kLabel, 2),
                      13,
                      head(kBranch, 2),
                      11,
                      head(kLabel, 2),
                      14,
                      head(kReturn, 1)};
  EXPECT_EQ(body_of(trimmed(module_of(body), {})), (Words{head(kLabel, 2),
                                                          10,
                                                          head(kBranch, 2),
                                                          11,
                                                          head(kLabel, 2),
                                                          11,
                                                          head(kLoopMerge, 4),
                                                          14,
                                                          13,
                                                          0,
                                                          head(kBranch, 2),
                                                          12,
                                                          head(kLabel, 2),
                                                          12,
                                                          head(kBranch, 2),
                                                          14,
                                                          head(kLabel, 2),
                                                          13,
                                                          head(kBranch, 2),
                                                          11,
                                                          head(kLabel, 2),
                                                          14,
                                                          head(kReturn, 1)}));
}

/// A value from a block that would be cut, without an OpPhi: the function stays as it was.
TEST(TrimSpirv, WhatNeedsACutValueStays) {
  const Words body = {head(kLabel, 2),
                      10,
                      head(kBranch, 2),
                      11,
                      head(kLabel, 2),
                      11,
                      head(kLoopMerge, 4),
                      14,
                      13,
                      0,
                      head(kBranch, 2),
                      12,
                      head(kLabel, 2),
                      12,
                      head(kSelectionMerge, 3),
                      15,
                      0,
                      head(kBranchConditional, 4),
                      4,
                      14,
                      15,
                      head(kLabel, 2),
                      15,
                      head(kLogicalNot, 4),
                      2,
                      20,
                      4,
                      head(kBranch, 2),
                      13,
                      head(kLabel, 2),
                      13,
                      head(kLogicalNot, 4),
                      2,
                      21,
                      20,
                      head(kBranch, 2),
                      11,
                      head(kLabel, 2),
                      14,
                      head(kReturn, 1)};
  EXPECT_EQ(body_of(trimmed(module_of(body), {})), body);
}

std::size_t functions_in(const Words& words) {
  std::size_t count = 0;
  for (std::size_t i = 5; i < words.size(); i += words[i] >> 16) count += (words[i] & 0xffffu) == kFunction;
  return count;
}

TEST(TrimSpirv, APlainToneMapIsAThirdOfThePass) {
  for (const photopic::PassDesc* pass : photopic::all_passes()) {
    if (pass->name != std::string("tone_map_rgba8")) continue;
    const Words whole = words_of(*pass);
    const std::vector<Specialization> plain = {{PHOTOPIC_SPEC_TONE_MAPPER, 1}, {PHOTOPIC_SPEC_EFFECTS, 0}};
    const Words left = trimmed(whole, plain);
    EXPECT_LT(left.size(), whole.size() / 3);
    EXPECT_LT(functions_in(left), functions_in(whole) / 2);
    return;
  }
  FAIL() << "no such pass";
}

constexpr std::uint32_t kConstants = 32;  // ids are below it

/// With constants as they come: 0 to 2, and larger ones.
TEST(TrimSpirv, EveryPassStaysValid) {
  const test_files::TempFolder folder;
  std::mt19937 random(1);
  std::size_t cut = 0;
  for (const photopic::PassDesc* pass : photopic::all_passes()) {
    std::vector<std::string> arguments = {PHOTOPIC_TEST_SPIRV_VAL, "--target-env", "vulkan1.2", ""};
    for (int time = 0; time < (sampling::full_wanted() ? 12 : 1); ++time) {
      std::vector<Specialization> constants;
      for (std::uint32_t id = 0; id < kConstants; ++id) {
        constants.push_back({id, std::uint32_t(random() % (random() % 3 == 0 ? 256 : 3))});
      }
      const Words whole = words_of(*pass);
      const Words left = trimmed(whole, constants);
      cut += left.size() < whole.size();
      arguments.back() = folder / "left.spv";
      std::ofstream(arguments.back(), std::ios::binary)
          .write(reinterpret_cast<const char*>(left.data()), std::streamsize(left.size() * sizeof left[0]));
      const cli_test::ProcessResult validation = cli_test::run_process(arguments, {});
      std::string values;
      for (const Specialization& constant : constants) values += " " + std::to_string(constant.value);
      ASSERT_EQ(validation.exit_code, 0) << pass->name << values << "\n" << validation.out << validation.err;
    }
  }
  EXPECT_GT(cut, photopic::all_passes().size() / 2);
}

}  // namespace
