// SPDX-License-Identifier: MIT
// Tests of the compiled shaders against the C++ side: bindings, access, push constants, buffer layouts.
#include <gtest/gtest.h>
#include <photopic/interface.h>
#include <photopic/metrics_interface.h>
#include <photopic/overlay_interface.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "acuity/interface.h"
#include "effects/chain.h"
#include "finish/interface.h"
#include "flash/interface.h"
#include "glare/interface.h"
#include "gpu/passes/pass_desc.h"
#include "local_exposure/interface.h"
#include "metrics/clusters/interface.h"
#include "metrics/flip/interface.h"
#include "metrics/ssim/interface.h"
#include "metrics/worst_tiles/interface.h"

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

/// "single_pass_int64_rgba8", against "single_pass_int64".
bool is_fused(const std::string& pass) {
  return pass.starts_with("single_pass") && std::count(pass.begin(), pass.end(), '_') >= 3;  // _FORMAT
}

bool is_metric(const std::string& pass) { return pass.starts_with("metrics_"); }

/// Of metrics that go on from buffers that another made.
bool is_metric_of_buffers(const std::string& pass) {
  return is_metric(pass) && (pass.ends_with("_level") || pass == "metrics_clear" || pass == "metrics_copy" ||
                             pass == "metrics_flip_errors" || pass == "metrics_flip_pool" || pass == "metrics_tiles" ||
                             pass == "metrics_clusters");
}

Resources metric_resources(const std::string& pass) {
  constexpr BindingKind kBuffer = BindingKind::storage_buffer;
  if (pass == "metrics_ssim_level") {
    return {{PHOTOPIC_METRICS_SSIM_LEVELS, {kBuffer, "readonly"}},
            {PHOTOPIC_METRICS_SSIM_RESULTS, {kBuffer, "writeonly"}}};
  }
  if (pass == "metrics_lowpass_level") {
    return {{PHOTOPIC_METRICS_LEVEL_SOURCE, {kBuffer, "readonly"}},
            {PHOTOPIC_METRICS_LEVEL_TARGET, {kBuffer, "writeonly"}}};
  }
  if (pass == "metrics_flip_errors") {
    return {{PHOTOPIC_METRICS_FLIP_ROWS, {kBuffer, "readonly"}},
            {PHOTOPIC_METRICS_FLIP_ERRORS_TAPS, {kBuffer, "readonly"}},
            {PHOTOPIC_METRICS_FLIP_ERRORS, {kBuffer, "both"}}};
  }
  if (pass == "metrics_clear") return {{PHOTOPIC_METRICS_CLEAR_TARGET, {kBuffer, "writeonly"}}};
  if (pass == "metrics_copy") {
    return {{PHOTOPIC_METRICS_COPY_SOURCE, {kBuffer, "both"}}, {PHOTOPIC_METRICS_COPY_TARGET, {kBuffer, "writeonly"}}};
  }
  if (pass == "metrics_flip_pool") {
    return {{PHOTOPIC_METRICS_FLIP_POOL_ERRORS, {kBuffer, "readonly"}},
            {PHOTOPIC_METRICS_FLIP_POOL_RESULTS, {kBuffer, "both"}},
            {PHOTOPIC_METRICS_FLIP_POOL_MASK, {BindingKind::sampled_image, "readonly"}}};
  }
  if (pass == "metrics_tiles") {
    return {{PHOTOPIC_METRICS_TILE_CELLS, {kBuffer, "readonly"}},
            {PHOTOPIC_METRICS_TILE_RESULTS, {kBuffer, "writeonly"}}};
  }
  if (pass == "metrics_clusters") {
    return {{PHOTOPIC_METRICS_CLUSTER_LABELS, {kBuffer, "both"}},
            {PHOTOPIC_METRICS_CLUSTER_TILES, {kBuffer, "readonly"}},
            {PHOTOPIC_METRICS_CLUSTER_RESULTS, {kBuffer, "both"}}};
  }
  Resources resources;
  for (std::uint32_t plane = 0; plane < 3; ++plane) {
    resources[PHOTOPIC_METRICS_REFERENCE + plane] = {BindingKind::sampled_image, "readonly"};
    resources[PHOTOPIC_METRICS_TEST + plane] = {BindingKind::sampled_image, "readonly"};
  }
  resources[PHOTOPIC_METRICS_MASK] = {BindingKind::sampled_image, "readonly"};
  const bool is_errors = pass == "metrics_errors";
  resources[PHOTOPIC_METRICS_RESULTS] = {kBuffer,
                                         is_errors || pass.starts_with("metrics_delta_e2000") ? "both" : "writeonly"};
  if (is_errors || pass == "metrics_ssim" || pass.starts_with("metrics_ciede2000") || pass == "metrics_mark") {
    resources[PHOTOPIC_METRICS_OUTPUT] = {kBuffer, "writeonly"};
  }
  if (pass == "metrics_cells") resources[PHOTOPIC_METRICS_OUTPUT] = {kBuffer, "readonly"};
  if (is_errors) resources[PHOTOPIC_METRICS_OUTPUT_2] = {kBuffer, "writeonly"};
  if (pass == "metrics_flip_rows") resources[PHOTOPIC_METRICS_FLIP_ROWS_TAPS] = {kBuffer, "readonly"};
  return resources;
}

