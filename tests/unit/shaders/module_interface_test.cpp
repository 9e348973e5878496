// SPDX-License-Identifier: MIT
// Tests of the compiled shaders against the C++ side: bindings, access, push constants, buffer layouts.
#include <gtest/gtest.h>
#include <photopic/interface.h>
#include <photopic/metrics_interface.h>
#include <photopic/overlay_interface.h>
#include <photopic/scan_interface.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "acuity/interface.h"
#include "chain/chain.h"
#include "content_light/interface.h"
#include "finish/interface.h"
#include "flash/interface.h"
#include "glare/interface.h"
#include "gpu/passes/pass_desc.h"
#include "local_exposure/interface.h"
#include "metrics/clusters/interface.h"
#include "metrics/flip/interface.h"
#include "metrics/ssim/interface.h"
#include "metrics/worst_tiles/interface.h"
#include "unit/shaders/module_resources.h"

namespace {

using nlohmann::json;
using photopic::BindingKind;
using photopic::PassDesc;
using test::Constants;
using test::is_fused;
using test::is_metric;
using test::Resource;
using test::Resources;
namespace gpu = photopic::gpu;

/// What spirv-cross reads from the module that was compiled into the library.
json reflect(const char* pass_name) {
  const std::string command =
      std::string(PHOTOPIC_TEST_SPIRV_CROSS) + " " + PHOTOPIC_TEST_SPIRV_DIR + "/" + pass_name + ".spv --reflect";
  FILE* pipe = popen(command.c_str(), "r");
  std::string text;
  char part[4096];
  while (std::size_t size = std::fread(part, 1, sizeof part, pipe)) text.append(part, size);
  EXPECT_EQ(pclose(pipe), 0) << command;
  return json::parse(text);
}

std::string access_of(const json& resource) {
  const bool readonly = resource.value("readonly", false);
  const bool writeonly = resource.value("writeonly", false);
  return readonly ? "readonly" : writeonly ? "writeonly" : "both";
}

Resources resources_of(const json& reflection) {
  Resources resources;
  const auto add = [&](const char* list, BindingKind kind) {
    for (const json& resource : reflection.value(list, json::array())) {
      EXPECT_EQ(resource["set"], 0);
      const std::string access = kind == BindingKind::sampled_image ? "readonly" : access_of(resource);
      // One buffer may be seen through several block types, of nodes of 3 and of 4 floats.
      const auto [known, is_new] = resources.emplace(resource["binding"].get<std::uint32_t>(), Resource{kind, access});
      EXPECT_TRUE(is_new || (kind == BindingKind::storage_buffer && known->second == (Resource{kind, access})));
    }
  };
  add("textures", BindingKind::sampled_image);
  add("images", BindingKind::storage_image);
  add("ssbos", BindingKind::storage_buffer);
  for (const char* other : {"ubos", "separate_images", "separate_samplers", "subpass_inputs", "acceleration_structs"}) {
    EXPECT_FALSE(reflection.contains(other)) << other;
  }
  return resources;
}

/// Bytes of a member without gaps: scalars, vec4s and structs of them, alone or in arrays. Expects that a struct of
/// several members has none, so that C++ lays it out alike.
std::size_t packed_bytes(const json& reflection, const json& member);

std::size_t packed_struct_bytes(const json& reflection, const json& type) {
  std::size_t bytes = 0;
  for (const json& member : type["members"]) {
    EXPECT_EQ(member["offset"], bytes) << type["name"] << "." << member["name"];
    bytes += packed_bytes(reflection, member);
  }
  return bytes;
}

std::size_t packed_bytes(const json& reflection, const json& member) {
  const std::string type = member["type"];
  std::size_t bytes = type == "vec4" ? 16 : type == "uint64_t" ? 8 : 4;
  if (reflection["types"].contains(type)) {
    bytes = packed_struct_bytes(reflection, reflection["types"][type]);
  } else {
    EXPECT_TRUE(type == "uint" || type == "int" || type == "float" || type == "uint64_t" || type == "vec4") << type;
  }
  for (const json& length : member.value("array", json::array())) bytes *= length.get<std::size_t>();
  return bytes;
}

/// Structs in memory that C++ fills or reads by itself; those that they contain are compared with them. A vector type
/// in one of them, or a gap, would show here.
const std::map<std::string, std::size_t> kStructBytes = {
    {"AcuityDownParams", sizeof(gpu::AcuityDownParams)},
    {"AcuitySmoothParams", sizeof(gpu::AcuitySmoothParams)},
    {"AdaptParams", sizeof(gpu::AdaptParams)},
    {"DrawParams", sizeof(gpu::DrawParams)},
    {"LayersParams", sizeof(gpu::LayersParams)},
    {"ResolveParams", sizeof(gpu::ResolveParams)},
    {"LocalGrid", sizeof(gpu::LocalGrid)},
    {"LocalBuildParams", sizeof(gpu::LocalBuildParams)},
    {"LocalSolveParams", sizeof(gpu::LocalSolveParams)},
    {"BlueNoise", sizeof(gpu::BlueNoise)},
    {"ColorSums", sizeof(gpu::ColorSums)},
    {"ContentLightParams", sizeof(gpu::ContentLightParams)},
    {"ContentLightResult", sizeof(gpu::ContentLightResult)},
    {"ContentLightSums", sizeof(gpu::ContentLightSums)},
    {"ContentLightTotals", sizeof(gpu::ContentLightTotals)},
    {"ExposureState", sizeof(gpu::ExposureState)},
    {"FinishTables", sizeof(gpu::FinishTables)},
    {"FlashCell", sizeof(gpu::FlashCell)},
    {"FlashHeader", sizeof(gpu::FlashHeader)},
    {"FlashParams", sizeof(gpu::FlashParams)},
    {"FlashResult", sizeof(gpu::FlashResult)},
    {"FlashSums", sizeof(gpu::FlashSums)},
    {"FlashTotals", sizeof(gpu::FlashTotals)},
    {"FrameMeasurement", sizeof(gpu::FrameMeasurement)},
    {"GlareLight", sizeof(gpu::GlareLight)},
    {"GlareShown", sizeof(gpu::GlareShown)},
    {"GlareTables", sizeof(gpu::GlareTables)},
    {"LookParams", sizeof(gpu::LookParams)},
    {"LutHeader", sizeof(gpu::LutHeader)},
    {"MeterAccumulators", sizeof(gpu::MeterAccumulators)},
    {"MeterPartial", sizeof(gpu::MeterPartial)},
    {"MeterStats", sizeof(gpu::MeterStats)},
    {"MeterTables", sizeof(gpu::MeterTables)},
    {"NightTable", sizeof(gpu::NightTable)},
    {"OverlayData", sizeof(gpu::OverlayData)},
    {"OverlayPlots", sizeof(gpu::OverlayPlots)},
};

class ModuleInterface : public testing::TestWithParam<const PassDesc*> {
 protected:
  const PassDesc& pass_ = *GetParam();
  json reflection_ = reflect(GetParam()->name);
};

TEST_P(ModuleInterface, BindingsAndAccess) {
  const Resources resources = resources_of(reflection_);
  EXPECT_EQ(resources, test::expected_resources(pass_.name));
  const auto unused = std::count(pass_.bindings.begin(), pass_.bindings.end(), BindingKind::none);
  ASSERT_EQ(resources.size() + std::size_t(unused), pass_.bindings.size());
  for (std::uint32_t i = 0; i < pass_.bindings.size(); ++i) {
    if (pass_.bindings[i] == BindingKind::none) continue;
    ASSERT_TRUE(resources.contains(i));
    const bool is_filtered = pass_.bindings[i] == BindingKind::filtered_image;
    EXPECT_EQ(resources.at(i).kind, is_filtered ? BindingKind::sampled_image : pass_.bindings[i]) << i;
  }
}

TEST_P(ModuleInterface, StructsAreLaidOutAsInCpp) {
  std::size_t compared = 0;
  for (const json& type : reflection_["types"]) {
    const auto expected = kStructBytes.find(type["name"].get<std::string>());
    if (expected == kStructBytes.end() || !type["members"][0].contains("offset")) continue;
    EXPECT_EQ(packed_struct_bytes(reflection_, type), expected->second) << expected->first;
    ++compared;
  }
  EXPECT_EQ(compared > 0, !is_metric(pass_.name));
}

TEST_P(ModuleInterface, PartsOfFinishDataAreWhereCppHasThem) {
  std::map<std::string, std::size_t> expected = {{"finish_tables", offsetof(gpu::FinishData, tables)},
                                                 {"glare_shown", offsetof(gpu::FinishData, glare)},
                                                 {"aces2_rows", offsetof(gpu::FinishData, aces2)},
                                                 {"noise_words", sizeof(gpu::FinishData)}};
  if (is_fused(pass_.name)) {
    for (auto& [name, offset_bytes] : expected) offset_bytes += PHOTOPIC_FINISH_AFTER_METER;
    expected["tables"] = 0;
  }
  for (const json& type : reflection_["types"]) {
    if (type["name"] != "Finish") continue;
    std::map<std::string, std::size_t> found;
    for (const json& member : type["members"]) found[member["name"]] = member["offset"];
    EXPECT_EQ(found, expected);
  }
}

TEST_P(ModuleInterface, PushConstants) {
  const json& push = reflection_["push_constants"];
  ASSERT_EQ(push.size(), 1u);
  const json& block = reflection_["types"][push[0]["type"].get<std::string>()];
  ASSERT_EQ(block["members"].size(), 1u);
  const json& params = reflection_["types"][block["members"][0]["type"].get<std::string>()];
  EXPECT_EQ(packed_struct_bytes(reflection_, params), pass_.push_bytes) << params["name"];
  EXPECT_LE(pass_.push_bytes, 128u);  // what every device has
}

TEST_P(ModuleInterface, SpecialisationConstants) {
  Constants named;
  for (const json& constant : reflection_.value("specialization_constants", json::array())) {
    if (constant["name"] != "") named[constant["name"]] = constant["id"].get<std::uint32_t>();
  }
  const std::string pass = pass_.name;
  Constants expected = is_metric(pass) ? test::metric_constants(pass) : test::device_constants(pass);
  if (pass.starts_with("pyramid")) {
    expected["kGroupSide"] = PHOTOPIC_SPEC_WORKGROUP_SIDE;
    if (pass.starts_with("pyramid_hdr")) expected["kStoreLevel0"] = PHOTOPIC_SPEC_STORE_LEVEL_0;
    const json& entry = reflection_["entryPoints"][0];
    EXPECT_EQ(entry["workgroup_size_is_spec_constant_id"], json({true, true, false}));
  }
  const bool draws_signals = pass.starts_with("draw_signals_");
  const bool is_drawn = pass.starts_with("draw_") && !draws_signals;
  if (pass.starts_with("tone_map") || is_fused(pass) || is_drawn) {
    expected["kToneMapper"] = PHOTOPIC_SPEC_TONE_MAPPER;
    expected["kEffects"] = PHOTOPIC_SPEC_EFFECTS;
    if (!is_drawn && !pass.starts_with("tone_map_sharpened_")) expected["kBorder"] = PHOTOPIC_SPEC_BORDER;
    expected["kDither"] = PHOTOPIC_SPEC_DITHER;
    expected["kLutSize"] = PHOTOPIC_SPEC_LUT_SIZE;
    if (!is_fused(pass)) expected["kLook"] = PHOTOPIC_SPEC_LOOK;
  }
  const bool is_store = pass.starts_with("store_picture") || draws_signals;
  if (is_store) {
    expected["kEffects"] = PHOTOPIC_SPEC_EFFECTS;
    if (!draws_signals) expected["kBorder"] = PHOTOPIC_SPEC_BORDER;
    expected["kDither"] = PHOTOPIC_SPEC_DITHER;
  }
  if (pass.starts_with("tone_map") || is_store || is_drawn) expected["kUi"] = PHOTOPIC_SPEC_UI;
  if (pass.starts_with("draw_")) expected["kScaled"] = PHOTOPIC_SPEC_SCALED;
  if (pass.starts_with("draw_") && pass.ends_with("_codes")) {
    expected["kMaxCode"] = PHOTOPIC_SPEC_MAX_CODE;
    expected["kSrgbTarget"] = PHOTOPIC_SPEC_SRGB_TARGET;
  }
  const bool has_passes =
      pass.starts_with("tone_map") && pass.find("_layers") == pass.npos && pass.find("_samples") == pass.npos;
  if (has_passes) expected["kFiltersHdr"] = PHOTOPIC_SPEC_FILTERS_HDR;
  if (pass.find("_samples") != pass.npos) expected["kSamples"] = PHOTOPIC_SPEC_SAMPLES;
  if (pass.starts_with("tone_map_signals")) expected["kMaxCode"] = PHOTOPIC_SPEC_MAX_CODE;
  if (pass == "bake") {  // two of these by what it includes
    expected["kConvertInput"] = PHOTOPIC_SPEC_CONVERT_INPUT;
    expected["kDither"] = PHOTOPIC_SPEC_DITHER;
    expected["kOperators"] = PHOTOPIC_SPEC_OPERATORS;
    expected["kEncoding"] = PHOTOPIC_SPEC_ENCODING;
    expected["kLutSize"] = PHOTOPIC_SPEC_LUT_SIZE;
  }
  const bool is_overlay_display = pass.starts_with("overlay_display");
  if (is_overlay_display) {
    expected["kDither"] = PHOTOPIC_SPEC_DITHER;
    expected["kOperators"] = PHOTOPIC_SPEC_OPERATORS;
  }
  if (pass.starts_with("overlay_draw")) {
    expected["kViews"] = PHOTOPIC_OVERLAY_SPEC_VIEWS;
    expected["kDrawsPanels"] = PHOTOPIC_OVERLAY_SPEC_PANELS;
    expected["kStored"] = PHOTOPIC_OVERLAY_SPEC_STORED;
  }
  const bool is_gather_stored = pass.starts_with("overlay_gather_stored");
  const bool is_waveform = pass.starts_with("overlay_waveform");  // of the picture, not of the HDR image
  const bool reads_picture = is_waveform || is_gather_stored;
  const bool is_of_pictures = pass.starts_with("tone_map") || is_fused(pass) || is_overlay_display ||
                              pass.starts_with("overlay_draw") || is_drawn;
  if (is_of_pictures || reads_picture) {
    expected["kEncoding"] = PHOTOPIC_SPEC_ENCODING;
  }
  if ((is_of_pictures || reads_picture || is_store) && pass.ends_with("_r32ui")) {
    expected["kPacking"] = PHOTOPIC_SPEC_PACKING;
  }
  const bool stores_floats = pass.ends_with("_rgba16f") && !pass.starts_with("tone_map_signals");
  if ((is_of_pictures || reads_picture || is_store) && (stores_floats || pass.ends_with("_floats"))) {
    expected["kHalves"] = PHOTOPIC_SPEC_HALVES;
  }
  if (pass == "flash_cells") {
    expected["kEncoding"] = PHOTOPIC_FLASH_SPEC_ENCODING;
    expected["kPeak"] = PHOTOPIC_FLASH_SPEC_PEAK;
  }
  if (pass == "content_light_sums") {
    expected["kEncoding"] = PHOTOPIC_CONTENT_LIGHT_SPEC_ENCODING;
    expected["kPeak"] = PHOTOPIC_CONTENT_LIGHT_SPEC_PEAK;
  }
  if (pass.starts_with("glare_down_hdr")) expected["kMeasures"] = PHOTOPIC_SPEC_GLARE_MEASURES;
  if (pass == "local_build") {
    expected["kSide"] = PHOTOPIC_SPEC_LOCAL_SIDE;
    expected["kLanes"] = PHOTOPIC_SPEC_LOCAL_LANES;
    expected["kVeil"] = PHOTOPIC_SPEC_LOCAL_VEIL;
    expected["kBranchless"] = PHOTOPIC_SPEC_BRANCHLESS;
  }
  const bool reads_hdr = is_of_pictures || pass.starts_with("glare_down_hdr") || pass.starts_with("local_") ||
                         pass.starts_with("acuity_down") || pass.starts_with("single_pass") ||
                         pass.starts_with("pyramid_hdr") || pass.starts_with("log_luminance") ||
                         (pass.starts_with("overlay_") && !is_waveform) || pass.starts_with("adapt") ||
                         pass.starts_with("colors") || pass.starts_with("resolve_") ||
                         is_store;  // which shares their file
  if (reads_hdr) expected["kConvertInput"] = PHOTOPIC_SPEC_CONVERT_INPUT;
  if (reads_hdr || pass == "bake") expected["kWhiteBalance"] = PHOTOPIC_SPEC_WHITE_BALANCE;
  if (pass.starts_with("adapt") || pass.starts_with("single_pass")) {
    expected["kFullAdaptation"] = PHOTOPIC_SPEC_ADAPTATION;
    expected["kReceptors"] = PHOTOPIC_SPEC_RECEPTORS;
  }
  if (pass.starts_with("single_pass")) {
    expected["kHistogram"] = PHOTOPIC_SPEC_HISTOGRAM;
    expected["kHighlightsAndBlack"] = PHOTOPIC_SPEC_HIGHLIGHTS_AND_BLACK;
    expected["kExtrema"] = PHOTOPIC_SPEC_EXTREMA;
    expected["kBorder"] = PHOTOPIC_SPEC_BORDER;
    expected["kBranchless"] = PHOTOPIC_SPEC_BRANCHLESS;
  }
  if (pass.starts_with("single_pass_weighted") || pass.starts_with("colors_weighted")) {
    expected["kWeights"] = PHOTOPIC_SPEC_WEIGHTS;
  }
  EXPECT_EQ(named, expected);
}

TEST_P(ModuleInterface, StorageFormats) {
  // "tone_map_rgba16f"
  const std::string pass = pass_.name;
  for (const json& image : reflection_.value("images", json::array())) {
    EXPECT_TRUE(pass.ends_with("_" + image["format"].get<std::string>())) << image["format"];
  }
}

INSTANTIATE_TEST_SUITE_P(Pass, ModuleInterface,
                         testing::ValuesIn(photopic::all_passes().begin(), photopic::all_passes().end()),
                         [](const auto& pass) { return std::string(pass.param->name); });

}  // namespace
