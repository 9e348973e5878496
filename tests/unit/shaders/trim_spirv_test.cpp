// SPDX-License-Identifier: MIT
// Test of trimmed SPIR-V: what is left of each pass is valid, and what its constants rule out is gone.
#include "gpu/spirv/trim_spirv.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdio>
#include <fstream>
#include <initializer_list>
#include <random>
#include <string>
#include <vector>

#include "cli/program/process.h"
#include "gpu/passes/pass_desc.h"
#include "gpu/spirv/opcodes.h"
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

/// One instruction; several, one after another.
Words op(std::uint32_t opcode, const Words& operands = {}) {
  Words words = {std::uint32_t(operands.size() + 1) << 16 | opcode};
  words.insert(words.end(), operands.begin(), operands.end());
  return words;
}
Words code(std::initializer_list<Words> instructions) {
  Words words;
  for (const Words& one : instructions) words.insert(words.end(), one.begin(), one.end());
  return words;
}
Words label(std::uint32_t block) { return op(kLabel, {block}); }
Words branch(std::uint32_t block) { return op(kBranch, {block}); }

// Ids of module_of().
constexpr std::uint32_t kBool = 2, kVoid = 3, kIsTaken = 4, kMain = 5, kMainType = 6;
constexpr std::uint32_t kIsTakenSpec = 7;  // specialisation constant of kIsTaken, which is true by default

/// One function, main, whose blocks are `body`.
Words module_of(const Words& body) {
  constexpr std::uint32_t kTypeVoid = 19, kTypeBool = 20, kTypeFunction = 33, kGlCompute = 5;
  constexpr std::uint32_t kNameMain = 0x6e69616d;    // "main"
  return code({{0x07230203, 0x00010500, 0, 100, 0},  // magic number, version, generator, bound, schema
               op(kEntryPoint, {kGlCompute, kMain, kNameMain, 0}),
               op(kDecorate, {kIsTaken, kDecorationSpecId, kIsTakenSpec}),
               op(kTypeBool, {kBool}),
               op(kSpecConstantTrue, {kBool, kIsTaken}),
               op(kTypeVoid, {kVoid}),
               op(kTypeFunction, {kMainType, kVoid}),
               op(kFunction, {kVoid, kMain, 0, kMainType}),
               body,
               op(kFunctionEnd)});
}

Words body_of(const Words& module) {
  const std::size_t before = module_of({}).size() - 1;  // all but the end
  return {module.begin() + std::ptrdiff_t(before), module.end() - 1};
}

TEST(TrimSpirv, ABranchThatIsNeverTakenIsGone) {
  const Words module =
      module_of(code({label(10), op(kSelectionMerge, {13, 0}), op(kBranchConditional, {kIsTaken, 11, 12}), label(11),
                      branch(13), label(12), branch(13), label(13), op(kReturn)}));
  const auto only = [](std::uint32_t block) {
    return code({label(10), branch(block), label(block), branch(13), label(13), op(kReturn)});
  };
  const Specialization off = {kIsTakenSpec, 0};
  EXPECT_EQ(body_of(trimmed(module, {})), only(11));
  EXPECT_EQ(body_of(trimmed(module, {&off, 1})), only(12));
}

/// A loop that is left at once: the rest of its body is `rest`, then its continue target has `next`.
Words loop_with(const Words& rest, const Words& next) {
  return code({label(10), branch(11), label(11), op(kLoopMerge, {14, 13, 0}), branch(12), label(12),
               op(kSelectionMerge, {15, 0}), op(kBranchConditional, {kIsTaken, 14, 15}), label(15), rest, branch(13),
               label(13), next, branch(11), label(14), op(kReturn)});
}

TEST(TrimSpirv, ALoopStaysALoop) {
  EXPECT_EQ(body_of(trimmed(module_of(loop_with({}, {})), {})),
            code({label(10), branch(11), label(11), op(kLoopMerge, {14, 13, 0}), branch(12), label(12), branch(14),
                  label(13), branch(11), label(14), op(kReturn)}));
}

/// The continue target takes a value from a block that would be cut.
TEST(TrimSpirv, WhatNeedsACutValueStays) {
  const Words body = loop_with(op(kLogicalNot, {kBool, 20, kIsTaken}), op(kLogicalNot, {kBool, 21, 20}));
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
