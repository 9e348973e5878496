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
    {"ReduceParams",
     {TEST_UINT(ReduceParams, source_width), TEST_UINT(ReduceParams, source_height),
      TEST_FLOAT(ReduceParams, factor_numerator), TEST_UINT(ReduceParams, factor_texels)}},
    {"AdaptParams",
     {TEST_UINT(AdaptParams, texels), TEST_UINT(AdaptParams, mode), TEST_UINT(AdaptParams, hold),
      TEST_UINT(AdaptParams, epoch_instance), TEST_UINT(AdaptParams, epoch_reset),
      TEST_FLOAT(AdaptParams, delta_time_s), TEST_FLOAT(AdaptParams, min_ev100), TEST_FLOAT(AdaptParams, max_ev100),
      TEST_FLOAT(AdaptParams, fixed_ev100), TEST_FLOAT(AdaptParams, compensation_ev),
      TEST_FLOAT(AdaptParams, to_bright_ev_per_s), TEST_FLOAT(AdaptParams, to_dark_ev_per_s),
      TEST_FLOAT(AdaptParams, to_bright_rate_per_s), TEST_FLOAT(AdaptParams, to_dark_rate_per_s),
      TEST_FLOAT(AdaptParams, transition_ev)}},
    {"ExposureState",
     {TEST_FLOAT(ExposureState, exposure), TEST_FLOAT(ExposureState, previous_exposure),
      TEST_FLOAT(ExposureState, adapted_ev100), TEST_FLOAT(ExposureState, adapted_ev100_low),
      TEST_FLOAT(ExposureState, target_ev100), TEST_FLOAT(ExposureState, scene_ev100),
      TEST_FLOAT(ExposureState, mean_log2_luminance), TEST_FLOAT(ExposureState, min_luminance),
      TEST_FLOAT(ExposureState, max_luminance), TEST_UINT(ExposureState, invalid_texels),
      TEST_UINT(ExposureState, valid_texels), TEST_UINT(ExposureState, frames),
      TEST_UINT(ExposureState, epoch_instance), TEST_UINT(ExposureState, epoch_reset),
      TEST_UINT(ExposureState, reserved0), TEST_UINT(ExposureState, reserved1)}},
    {"ToneMapParams",
     {TEST_UINT(ToneMapParams, source_x), TEST_UINT(ToneMapParams, source_y), TEST_UINT(ToneMapParams, target_x),
      TEST_UINT(ToneMapParams, target_y), TEST_UINT(ToneMapParams, width), TEST_UINT(ToneMapParams, height),
      TEST_UINT(ToneMapParams, dither), TEST_UINT(ToneMapParams, dither_seed),
      TEST_FLOAT(ToneMapParams, reinhard_white), TEST_FLOAT(ToneMapParams, hable_white)}},
};

const std::map<std::string, std::size_t> kSizes = {{"LogLuminanceParams", sizeof(gpu::LogLuminanceParams)},
                                                   {"MeterStats", sizeof(gpu::MeterStats)},
                                                   {"ReduceParams", sizeof(gpu::ReduceParams)},
                                                   {"AdaptParams", sizeof(gpu::AdaptParams)},
                                                   {"ExposureState", sizeof(gpu::ExposureState)},
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
  if (pass.starts_with("reduce")) {
    return {{POSTFX_REDUCE_SOURCE, {kSampled, "readonly"}},
            {POSTFX_REDUCE_TARGET, {kImage, "writeonly"}},
            {POSTFX_REDUCE_STATS, {kBuffer, "readonly"}}};
  }
  if (pass == "adapt") {
    return {{POSTFX_ADAPT_MEAN, {kSampled, "readonly"}},
            {POSTFX_ADAPT_STATS, {kBuffer, "readonly"}},
            {POSTFX_ADAPT_STATE, {kBuffer, "both"}}};
  }
  return {{POSTFX_TONE_MAP_HDR, {kSampled, "readonly"}},
          {POSTFX_TONE_MAP_LDR, {kImage, "writeonly"}},
          {POSTFX_TONE_MAP_EXPOSURE, {kBuffer, "readonly"}}};
}

std::string push_struct_of(const std::string& pass) {
  if (pass.starts_with("log_luminance")) return "LogLuminanceParams";
  if (pass.starts_with("reduce")) return "ReduceParams";
  return pass == "adapt" ? "AdaptParams" : "ToneMapParams";
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
    const auto expected = kStructs.find(type["name"].get<std::string>());
    if (expected == kStructs.end()) {  // the blocks around them: one member each
      EXPECT_EQ(type["members"].size(), 1u) << type["name"];
      EXPECT_TRUE(type["members"][0]["offset"] == 0 || type["name"] == "Exposure");
      continue;
    }
    Members members;
    for (const json& member : type["members"]) {
      members.push_back({member["name"], member["type"], member["offset"].get<std::size_t>()});
    }
    EXPECT_EQ(members, expected->second) << expected->first;
    EXPECT_EQ(members.back().offset + 4, kSizes.at(expected->first)) << expected->first;
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
    expected["kLinearTap"] = POSTFX_SPEC_LINEAR_TAP;
    const json& entry = reflection_["entryPoints"][0];
    EXPECT_EQ(entry["workgroup_size_is_spec_constant_id"], json({true, true, false}));
  }
  if (pass.starts_with("tone_map")) expected["kToneMapper"] = POSTFX_SPEC_TONE_MAPPER;
  EXPECT_EQ(named, expected);
}

TEST_P(ModuleInterface, StorageFormats) {
  const json& images = reflection_.value("images", json::array());
  const std::string pass = pass_.name;
  if (pass == "adapt") return;
  ASSERT_EQ(images.size(), 1u);
  EXPECT_EQ("_" + images[0]["format"].get<std::string>(), pass.substr(pass.rfind('_')));
}

INSTANTIATE_TEST_SUITE_P(Pass, ModuleInterface,
                         testing::ValuesIn(photopic::all_passes().begin(), photopic::all_passes().end()),
                         [](const auto& pass) { return std::string(pass.param->name); });

}  // namespace
