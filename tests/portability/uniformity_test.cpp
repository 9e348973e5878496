// SPDX-License-Identifier: MIT
// Tests of the search for barriers in flow that isn't uniform over the workgroup.
#include "portability/uniformity.h"

#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

#include "cli/program/process.h"
#include "portability/spirv_module.h"
#include "test_files.h"

namespace portability {
void PrintTo(Spread spread, std::ostream* out) { *out << name_of(spread); }
}  // namespace portability

namespace {

using portability::Barrier;
using portability::KnownFacts;
using portability::Spread;

/// Barriers of a compute shader with this body, after `globals`.
std::vector<Barrier> barriers_in(const std::string& body, const std::string& globals = "",
                                 const KnownFacts& facts = {}) {
  const test_files::TempFolder folder;
  const std::string source = (folder / "shader.comp").string(), module = (folder / "shader.spv").string();
  test_files::write_file(source, R"(#version 450
layout(local_size_x = 64) in;
layout(push_constant) uniform Push { uint count; };
layout(binding = 0) readonly buffer Read { uint read[]; };
layout(binding = 1) buffer Written { uint written[]; };
layout(binding = 2) uniform sampler2D picture;
layout(constant_id = 3) const uint kChoice = 0u;
layout(constant_id = 4) const uint kOther = 0u;
shared uint in_group[64];
#define ID gl_LocalInvocationIndex
)" + globals + "\nvoid main() {\n" + body +
                                     "\n}\n");
  const std::vector<std::string> command = {
      PHOTOPIC_TEST_GLSLANG, "-V", "--target-env", "vulkan1.2", "-o", module, source};
  const cli_test::ProcessResult result = cli_test::run_process(command, {});
  EXPECT_EQ(result.exit_code, 0) << result.out;
  return portability::barriers_of(portability::read_spirv_module(module).words, facts);
}

Spread way_of(const std::string& body, const std::string& globals = "", const KnownFacts& facts = {}) {
  const std::vector<Barrier> barriers = barriers_in(body, globals, facts);
  EXPECT_EQ(barriers.size(), 1u);
  return barriers.empty() ? Spread::divergent : barriers[0].way;
}

TEST(Uniformity, ABarrierOutsideOfBranchesIsAlwaysReached) {
  EXPECT_EQ(way_of("written[ID] = ID; barrier();"), Spread::always);
  EXPECT_EQ(way_of("if (ID == 0u) written[0] = 1u; barrier();"), Spread::always);
  EXPECT_EQ(way_of("for (uint i = 0u; i < ID; ++i) written[i] = 1u; barrier();"), Spread::always);
}

TEST(Uniformity, UniformBranches) {
  EXPECT_EQ(way_of("if (kChoice != 0u) barrier();"), Spread::constant);
  EXPECT_EQ(way_of("for (uint i = 0u; i < 4u; ++i) barrier();"), Spread::constant);
  EXPECT_EQ(way_of("if (count != 0u) barrier();"), Spread::uniform);
  EXPECT_EQ(way_of("for (uint i = 0u; i < count; ++i) barrier();"), Spread::uniform);
  EXPECT_EQ(way_of("if (gl_WorkGroupID.x == 0u && gl_NumWorkGroups.y == 1u) barrier();"), Spread::uniform);
  EXPECT_EQ(way_of("if (read[count] != 0u) barrier();"), Spread::uniform);
  EXPECT_EQ(way_of("if (textureLod(picture, vec2(count), 0.0).x > 0.5) barrier();"), Spread::uniform);
  EXPECT_EQ(way_of("if (gl_WorkGroupID.x != 0u) return; barrier();"), Spread::uniform);
  EXPECT_EQ(way_of("if (in_group[count] != 0u) barrier();"), Spread::shared_memory);
}

TEST(Uniformity, DivergentBarriersAreFound) {
  EXPECT_EQ(way_of("if (ID == 0u) barrier();"), Spread::divergent);
  EXPECT_EQ(way_of("if (gl_GlobalInvocationID.x < count) { written[ID] = 1u; } else { barrier(); }"),
            Spread::divergent);
  EXPECT_EQ(way_of("if (written[0] != 0u) barrier();"), Spread::divergent);
  EXPECT_EQ(way_of("if (read[ID] != 0u) barrier();"), Spread::divergent);
  EXPECT_EQ(way_of("if (in_group[ID] != 0u) barrier();"), Spread::divergent);
  EXPECT_EQ(way_of("if (atomicAdd(written[0], 1u) == 0u) barrier();"), Spread::divergent);
  EXPECT_EQ(way_of("if (textureLod(picture, vec2(ID), 0.0).x > 0.5) barrier();"), Spread::divergent);
  EXPECT_EQ(way_of("for (uint i = 0u; i < ID; ++i) barrier();"), Spread::divergent);
  EXPECT_EQ(way_of("switch (ID) { case 0u: barrier(); break; default: written[0] = 1u; }"), Spread::divergent);
  EXPECT_EQ(way_of("if (count == 0u || ID == 0u) barrier();"), Spread::divergent);
}

TEST(Uniformity, MemoryBarriersAreToldApart) {
  const std::vector<Barrier> barriers = barriers_in("if (ID == 0u) memoryBarrierBuffer();");
  ASSERT_EQ(barriers.size(), 1u);
  EXPECT_EQ(barriers[0], (Barrier{"main", false, Spread::divergent}));
}

TEST(Uniformity, ValuesAreFollowedThroughVariablesBranchesAndCalls) {
  EXPECT_EQ(way_of("uint a = 0u; if (ID == 0u) a = 1u; if (a != 0u) barrier();"), Spread::divergent);
  EXPECT_EQ(way_of("uint a = 0u; while (a < ID) ++a; if (a != 0u) barrier();"), Spread::divergent);
  EXPECT_EQ(way_of("uint a[4]; a[ID & 3u] = 1u; if (a[0] != 0u) barrier();"), Spread::divergent);
  EXPECT_EQ(way_of("if (twice(ID) == 0u) barrier();", "uint twice(uint x) { return 2u * x; }"), Spread::divergent);
  EXPECT_EQ(way_of("if (twice(count) == 0u) barrier();", "uint twice(uint x) { return 2u * x; }"), Spread::uniform);
  EXPECT_EQ(way_of("if (ID == 0u) wait();", "void wait() { barrier(); }"), Spread::divergent);
  EXPECT_EQ(way_of("wait(ID);", "void wait(uint x) { if (x > 5u) return; barrier(); }"), Spread::divergent);
  EXPECT_EQ(way_of("leave(ID); barrier();", "void leave(uint x) { if (x > 5u) return; written[x] = 1u; }"),
            Spread::always);
  EXPECT_EQ(
      way_of("set(); if (is_first) barrier();", "bool is_first = false; void set() { if (ID == 0u) is_first = true; }"),
      Spread::divergent);
  EXPECT_EQ(way_of("uint a; set(a); if (a != 0u) barrier();", "void set(out uint x) { x = ID; }"), Spread::divergent);
}

TEST(Uniformity, InvocationsThatLeaveALoopOrMainAreMissed) {
  EXPECT_EQ(way_of("if (ID > 5u) return; barrier();"), Spread::divergent);
  EXPECT_EQ(way_of("for (uint i = 0u; i < 4u; ++i) { if (ID == i) break; barrier(); }"), Spread::divergent);
  EXPECT_EQ(way_of("for (uint i = 0u; i < 4u; ++i) { barrier(); if (ID == i) break; }"), Spread::divergent);
  EXPECT_EQ(way_of("for (uint i = 0u; i < 4u; ++i) { if (ID == i) continue; written[i] = 1u; } barrier();"),
            Spread::always);
}

/// The divergent return and the barrier are never in one variant.
TEST(Uniformity, BranchesOnSpecialisationConstantsAreTakenOneByOne) {
  EXPECT_EQ(way_of("if (kChoice == 0u) { if (ID != 0u) return; } if (kChoice != 0u) barrier();"), Spread::constant);
  EXPECT_EQ(way_of("if (kChoice == 0u) { if (ID != 0u) return; } if (kChoice == 0u) barrier();"), Spread::divergent);
  EXPECT_EQ(
      way_of("if (kChoice == 0u) { if (ID != 0u) return; } wait();", "void wait() { if (kChoice != 0u) barrier(); }"),
      Spread::constant);
}

}  // namespace
