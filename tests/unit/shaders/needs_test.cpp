// SPDX-License-Identifier: MIT
// Tests of what passes need of a device: sizes read from SPIR-V, the most of all passes, the table of the
// documentation.
#include "gpu/spirv/needs.h"

#include <gtest/gtest.h>
#include <photopic/interface.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "finish/interface.h"
#include "glare/interface.h"
#include "gpu/interface.h"
#include "gpu/passes/device_needs.h"
#include "gpu/spirv/trim_spirv.h"
#include "unit/shaders/largest_variants.h"

namespace {

using photopic::DeviceNeeds;
using photopic::NeededLimit;
using photopic::PassDesc;
using photopic::ShaderNeeds;
using photopic::Specialization;
using test::largest_small_variant;
using test::largest_variant;
using test::Specializations;

const PassDesc& pass_named(const std::string& name) {
  for (const PassDesc* pass : photopic::all_passes()) {
    if (pass->name == name) return *pass;
  }
  throw std::runtime_error("no pass " + name);
}

ShaderNeeds needs_of(const PassDesc& pass, const Specializations& constants, bool is_trimmed = false) {
  const auto words = photopic::unpack(*pass.spirv);
  std::size_t count = pass.spirv->word_count;
  if (is_trimmed) count = photopic::trim(words.get(), count, constants);
  ShaderNeeds needs;
  EXPECT_TRUE(photopic::needs_of(words.get(), count, constants, &needs));
  return needs;
}
ShaderNeeds needs_of(const std::string& pass, const Specializations& constants, bool is_trimmed = false) {
  return needs_of(pass_named(pass), constants, is_trimmed);
}

DeviceNeeds most_of(const PassDesc& pass, bool is_small = false) {
  const Specializations constants = is_small ? largest_small_variant(pass.name) : largest_variant(pass.name);
  return photopic::device_needs(pass, needs_of(pass, constants), ~0u);
}

/// Whether another pass does the same where the limits are less than this one needs: its room compares them.
bool is_chosen_by_limits(const PassDesc& pass) { return std::string(pass.name).starts_with("tone_map_sharpened_"); }

void raise(DeviceNeeds& to, const DeviceNeeds& needs) {
  for (std::size_t i = 0; i < needs.least.size(); ++i) to.least[i] = std::max(to.least[i], needs.least[i]);
  to.subgroup_operations |= needs.subgroup_operations;
}

TEST(ShaderNeeds, AreThoseOfTheCode) {
  const ShaderNeeds fixed = needs_of("metrics_delta_e2000", {});
  EXPECT_EQ(fixed.group_size[0], 256u);
  EXPECT_EQ(fixed.group_size[1], 1u);
  EXPECT_EQ(fixed.group_size[2], 1u);
  EXPECT_EQ(fixed.shared_bytes, (4 * 256 + 897 + 1) * sizeof(std::uint32_t));  // sums, bins, the largest
  EXPECT_EQ(fixed.bindings, 255u);
  EXPECT_FALSE(fixed.is_specialized);

  const ShaderNeeds drawn = needs_of("draw_codes", {});
  EXPECT_EQ(drawn.group_size[0], 0u);
  EXPECT_EQ(drawn.shared_bytes, 0u);

  constexpr std::uint32_t kBasicAndArithmetic = 0x5;
  EXPECT_EQ(needs_of("single_pass_int64", {}).subgroup_operations, kBasicAndArithmetic);
  EXPECT_EQ(needs_of("single_pass_portable", {}).subgroup_operations, 0u);
}

TEST(ShaderNeeds, KnowHalves) {
  EXPECT_TRUE(needs_of("tone_map_halves_rgba8", {}).float16);
  EXPECT_FALSE(needs_of("tone_map_rgba8", {}).float16);
}

/// Its room chooses the variant by these constants.
TEST(ShaderNeeds, OfTheWideTailOfGlareAreAsItsRoomSays) {
  for (const std::uint32_t chunks : {1u, 2u}) {
    const ShaderNeeds needs =
        needs_of("glare_tail_rgba16f",
                 {{PHOTOPIC_SPEC_GLARE_CHUNKS, chunks}, {PHOTOPIC_SPEC_GROUP, PHOTOPIC_GLARE_WIDE_INVOCATIONS}}, true);
    EXPECT_EQ(needs.shared_bytes, PHOTOPIC_GLARE_WIDE_BYTES(chunks));
    EXPECT_EQ(needs.group_size[0], PHOTOPIC_GLARE_WIDE_INVOCATIONS);
  }
}

TEST(ShaderNeeds, OfSharpeningInTilesAreAsTheFinalPassSays) {
  const ShaderNeeds needs =
      needs_of("tone_map_sharpened_halves_rgba8", {{PHOTOPIC_SPEC_EFFECTS, photopic::kAllEffects}}, true);
  EXPECT_LE(needs.shared_bytes, PHOTOPIC_SHARPEN_BYTES);
  EXPECT_EQ(needs.group_size[0], PHOTOPIC_SHARPEN_INVOCATIONS);
}

TEST(ShaderNeeds, FollowSpecialisationConstants) {
  const auto pyramid = [](std::uint32_t side) {
    return needs_of("pyramid_r32f", {{PHOTOPIC_SPEC_WORKGROUP_SIDE, side}});
  };
  EXPECT_TRUE(pyramid(8).is_specialized);
  EXPECT_EQ(pyramid(8).group_size[0], 8u);
  EXPECT_EQ(pyramid(16).group_size[1], 16u);
  EXPECT_EQ(pyramid(16).shared_bytes - pyramid(8).shared_bytes, (16 * 16 - 8 * 8) * sizeof(float));
  EXPECT_EQ(needs_of("local_build", {{PHOTOPIC_SPEC_GROUP, 64}}).group_size[0], 64u);
}

TEST(ShaderNeeds, OfATrimmedVariantAreWhatItUses) {
  const Specializations plain = {{PHOTOPIC_SPEC_TONE_MAPPER, 1}};
  const ShaderNeeds whole = needs_of("tone_map_rgba8", plain), trimmed = needs_of("tone_map_rgba8", plain, true);
  const std::uint32_t used = 1u << PHOTOPIC_TONE_MAP_HDR | 1u << PHOTOPIC_TONE_MAP_LDR |
                             1u << PHOTOPIC_TONE_MAP_EXPOSURE | 1u << PHOTOPIC_TONE_MAP_FINISH;
  EXPECT_EQ(trimmed.bindings, used);
  EXPECT_EQ(whole.bindings & used, used);
  EXPECT_NE(whole.bindings, used);
  EXPECT_LT(trimmed.shared_bytes, whole.shared_bytes);
}

TEST(ShaderNeeds, ThatTheBuildHasStoredAreThoseOfTheCode) {
  for (const PassDesc* pass : photopic::all_passes()) {
    const ShaderNeeds found = needs_of(*pass, {}), stored = pass->spirv->needs;
    EXPECT_TRUE(std::equal(std::begin(found.group_size), std::end(found.group_size), stored.group_size)) << pass->name;
    EXPECT_EQ(found.shared_bytes, stored.shared_bytes) << pass->name;
    EXPECT_EQ(found.subgroup_operations, stored.subgroup_operations) << pass->name;
    EXPECT_EQ(found.bindings, stored.bindings) << pass->name;
    EXPECT_EQ(found.float16, stored.float16) << pass->name;
    EXPECT_EQ(found.is_specialized, stored.is_specialized) << pass->name;
  }
}

/// Arrays of any length are evaluated, and largest_variant() names every constant that makes more of them.
TEST(ShaderNeeds, LargestConstantsAreTheLargest) {
  constexpr std::uint32_t kConstants = 32;  // ids are below it
  for (const PassDesc* pass : photopic::all_passes()) {
    if (!pass->spirv->needs.is_specialized) continue;
    const ShaderNeeds most = needs_of(*pass, largest_variant(pass->name));
    ASSERT_NE(most.shared_bytes, ShaderNeeds::kUnknown) << pass->name;
    for (std::uint32_t id = 0; id < kConstants; ++id) {
      Specializations constants = largest_variant(pass->name);
      const bool is_named = std::any_of(constants.begin(), constants.end(), [&](auto& one) { return one.id == id; });
      if (!is_named) constants.push_back({id, 1});
      EXPECT_EQ(needs_of(*pass, constants).shared_bytes, most.shared_bytes) << pass->name << " constant " << id;
    }
  }
}

TEST(DeviceNeeds, TheMostOfAllPassesIsAConstant) {
  DeviceNeeds most;
  for (const PassDesc* pass : photopic::all_passes()) {
    if (!is_chosen_by_limits(*pass)) raise(most, most_of(*pass));
  }
  for (std::size_t i = 0; i < most.least.size(); ++i) {
    EXPECT_EQ(most.least[i], photopic::kMostNeeds.least[i]) << photopic::limit_info(NeededLimit(i)).name;
  }
  EXPECT_EQ(most.subgroup_operations, photopic::kMostNeeds.subgroup_operations);
}

TEST(DeviceNeeds, EveryPassHasAFeatureToLeaveOut) {
  for (const PassDesc* pass : photopic::all_passes()) EXPECT_STRNE(photopic::leave_out(pass->name), "it") << pass->name;
}

// ---- the table of docs/embedding-reference.md -----------------------------------------------------------------------

/// Passes: names, or how they begin, with a * at the end. A pass belongs to the first row that names it.
struct Step {
  const char* name;
  std::vector<std::string> passes;
};
const Step kSteps[] = {
    {"Metering, single pass",
     {"single_pass_int64", "single_pass_int64_layers", "single_pass_portable", "single_pass_portable_layers",
      "single_pass_portable_samples", "adapt", "adapt_scan"}},
    {"Metering, pyramid", {"pyramid_hdr_r32f", "pyramid_r32f", "log_luminance_r32f"}},
    {"Weights of the meter", {"single_pass_weighted", "single_pass_weighted_layers", "single_pass_weighted_samples"}},
    {"Automatic white balance", {"colors*"}},
    {"Local exposure", {"local_*", "single_pass_int64_local", "single_pass_portable_local"}},
    {"`record_fused()`", {"single_pass_*"}},
    {"Final pass, without effects", {"tone_map_layers_*", "tone_map_samples_*", "draw_views_*"}},
    {"Effects over several samples", {"resolve_samples_*"}},
    {"Final pass with effects",
     {"tone_map_rgb*", "tone_map_r32ui", "tone_map_halves_*", "tone_map_sharpened_*", "tone_map_signals_*",
      "store_picture_r*"}},
    {"`kWithContentLight`", {"tone_map_light_*", "store_picture_light_*"}},
    {"Drawn output", {"draw_*"}},
    {"Baked looks", {"bake"}},
    {"Glare", {"glare_*"}},
    {"Acuity", {"acuity_*"}},
    {"Night", {"mesopic"}},
    {"`NaiveMeter`", {"log_luminance_*", "pyramid_*"}},
    {"`DebugOverlay`", {"overlay_*"}},
    {"`FlashAnalyser`", {"flash_*"}},
    {"`ContentLightMeter`", {"content_light_*"}},
    {"Metric `errors`", {"metrics_errors", "metrics_clear", "metrics_copy"}},
    {"Metrics `psnr`, `psnr-hvs`", {"metrics_luma", "metrics_psnr_hvs*"}},
    {"Metrics `ssim`, `ssim-auto`, `ms-ssim`", {"metrics_ssim*", "metrics_lowpass*", "metrics_box"}},
    {"Metric `flip`", {"metrics_flip*"}},
    {"Metrics `ciede2000`, `delta-e2000`", {"metrics_ciede2000*", "metrics_delta_e2000*"}},
    {"Worst tiles, `cluster`", {"metrics_*"}},
};

bool is_named(const std::string& pattern, const std::string& pass) {
  return pattern.ends_with('*') ? pass.starts_with(pattern.substr(0, pattern.size() - 1)) : pattern == pass;
}

const Step* step_of(const std::string& pass) {
  for (const Step& step : kSteps) {
    const auto names = [&](const std::string& pattern) { return is_named(pattern, pass); };
    if (std::any_of(step.passes.begin(), step.passes.end(), names)) return &step;
  }
  return nullptr;
}

const std::string kHeader =
    "| step | invocations | workgroup memory, bytes | storage buffers | storage images | "
    "sampled images |\n";

std::string table() {
  using enum NeededLimit;
  std::string text = kHeader + "|---|---|---|---|---|---|\n";
  for (const Step& step : kSteps) {
    DeviceNeeds most, least;
    for (const PassDesc* pass : photopic::all_passes()) {
      if (step_of(pass->name) != &step || is_chosen_by_limits(*pass)) continue;
      raise(most, most_of(*pass));
      const bool has_other = std::string(pass->name).find("int64") != std::string::npos;  // on small devices
      if (!has_other) raise(least, most_of(*pass, true));
    }
    text += "| " + std::string(step.name) + " |";
    for (const NeededLimit limit : {invocations, shared_bytes, storage_buffers, storage_images, sampled_images}) {
      text += " " + std::to_string(most[limit]);
      if (least[limit] != most[limit]) text += " (" + std::to_string(least[limit]) + ")";
      text += " |";
    }
    text += "\n";
  }
  return text;
}

TEST(DeviceNeeds, TheTableOfTheDocumentationIsTheirs) {
  for (const PassDesc* pass : photopic::all_passes()) EXPECT_NE(step_of(pass->name), nullptr) << pass->name;
  const std::string path = std::string(PHOTOPIC_TEST_PROJECT_DIR) + "/docs/embedding-reference.md";
  std::stringstream file;
  file << std::ifstream(path).rdbuf();
  std::string page = file.str();
  const std::size_t begin = page.find(kHeader);
  ASSERT_NE(begin, page.npos) << "docs/embedding-reference.md has no line " << kHeader;
  const std::size_t end = page.find("\n\n", begin) + 1;
  if (std::getenv("PHOTOPIC_UPDATE_DOCS") != nullptr) {
    std::ofstream(path) << page.substr(0, begin) << table() << page.substr(end);
    return;
  }
  EXPECT_EQ(page.substr(begin, end - begin), table())
      << "PHOTOPIC_UPDATE_DOCS=1 photopic-unit-tests --gtest_filter='DeviceNeeds.*' writes the table anew";
}

}  // namespace
