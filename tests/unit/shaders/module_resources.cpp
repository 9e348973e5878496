// SPDX-License-Identifier: MIT
// Tables of the resources and constants that compiled shaders are expected to have.
#include "unit/shaders/module_resources.h"

#include <gtest/gtest.h>
#include <photopic/interface.h>
#include <photopic/metrics_interface.h>
#include <photopic/overlay_interface.h>
#include <photopic/scan_interface.h>

#include <algorithm>

#include "acuity/interface.h"
#include "chain/chain.h"
#include "content_light/interface.h"
#include "finish/interface.h"
#include "flash/interface.h"
#include "glare/interface.h"
#include "gpu/interface.h"
#include "local_exposure/interface.h"
#include "metrics/clusters/interface.h"
#include "metrics/flip/interface.h"
#include "metrics/ssim/interface.h"
#include "metrics/worst_tiles/interface.h"

namespace test {

using photopic::BindingKind;

void PrintTo(const Resource& resource, std::ostream* out) { *out << int(resource.kind) << " " << resource.access; }

bool is_fused(const std::string& pass) {
  return pass.starts_with("single_pass") && !pass.ends_with("_samples") && !pass.ends_with("_layers") &&
         !pass.ends_with("_local") && std::count(pass.begin(), pass.end(), '_') >= 3;  // _FORMAT
}

bool is_metric(const std::string& pass) { return pass.starts_with("metrics_"); }

namespace {

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
  const bool goes_on_in_strips =
      is_errors || pass.starts_with("metrics_delta_e2000") || pass.starts_with("metrics_ciede2000");
  resources[PHOTOPIC_METRICS_RESULTS] = {kBuffer, goes_on_in_strips ? "both" : "writeonly"};
  if (is_errors || pass == "metrics_ssim" || pass.starts_with("metrics_ciede2000") || pass == "metrics_mark") {
    resources[PHOTOPIC_METRICS_OUTPUT] = {kBuffer, "writeonly"};
  }
  if (pass == "metrics_cells") resources[PHOTOPIC_METRICS_OUTPUT] = {kBuffer, "readonly"};
  if (is_errors) resources[PHOTOPIC_METRICS_OUTPUT_2] = {kBuffer, "writeonly"};
  if (pass == "metrics_flip_rows") resources[PHOTOPIC_METRICS_FLIP_ROWS_TAPS] = {kBuffer, "readonly"};
  return resources;
}

}  // namespace

Constants device_constants(const std::string& pass) {
  const bool is_tail = pass.starts_with("glare_tail");
  Constants constants;
  for (const char* name : {"single_pass_", "colors", "log_luminance", "local_", "acuity_", "glare_up"}) {
    if (pass.starts_with(name)) constants["kGroup"] = PHOTOPIC_SPEC_GROUP;
  }
  if (pass.starts_with("acuity_down")) constants["kGathers"] = PHOTOPIC_SPEC_ACUITY_GATHERS;
  if (pass.starts_with("single_pass_int64")) constants.clear();
  if (is_tail) {
    constants = {{"kGroup", PHOTOPIC_SPEC_GROUP},
                 {"kSmallMemory", PHOTOPIC_SPEC_SMALL_MEMORY},
                 {"kChunks", PHOTOPIC_SPEC_GLARE_CHUNKS}};
  }
  return constants;
}

namespace {

/// Those of metrics that run on every device.
void add_device_constants(const std::string& pass, Constants& constants) {
  const bool is_ssim = pass.starts_with("metrics_ssim"), is_pool = pass == "metrics_flip_pool";
  if (is_ssim || is_pool) constants["kSmallMemory"] = PHOTOPIC_SPEC_SMALL_MEMORY;
  const bool is_smaller_picture = pass.starts_with("metrics_lowpass") || pass == "metrics_box";
  if (is_ssim || is_pool || is_smaller_picture || pass == "metrics_errors" || pass == "metrics_flip_errors") {
    constants["kGroup"] = PHOTOPIC_SPEC_GROUP;
  }
}

}  // namespace