using Constants = std::map<std::string, std::uint32_t>;

Constants metric_constants(const std::string& pass) {
  if (pass == "metrics_flip_errors") return {{"kRadius", PHOTOPIC_METRICS_SPEC_FLIP_RADIUS}};
  if (pass == "metrics_flip_pool") return {{"kHasMask", PHOTOPIC_METRICS_SPEC_FLIP_POOL_HAS_MASK}};
  if (pass == "metrics_clusters") return {{"kPass", PHOTOPIC_METRICS_SPEC_CLUSTER_PASS}};
  if (is_metric_of_buffers(pass)) return {};
  Constants constants = {{"kKind", PHOTOPIC_METRICS_SPEC_KIND},
                         {"kBits", PHOTOPIC_METRICS_SPEC_BITS},
                         {"kViewPeak", PHOTOPIC_METRICS_SPEC_VIEW_PEAK},
                         {"kChromaShiftX", PHOTOPIC_METRICS_SPEC_CHROMA_SHIFT_X},
                         {"kChromaShiftY", PHOTOPIC_METRICS_SPEC_CHROMA_SHIFT_Y},
                         {"kHasMask", PHOTOPIC_METRICS_SPEC_HAS_MASK},
                         {"kHasMap", PHOTOPIC_METRICS_SPEC_HAS_MAP}};
  if (pass == "metrics_cells") constants["kSource"] = PHOTOPIC_METRICS_SPEC_TILE_SOURCE;
  if (pass == "metrics_flip_rows") constants["kRadius"] = PHOTOPIC_METRICS_SPEC_FLIP_RADIUS;
  return constants;
}

