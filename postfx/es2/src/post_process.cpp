// SPDX-License-Identifier: MIT
// Metering, adaptation and tone mapping on OpenGL ES 2.0.
#include <es2/interface.h>
#include <photopic/post_process.h>
#include <photopic/settings_table.h>

#include <cstdio>
#include <iterator>
#include <new>
#include <span>
#include <utility>

#include "adapt/adaptation.h"
#include "call.h"
#include "gl.h"
#include "gpu/host/checker.h"
#include "gpu/host/report.h"
#include "pass.h"
#include "reduction.h"
#include "settings/validation.h"

namespace photopic::es2 {
namespace {

using Planes = std::array<NamedArray, 3>;

constexpr double kMaxTargetOffset = 1 << 24;

/// Members of AdaptParams that adapt.frag uses.
constexpr struct {
  const char* name;
  float gpu::AdaptParams::*member;
} kParams[] = {
    {"params.delta_time_s", &gpu::AdaptParams::delta_time_s},
    {"params.min_ev100", &gpu::AdaptParams::min_ev100},
    {"params.max_ev100", &gpu::AdaptParams::max_ev100},
    {"params.compensation_ev", &gpu::AdaptParams::compensation_ev},
    {"params.ev100_of_luminance_one", &gpu::AdaptParams::ev100_of_luminance_one},
    {"params.black_log2", &gpu::AdaptParams::black_log2},
    {"params.to_bright_ev_per_s", &gpu::AdaptParams::to_bright_ev_per_s},
    {"params.to_dark_ev_per_s", &gpu::AdaptParams::to_dark_ev_per_s},
    {"params.to_bright_rate_per_s", &gpu::AdaptParams::to_bright_rate_per_s},
    {"params.to_dark_rate_per_s", &gpu::AdaptParams::to_dark_rate_per_s},
    {"params.to_bright_transition_ev", &gpu::AdaptParams::to_bright_transition_ev},
    {"params.to_dark_transition_ev", &gpu::AdaptParams::to_dark_transition_ev},
    {"params.min_log2", &gpu::AdaptParams::min_log2},
};

Status check_picture(const Context::Impl& context, const char* function, const Planes& planes, Size size) {
  for (const NamedArray& plane : planes) {
    Status status = check_array(context, function, plane.name, plane.array);
    if (status == Status::ok) status = check_size(context, function, plane.name, plane.array->size, size);
    if (status != Status::ok) return status;
  }
  return Status::ok;
}

using Wish = std::pair<const char*, bool>;

Status refuse_wishes(const Gpu& gpu, const char* function, std::span<const Wish> wishes) {
  for (const auto& [name, is_wished] : wishes) {
    if (is_wished) return report(gpu.device, Status::unsupported, "%s: %s: not on OpenGL ES 2.0", function, name);
  }
  return Status::ok;
}

/// Refuses valid settings that ask for a histogram.
Status check_supported(const Gpu& gpu, const char* function, const MeterSettings& settings) {
  const MeterSettings defaults;
  const Wish wishes[] = {
      {"centre", settings.centre},
      {"spot", settings.spot},
      {"ellipse", settings.ellipse},
      {"mask", settings.mask},
      {"low_percentile", settings.low_percentile > defaults.low_percentile},
      {"high_percentile", settings.high_percentile < defaults.high_percentile},
      {"median_blend", settings.median_blend > defaults.median_blend},
      {"highlight_stops", settings.highlight_stops < defaults.highlight_stops},
      {"black_stops", settings.black_stops < defaults.black_stops},
  };
  return refuse_wishes(gpu, function, wishes);
}

/// Refuses valid settings that ask for more than adapt.frag has.
Status check_supported(const Gpu& gpu, const char* function, const ExposureSettings& settings) {
  const Wish wishes[] = {
      {"compensation_curve", settings.compensation_curve.count > 0},
      {"target_curve", settings.target_curve.count > 0},
      {"min_curve", settings.min_curve.count > 0},
      {"max_curve", settings.max_curve.count > 0},
      {"curve = two_exponentials", settings.curve == AdaptationCurve::two_exponentials},
      {"dead_band_ev", settings.dead_band_ev > 0.0f},
      {"cut_high_ev", settings.cut_high_ev > 0.0f},
      {"max_ev_per_s", settings.max_ev_per_s > 0.0f},
      {"max_reversals_per_s", settings.max_reversals_per_s > 0.0f},
  };
  return refuse_wishes(gpu, function, wishes);
}

Status check_supported(const Gpu& gpu, const char* function, const ToneMapSettings& settings) {
  PHOTOPIC_TRY(validate(gpu, function, settings));
  if (settings.dither) return report(gpu.device, Status::unsupported, "%s: dither: not on OpenGL ES 2.0", function);
  if ((tone_mapper_bit(settings.tone_mapper) & kPortableToneMappers) != 0) return Status::ok;
  return report(gpu.device, Status::unsupported, "%s: tone_mapper = %s: not on OpenGL ES 2.0", function,
                tone_mapper_name(settings.tone_mapper));
}

/// What stays attached outlives its owner.
void release_target(const Target& target) {
  if (target.texture != 0) glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, 0, 0);
}

}  // namespace

