// SPDX-License-Identifier: MIT
// Drawing of HDR images sample by sample.
#include "embedding/samples_rig.h"

#include <spirv/sample_texels_frag.h>

#include "finish/passes.h"
#include "gpu/passes/draw_pass.h"

namespace test {
namespace {

constexpr VkFormat kFormat = VK_FORMAT_R16G16B16A16_SFLOAT;
constexpr photopic::BindingKind kBindings[] = {photopic::BindingKind::sampled_image};
constexpr photopic::PassDesc kSampleTexels = {"sample_texels_frag", photopic::spirv::sample_texels_frag, kBindings,
                                              sizeof(std::uint32_t)};

}  // namespace

SampledHdr::SampledHdr(VkExtent2D extent, const std::vector<TexelFn>& samples)
    : attachment_({.extent = extent, .format = kFormat, .samples = VkSampleCountFlagBits(samples.size())}) {
  std::vector<std::byte> layers;
  for (const TexelFn& sample : samples) {
    const std::vector<std::byte> texels = texels_of(kFormat, extent, sample);
    each_.push_back(make_hdr(kFormat, extent, texels));
    layers.insert(layers.end(), texels.begin(), texels.end());
  }
  const std::uint32_t count = std::uint32_t(samples.size());
  const engine::Image source = make_layers(extent, kFormat, count, layers);
  photopic::Gpu gpu;
  context().check(gpu.init(context().lend()));
  if (load_drawing(gpu.device, &gpu.vk) != nullptr) throw engine::Error("the device can't draw");
  photopic::DrawPass pass(gpu);
  context().check(pass.create(kSampleTexels, photopic::passes::kFullScreen, attachment_.target(), kFormat));
  context().check(pass.add_variant(0, {}));
  context().check(gpu.batch.create(gpu));
  submit([&](VkCommandBuffer commands) {
    attachment_.record(commands, [&] {
      for (std::uint32_t i = 0; i < count; ++i) {
        const photopic::Binding bindings[] = {
            photopic::image_binding(source.view(), VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL)};
        pass.draw(commands, 0, {{0, 0}, extent}, i, bindings);
      }
    });
    engine::image_barrier(context(), commands, attachment_.samples().handle(), VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
                          VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL,
                          {VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT, VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT},
                          {VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_READ_BIT});
  });
}

}  // namespace test