/// By the pass's name without its format.
Resources expected_resources(const std::string& pass) {
  constexpr BindingKind kSampled = BindingKind::sampled_image;
  constexpr BindingKind kImage = BindingKind::storage_image;
  constexpr BindingKind kBuffer = BindingKind::storage_buffer;
  if (is_metric(pass)) return metric_resources(pass);
  if (pass.starts_with("log_luminance")) {
    return {{PHOTOPIC_LOG_LUMINANCE_HDR, {kSampled, "readonly"}},
            {PHOTOPIC_LOG_LUMINANCE_LEVEL, {kImage, "writeonly"}},
            {PHOTOPIC_LOG_LUMINANCE_STATS, {kBuffer, "both"}}};
  }
  if (pass.starts_with("pyramid_hdr")) {
    return {{PHOTOPIC_REDUCE_HDR_HDR, {kSampled, "readonly"}},
            {PHOTOPIC_REDUCE_HDR_TARGET, {kImage, "writeonly"}},
            {PHOTOPIC_REDUCE_HDR_LEVEL_0, {kImage, "writeonly"}},
            {PHOTOPIC_REDUCE_HDR_STATS, {kBuffer, "both"}}};
  }
  if (pass.starts_with("pyramid")) {
    return {{PHOTOPIC_REDUCE_SOURCE, {kSampled, "readonly"}},
            {PHOTOPIC_REDUCE_TARGET, {kImage, "writeonly"}},
            {PHOTOPIC_REDUCE_STATS, {kBuffer, "readonly"}}};
  }
  if (pass == "local_build") {
    return {{PHOTOPIC_LOCAL_BUILD_HDR, {kSampled, "readonly"}}, {PHOTOPIC_LOCAL_BUILD_COLUMNS, {kBuffer, "writeonly"}}};
  }
  if (pass == "local_solve_rgba16f") {
    return {{PHOTOPIC_LOCAL_SOLVE_COLUMNS, {kBuffer, "readonly"}},
            {PHOTOPIC_LOCAL_SOLVE_EXPOSURE, {kBuffer, "readonly"}},
            {PHOTOPIC_LOCAL_SOLVE_NODES, {kBuffer, "both"}},
            {PHOTOPIC_LOCAL_SOLVE_CURVES, {kImage, "writeonly"}}};
  }
  if (pass == "adapt") {
    return {{PHOTOPIC_ADAPT_MEAN, {kSampled, "readonly"}},
            {PHOTOPIC_ADAPT_STATS, {kBuffer, "both"}},
            {PHOTOPIC_ADAPT_STATE, {kBuffer, "both"}},
            {PHOTOPIC_ADAPT_TABLES, {kBuffer, "readonly"}}};
  }
  if (pass.starts_with("single_pass") || pass.starts_with("colors")) {
    Resources resources = {{PHOTOPIC_METER_HDR, {kSampled, "readonly"}},
                           {PHOTOPIC_METER_ACCUMULATORS, {kBuffer, "both"}},
                           {PHOTOPIC_METER_STATE, {kBuffer, "both"}},
                           {PHOTOPIC_METER_TABLES, {kBuffer, "readonly"}}};
    const bool is_weighted = pass.starts_with("single_pass_weighted") || pass == "colors_weighted";
    if (is_weighted) {
      resources.insert({{PHOTOPIC_METER_MASK, {kSampled, "readonly"}},
                        {PHOTOPIC_METER_DEPTH, {kSampled, "readonly"}},
                        {PHOTOPIC_METER_CLASSES, {kSampled, "readonly"}}});
    }
    if (is_fused(pass)) {
      const std::uint32_t ldr = is_weighted ? PHOTOPIC_METER_WEIGHTED_LDR : PHOTOPIC_METER_LDR;
      const std::uint32_t finish = is_weighted ? PHOTOPIC_METER_WEIGHTED_FINISH : PHOTOPIC_METER_FINISH;
      const std::uint32_t aces2 = is_weighted ? PHOTOPIC_METER_WEIGHTED_ACES2 : PHOTOPIC_METER_ACES2;
      const std::uint32_t lut = is_weighted ? PHOTOPIC_METER_WEIGHTED_LUT : PHOTOPIC_METER_LUT;
      const std::uint32_t blue_noise = is_weighted ? PHOTOPIC_METER_WEIGHTED_BLUE_NOISE : PHOTOPIC_METER_BLUE_NOISE;
      resources.insert({{ldr, {kImage, "writeonly"}},
                        {finish, {kBuffer, "readonly"}},
                        {aces2, {kBuffer, "readonly"}},
                        {lut, {kBuffer, "readonly"}},
                        {blue_noise, {kBuffer, "readonly"}}});
    }
    return resources;
  }
  if (pass == "acuity_down_rgba16f") {
    return {{PHOTOPIC_ACUITY_DOWN_HDR, {kSampled, "readonly"}},
            {PHOTOPIC_ACUITY_DOWN_LEVELS, {kImage, "writeonly"}},
            {PHOTOPIC_ACUITY_DOWN_EXPOSURE, {kBuffer, "readonly"}}};
  }
  if (pass.starts_with("glare_down")) {
    Resources resources = {{PHOTOPIC_GLARE_DOWN_SOURCE, {kSampled, "readonly"}},
                           {PHOTOPIC_GLARE_DOWN_TARGET, {kImage, "writeonly"}},
                           {PHOTOPIC_GLARE_DOWN_TABLES, {kBuffer, "readonly"}},
                           {PHOTOPIC_GLARE_DOWN_LIGHT, {kBuffer, "both"}}};
    if (pass.starts_with("glare_down_hdr")) resources[PHOTOPIC_GLARE_DOWN_EXPOSURE] = {kBuffer, "readonly"};
    return resources;
  }
  if (pass.starts_with("glare_tail")) {
    return {{PHOTOPIC_GLARE_TAIL_LEVEL, {kImage, "both"}},
            {PHOTOPIC_GLARE_TAIL_TABLES, {kBuffer, "readonly"}},
            {PHOTOPIC_GLARE_TAIL_LIGHT, {kBuffer, "readonly"}},
            {PHOTOPIC_GLARE_TAIL_STATE, {kBuffer, "writeonly"}}};
  }
  if (pass.starts_with("glare_up")) {
    return {{PHOTOPIC_GLARE_UP_COARSE, {kSampled, "readonly"}},
            {PHOTOPIC_GLARE_UP_LEVEL, {kImage, "both"}},
            {PHOTOPIC_GLARE_UP_TABLES, {kBuffer, "readonly"}}};
  }
  if (pass == "bake") {
    return {{PHOTOPIC_BAKE_NODES, {kBuffer, "writeonly"}}, {PHOTOPIC_BAKE_HEADER, {kBuffer, "both"}},
            {PHOTOPIC_BAKE_FINISH, {kBuffer, "readonly"}}, {PHOTOPIC_BAKE_ACES2, {kBuffer, "readonly"}},
            {PHOTOPIC_BAKE_LOOK, {kBuffer, "readonly"}},   {PHOTOPIC_BAKE_TABLES, {kBuffer, "readonly"}}};
  }
  if (pass == "flash_cells") {
    return {{PHOTOPIC_FLASH_CELLS_PICTURE, {kSampled, "readonly"}},
            {PHOTOPIC_FLASH_CELLS_HEADER, {kBuffer, "readonly"}},
            {PHOTOPIC_FLASH_CELLS_STATES, {kBuffer, "both"}},
            {PHOTOPIC_FLASH_CELLS_FLAGS, {kBuffer, "writeonly"}}};
  }
  if (pass == "flash_windows") {
    return {{PHOTOPIC_FLASH_WINDOWS_HEADER, {kBuffer, "readonly"}},
            {PHOTOPIC_FLASH_WINDOWS_FLAGS, {kBuffer, "readonly"}},
            {PHOTOPIC_FLASH_WINDOWS_ROWS, {kBuffer, "writeonly"}}};
  }
  if (pass == "flash_verdict") {
    return {{PHOTOPIC_FLASH_VERDICT_HEADER, {kBuffer, "both"}},
            {PHOTOPIC_FLASH_VERDICT_ROWS, {kBuffer, "readonly"}},
            {PHOTOPIC_FLASH_VERDICT_RESULT, {kBuffer, "writeonly"}}};
  }
  if (pass == "mesopic") {
    return {{PHOTOPIC_MESOPIC_EXPOSURE, {kBuffer, "readonly"}},
            {PHOTOPIC_MESOPIC_TABLE, {kBuffer, "writeonly"}},
            {PHOTOPIC_MESOPIC_STATE, {kBuffer, "writeonly"}}};
  }
  if (pass == "overlay_gather") {
    return {{PHOTOPIC_OVERLAY_HDR, {kSampled, "readonly"}},
            {PHOTOPIC_OVERLAY_DATA, {kBuffer, "both"}},
            {PHOTOPIC_OVERLAY_BLIT, {kBuffer, "readonly"}}};
  }
  if (pass == "overlay_compose") {
    return {{PHOTOPIC_OVERLAY_COMPOSE_STATE, {kBuffer, "readonly"}}, {PHOTOPIC_OVERLAY_DATA, {kBuffer, "both"}}};
  }
  if (pass.starts_with("overlay_waveform")) {
    return {{PHOTOPIC_OVERLAY_WAVEFORM_LDR, {kImage, "readonly"}}, {PHOTOPIC_OVERLAY_DATA, {kBuffer, "both"}}};
  }
  if (pass.starts_with("overlay_draw")) {
    return {{PHOTOPIC_OVERLAY_HDR, {kSampled, "readonly"}},     {PHOTOPIC_OVERLAY_DATA, {kBuffer, "readonly"}},
            {PHOTOPIC_OVERLAY_BLIT, {kBuffer, "readonly"}},     {PHOTOPIC_OVERLAY_STATE, {kBuffer, "readonly"}},
            {PHOTOPIC_OVERLAY_LDR, {kImage, "both"}},           {PHOTOPIC_OVERLAY_LEVEL, {kSampled, "readonly"}},
            {PHOTOPIC_OVERLAY_MASK, {kSampled, "readonly"}},    {PHOTOPIC_OVERLAY_DEPTH, {kSampled, "readonly"}},
            {PHOTOPIC_OVERLAY_CLASSES, {kSampled, "readonly"}}, {PHOTOPIC_OVERLAY_ACES2, {kBuffer, "readonly"}},
            {PHOTOPIC_OVERLAY_LOCAL, {kBuffer, "readonly"}},    {PHOTOPIC_OVERLAY_GLARE_LEVEL, {kSampled, "readonly"}}};
  }
  if (pass.starts_with("store_picture")) {
    Resources resources = {{PHOTOPIC_STORE_SIGNALS, {kSampled, "readonly"}},
                           {PHOTOPIC_STORE_LDR, {kImage, "writeonly"}},
                           {PHOTOPIC_STORE_FINISH, {kBuffer, "readonly"}},
                           {PHOTOPIC_STORE_BLUE_NOISE, {kBuffer, "readonly"}},
                           {PHOTOPIC_STORE_UI, {kSampled, "readonly"}}};
    if (pass.starts_with("store_picture_light")) resources[PHOTOPIC_STORE_LIGHT] = {kBuffer, "both"};
    return resources;
  }
  Resources resources = {
      {PHOTOPIC_TONE_MAP_HDR, {kSampled, "readonly"}},       {PHOTOPIC_TONE_MAP_LDR, {kImage, "writeonly"}},
      {PHOTOPIC_TONE_MAP_EXPOSURE, {kBuffer, "readonly"}},   {PHOTOPIC_TONE_MAP_FINISH, {kBuffer, "readonly"}},
      {PHOTOPIC_TONE_MAP_ACES2, {kBuffer, "readonly"}},      {PHOTOPIC_TONE_MAP_LUT, {kBuffer, "readonly"}},
      {PHOTOPIC_TONE_MAP_BLUE_NOISE, {kBuffer, "readonly"}}, {PHOTOPIC_TONE_MAP_UI, {kSampled, "readonly"}}};
#define EXPECT_EFFECT(name, bit, first, ...)                                                  \
  for (const BindingKind kind : {__VA_ARGS__}) {                                              \
    const std::uint32_t binding = static_cast<std::uint32_t>(resources.size());               \
    EXPECT_GE(binding, static_cast<std::uint32_t>(first));                                    \
    resources[binding] = {kind == BindingKind::filtered_image ? kSampled : kind, "readonly"}; \
  }
  PHOTOPIC_PASS_EFFECTS(EXPECT_EFFECT)
#undef EXPECT_EFFECT
  if (pass.starts_with("tone_map_light")) resources[PHOTOPIC_TONE_MAP_LIGHT] = {kBuffer, "both"};
  return resources;
}