struct PostProcess::Impl {
  Context::Impl& context;
  Size size;
  Reduction sums = {}, counts = {};
  std::unique_ptr<Array::Impl> states[2] = {};  ///< one is read while the other is written
  std::uint32_t current = 0;

  static Planes planes_of(const Picture& picture) noexcept;
  Status create(const char* function) noexcept;
  Status reduce(const char* function, const Planes& planes, const MeterSettings& settings) noexcept;
  Status adapt(const char* function, const MeterFrame& frame, const MeterSettings& meter,
               const ExposureSettings& exposure) noexcept;
  Status bind_target(const char* function, const Target& target) const noexcept;
  Status draw(const char* function, const Planes& planes, const Target& target, const ToneMapSettings& settings,
              float pre_exposure) noexcept;
  const Tile& state() const { return states[current]->tiles[0]; }
};

Planes PostProcess::Impl::planes_of(const Picture& picture) noexcept {
  const auto plane = [](const Array* array) { return array == nullptr ? nullptr : array->impl_; };
  return {{{"red", plane(picture.red)}, {"green", plane(picture.green)}, {"blue", plane(picture.blue)}}};
}

Status PostProcess::Impl::create(const char* function) noexcept {
  Status status = sums.create(context, function, size);
  if (status == Status::ok) status = counts.create(context, function, size);
  for (std::unique_ptr<Array::Impl>& each : states) {
    if (status == Status::ok) status = make_array(context, function, {ES2_STATE_WORDS, 1}, &each);
  }
  if (status != Status::ok) return status;
  constexpr float kNothing[ES2_STATE_WORDS] = {};  // not started
  upload_elements(*states[current], kNothing);
  return Status::ok;
}

Status PostProcess::Impl::reduce(const char* function, const Planes& planes, const MeterSettings& settings) noexcept {
  const Log2Limits limits = {settings.min_log2_luminance, settings.max_log2_luminance};
  const Status status = sums.run(context, function, Shader::log2_sums, planes, limits);
  return status == Status::ok ? counts.run(context, function, Shader::valid_counts, planes, limits) : status;
}

Status PostProcess::Impl::adapt(const char* function, const MeterFrame& frame, const MeterSettings& meter,
                                const ExposureSettings& exposure) noexcept {
  Pass pass(context, function, {Shader::adapt});
  if (pass.status() != Status::ok) return pass.status();
  const gpu::AdaptParams params = adapt_params(exposure, meter, frame.delta_time_s, 0);
  for (const auto& [name, member] : kParams) pass.set(name, params.*member);
  pass.set("is_fixed", (params.flags & PHOTOPIC_ADAPT_FIXED) != 0 ? 1.0f : 0.0f);
  pass.set("is_held", (params.flags & PHOTOPIC_ADAPT_HOLD) != 0 ? 1.0f : 0.0f);
  pass.set("is_reset", frame.reset_history ? 1.0f : 0.0f);
  pass.set("pre_exposure_log2", pre_exposure_log2(frame.pre_exposure));
  pass.set("saturation_factor", static_cast<float>(PHOTOPIC_SATURATION_FACTOR));
  pass.bind("sum", sums.result().tiles[0]);
  pass.bind("count", counts.result().tiles[0]);
  pass.bind("state", state());
  const Tile& next = states[1 - current]->tiles[0];
  pass.draw(next.texture, rect_of(next));
  return Status::ok;
}

Status PostProcess::Impl::bind_target(const char* function, const Target& target) const noexcept {
  glBindFramebuffer(GL_FRAMEBUFFER, target.texture != 0 ? context.framebuffer : target.framebuffer);
  if (target.texture != 0) {
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, target.texture, 0);
  }
  const GLenum status = glCheckFramebufferStatus(GL_FRAMEBUFFER);
  if (status == GL_FRAMEBUFFER_COMPLETE) return Status::ok;
  release_target(target);
  return report(context.gpu.device, Status::device_error,
                "%s: target: texture %u, framebuffer %u: status 0x%x: must be complete", function, target.texture,
                target.framebuffer, status);
}

Status PostProcess::Impl::draw(const char* function, const Planes& planes, const Target& target,
                               const ToneMapSettings& settings, float pre_exposure) noexcept {
  Pass pass(context, function, {Shader::tone_map, static_cast<std::uint32_t>(settings.tone_mapper)});
  if (pass.status() != Status::ok) return pass.status();
  PHOTOPIC_TRY(bind_target(function, target));
  pass.set("inverse_pre_exposure", 1.0f / pre_exposure);
  pass.set("is_flipped", target.is_flipped ? 1.0f : 0.0f);
  float parameters[PHOTOPIC_OPERATOR_MAX_PARAMETERS];
  operator_parameters(settings, &parameters);
  for (std::size_t i = 0; i < std::size(parameters); ++i) {
    char name[24];
    std::snprintf(name, sizeof name, "parameters[%zu]", i);
    pass.set(name, parameters[i]);
  }
  const std::span<const Tile> tiles = planes[0].array->all();
  for (std::size_t i = 0; i < tiles.size(); ++i) {
    const Tile& tile = tiles[i];
    for (const NamedArray& plane : planes) pass.bind(plane.name, plane.array->all()[i]);
    pass.bind("state", state());
    pass.set("source_size", static_cast<float>(tile.width), static_cast<float>(tile.height));
    const std::uint32_t y = target.is_flipped ? size.height - tile.y - tile.height : tile.y;
    pass.draw({target.x + tile.x, target.y + y, tile.width, tile.height});
  }
  release_target(target);
  return Status::ok;
}

