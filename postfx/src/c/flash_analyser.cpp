// SPDX-License-Identifier: MIT
// FlashAnalyser and IRIS' rule for C.
#include <photopic/flash_analyser.h>
#include <photopic/iris_rule.h>

#include <cmath>
#include <memory>
#include <new>

#include "c/flash_statistics.h"
#include "c/frames.h"
#include "c/handles.h"
#include "c/structs.h"

struct photopic_flash_analyser {
  photopic::FlashAnalyser object;
};

struct photopic_iris_rule {
  photopic::IrisRule object;
};

namespace photopic::c {
namespace {

static_assert(PHOTOPIC_FLASHES_STRICT == static_cast<int>(FlashProfile::strict) &&
              PHOTOPIC_FLASHES_WCAG == static_cast<int>(FlashProfile::wcag) &&
              PHOTOPIC_FLASHES_BT1702 == static_cast<int>(FlashProfile::bt1702));
static_assert(PHOTOPIC_FLASH_LUMINANCE == static_cast<int>(FlashKind::luminance) &&
              PHOTOPIC_FLASH_RED_MEASURE == static_cast<int>(FlashKind::red_measure) &&
              PHOTOPIC_FLASH_RED_CHROMATICITY == static_cast<int>(FlashKind::red_chromaticity) &&
              PHOTOPIC_FLASH_KINDS == kFlashKindCount);
static_assert(PHOTOPIC_VERDICT_PASS == static_cast<int>(FlashVerdict::pass) &&
              PHOTOPIC_VERDICT_WARNING == static_cast<int>(FlashVerdict::warning) &&
              PHOTOPIC_VERDICT_EXTENDED == static_cast<int>(FlashVerdict::extended) &&
              PHOTOPIC_VERDICT_FAIL == static_cast<int>(FlashVerdict::fail));

}  // namespace

photopic_result give_statistics(const FlashStatistics& statistics, photopic_flash_statistics* out) noexcept {
  photopic_flash_statistics read = {};
  read.time_us = statistics.time_us;
  read.worst_time_us = statistics.worst_time_us;
  read.frames = statistics.frames;
  read.verdict = static_cast<std::uint32_t>(statistics.verdict);
  read.worst_verdict = static_cast<std::uint32_t>(statistics.worst_verdict);
  for (std::size_t i = 0; i < PHOTOPIC_FLASH_KINDS; ++i) {
    const FlashCount& kind = statistics.kinds[i];
    read.kinds[i] = {static_cast<std::uint32_t>(kind.verdict), kind.screen_transitions, kind.cell_transitions,
                     kind.risk_share, kind.window_share};
  }
  give(read, out);
  return PHOTOPIC_OK;
}

}  // namespace photopic::c

using photopic::FlashAnalyser;
using photopic::c::require;
using photopic::c::value_or;

