// SPDX-License-Identifier: MIT
// The compiled shaders against what C++ believes about them: bindings, access, push constants, buffer layouts.
#include <gtest/gtest.h>
#include <photopic/interface.h>

#include <cstddef>
#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "passes.h"

namespace {

using nlohmann::json;
using photopic::BindingKind;
using photopic::PassDesc;
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

struct Member {
  std::string name;
  std::string type;
  std::size_t offset;
  bool operator==(const Member&) const = default;
};
void PrintTo(const Member& member, std::ostream* out) {
  *out << member.type << " " << member.name << " at " << member.offset;
}
using Members = std::vector<Member>;

#define TEST_UINT(type, member) \
  { #member, "uint", offsetof(gpu::type, member) }
#define TEST_FLOAT(type, member) \
  { #member, "float", offsetof(gpu::type, member) }

const std::map<std::string, Members> kStructs = {
    {"LogLuminanceParams",
     {TEST_UINT(LogLuminanceParams, origin_x), TEST_UINT(LogLuminanceParams, origin_y),
      TEST_UINT(LogLuminanceParams, width), TEST_UINT(LogLuminanceParams, height),
      TEST_FLOAT(LogLuminanceParams, min_log2), TEST_FLOAT(LogLuminanceParams, max_log2)}},
    {"MeterStats",
     {TEST_UINT(MeterStats, invalid_texels), TEST_UINT(MeterStats, max_luminance_bits),
      TEST_UINT(MeterStats, inverted_min_luminance_bits), TEST_UINT(MeterStats, reserved)}},
    {"ReduceHdrParams",
     {TEST_UINT(ReduceHdrParams, origin_x), TEST_UINT(ReduceHdrParams, origin_y), TEST_UINT(ReduceHdrParams, width),
      TEST_UINT(ReduceHdrParams, height), TEST_FLOAT(ReduceHdrParams, min_log2), TEST_FLOAT(ReduceHdrParams, max_log2),
      TEST_UINT(ReduceHdrParams, is_last), TEST_FLOAT(ReduceHdrParams, factor_numerator)}},
    {"ReduceParams",
     {TEST_UINT(ReduceParams, source_width), TEST_UINT(ReduceParams, source_height),
      TEST_FLOAT(ReduceParams, factor_numerator), TEST_UINT(ReduceParams, factor_texels),
      TEST_FLOAT(ReduceParams, edge_x), TEST_FLOAT(ReduceParams, edge_y)}},
    {"AdaptParams",
     {TEST_UINT(AdaptParams, texels),
      TEST_UINT(AdaptParams, flags),
      TEST_UINT(AdaptParams, epoch_instance),
      TEST_UINT(AdaptParams, epoch_reset),
      TEST_FLOAT(AdaptParams, delta_time_s),
      TEST_FLOAT(AdaptParams, min_ev100),
      TEST_FLOAT(AdaptParams, max_ev100),
      TEST_FLOAT(AdaptParams, compensation_ev),
      TEST_FLOAT(AdaptParams, ev100_of_luminance_one),
      TEST_FLOAT(AdaptParams, black_log2),
      TEST_FLOAT(AdaptParams, to_bright_ev_per_s),
      TEST_FLOAT(AdaptParams, to_dark_ev_per_s),
      TEST_FLOAT(AdaptParams, to_bright_rate_per_s),
      TEST_FLOAT(AdaptParams, to_dark_rate_per_s),
      TEST_FLOAT(AdaptParams, to_bright_transition_ev),
      TEST_FLOAT(AdaptParams, to_dark_transition_ev),
      TEST_FLOAT(AdaptParams, slow_rate_ratio),
      TEST_FLOAT(AdaptParams, dead_band_ev),
      TEST_FLOAT(AdaptParams, max_ev_per_s),
      TEST_FLOAT(AdaptParams, min_reversal_s),
      TEST_FLOAT(AdaptParams, cut_low_ev),
      TEST_FLOAT(AdaptParams, cut_high_ev)}},
    {"ExposureState",
     {TEST_FLOAT(ExposureState, exposure),
      TEST_FLOAT(ExposureState, previous_exposure),
      TEST_FLOAT(ExposureState, adapted_ev100),
      TEST_FLOAT(ExposureState, adapted_ev100_low),
      TEST_FLOAT(ExposureState, target_ev100),
      TEST_FLOAT(ExposureState, scene_ev100),
      TEST_FLOAT(ExposureState, mean_log2_luminance),
      TEST_FLOAT(ExposureState, min_luminance),
      TEST_FLOAT(ExposureState, max_luminance),
      TEST_UINT(ExposureState, invalid_texels),
      TEST_UINT(ExposureState, valid_texels),
      TEST_UINT(ExposureState, frames),
      TEST_UINT(ExposureState, epoch_instance),
      TEST_UINT(ExposureState, epoch_reset),
      TEST_FLOAT(ExposureState, metered_log2_luminance),
      TEST_FLOAT(ExposureState, weight_sum),
      TEST_FLOAT(ExposureState, adapted_luminance),
      TEST_FLOAT(ExposureState, dlss_exposure),
      TEST_FLOAT(ExposureState, slow_offset_ev100),
      TEST_FLOAT(ExposureState, slow_offset_ev100_low),
      TEST_FLOAT(ExposureState, direction),
      TEST_FLOAT(ExposureState, reversal_age_s),
      TEST_FLOAT(ExposureState, low_percentile_log2),
      TEST_FLOAT(ExposureState, median_log2),
      TEST_FLOAT(ExposureState, high_percentile_log2),
      TEST_UINT(ExposureState, under_texels),
      TEST_UINT(ExposureState, over_texels),
      TEST_UINT(ExposureState, serial),
      TEST_UINT(ExposureState, checksum),
      TEST_UINT(ExposureState, reserved0),
      TEST_UINT(ExposureState, reserved1)}},
    {"CurveTable",
     {TEST_UINT(CurveTable, count),
      {"points", "float[" + std::to_string(std::size(gpu::CurveTable{}.points)) + "]",
       offsetof(gpu::CurveTable, points)}}},
    {"MeterTables",
     {{"curves", "CurveTable[" + std::to_string(std::size(gpu::MeterTables{}.curves)) + "]",
       offsetof(gpu::MeterTables, curves)},
      TEST_FLOAT(MeterTables, centre_falloff),
      TEST_FLOAT(MeterTables, spot_radius_squared),
      TEST_FLOAT(MeterTables, ellipse_x),
      TEST_FLOAT(MeterTables, ellipse_y),
      TEST_FLOAT(MeterTables, ellipse_inverse_radius_x),
      TEST_FLOAT(MeterTables, ellipse_inverse_radius_y),
      TEST_FLOAT(MeterTables, ellipse_softness),
      TEST_FLOAT(MeterTables, window_min),
      TEST_FLOAT(MeterTables, window_max),
      TEST_FLOAT(MeterTables, depth_min),
      TEST_FLOAT(MeterTables, depth_max),
      {"classes", "uint[" + std::to_string(std::size(gpu::MeterTables{}.classes)) + "]",
       offsetof(gpu::MeterTables, classes)}}},
    {"MeterParams",
     {{"adapt", "AdaptParams", offsetof(gpu::MeterParams, adapt)},
      TEST_UINT(MeterParams, origin),
      TEST_UINT(MeterParams, extent),
      TEST_FLOAT(MeterParams, min_log2),
      TEST_FLOAT(MeterParams, max_log2),
      TEST_UINT(MeterParams, arrivals),
      TEST_UINT(MeterParams, percentiles),
      TEST_FLOAT(MeterParams, median_blend)}},
    {"FusedParams",
     {{"meter", "MeterParams", offsetof(gpu::FusedParams, meter)},
      TEST_UINT(FusedParams, frame_extent),
      TEST_UINT(FusedParams, dither_seed),
      TEST_FLOAT(FusedParams, white)}},
    {"MeterPartial",
     {TEST_UINT(MeterPartial, sum_low), TEST_UINT(MeterPartial, sum_high), TEST_UINT(MeterPartial, weight_low),
      TEST_UINT(MeterPartial, weight_high), TEST_UINT(MeterPartial, invalid_texels),
      TEST_UINT(MeterPartial, max_luminance_bits), TEST_UINT(MeterPartial, inverted_min_luminance_bits),
      TEST_UINT(MeterPartial, under_texels), TEST_UINT(MeterPartial, over_texels), TEST_UINT(MeterPartial, reserved0),
      TEST_UINT(MeterPartial, reserved1), TEST_UINT(MeterPartial, reserved2)}},
    {"MeterAccumulators",
     {TEST_UINT(MeterAccumulators, total_low),
      TEST_UINT(MeterAccumulators, total_high),
      TEST_UINT(MeterAccumulators, arrivals),
      TEST_UINT(MeterAccumulators, invalid_texels),
      TEST_UINT(MeterAccumulators, max_luminance_bits),
      TEST_UINT(MeterAccumulators, inverted_min_luminance_bits),
      TEST_UINT(MeterAccumulators, under_texels),
      TEST_UINT(MeterAccumulators, over_texels),
      {"bin_weight_low", "uint[" + std::to_string(std::size(gpu::MeterAccumulators{}.bin_weight_low)) + "]",
       offsetof(gpu::MeterAccumulators, bin_weight_low)},
      {"bin_weight_high", "uint[" + std::to_string(std::size(gpu::MeterAccumulators{}.bin_weight_high)) + "]",
       offsetof(gpu::MeterAccumulators, bin_weight_high)},
      {"bin_offset_low", "uint[" + std::to_string(std::size(gpu::MeterAccumulators{}.bin_offset_low)) + "]",
       offsetof(gpu::MeterAccumulators, bin_offset_low)},
      {"bin_offset_high", "uint[" + std::to_string(std::size(gpu::MeterAccumulators{}.bin_offset_high)) + "]",
       offsetof(gpu::MeterAccumulators, bin_offset_high)},
      {"finished_bins", "float[" + std::to_string(std::size(gpu::MeterAccumulators{}.finished_bins)) + "]",
       offsetof(gpu::MeterAccumulators, finished_bins)},
      {"partials", "MeterPartial[" + std::to_string(std::size(gpu::MeterAccumulators{}.partials)) + "]",
       offsetof(gpu::MeterAccumulators, partials)}}},
    {"ToneMapParams",
     {TEST_UINT(ToneMapParams, source_x), TEST_UINT(ToneMapParams, source_y), TEST_UINT(ToneMapParams, target_x),
      TEST_UINT(ToneMapParams, target_y), TEST_UINT(ToneMapParams, width), TEST_UINT(ToneMapParams, height),
      TEST_UINT(ToneMapParams, dither), TEST_UINT(ToneMapParams, dither_seed), TEST_FLOAT(ToneMapParams, white)}},
};

const std::map<std::string, std::size_t> kSizes = {{"LogLuminanceParams", sizeof(gpu::LogLuminanceParams)},
                                                   {"MeterStats", sizeof(gpu::MeterStats)},
                                                   {"ReduceHdrParams", sizeof(gpu::ReduceHdrParams)},
                                                   {"ReduceParams", sizeof(gpu::ReduceParams)},
                                                   {"AdaptParams", sizeof(gpu::AdaptParams)},
                                                   {"ExposureState", sizeof(gpu::ExposureState)},
                                                   {"CurveTable", sizeof(gpu::CurveTable)},
                                                   {"MeterTables", sizeof(gpu::MeterTables)},
                                                   {"MeterParams", sizeof(gpu::MeterParams)},
                                                   {"FusedParams", sizeof(gpu::FusedParams)},
                                                   {"MeterPartial", sizeof(gpu::MeterPartial)},

                                                   {"MeterAccumulators", sizeof(gpu::MeterAccumulators)},
                                                   {"ToneMapParams", sizeof(gpu::ToneMapParams)}};

struct Resource {
  BindingKind kind;
  std::string access;  ///< of storage: "readonly", "writeonly", "both"
  bool operator==(const Resource&) const = default;
};
void PrintTo(const Resource& resource, std::ostream* out) { *out << int(resource.kind) << " " << resource.access; }
using Resources = std::map<std::uint32_t, Resource>;

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
      EXPECT_TRUE(resources.emplace(resource["binding"].get<std::uint32_t>(), Resource{kind, access}).second);
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

bool is_fused(const std::string& pass) { return pass.starts_with("meter") && pass.find("rgba") != std::string::npos; }

/// By the pass's name without its format.
Resources expected_resources(const std::string& pass) {
  constexpr BindingKind kSampled = BindingKind::sampled_image;
  constexpr BindingKind kImage = BindingKind::storage_image;
  constexpr BindingKind kBuffer = BindingKind::storage_buffer;
  if (pass.starts_with("log_luminance")) {
    return {{POSTFX_LOG_LUMINANCE_HDR, {kSampled, "readonly"}},
            {POSTFX_LOG_LUMINANCE_LEVEL, {kImage, "writeonly"}},
            {POSTFX_LOG_LUMINANCE_STATS, {kBuffer, "both"}}};
  }
  if (pass.starts_with("reduce_hdr")) {
    return {{POSTFX_REDUCE_HDR_HDR, {kSampled, "readonly"}},
            {POSTFX_REDUCE_HDR_TARGET, {kImage, "writeonly"}},
            {POSTFX_REDUCE_HDR_LEVEL_0, {kImage, "writeonly"}},
            {POSTFX_REDUCE_HDR_STATS, {kBuffer, "both"}}};
  }
  if (pass.starts_with("reduce")) {
    return {{POSTFX_REDUCE_SOURCE, {kSampled, "readonly"}},
            {POSTFX_REDUCE_TARGET, {kImage, "writeonly"}},
            {POSTFX_REDUCE_STATS, {kBuffer, "readonly"}}};
  }
  if (pass == "adapt") {
    return {{POSTFX_ADAPT_MEAN, {kSampled, "readonly"}},
            {POSTFX_ADAPT_STATS, {kBuffer, "both"}},
            {POSTFX_ADAPT_STATE, {kBuffer, "both"}},
            {POSTFX_ADAPT_TABLES, {kBuffer, "readonly"}}};
  }
  if (pass.starts_with("meter")) {
    Resources resources = {{POSTFX_METER_HDR, {kSampled, "readonly"}},
                           {POSTFX_METER_ACCUMULATORS, {kBuffer, "both"}},
                           {POSTFX_METER_STATE, {kBuffer, "both"}},
                           {POSTFX_METER_TABLES, {kBuffer, "readonly"}}};
    const bool is_weighted = pass.starts_with("meter_weighted");
    if (is_weighted) {
      resources.insert({{POSTFX_METER_MASK, {kSampled, "readonly"}},
                        {POSTFX_METER_DEPTH, {kSampled, "readonly"}},
                        {POSTFX_METER_CLASSES, {kSampled, "readonly"}}});
    }
    if (is_fused(pass)) {
      const std::uint32_t ldr = is_weighted ? POSTFX_METER_WEIGHTED_LDR : POSTFX_METER_LDR;
      resources.insert({ldr, {kImage, "writeonly"}});
    }
    return resources;
  }
  return {{POSTFX_TONE_MAP_HDR, {kSampled, "readonly"}},
          {POSTFX_TONE_MAP_LDR, {kImage, "writeonly"}},
          {POSTFX_TONE_MAP_EXPOSURE, {kBuffer, "readonly"}}};
}

std::string push_struct_of(const std::string& pass) {
  if (pass.starts_with("log_luminance")) return "LogLuminanceParams";
  if (pass.starts_with("reduce_hdr")) return "ReduceHdrParams";
  if (pass.starts_with("reduce")) return "ReduceParams";
  if (pass.starts_with("meter")) return is_fused(pass) ? "FusedParams" : "MeterParams";
  return pass == "adapt" ? "AdaptParams" : "ToneMapParams";
}

/// "uint", "float[16]", the name of a struct.
std::string type_text(const json& reflection, const json& member) {
  std::string text = member["type"];
  if (reflection["types"].contains(text)) text = reflection["types"][text]["name"];
  for (const json& length : member.value("array", json::array())) {
    text += "[" + std::to_string(length.get<std::size_t>()) + "]";
  }
  return text;
}

class ModuleInterface : public testing::TestWithParam<const PassDesc*> {
 protected:
  const PassDesc& pass_ = *GetParam();
  json reflection_ = reflect(GetParam()->name);
};

TEST_P(ModuleInterface, BindingsAndAccess) {
  const Resources resources = resources_of(reflection_);
  EXPECT_EQ(resources, expected_resources(pass_.name));
  ASSERT_EQ(resources.size(), pass_.bindings.size());
  for (std::uint32_t i = 0; i < pass_.bindings.size(); ++i) {
    ASSERT_TRUE(resources.contains(i));
    EXPECT_EQ(resources.at(i).kind, pass_.bindings[i]) << i;
  }
}

TEST_P(ModuleInterface, StructsHaveTheSameMembersAndOffsets) {
  std::size_t compared = 0;
  for (const json& type : reflection_["types"]) {
    if (!type["members"][0].contains("offset")) continue;  // not in memory
    const auto expected = kStructs.find(type["name"].get<std::string>());
    if (expected == kStructs.end()) {  // the blocks around them: one member each
      EXPECT_EQ(type["members"].size(), 1u) << type["name"];
      EXPECT_TRUE(type["members"][0]["offset"] == 0 || type["name"] == "Exposure");
      continue;
    }
    Members members;
    for (const json& member : type["members"]) {
      members.push_back({member["name"], type_text(reflection_, member), member["offset"].get<std::size_t>()});
    }
    if (members.front().name == "total") {  // the two words, as one number
      EXPECT_EQ(members.front(), (Member{"total", "uint64_t", 0}));
      members.front() = {"total_low", "uint", 0};
      members.insert(members.begin() + 1, {"total_high", "uint", 4});
    }
    EXPECT_EQ(members, expected->second) << expected->first;
    ++compared;
  }
  EXPECT_GE(compared, 1u);
}

TEST_P(ModuleInterface, PushConstants) {
  const json& push = reflection_["push_constants"];
  ASSERT_EQ(push.size(), 1u);
  const json& block = reflection_["types"][push[0]["type"].get<std::string>()];
  const json& params = reflection_["types"][block["members"][0]["type"].get<std::string>()];
  const std::string name = push_struct_of(pass_.name);
  EXPECT_EQ(params["name"], name);
  EXPECT_EQ(pass_.push_bytes, kSizes.at(name));
  EXPECT_LE(pass_.push_bytes, 128u);  // what every device has
}

TEST_P(ModuleInterface, SpecialisationConstants) {
  std::map<std::string, std::uint32_t> named;
  for (const json& constant : reflection_.value("specialization_constants", json::array())) {
    if (constant["name"] != "") named[constant["name"]] = constant["id"].get<std::uint32_t>();
  }
  std::map<std::string, std::uint32_t> expected;
  const std::string pass = pass_.name;
  if (pass.starts_with("reduce")) {
    if (pass.starts_with("reduce_hdr")) {
      expected["kStoreLevel0"] = POSTFX_SPEC_STORE_LEVEL_0;
    } else {
      expected["kLinearTap"] = POSTFX_SPEC_LINEAR_TAP;
    }
    const json& entry = reflection_["entryPoints"][0];
    EXPECT_EQ(entry["workgroup_size_is_spec_constant_id"], json({true, true, false}));
  }
  if (pass.starts_with("tone_map") || is_fused(pass)) {
    expected["kToneMapper"] = POSTFX_SPEC_TONE_MAPPER;
    expected["kDither"] = POSTFX_SPEC_DITHER;
  }
  if (pass == "adapt" || pass.starts_with("meter")) expected["kFullAdaptation"] = POSTFX_SPEC_ADAPTATION;
  if (pass.starts_with("meter")) {
    expected["kHistogram"] = POSTFX_SPEC_HISTOGRAM;
    expected["kExtrema"] = POSTFX_SPEC_EXTREMA;
  }
  if (pass.starts_with("meter_weighted")) expected["kWeights"] = POSTFX_SPEC_WEIGHTS;
  EXPECT_EQ(named, expected);
}

TEST_P(ModuleInterface, StorageFormats) {
  const json& images = reflection_.value("images", json::array());
  const std::string pass = pass_.name;
  if (images.empty()) {
    EXPECT_TRUE(pass == "adapt" || (pass.starts_with("meter") && !is_fused(pass)));
    return;
  }
  for (const json& image : images) {
    EXPECT_EQ("_" + image["format"].get<std::string>(), pass.substr(pass.rfind('_')));
  }
}

INSTANTIATE_TEST_SUITE_P(Pass, ModuleInterface,
                         testing::ValuesIn(photopic::all_passes().begin(), photopic::all_passes().end()),
                         [](const auto& pass) { return std::string(pass.param->name); });

}  // namespace