/// Bytes of a member without gaps: scalars and structs of scalars, alone or in arrays. Expects that a struct of several
/// members has none, so that C++ lays it out alike.
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
  std::size_t bytes = type == "uint64_t" ? 8 : 4;
  if (reflection["types"].contains(type)) {
    bytes = packed_struct_bytes(reflection, reflection["types"][type]);
  } else {
    EXPECT_TRUE(type == "uint" || type == "int" || type == "float" || type == "uint64_t") << type;
  }
  for (const json& length : member.value("array", json::array())) bytes *= length.get<std::size_t>();
  return bytes;
}

/// Structs in memory that C++ fills or reads by itself; those that they contain are compared with them. A vector type
/// in one of them, or a gap, would show here.
const std::map<std::string, std::size_t> kStructBytes = {
    {"AcuityDownParams", sizeof(gpu::AcuityDownParams)},
    {"AdaptParams", sizeof(gpu::AdaptParams)},
    {"LocalGrid", sizeof(gpu::LocalGrid)},
    {"LocalBuildParams", sizeof(gpu::LocalBuildParams)},
    {"LocalSolveParams", sizeof(gpu::LocalSolveParams)},
    {"BlueNoise", sizeof(gpu::BlueNoise)},
    {"ColorSums", sizeof(gpu::ColorSums)},
    {"ContentLightSums", sizeof(gpu::ContentLightSums)},
    {"ExposureState", sizeof(gpu::ExposureState)},
    {"FinishTables", sizeof(gpu::FinishTables)},
    {"FlashCell", sizeof(gpu::FlashCell)},
    {"FlashHeader", sizeof(gpu::FlashHeader)},
    {"FlashParams", sizeof(gpu::FlashParams)},
    {"FlashResult", sizeof(gpu::FlashResult)},
    {"FlashRow", sizeof(gpu::FlashRow)},
    {"GlareLight", sizeof(gpu::GlareLight)},
    {"GlareTables", sizeof(gpu::GlareTables)},
    {"LookParams", sizeof(gpu::LookParams)},
    {"LutHeader", sizeof(gpu::LutHeader)},
    {"MeterAccumulators", sizeof(gpu::MeterAccumulators)},
    {"MeterPartial", sizeof(gpu::MeterPartial)},
    {"MeterStats", sizeof(gpu::MeterStats)},
    {"MeterTables", sizeof(gpu::MeterTables)},
    {"NightTable", sizeof(gpu::NightTable)},
    {"OverlayData", sizeof(gpu::OverlayData)},
};

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
  Constants expected = is_metric(pass) ? metric_constants(pass) : Constants{};
  if (pass.starts_with("pyramid")) {
    expected["kGroupSide"] = PHOTOPIC_SPEC_WORKGROUP_SIDE;
    if (pass.starts_with("pyramid_hdr")) {
      expected["kStoreLevel0"] = PHOTOPIC_SPEC_STORE_LEVEL_0;
    } else {
      expected["kLinearTap"] = PHOTOPIC_SPEC_LINEAR_TAP;
    }
    const json& entry = reflection_["entryPoints"][0];
    EXPECT_EQ(entry["workgroup_size_is_spec_constant_id"], json({true, true, false}));
  }
  if (pass.starts_with("tone_map") || is_fused(pass)) {
    expected["kToneMapper"] = PHOTOPIC_SPEC_TONE_MAPPER;
    expected["kEffects"] = PHOTOPIC_SPEC_EFFECTS;
    expected["kBorder"] = PHOTOPIC_SPEC_BORDER;
    expected["kDither"] = PHOTOPIC_SPEC_DITHER;
    expected["kLutSize"] = PHOTOPIC_SPEC_LUT_SIZE;
  }
  const bool is_store = pass.starts_with("store_picture");
  if (is_store) {
    expected["kEffects"] = PHOTOPIC_SPEC_EFFECTS;
    expected["kBorder"] = PHOTOPIC_SPEC_BORDER;
    expected["kDither"] = PHOTOPIC_SPEC_DITHER;
  }
  if (pass.starts_with("tone_map") || is_store) expected["kUi"] = PHOTOPIC_SPEC_UI;
  if (pass.starts_with("tone_map_signals")) expected["kMaxCode"] = PHOTOPIC_SPEC_MAX_CODE;
  if (pass == "bake") {  // two of these by what it includes
    expected["kConvertInput"] = PHOTOPIC_SPEC_CONVERT_INPUT;
    expected["kDither"] = PHOTOPIC_SPEC_DITHER;
    expected["kOperators"] = PHOTOPIC_SPEC_OPERATORS;
    expected["kEncoding"] = PHOTOPIC_SPEC_ENCODING;
    expected["kLutSize"] = PHOTOPIC_SPEC_LUT_SIZE;
  }
  if (pass.starts_with("overlay_draw")) {
    expected["kDither"] = PHOTOPIC_SPEC_DITHER;
    expected["kOperators"] = PHOTOPIC_SPEC_OPERATORS;
  }
  const bool is_waveform = pass.starts_with("overlay_waveform");  // of the picture, not of the HDR image
  const bool is_of_pictures = pass.starts_with("tone_map") || is_fused(pass) || pass.starts_with("overlay_draw");
  if (is_of_pictures || is_waveform) {
    expected["kEncoding"] = PHOTOPIC_SPEC_ENCODING;
  }
  if ((is_of_pictures || is_waveform || is_store) && pass.ends_with("_r32ui")) {
    expected["kPacking"] = PHOTOPIC_SPEC_PACKING;
  }
  if (pass == "flash_cells") {
    expected["kEncoding"] = PHOTOPIC_FLASH_SPEC_ENCODING;
    expected["kPeak"] = PHOTOPIC_FLASH_SPEC_PEAK;
  }
  if (pass.starts_with("glare_down_hdr")) expected["kMeasures"] = PHOTOPIC_SPEC_GLARE_MEASURES;
  if (pass == "local_build") {
    expected["kSide"] = PHOTOPIC_SPEC_LOCAL_SIDE;
    expected["kLanes"] = PHOTOPIC_SPEC_LOCAL_LANES;
  }
  const bool reads_hdr = is_of_pictures || pass.starts_with("glare_down_hdr") || pass.starts_with("local_") ||
                         pass.starts_with("acuity_down") || pass.starts_with("single_pass") ||
                         pass.starts_with("pyramid_hdr") || pass.starts_with("log_luminance") ||
                         (pass.starts_with("overlay_") && !is_waveform) || pass == "adapt" ||
                         pass.starts_with("colors") || is_store;  // which shares their file
  if (reads_hdr) expected["kConvertInput"] = PHOTOPIC_SPEC_CONVERT_INPUT;
  if (reads_hdr || pass == "bake") expected["kWhiteBalance"] = PHOTOPIC_SPEC_WHITE_BALANCE;
  if (pass == "adapt" || pass.starts_with("single_pass")) {
    expected["kFullAdaptation"] = PHOTOPIC_SPEC_ADAPTATION;
    expected["kReceptors"] = PHOTOPIC_SPEC_RECEPTORS;
  }
  if (pass.starts_with("single_pass")) {
    expected["kHistogram"] = PHOTOPIC_SPEC_HISTOGRAM;
    expected["kExtrema"] = PHOTOPIC_SPEC_EXTREMA;
    expected["kBorder"] = PHOTOPIC_SPEC_BORDER;
    expected["kBranchless"] = PHOTOPIC_SPEC_BRANCHLESS;
  }
  if (pass.starts_with("single_pass_weighted") || pass == "colors_weighted") {
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
