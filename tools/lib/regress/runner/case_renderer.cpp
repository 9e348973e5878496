// SPDX-License-Identifier: MIT
// Rendering of cases with a session.
#include "regress/runner/case_renderer.h"

#include <photopic/flash_analyser.h>

#include <cctype>
#include <cmath>
#include <optional>
#include <utility>

#include "arguments/device_options.h"
#include "arguments/errors.h"
#include "arguments/spread.h"
#include "engine/transfer/commands.h"
#include "engine/transfer/image_transfer.h"
#include "regress/runner/case_plan.h"

namespace regress {
namespace {

/// A case's settings, but for what a suite decides for all.
void enforce(std::optional<session::MeteringMethod> method, session::Session& session) {
  if (method) session.controls.settings.metering.method = *method;
  session.controls.settings.tone_map.dither = false;
}

void check_extent(const engine::Context& context, VkExtent2D extent) {
  const std::uint32_t limit = context.properties().limits.maxImageDimension2D;
  if (extent.width <= limit && extent.height <= limit) return;
  throw arguments::UsageError("size: the device takes up to " + std::to_string(limit) + " a side");
}

/// Flashes of a case's frames.
class CaseFlashes {
 public:
  CaseFlashes(engine::Context& context, const FlashLimit& limit)
      : context_(context), settings_{.profile = flashes::module_profile(limit.profile)} {}

  /// After the session's frame, in the same command buffer. Throws arguments::UsageError for pictures that the analyser
  /// doesn't take.
  void record(VkCommandBuffer commands, const session::Session& session, double time_s) {
    const photopic::FlashCreateInfo wanted = {.format = session.ldr().format(),
                                              .encoding = session.ldr_display().encoding};
    if (analyser_.cells_buffer() == VK_NULL_HANDLE) {
      arguments::require(context_, photopic::FlashAnalyser::create(context_.lend(), wanted, &analyser_));
      info_ = wanted;
    }
    if (wanted.format != info_.format || wanted.encoding != info_.encoding) {
      throw arguments::UsageError("flashes: the encoding changes from frame to frame");
    }
    engine::memory_barrier(context_, commands, engine::kComputeWrite, engine::kComputeRead);
    const photopic::FlashFrame frame = {.ldr = session.ldr().view(),
                                        .layout = VK_IMAGE_LAYOUT_GENERAL,
                                        .extent = session.extent(),
                                        .time_us = static_cast<std::uint64_t>(std::llround(time_s * 1e6))};
    arguments::require(context_, analyser_.record(commands, frame, settings_));
  }

  std::uint32_t worst_verdict() const {
    photopic::FlashStatistics statistics;
    if (!analyser_.statistics(&statistics)) throw engine::Error("no statistics of flashes after a frame");
    return static_cast<std::uint32_t>(statistics.worst_verdict);
  }

 private:
  engine::Context& context_;
  photopic::FlashSettings settings_;
  photopic::FlashCreateInfo info_;
  photopic::FlashAnalyser analyser_;
};

std::string class_of_driver(const VkPhysicalDeviceDriverProperties& driver) {
  constexpr std::pair<VkDriverId, const char*> kClasses[] = {{VK_DRIVER_ID_MESA_LLVMPIPE, "llvmpipe"},
                                                             {VK_DRIVER_ID_NVIDIA_PROPRIETARY, "nvidia"},
                                                             {VK_DRIVER_ID_MESA_RADV, "radv"},
                                                             {VK_DRIVER_ID_AMD_PROPRIETARY, "amd"},
                                                             {VK_DRIVER_ID_AMD_OPEN_SOURCE, "amd"},
                                                             {VK_DRIVER_ID_INTEL_OPEN_SOURCE_MESA, "anv"},
                                                             {VK_DRIVER_ID_INTEL_PROPRIETARY_WINDOWS, "intel"}};
  for (const auto& [id, name] : kClasses) {
    if (driver.driverID == id) return name;
  }
  // The driver's own name, as far as it can be part of a file's.
  std::string name;
  for (const char letter : std::string(driver.driverName)) {
    const auto c = static_cast<unsigned char>(letter);
    if (std::isalnum(c) != 0) name += char(std::tolower(c));
  }
  return name.empty() ? "unknown" : name.substr(0, 50);
}

/// Each case makes objects of its own, of the same few kinds.
engine::ContextOptions sharing_options(const arguments::DeviceOptions& device) {
  engine::ContextOptions options = arguments::context_options(device);
  options.shares_pipelines = true;
  return options;
}

}  // namespace

std::string device_class_of(const engine::Context& context) {
  const std::string name = class_of_driver(context.driver());
  return context.backend() == engine::Backend::opengl ? name + "-opengl" : name;
}

CaseRenderer::CaseRenderer(const arguments::DeviceOptions& device) : context_(sharing_options(device)) {}

DeviceInfo CaseRenderer::device_info() const {
  arguments::DeviceKind kind = arguments::kind_of(context_);
  return {std::move(kind.name), std::move(kind.driver), std::move(kind.api), device_class_of(context_)};
}

Shot CaseRenderer::render(const Suite& suite, const Case& one, std::optional<session::MeteringMethod> method) {
  CasePlan plan = plan_case(suite, one);
  check_extent(context_, plan.extent);
  session::Session& session = session_for(plan.extent, method);
  session.scene_samples = one.samples;
  for (session::Script& start : plan.starts) start.apply(0.0, session);
  session.show(source_of(plan.source, session, plan.extent), plan.source);
  if (plan.pose) session.controls.view.pose = *plan.pose;
  std::optional<CaseFlashes> flashes;
  if (one.flashes) flashes.emplace(context_, *one.flashes);
  for (std::uint32_t frame = 0; frame < one.frames; ++frame) {
    const double time_s = double(frame) / one.fps;
    if (frame > 0) session.advance_animation(1.0 / one.fps);
    plan.script.apply(time_s, session);
    enforce(method, session);
    if (!plan.path.is_empty()) session.controls.view.pose = plan.path.at(time_s);
    engine::submit_and_wait(context_, [&](VkCommandBuffer commands) {
      session.record(commands, 1.0 / one.fps);
      if (flashes) flashes->record(commands, session, time_s);
    });
  }
  Shot shot = {session.extent(), engine::read_back(context_, session.ldr()), {}};
  if (flashes) shot.flash_verdict = flashes->worst_verdict();
  source_file_ = session.file();  // a script may have opened another
  source_samples_ = one.samples;
  source_ = session.release_source();
  return shot;
}

session::Session& CaseRenderer::session_for(VkExtent2D extent, std::optional<session::MeteringMethod> method) {
  std::unique_ptr<session::Session>& session = sessions_[method ? 1 + std::size_t(*method) : 0];
  if (session) {
    session->restart(extent);
  } else {
    session = std::make_unique<session::Session>(context_, extent);
  }
  return *session;
}

std::unique_ptr<session::Source> CaseRenderer::source_of(const std::filesystem::path& file,
                                                         const session::Session& session, VkExtent2D extent) {
  if (source_ == nullptr || file != source_file_ || session.scene_samples != source_samples_) {
    source_.reset();  // first, so that two scenes never take memory at once
    return session::read_source(file, session.controls.view.surroundings)
        ->make(context_, extent, session.scene_samples);
  }
  source_->resize(extent);
  return std::move(source_);
}

std::unique_ptr<Renderer> make_case_renderer(const arguments::DeviceOptions& device) {
  return std::make_unique<CaseRenderer>(device);
}

}  // namespace regress
