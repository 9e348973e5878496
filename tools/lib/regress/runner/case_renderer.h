// SPDX-License-Identifier: MIT
// Pictures of a suite's cases.
#ifndef PHOTOPIC_TOOLS_REGRESS_RUNNER_CASE_RENDERER_H
#define PHOTOPIC_TOOLS_REGRESS_RUNNER_CASE_RENDERER_H

#include <array>
#include <iterator>

#include "arguments/device_options.h"
#include "regress/runner/renderer.h"
#include "session/session.h"
#include "session/source/source.h"

namespace regress {

/// With the viewer's session.
class CaseRenderer : public Renderer {
 public:
  /// Throws engine::Error.
  explicit CaseRenderer(const arguments::DeviceOptions& device);

  engine::Context& context() override { return context_; }
  DeviceInfo device_info() const override;
  Shot render(const Suite& suite, const Case& one, std::optional<session::MeteringMethod> method) override;

 private:
  session::Session& session_for(VkExtent2D extent, std::optional<session::MeteringMethod> method);
  std::unique_ptr<session::Source> source_of(const std::filesystem::path& file, const session::Session& session,
                                             VkExtent2D extent);

  engine::Context context_;
  /// Restarted for each case, since making one takes longer than rendering with it, and so does another method: that
  /// of the case, and the methods that take its place.
  std::array<std::unique_ptr<session::Session>, 1 + std::size(session::kMethodNames)> sessions_;
  /// Of the last case, since opening a scene takes longer still. Frames don't depend on those before.
  std::unique_ptr<session::Source> source_;
  std::filesystem::path source_file_;
  std::uint32_t source_samples_ = 1;
};

/// Throws engine::Error.
std::unique_ptr<Renderer> make_case_renderer(const arguments::DeviceOptions& device);

/// "llvmpipe", "nvidia", "radv", "amd", "anv", ... of VkPhysicalDeviceDriverProperties; with "-opengl" on OpenGL.
std::string device_class_of(const engine::Context& context);

}  // namespace regress

#endif