Status PostProcess::create(const Context& context, Size size, PostProcess* out) noexcept {
  if (context.impl_ == nullptr) return Status::invalid_argument;
  Status status = check_extent(*context.impl_, "create", size);
  if (status != Status::ok) return status;
  const Call call(context.impl_->gpu, "create");
  if (call.status() != Status::ok) return call.status();
  PostProcess made;
  made.impl_ = new (std::nothrow) Impl{.context = *context.impl_, .size = size};
  if (made.impl_ == nullptr) {
    return report(context.impl_->gpu.device, Status::out_of_memory, "create: out of host memory");
  }
  status = made.impl_->create(call.function());
  if (status == Status::ok) status = call.end();
  if (status == Status::ok) *out = std::move(made);
  return status;
}

Status PostProcess::meter(const MeterFrame& frame, const MeterSettings& meter,
                          const ExposureSettings& exposure) noexcept {
  if (impl_ == nullptr) return Status::invalid_argument;
  const Gpu& gpu = impl_->context.gpu;
  const Call call(gpu, "meter");
  const char* function = call.function();
  const Planes planes = Impl::planes_of(frame.picture);
  Status status = call.status();
  if (status == Status::ok) status = check_picture(impl_->context, function, planes, impl_->size);
  if (status == Status::ok) {
    status = Checker(gpu, function)
                 .range("delta_time_s", frame.delta_time_s, 0, kMaxFloat)
                 .pre_exposure(frame.pre_exposure)
                 .status();
  }
  if (status == Status::ok) status = check_supported(gpu, function, meter);
  if (status == Status::ok) status = validate(gpu, function, MadeFor(), meter);
  if (status == Status::ok) status = validate(gpu, function, exposure);
  if (status == Status::ok) status = check_supported(gpu, function, exposure);
  const MeterSettings seen = pre_exposed(meter, pre_exposure_log2(frame.pre_exposure));
  if (status == Status::ok) status = impl_->reduce(function, planes, seen);
  if (status == Status::ok) status = impl_->adapt(function, frame, seen, exposure);
  if (status == Status::ok) status = call.end();
  if (status == Status::ok) impl_->current = 1 - impl_->current;
  return status;
}

Status PostProcess::tone_map(const Picture& picture, const Target& target, const ToneMapSettings& settings,
                             float pre_exposure) noexcept {
  if (impl_ == nullptr) return Status::invalid_argument;
  const Gpu& gpu = impl_->context.gpu;
  const Call call(gpu, "tone_map");
  const Planes planes = Impl::planes_of(picture);
  Status status = call.status();
  if (status == Status::ok) status = check_picture(impl_->context, call.function(), planes, impl_->size);
  if (status == Status::ok) status = check_supported(gpu, call.function(), settings);
  if (status == Status::ok) {
    status = Checker(gpu, call.function())
                 .range("target.x", target.x, 0, kMaxTargetOffset)
                 .range("target.y", target.y, 0, kMaxTargetOffset)
                 .pre_exposure(pre_exposure)
                 .status();
  }
  if (status == Status::ok) status = impl_->draw(call.function(), planes, target, settings, pre_exposure);
  return status == Status::ok ? call.end() : status;
}

Status PostProcess::read_state(ExposureState* out) const noexcept {
  if (impl_ == nullptr) return Status::invalid_argument;
  const Call call(impl_->context.gpu, "read_state");
  if (call.status() != Status::ok) return call.status();
  float words[ES2_STATE_WORDS];
  download_elements(*impl_->states[impl_->current], words);
  PHOTOPIC_TRY(call.end());
  out->exposure = words[ES2_STATE_EXPOSURE];
  out->adapted_ev100 = words[ES2_STATE_ADAPTED_EV100] + words[ES2_STATE_ADAPTED_EV100_REST];
  out->target_ev100 = words[ES2_STATE_TARGET_EV100];
  out->scene_ev100 = words[ES2_STATE_SCENE_EV100];
  out->mean_log2_luminance = words[ES2_STATE_MEAN_LOG2_LUMINANCE];
  out->valid_texels = words[ES2_STATE_VALID_TEXELS];
  out->is_started = words[ES2_STATE_IS_STARTED] != 0.0f;
  return Status::ok;
}

PostProcess::PostProcess(PostProcess&& other) noexcept : impl_(std::exchange(other.impl_, nullptr)) {}

PostProcess& PostProcess::operator=(PostProcess&& other) noexcept {
  PostProcess taken(std::move(other));
  std::swap(impl_, taken.impl_);
  return *this;
}

PostProcess::~PostProcess() { delete impl_; }

}  // namespace photopic::es2