Constants metric_constants(const std::string& pass) {
  if (pass == "metrics_clusters") return {{"kPass", PHOTOPIC_METRICS_SPEC_CLUSTER_PASS}};
  if (pass == "metrics_clear" || pass == "metrics_copy") return {{"kGroup", PHOTOPIC_SPEC_GROUP}};
  if (is_metric_of_buffers(pass)) {
    Constants constants = {{"kHasStrips", PHOTOPIC_METRICS_SPEC_STRIPS}};
    if (pass == "metrics_flip_errors") constants["kRadius"] = PHOTOPIC_METRICS_SPEC_FLIP_RADIUS;
    if (pass == "metrics_flip_pool") constants["kHasMask"] = PHOTOPIC_METRICS_SPEC_FLIP_POOL_HAS_MASK;
    add_device_constants(pass, constants);
    return constants;
  }
  Constants constants = {{"kKind", PHOTOPIC_METRICS_SPEC_KIND},
                         {"kBits", PHOTOPIC_METRICS_SPEC_BITS},
                         {"kViewPeak", PHOTOPIC_METRICS_SPEC_VIEW_PEAK},
                         {"kChromaShiftX", PHOTOPIC_METRICS_SPEC_CHROMA_SHIFT_X},
                         {"kChromaShiftY", PHOTOPIC_METRICS_SPEC_CHROMA_SHIFT_Y},
                         {"kHasMask", PHOTOPIC_METRICS_SPEC_HAS_MASK},
                         {"kHasMap", PHOTOPIC_METRICS_SPEC_HAS_MAP},
                         {"kHasStrips", PHOTOPIC_METRICS_SPEC_STRIPS}};
  if (pass == "metrics_cells") constants["kSource"] = PHOTOPIC_METRICS_SPEC_TILE_SOURCE;
  if (pass == "metrics_flip_rows") constants["kRadius"] = PHOTOPIC_METRICS_SPEC_FLIP_RADIUS;
  add_device_constants(pass, constants);
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
    return {{PHOTOPIC_LOCAL_BUILD_HDR, {kSampled, "readonly"}},
            {PHOTOPIC_LOCAL_BUILD_COLUMNS, {kBuffer, "writeonly"}},
            {PHOTOPIC_LOCAL_BUILD_VEIL, {kSampled, "readonly"}},
            {PHOTOPIC_LOCAL_BUILD_VEIL_TABLES, {kBuffer, "readonly"}},
            {PHOTOPIC_LOCAL_BUILD_EXPOSURE, {kBuffer, "readonly"}}};
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
  if (pass == "adapt_scan") {
    return {{PHOTOPIC_SCAN_MEASUREMENTS, {kBuffer, "readonly"}},
            {PHOTOPIC_SCAN_STATES, {kBuffer, "writeonly"}},
            {PHOTOPIC_SCAN_LAST, {kBuffer, "both"}},
            {PHOTOPIC_SCAN_TABLES, {kBuffer, "readonly"}}};
  }
  if (pass.starts_with("single_pass") || pass.starts_with("colors")) {
    Resources resources = {{PHOTOPIC_METER_HDR, {kSampled, "readonly"}},
                           {PHOTOPIC_METER_ACCUMULATORS, {kBuffer, "both"}},
                           {PHOTOPIC_METER_STATE, {kBuffer, "both"}},
                           {PHOTOPIC_METER_TABLES, {kBuffer, "readonly"}}};
    const bool is_weighted = pass.starts_with("single_pass_weighted") || pass.starts_with("colors_weighted");
    if (is_weighted) {
      resources.insert({{PHOTOPIC_METER_MASK, {kSampled, "readonly"}},
                        {PHOTOPIC_METER_DEPTH, {kSampled, "readonly"}},
                        {PHOTOPIC_METER_CLASSES, {kSampled, "readonly"}}});
    }
    if (pass.ends_with("_local")) resources.insert({PHOTOPIC_METER_COLUMNS, {kBuffer, "writeonly"}});
    if (is_fused(pass)) {
      const std::uint32_t ldr = is_weighted ? PHOTOPIC_METER_WEIGHTED_LDR : PHOTOPIC_METER_LDR;
      const std::uint32_t lut = is_weighted ? PHOTOPIC_METER_WEIGHTED_LUT : PHOTOPIC_METER_LUT;
      resources.insert({{ldr, {kImage, "writeonly"}}, {lut, {kBuffer, "readonly"}}});
    }
    return resources;
  }
  if (pass == "acuity_down_rgba16f") {
    return {{PHOTOPIC_ACUITY_LEVELS_IMAGE, {kImage, "writeonly"}},
            {PHOTOPIC_ACUITY_DOWN_HDR, {kSampled, "readonly"}},
            {PHOTOPIC_ACUITY_DOWN_EXPOSURE, {kBuffer, "readonly"}},
            {PHOTOPIC_ACUITY_DOWN_TABLE, {kBuffer, "writeonly"}}};
  }
  if (pass == "acuity_smooth_rgba16f") {
    return {{PHOTOPIC_ACUITY_LEVELS_IMAGE, {kImage, "both"}}, {PHOTOPIC_ACUITY_SMOOTH_TABLE, {kBuffer, "both"}}};
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
    return {
        {PHOTOPIC_GLARE_UP_COARSE, {kSampled, "readonly"}},     {PHOTOPIC_GLARE_UP_COARSE + 1, {kSampled, "readonly"}},
        {PHOTOPIC_GLARE_UP_COARSE + 2, {kSampled, "readonly"}}, {PHOTOPIC_GLARE_UP_LEVEL, {kImage, "both"}},
        {PHOTOPIC_GLARE_UP_TABLES, {kBuffer, "readonly"}},      {PHOTOPIC_GLARE_UP_ROWS, {kBuffer, "readonly"}}};
  }
  if (pass == "bake") {
    return {{PHOTOPIC_BAKE_NODES, {kBuffer, "writeonly"}},
            {PHOTOPIC_BAKE_HEADER, {kBuffer, "both"}},
            {PHOTOPIC_BAKE_FINISH, {kBuffer, "readonly"}},
            {PHOTOPIC_BAKE_TABLES, {kBuffer, "readonly"}}};
  }
  if (pass == "resolve_samples_rgba16f") {
    return {{PHOTOPIC_RESOLVE_HDR, {kSampled, "readonly"}},
            {PHOTOPIC_RESOLVE_TARGET, {kImage, "writeonly"}},
            {PHOTOPIC_RESOLVE_EXPOSURE, {kBuffer, "readonly"}}};
  }
  if (pass == "flash_cells") {
    return {{PHOTOPIC_FLASH_CELLS_PICTURE, {kSampled, "readonly"}},
            {PHOTOPIC_FLASH_CELLS_HEADER, {kBuffer, "readonly"}},
            {PHOTOPIC_FLASH_CELLS_STATES, {kBuffer, "both"}},
            {PHOTOPIC_FLASH_CELLS_FLAGS, {kBuffer, "writeonly"}},
            {PHOTOPIC_FLASH_CELLS_TOTALS, {kBuffer, "both"}}};
  }
  if (pass == "flash_verdict") {
    return {{PHOTOPIC_FLASH_VERDICT_HEADER, {kBuffer, "both"}},
            {PHOTOPIC_FLASH_VERDICT_FLAGS, {kBuffer, "readonly"}},
            {PHOTOPIC_FLASH_VERDICT_TOTALS, {kBuffer, "both"}},
            {PHOTOPIC_FLASH_VERDICT_RESULT, {kBuffer, "writeonly"}}};
  }
  if (pass == "content_light_sums") {
    return {{PHOTOPIC_CONTENT_LIGHT_SUMS_PICTURE, {kSampled, "readonly"}},
            {PHOTOPIC_CONTENT_LIGHT_SUMS_TOTALS, {kBuffer, "both"}}};
  }
  if (pass == "content_light_end") {
    return {{PHOTOPIC_CONTENT_LIGHT_END_TOTALS, {kBuffer, "both"}},
            {PHOTOPIC_CONTENT_LIGHT_END_HISTOGRAM, {kBuffer, "writeonly"}},
            {PHOTOPIC_CONTENT_LIGHT_END_RESULT, {kBuffer, "writeonly"}}};
  }
  if (pass == "mesopic") {
    return {{PHOTOPIC_MESOPIC_EXPOSURE, {kBuffer, "readonly"}},
            {PHOTOPIC_MESOPIC_TABLE, {kBuffer, "writeonly"}},
            {PHOTOPIC_MESOPIC_STATE, {kBuffer, "writeonly"}}};
  }
  if (pass == "overlay_gather") {
    return {{PHOTOPIC_OVERLAY_HDR, {kSampled, "readonly"}},
            {PHOTOPIC_OVERLAY_DATA, {kBuffer, "both"}},
            {PHOTOPIC_OVERLAY_GATHER_BLIT, {kBuffer, "readonly"}}};
  }
  if (pass.starts_with("overlay_gather_stored")) {
    return {{PHOTOPIC_OVERLAY_GATHER_PICTURE, {kImage, "readonly"}},
            {PHOTOPIC_OVERLAY_DATA, {kBuffer, "both"}},
            {PHOTOPIC_OVERLAY_GATHER_BLIT, {kBuffer, "readonly"}}};
  }
  if (pass == "overlay_compose") {
    return {{PHOTOPIC_OVERLAY_COMPOSE_STATE, {kBuffer, "readonly"}}, {PHOTOPIC_OVERLAY_DATA, {kBuffer, "both"}}};
  }
  if (pass.starts_with("overlay_waveform")) {
    return {{PHOTOPIC_OVERLAY_WAVEFORM_LDR, {kImage, "readonly"}},
            {PHOTOPIC_OVERLAY_WAVEFORM_PLOTS, {kBuffer, "both"}}};
  }
  if (pass.starts_with("overlay_draw") || pass.starts_with("overlay_display")) {
    const bool draws = pass.starts_with("overlay_draw");
    Resources resources = {{PHOTOPIC_OVERLAY_HDR, {kSampled, "readonly"}},
                           {PHOTOPIC_OVERLAY_DATA, {kBuffer, "readonly"}},
                           {PHOTOPIC_OVERLAY_STATE, {kBuffer, "readonly"}},
                           {PHOTOPIC_OVERLAY_LDR, {kImage, "both"}},
                           {PHOTOPIC_OVERLAY_LOCAL, {kBuffer, "readonly"}},
                           {PHOTOPIC_OVERLAY_PLOTS, {kBuffer, draws ? "readonly" : "writeonly"}}};
    if (!draws) {
      resources[PHOTOPIC_OVERLAY_ACES2] = {kBuffer, "readonly"};
      return resources;
    }
    resources[PHOTOPIC_OVERLAY_BLIT] = {kBuffer, "readonly"};
    resources[PHOTOPIC_OVERLAY_GLARE_TABLES] = {kBuffer, "readonly"};
    for (const int image : {PHOTOPIC_OVERLAY_LEVEL, PHOTOPIC_OVERLAY_MASK, PHOTOPIC_OVERLAY_DEPTH,
                            PHOTOPIC_OVERLAY_CLASSES, PHOTOPIC_OVERLAY_GLARE_LEVEL}) {
      resources[static_cast<std::uint32_t>(image)] = {kSampled, "readonly"};
    }
    return resources;
  }
  const bool draws_signals = pass.starts_with("draw_signals_");
  if (pass.starts_with("store_picture") || draws_signals) {
    Resources resources = {{PHOTOPIC_STORE_SIGNALS, {kSampled, "readonly"}},
                           {PHOTOPIC_STORE_LDR, {kImage, "writeonly"}},
                           {PHOTOPIC_STORE_FINISH, {kBuffer, "readonly"}},
                           {PHOTOPIC_STORE_UI, {kSampled, "readonly"}}};
    if (draws_signals) resources.erase(PHOTOPIC_STORE_LDR);
    if (pass.starts_with("store_picture_light")) resources[PHOTOPIC_STORE_LIGHT] = {kBuffer, "both"};
    return resources;
  }
  Resources resources = {
      {PHOTOPIC_TONE_MAP_HDR, {kSampled, "readonly"}},     {PHOTOPIC_TONE_MAP_LDR, {kImage, "writeonly"}},
      {PHOTOPIC_TONE_MAP_EXPOSURE, {kBuffer, "readonly"}}, {PHOTOPIC_TONE_MAP_FINISH, {kBuffer, "readonly"}},
      {PHOTOPIC_TONE_MAP_LUT, {kBuffer, "readonly"}},      {PHOTOPIC_TONE_MAP_UI, {kSampled, "readonly"}}};
  const bool is_drawn = pass.starts_with("draw_");
  const bool draws_views = pass.starts_with("draw_views_");
  if (draws_views) resources.erase(PHOTOPIC_TONE_MAP_LDR);
  if (draws_views || pass.starts_with("tone_map_layers_") || pass.starts_with("tone_map_samples_") ||
      pass.starts_with("tone_map_sharpened_")) {
    return resources;  // without effects' passes
  }
#define EXPECT_EFFECT(name, bit, binding, kind) \
  EXPECT_EQ(resources.size(), binding);         \
  resources[binding] = {kSampled, "readonly"};
  PHOTOPIC_IMAGE_EFFECTS(EXPECT_EFFECT)
#undef EXPECT_EFFECT
  if (is_drawn) resources.erase(PHOTOPIC_TONE_MAP_LDR);  // an attachment takes its place
  if (pass.starts_with("tone_map_light")) resources[PHOTOPIC_TONE_MAP_LIGHT] = {kBuffer, "both"};
  return resources;
}

}  // namespace test
