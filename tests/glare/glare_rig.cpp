// SPDX-License-Identifier: MIT
// Recording of the passes of glare without a PostProcess, and of the probe that shows what they made.
#include "glare/glare_rig.h"

#include <spirv/glare_probe.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <map>
#include <numbers>

#include "glare/tables.h"
#include "gpu/barriers/barriers.h"
#include "gpu/fixture.h"
#include "gpu/memory/extent.h"

namespace test {
namespace {

struct ProbeParams {
  std::uint32_t x, y, width, height, kernel;
};
constexpr photopic::BindingKind kProbeBindings[] = {
    photopic::BindingKind::sampled_image, photopic::BindingKind::sampled_image, photopic::BindingKind::storage_buffer,
    photopic::BindingKind::storage_buffer, photopic::BindingKind::storage_buffer};
constexpr photopic::PassDesc kProbe = {"glare_probe", photopic::spirv::glare_probe, kProbeBindings,
                                       sizeof(ProbeParams)};

constexpr VkOffset2D kGlarePlace = {3, 5};  // of pictures in their images, where these may be so large
constexpr double kElsewhere = 1000.0;       // a texel that is read by mistake shows

std::map<VkFormat, std::unique_ptr<GlareRig>>& glare_rigs() {
  static std::map<VkFormat, std::unique_ptr<GlareRig>> rigs;
  return rigs;
}

}  // namespace

struct GlareRig::Parts {
  photopic::Gpu gpu;
  photopic::glare::Passes passes{gpu};
  photopic::ComputePass probe{gpu};
};

reference::Rgb GlareResult::sum() const {
  reference::Rgb sum = {0.0, 0.0, 0.0};
  for (const reference::Rgb& texel : texels) sum = {sum.r + texel.r, sum.g + texel.g, sum.b + texel.b};
  return sum;
}

GlareRig::GlareRig(VkFormat levels, VkExtent2D max_extent) : parts_(std::make_unique<Parts>()) {
  const photopic::MadeFor info = {.max_extent = max_extent, .effects = photopic::kEffectGlare, .glare_levels = levels};
  context().check(parts_->gpu.init(context().lend()));
  context().check(parts_->passes.create(info));
  context().check(parts_->probe.create(kProbe));
  context().check(parts_->probe.add_variant(0, {}));
  context().check(parts_->gpu.batch.create(parts_->gpu));
}

GlareRig::~GlareRig() = default;

photopic::glare::Passes& GlareRig::passes() { return parts_->passes; }

GlareResult GlareRig::show(VkExtent2D extent, const TexelFn& texel, const photopic::Settings& settings,
                           float exposure) {
  const std::uint32_t most = context().properties().limits.maxImageDimension2D;
  const std::uint32_t left = std::min(std::uint32_t(kGlarePlace.x), (most - extent.width) / 2);
  const std::uint32_t top = std::min(std::uint32_t(kGlarePlace.y), (most - extent.height) / 2);
  const VkExtent2D image_extent = {extent.width + 2 * left, extent.height + 2 * top};
  const HdrImage hdr =
      make_hdr(VK_FORMAT_R32G32B32A32_SFLOAT, image_extent, [&](std::uint32_t x, std::uint32_t y) -> reference::Rgb {
        const bool is_inside = x >= left && y >= top && x - left < extent.width && y - top < extent.height;
        if (is_inside) return texel(x - left, y - top);
        return {kElsewhere, kElsewhere, kElsewhere};
      });
  const engine::Buffer state(context(), sizeof(State), VK_BUFFER_USAGE_STORAGE_BUFFER_BIT, engine::MemoryUse::readback);
  std::memset(state.mapped().data(), 0, state.mapped().size());
  std::memcpy(state.mapped().data(), &exposure, sizeof exposure);
  const std::size_t texels = std::size_t{extent.width} * extent.height;
  const engine::Buffer result(context(), texels * 12, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT, engine::MemoryUse::readback);
  photopic::EffectFrame frame = {.hdr = photopic::image_binding(hdr.view(), VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL),
                                 .region = {{std::int32_t(left), std::int32_t(top)}, extent},
                                 .exposure = photopic::buffer_binding(state.handle(), 0, sizeof(State))};
  submit([&](VkCommandBuffer command_buffer) {
    const photopic::Gpu& gpu = parts_->gpu;
    ++gpu.recording;  // as a call of the module does: the last one's buffers have ended
    photopic::memory_barrier(gpu, command_buffer, photopic::kComputeReadWrite, photopic::kComputeReadWrite);
    photopic::record_alone(gpu, command_buffer, parts_->passes, frame, settings);
    photopic::memory_barrier(gpu, command_buffer, photopic::kComputeWrite, photopic::kComputeRead);
    std::array<photopic::Binding, 2> made;
    parts_->passes.bind(made);
    const photopic::Binding bindings[] = {photopic::image_binding(hdr.view(), VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL),
                                          made[0], made[1], frame.exposure,
                                          photopic::buffer_binding(result.handle(), 0, VK_WHOLE_SIZE)};
    parts_->probe.dispatch(command_buffer, 0,
                           {photopic::divide_up(extent.width, PHOTOPIC_TONE_MAP_TILE_WIDTH),
                            photopic::divide_up(extent.height, PHOTOPIC_TONE_MAP_TILE_HEIGHT)},
                           ProbeParams{left, top, extent.width, extent.height, photopic::glare::kernel_bits(settings)},
                           bindings);
    photopic::memory_barrier(gpu, command_buffer, photopic::kComputeWrite, photopic::kHostRead);
  });
  GlareResult shown;
  shown.extent = extent;
  std::vector<float> channels(3 * texels);
  std::memcpy(channels.data(), result.mapped().data(), channels.size() * sizeof(float));
  for (std::size_t i = 0; i < texels; ++i) {
    shown.texels.push_back({double(channels[3 * i]), double(channels[3 * i + 1]), double(channels[3 * i + 2])});
  }
  State words;
  std::memcpy(&words, state.mapped().data(), sizeof words);
  shown.scattered_fraction = double(words.glare_scattered_fraction);
  shown.removed_fraction = double(words.glare_removed_fraction);
  return shown;
}

GlareRig& glare_rig(VkFormat levels) {
  std::unique_ptr<GlareRig>& rig = glare_rigs()[levels];
  if (rig == nullptr) rig = std::make_unique<GlareRig>(levels, kGlareRigExtent);
  return *rig;
}

void release_glare_rigs() { glare_rigs().clear(); }

photopic::Settings glare_settings(VkExtent2D extent, float bloom_scale) {
  constexpr double kTexel_deg = 0.01;
  const double degrees = std::numbers::pi / 180.0;
  photopic::Settings settings;
  settings.view.field_of_view_vertical_deg =
      float(2.0 / degrees * std::atan(0.5 * kTexel_deg * degrees * extent.height));
  settings.glare.glare = photopic::GlareProfile::eye;
  settings.glare.glare_min_deg = 0.0f;
  settings.glare.bloom_scale = bloom_scale;
  return settings;
}

std::vector<double> weights_of(const photopic::Settings& settings, VkExtent2D extent) {
  const photopic::glare::LevelWeights weights = photopic::glare::level_weights(settings, extent);
  return {weights.of_level.begin(), weights.of_level.begin() + photopic::glare::level_count(extent)};
}

reference::glare::Chain chain_of(const photopic::Settings& settings) {
  const photopic::GlareSettings& glare = settings.glare;
  return {glare.glare_kernel == photopic::GlareKernel::b6 ? reference::glare::Kernel::b6 : reference::glare::Kernel::j,
          glare.glare_border == photopic::GlareBorder::fold ? reference::glare::Border::fold
                                                            : reference::glare::Border::dark};
}

}  // namespace test