extern "C" {

photopic_result photopic_flash_analyser_create(const photopic_device* device, const photopic_flash_analyser_info* info,
                                               photopic_flash_analyser** out) {
  photopic_flash_analyser_info given;
  PHOTOPIC_TRY(photopic::c::take(__func__, "info", info, &given));
  photopic::FlashCreateInfo read;
  read.format = value_or(given.format, read.format);
  PHOTOPIC_TRY(photopic::c::encoding_of(__func__, "info->encoding", given.encoding, read.encoding, &read.encoding));
  read.columns = value_or(given.columns, read.columns);
  read.rows = value_or(given.rows, read.rows);
  read.statistics_slots = value_or(given.statistics_slots, read.statistics_slots);
  read.defer_pipelines = given.defer_pipelines != 0;
  return photopic::c::make_handle(__func__, device, out, [&](const photopic::Device& lent, FlashAnalyser* analyser) {
    return FlashAnalyser::create(lent, read, analyser);
  });
}

void photopic_flash_analyser_destroy(photopic_flash_analyser* analyser) { delete analyser; }

photopic_result photopic_flash_analyser_prepare(photopic_flash_analyser* analyser, uint32_t max_pipelines) {
  PHOTOPIC_TRY(require(analyser, __func__, "analyser"));
  return analyser->object.prepare(max_pipelines);
}

VkBool32 photopic_flash_analyser_is_prepared(const photopic_flash_analyser* analyser) {
  return analyser != nullptr && analyser->object.is_prepared() ? VK_TRUE : VK_FALSE;
}

photopic_result photopic_flash_analyser_record(photopic_flash_analyser* analyser, VkCommandBuffer command_buffer,
                                               const photopic_flash_frame* frame) {
  PHOTOPIC_TRY(require(analyser, __func__, "analyser"));
  photopic_flash_frame given;
  PHOTOPIC_TRY(photopic::c::take(__func__, "frame", frame, &given));
  photopic::FlashFrame read;
  read.ldr = given.ldr;
  read.layout = value_or(given.layout, read.layout);
  read.extent = given.extent;
  read.time_us = given.time_us;
  read.reset_history = given.reset_history != 0;
  photopic::FlashSettings settings;
  settings.profile = static_cast<photopic::FlashProfile>(given.profile);
  settings.white_cd_m2 = value_or(given.white_cd_m2, settings.white_cd_m2);
  settings.cd_m2_per_unit = given.cd_m2_per_unit;
  return analyser->object.record(command_buffer, read, settings);
}

photopic_result photopic_flash_analyser_statistics(const photopic_flash_analyser* analyser,
                                                   photopic_flash_statistics* out) {
  PHOTOPIC_TRY(require(analyser, __func__, "analyser"));
  PHOTOPIC_TRY(photopic::c::check_head(__func__, "out", out));
  photopic::FlashStatistics newest;
  if (!analyser->object.statistics(&newest)) return PHOTOPIC_NOT_READY;
  return photopic::c::give_statistics(newest, out);
}

VkBuffer photopic_flash_analyser_cells_buffer(const photopic_flash_analyser* analyser) {
  return analyser != nullptr ? analyser->object.cells_buffer() : VK_NULL_HANDLE;
}

uint32_t photopic_flash_transitions(uint32_t word, uint32_t kind) {
  return kind < PHOTOPIC_FLASH_KINDS ? photopic::flash_transitions(word, static_cast<photopic::FlashKind>(kind)) : 0;
}

VkDeviceSize photopic_flash_analyser_memory_bytes(const photopic_flash_analyser* analyser) {
  return analyser != nullptr ? analyser->object.memory_bytes() : 0;
}

photopic_result photopic_iris_rule_create(uint32_t fps, photopic_iris_rule** out) {
  PHOTOPIC_TRY(require(out, __func__, "out"));
  std::unique_ptr<photopic_iris_rule> made(new (std::nothrow) photopic_iris_rule);
  if (made == nullptr) return photopic::c::out_of_memory(__func__);
  PHOTOPIC_TRY(photopic::IrisRule::create(
      fps, &made->object, [](photopic::Status, const char* text, void*) { photopic::keep_error(text); }, nullptr));
  *out = made.release();
  return PHOTOPIC_OK;
}

void photopic_iris_rule_destroy(photopic_iris_rule* rule) { delete rule; }

photopic_result photopic_iris_rule_add(photopic_iris_rule* rule, const photopic_iris_frame* frame,
                                       photopic_iris_count* luminance, photopic_iris_count* red) {
  PHOTOPIC_TRY(require(rule, __func__, "rule"));
  PHOTOPIC_TRY(require(frame, __func__, "frame"));
  PHOTOPIC_TRY(require(luminance, __func__, "luminance"));
  PHOTOPIC_TRY(require(red, __func__, "red"));
  for (const double number : {frame->luminance, frame->red, frame->changed_share}) {
    if (std::isfinite(number)) continue;
    return photopic::c::fail(PHOTOPIC_INVALID_ARGUMENT, "%s: frame: a number isn't finite", __func__);
  }
  const photopic::IrisCounts counts = rule->object.add({frame->luminance, frame->red, frame->changed_share});
  *luminance = {static_cast<std::uint32_t>(counts.luminance.verdict), counts.luminance.transitions};
  *red = {static_cast<std::uint32_t>(counts.red.verdict), counts.red.transitions};
  return PHOTOPIC_OK;
}

}  // extern "C"
