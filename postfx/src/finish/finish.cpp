// SPDX-License-Identifier: MIT
// Making and recording of the final pass.
#include "finish/finish.h"

#include <finish/interface.h>
#include <photopic/settings_table.h>

#include <algorithm>
#include <iterator>
#include <span>

#include "chain/chain.h"
#include "display/draw_formats.h"
#include "display/output_formats.h"
#include "finish/passes.h"
#include "gpu/memory/extent.h"
#include "gpu/passes/compute_pass.h"
#include "lut/shaper.h"

namespace photopic {
namespace {

gpu::ToneMapParams params_of(const ToneMapFrame& frame, const Settings& settings) {
  const VkRect2D& picture = frame.picture.extent.width != 0 ? frame.picture : frame.region;
  return {.source_x = static_cast<std::uint32_t>(frame.region.offset.x),
          .source_y = static_cast<std::uint32_t>(frame.region.offset.y),
          .target_x = static_cast<std::uint32_t>(frame.ldr_offset.x),
          .target_y = static_cast<std::uint32_t>(frame.ldr_offset.y),
          .width = frame.region.extent.width,
          .height = frame.region.extent.height,
          .dither_seed = settings.tone_map.dither_seed,
          .picture_x = picture.offset.x,
          .picture_y = picture.offset.y,
          .picture_width = picture.extent.width,
          .picture_height = picture.extent.height,
          .flags = (frame.ui != VK_NULL_HANDLE ? PHOTOPIC_TONE_MAP_HAS_UI : 0u) |
                   effects_of(settings) << PHOTOPIC_TONE_MAP_EFFECTS_SHIFT,
          .inverse_pre_exposure = 1.0f / frame.pre_exposure};
}

gpu::LayersParams layers_params_of(const ToneMapFrame& frame, const gpu::ToneMapParams& params) {
  return {params, static_cast<std::uint32_t>(frame.exposure_stride_bytes / sizeof(std::uint32_t))};
}

gpu::DrawParams draw_params_of(const ToneMapFrame& frame, const gpu::ToneMapParams& params) {
  return {params, layers_params_of(frame, params).exposure_stride, frame.ldr_extent.width, frame.ldr_extent.height};
}

/// Those that the final pass has, or the pass up to the signals: what looks around in signals is in the pass behind it.
std::uint32_t final_pass_effects(const MadeFor& info) { return info.effects & ~PHOTOPIC_BEHIND_EFFECT_BITS; }

/// Whether a pass with these effects runs the pipeline without any.
bool is_plain(std::uint32_t effects, const Settings& settings) {
  return effects != 0 && (effects_of(settings) & effects) == 0;
}

VkExtent2D groups_of(const gpu::ToneMapParams& params) {
  return {divide_up(params.width, PHOTOPIC_TONE_MAP_TILE_WIDTH),
          divide_up(params.height, PHOTOPIC_TONE_MAP_TILE_HEIGHT)};
}

}  // namespace

bool Finish::has_border(const gpu::ToneMapParams& params) const noexcept {
  return gpu_.is_cpu || params.width % PHOTOPIC_TONE_MAP_TILE_WIDTH != 0 ||
         params.height % PHOTOPIC_TONE_MAP_TILE_HEIGHT != 0;
}

std::uint32_t effects_of(const Settings& settings) noexcept {
  std::uint32_t on = 0;
#define EFFECT(name, bit) \
  if (name::is_on(settings)) on |= (bit);
  PHOTOPIC_EFFECTS(EFFECT)
#undef EFFECT
  return on;
}

bool needs_whole_picture(const Settings& settings) noexcept { return (effects_of(settings) & kAroundEffects) != 0; }

gpu::FinishTables finish_tables(const Settings& settings, const gpu::DisplayParams& display) noexcept {
  gpu::FinishTables tables = {};
  tables.display = display;
  operator_parameters(settings.tone_map, &tables.operator_parameters);
  const std::uint32_t on = effects_of(settings);
#define EFFECT(name, bit) \
  if ((on & (bit)) != 0) tables.name = name::params(settings);
  PHOTOPIC_EFFECTS(EFFECT)
#undef EFFECT
  return tables;
}

Status Finish::create(const MadeFor& info) noexcept {
  format_ = info.ldr_format;
  layers_ = layer_count(info);
  lut_size_ = info.lut_size;
  has_light_ = info.content_light;
  has_samples_ = info.hdr_samples > 1 && !is_resolved(info);
  effects_ = final_pass_effects(info);
  filters_hdr_ = filters_hdr(info);
  if (filters_hdr_) {
    tone_map_.filter_linearly(PHOTOPIC_TONE_MAP_HDR);
    to_signals_.filter_linearly(PHOTOPIC_TONE_MAP_HDR);
    sharpen_.filter_linearly(PHOTOPIC_TONE_MAP_HDR);
  }
  Status status = create_pass(info);
  if (status == Status::ok && has_samples_) status = no_ui_.create(VK_FORMAT_R8_UNORM);
  if (status == Status::ok && has_light_) {
    status = no_light_.create(sizeof(gpu::ContentLightSums), VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
  }
  if (status == Status::ok) status = slots_.create(info);
  if (status == Status::ok) status = baked_looks_.create(info);
  if (status != Status::ok) return status;
  Pass& pass = (info.steps & kDrawStep) != 0 ? static_cast<Pass&>(draw_) : tone_map_;
  status = for_each_finish_variant(info, [&](FinishVariant variant) {
    return create_variants(pass, info, info.ldr_format, max_code_of(info), variant);
  });
  if (status == Status::ok && Signals::has_tiles(gpu_, info)) status = create_sharpening(info);
  if (status == Status::ok && Signals::has_picture(gpu_, info)) status = create_signals(info);
  return status;
}

/// Formats of HDR images aren't known before they are recorded: the one that is least often filtered stands for all.
/// Fractions of filters may have 8 bits, which is enough for pictures of 8.
bool Finish::filters_hdr(const MadeFor& info) const noexcept {
  constexpr std::uint32_t kMaxCode8 = 255;
  const VkFormatFeatureFlags features = gpu_.optimal_features(VK_FORMAT_R32G32B32A32_SFLOAT);
  return (info.effects & kEffectAberration) != 0 && !gpu_.is_cpu && max_code_of(info) == kMaxCode8 &&
         (features & VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT) != 0;
}

Status Finish::create_pass(const MadeFor& info) noexcept {
  if ((info.steps & kDrawStep) == 0) {
    const std::uint32_t row = output_format_row(info.ldr_format);
    has_layers_ = info.layers > 1;
    if (has_layers_) return tone_map_.create(*passes::tone_map_layers_to[row]);
    if (has_samples_) return tone_map_.create(*passes::tone_map_samples_to[row]);
    if (has_light_) return tone_map_.create(*passes::tone_map_light_to[row]);
    // Pictures of floats keep the precision of floats.
    const bool has_halves = (effects_ & kEffectGlare) != 0 && glare::has_halves(gpu_, info.glare_levels) &&
                            kOutputFormats[row].max_code != 0;
    return tone_map_.create(has_halves ? *passes::tone_map_halves_to[row] : *passes::tone_map_to[row]);
  }
  const bool has_codes = draw_format(info.ldr_format)->max_code != 0;
  has_layers_ = info.render_target.view_mask != 0;
  const PassDesc& one = has_codes ? passes::draw_codes : passes::draw_floats;
  const PassDesc& views = has_codes ? passes::draw_views_codes : passes::draw_views_floats;
  return draw_.create(has_layers_ ? views : one, passes::kFullScreen, info.render_target, info.ldr_format);
}

/// The storing pass has what comes after the signal.
Status Finish::create_signals(const MadeFor& info) noexcept {
  has_signals_ = true;
  MadeFor final_pass = info;
  final_pass.steps = kToneMapStep;  // computes, also where the picture is drawn
  final_pass.effects &= ~PHOTOPIC_SIGNAL_EFFECT_BITS;
  final_pass.dither = final_pass.blue_noise = final_pass.ui = false;
  Status status = to_signals_.create(Signals::final_pass(info.ldr_format));
  if (status == Status::ok) status = signals_.create(info);
  if (status != Status::ok) return status;
  const std::uint32_t max_code = max_code_of(info);  // of what the signals become
  return for_each_finish_variant(info, [&](FinishVariant variant) {
    return create_variants(to_signals_, final_pass, Signals::kFormat, max_code, variant);
  });
}

/// One pipeline for each: it has a border around every tile, and sharpening is on.
Status Finish::create_sharpening(const MadeFor& info) noexcept {
  sharpens_ = true;
  const bool is_packed = output_format(info.ldr_format)->max_code == kMaxCodeOfPacking;
  PHOTOPIC_TRY(
      sharpen_.create(is_packed ? passes::tone_map_sharpened_halves_r32ui : passes::tone_map_sharpened_halves_rgba8));
  MadeFor tiles = info;
  tiles.effects &= ~kPassEffects;
  return for_each_finish_variant(tiles, [&](FinishVariant variant) {
    return create_variants(sharpen_, tiles, info.ldr_format, max_code_of(info), variant);
  });
}

Status Finish::make_sized(VkExtent2D max_extent) noexcept {
  return has_signals_ ? signals_.make_sized(max_extent) : Status::ok;
}

FinishLook Finish::look_of(const Settings& settings, const LookTables* host_tables, const EffectPasses& effects,
                           const gpu::MeterTables* meter) noexcept {
  gpu::FinishTables tables = finish_tables(settings, display_.of(settings, format_));
  FinishLook look;
  look.is_baked = settings.display.transform == DisplayTransform::baked;
  look.variant = exact_variant(format_, settings, is_exact_look(settings, host_tables));
  if (look.is_baked || look.variant.has_look) {
    tables.look = look_params_.of(settings, host_tables, look.variant.encoding);
  }
  if (look.is_baked) tables.lut = lut_params(settings, look.variant.encoding, lut_size_);
  slots_.use(tables, settings, effects, meter);
  look.tables = slots_.tables();
  look.with_meter = slots_.with_meter();
  const bool has_nodes = host_tables != nullptr && table_bytes(*host_tables) != 0;
  look.lut = has_nodes ? buffer_binding(host_tables->nodes, host_tables->offset_bytes, table_bytes(*host_tables))
                       : look.tables;
  if (look.is_baked) {
    look.baked = baked_looks_.look_of(look.variant, tables, look.lut);
    look.variant = kBakedVariant;
    look.lut = look.baked.nodes;
  }
  return look;
}

void Finish::record_bake(VkCommandBuffer command_buffer, const FinishLook& look) const noexcept {
  if (look.is_baked) baked_looks_.record(command_buffer, look.baked, look.tables);
}

Status Finish::create_variants(Pass& pass, const MadeFor& info, VkFormat format, std::uint32_t max_code,
                               FinishVariant finish) noexcept {
  const auto common = finish_constants(gpu_, info, format, finish);
  MadeFor plain_info = info;
  plain_info.effects = 0;
  const auto plain = finish_constants(gpu_, plain_info, format, finish);
  const bool is_drawn = (info.steps & kDrawStep) != 0;
  Status status = Status::ok;
  for (std::uint32_t bits = 0; bits < kVariantCount && status == Status::ok; ++bits) {
    const Variant variant = {.has_border = (bits & 1u) != 0, .is_plain = (bits & 2u) != 0, .dither = bits / 4};
    if (!has_dither(info, variant.dither)) continue;
    if (variant.is_plain && final_pass_effects(info) == 0) continue;
    if (&pass == &sharpen_ && (!variant.has_border || variant.is_plain)) continue;
    if (is_drawn ? variant.has_border && !info.scaled_draw : !variant.has_border && gpu_.is_cpu) continue;
    constexpr std::size_t kOwnConstants = 8;
    std::array<Specialization, kFinishConstantCount + kOwnConstants> constants;
    std::ranges::copy(variant.is_plain ? plain : common, constants.begin());
    const bool is_srgb = is_drawn && draw_format(info.ldr_format)->is_srgb;
    const Specialization own[kOwnConstants] = {{PHOTOPIC_SPEC_BORDER, variant.has_border ? 1u : 0u},
                                               {PHOTOPIC_SPEC_SCALED, variant.has_border ? 1u : 0u},  // of draws
                                               {PHOTOPIC_SPEC_DITHER, variant.dither},
                                               {PHOTOPIC_SPEC_UI, info.ui ? 1u : 0u},
                                               {PHOTOPIC_SPEC_MAX_CODE, max_code},
                                               {PHOTOPIC_SPEC_SRGB_TARGET, is_srgb ? 1u : 0u},
                                               {PHOTOPIC_SPEC_SAMPLES, info.hdr_samples},
                                               {PHOTOPIC_SPEC_FILTERS_HDR, filters_hdr_ ? 1u : 0u}};
    std::ranges::copy(own, constants.begin() + kFinishConstantCount);
    status = pass.add_variant(variant.index(finish), constants);
  }
  return status;
}

void Finish::record(VkCommandBuffer command_buffer, const ToneMapFrame& frame, const Settings& settings,
                    const FinishLook& look, const Binding& exposure, const EffectBindings& effects) const noexcept {
  const gpu::ToneMapParams params = params_of(frame, settings);
  const bool measures = frame.content_light != VK_NULL_HANDLE;
  const Binding ldr = image_binding(frame.ldr, VK_IMAGE_LAYOUT_GENERAL);
  const Binding hdr = image_binding(frame.hdr, frame.hdr_layout);
  const Binding no_ui = has_samples_ ? no_ui_.binding() : hdr;
  const Binding ui = frame.ui != VK_NULL_HANDLE ? image_binding(frame.ui, frame.ui_layout) : no_ui;
  const Binding light = buffer_binding(measures ? frame.content_light : no_light_.handle(),
                                       measures ? frame.content_light_offset_bytes : 0, sizeof(gpu::ContentLightSums));
  constexpr std::size_t kLight = PHOTOPIC_TONE_MAP_LIGHT;
  Binding bindings[kLight + 1] = {hdr, ldr, exposure, look.tables, look.lut, ui};
  std::copy(effects.begin(), effects.end(), bindings + PHOTOPIC_TONE_MAP_FIRST_EFFECT);
  bindings[kLight] = light;
  const VkExtent2D groups = groups_of(params);
  const Variant variant = {.has_border = has_border(params),
                           .is_plain = is_plain(effects_, settings),
                           .dither = dither_of(settings.tone_map)};
  const FinishVariant finish = look.variant;
  if (has_layers_) {
    tone_map_.dispatch(command_buffer, variant.index(finish), groups, layers_params_of(frame, params),
                       std::span(bindings).first(PHOTOPIC_TONE_MAP_FIRST_EFFECT), layers_);
    return;
  }
  if (has_samples_) {
    no_ui_.record_begin(command_buffer);
    tone_map_.dispatch(command_buffer, variant.index(finish), groups, params,
                       std::span(bindings).first(PHOTOPIC_TONE_MAP_FIRST_EFFECT));
    return;
  }
  if (!Signals::is_on(settings)) {
    tone_map_.dispatch(command_buffer, variant.index(finish), groups, params,
                       std::span(bindings).first(has_light_ ? kLight + 1 : kLight));
    return;
  }
  if (sharpens_source(settings)) {
    const Variant sharpened = {.has_border = true, .is_plain = false, .dither = variant.dither};
    const VkExtent2D tiles = {divide_up(params.width, PHOTOPIC_SHARPEN_WIDTH - 2),
                              divide_up(params.height, PHOTOPIC_SHARPEN_HEIGHT - 2)};
    sharpen_.dispatch(command_buffer, sharpened.index(finish), tiles, params,
                      std::span(bindings).first(PHOTOPIC_TONE_MAP_FIRST_EFFECT));
    return;
  }
  record_signals(command_buffer, frame, settings, look, exposure, effects);
  const Binding store[] = {ldr, look.tables, ui, light};
  signals_.record(command_buffer, params, variant.dither,
                  std::span(store).first(has_light_ ? std::size(store) : std::size(store) - 1));
}

void Finish::record_signals(VkCommandBuffer command_buffer, const ToneMapFrame& frame, const Settings& settings,
                            const FinishLook& look, const Binding& exposure,
                            const EffectBindings& effects) const noexcept {
  gpu::ToneMapParams params = params_of(frame, settings);
  params.target_x = params.target_y = 0;
  const Binding hdr = image_binding(frame.hdr, frame.hdr_layout);
  Binding bindings[PHOTOPIC_TONE_MAP_LIGHT] = {hdr, signals_.target(), exposure, look.tables, look.lut, hdr};
  std::copy(effects.begin(), effects.end(), bindings + PHOTOPIC_TONE_MAP_FIRST_EFFECT);
  const Variant variant = {.has_border = has_border(params),
                           .is_plain = is_plain(effects_ & ~PHOTOPIC_SIGNAL_EFFECT_BITS, settings),
                           .dither = PHOTOPIC_DITHER_OFF};
  signals_.record_begin(command_buffer);
  to_signals_.dispatch(command_buffer, variant.index(look.variant), groups_of(params), params, bindings);
}

void Finish::draw(VkCommandBuffer command_buffer, const ToneMapFrame& frame, const Settings& settings,
                  const FinishLook& look, const Binding& exposure, const EffectBindings& effects) const noexcept {
  const Binding hdr = image_binding(frame.hdr, frame.hdr_layout);
  const Binding ui = frame.ui != VK_NULL_HANDLE ? image_binding(frame.ui, frame.ui_layout) : hdr;
  const VkRect2D area = {frame.ldr_offset, frame.ldr_extent};
  const bool is_scaled = !same(frame.ldr_extent, frame.region.extent);
  const gpu::DrawParams params = draw_params_of(frame, params_of(frame, settings));
  if (Signals::is_on(settings)) {
    const Binding read[] = {look.tables, ui};
    signals_.draw(command_buffer, area, is_scaled, params, dither_of(settings.tone_map), read);
    return;
  }
  Binding bindings[PHOTOPIC_TONE_MAP_LIGHT] = {hdr, {}, exposure, look.tables, look.lut, ui};
  std::copy(effects.begin(), effects.end(), bindings + PHOTOPIC_TONE_MAP_FIRST_EFFECT);
  const Variant variant = {
      .has_border = is_scaled, .is_plain = is_plain(effects_, settings), .dither = dither_of(settings.tone_map)};
  const std::uint32_t index = variant.index(look.variant);
  if (has_layers_) {
    draw_.draw(command_buffer, index, area, params, std::span(bindings).first(PHOTOPIC_TONE_MAP_FIRST_EFFECT));
  } else {
    draw_.draw(command_buffer, index, area, params, bindings);
  }
}

}  // namespace photopic
