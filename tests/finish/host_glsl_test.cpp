// SPDX-License-Identifier: MIT
// Tests of the installed GLSL, <photopic/tone_map.glsl>: a host's fragment shader draws what the module writes.
#include <photopic/host_tone_map.h>
#include <photopic/settings_table.h>
#include <spirv/host_tone_map_frag.h>
#include <spirv/host_tone_map_vert.h>

#include <cmath>
#include <cstring>

#include "engine/device/bound_resources.h"
#include "engine/scene/renderer/graphics_pipeline.h"
#include "engine/transfer/uploads.h"
#include "finish/tone_map_rig.h"
#include "lut/look_rig.h"

namespace {

using photopic::ToneMapper;

constexpr VkExtent2D kHostExtent = {64, 48};
constexpr VkFormat kHostFormat = VK_FORMAT_R32G32B32A32_SFLOAT;
constexpr float kHostPeakNits = 1000.0f;

struct HostPush {
  float exposure = 1.0f;
  std::uint32_t tone_mapper = 0;
  float peak_nits = 0.0f;
  std::uint32_t look_is = 0;
};

/// A block of the host's shader.
template <class Block>
engine::Buffer block_of(const Block& block, VkBufferUsageFlags usage) {
  engine::Buffer buffer(test::context(), sizeof block, usage, engine::MemoryUse::upload);
  std::memcpy(buffer.mapped().data(), &block, sizeof block);
  return buffer;
}

/// What the host's shader reads besides the image; empty: nothing that counts.
struct HostBlocks {
  engine::Buffer aces2 = block_of(photopic::gpu::Aces2Tables{}, VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT);
  engine::Buffer look = block_of(photopic::gpu::LookParams{}, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
  VkBuffer nodes = look.handle();

  void set_aces2(const photopic::Settings& settings) {
    photopic::gpu::Aces2Tables tables;
    test::context().check(photopic::aces2_tables(test::context().lend(), settings, &tables));
    aces2 = block_of(tables, VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT);
  }
  void set_look(const photopic::Settings& settings, const photopic::LookTables& tables) {
    photopic::gpu::LookParams params;
    test::context().check(photopic::look_params(test::context().lend(), settings, &tables, &params));
    look = block_of(params, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
    nodes = tables.nodes;
  }
};

/// A render pass with a triangle over all of an image of floats.
class HostPass {
 public:
  HostPass() {
    VkAttachmentDescription color = engine::attachment(kHostFormat, VK_IMAGE_LAYOUT_GENERAL);
    color.loadOp = VK_ATTACHMENT_LOAD_OP_DONT_CARE;
    // read_back() waits for compute shaders and transfers.
    pass_ = engine::make_render_pass(
        test::context(), {color},
        {{0, VK_SUBPASS_EXTERNAL, VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT,
          VK_PIPELINE_STAGE_TRANSFER_BIT | VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT,
          VK_ACCESS_TRANSFER_READ_BIT | VK_ACCESS_SHADER_READ_BIT, 0}});
    frame_ = engine::make_framebuffer(test::context(), pass_.get(), {target_.view()}, kHostExtent);
    layout_ = engine::make_pipeline_layout(test::context(), {resources_.layout()},
                                           {VK_SHADER_STAGE_FRAGMENT_BIT, 0, sizeof(HostPush)});
    VkSamplerCreateInfo sampler_info = {};
    sampler_info.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO;
    sampler_ = {test::context(), sampler_info};
    const auto vertex = engine::make_shader(test::context(), photopic::spirv::host_tone_map_vert);
    const auto fragment = engine::make_shader(test::context(), photopic::spirv::host_tone_map_frag);
    pipeline_ = engine::make_graphics_pipeline(test::context(), {.pass = pass_.get(),
                                                                 .layout = layout_.get(),
                                                                 .vertex = vertex.get(),
                                                                 .fragment = fragment.get(),
                                                                 .has_color = true});
  }

  std::vector<float> draw(const test::HdrImage& hdr, const HostPush& push, const HostBlocks& blocks = {}) const {
    const auto& vk = test::context().vk();
    test::submit([&](VkCommandBuffer commands) {
      engine::full_barrier(test::context(), commands);  // the image was read back
      engine::begin_pass(test::context(), commands, pass_.get(), frame_, kHostExtent);
      vk.vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline_.get());
      const VkDescriptorImageInfo image = {sampler_.get(), hdr.view(), VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL};
      const VkDescriptorBufferInfo buffers[] = {{blocks.aces2.handle(), 0, VK_WHOLE_SIZE},
                                                {blocks.nodes, 0, VK_WHOLE_SIZE},
                                                {blocks.look.handle(), 0, VK_WHOLE_SIZE}};
      VkWriteDescriptorSet writes[kBindings] = {};
      for (std::uint32_t i = 0; i < kBindings; ++i) {
        writes[i].sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
        writes[i].dstBinding = i;
        writes[i].descriptorCount = 1;
        writes[i].descriptorType = kTypes[i];
        if (i == 0) {
          writes[i].pImageInfo = &image;
        } else {
          writes[i].pBufferInfo = &buffers[i - 1];
        }
      }
      resources_.bind(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, layout_.get(), writes);
      vk.vkCmdPushConstants(commands, layout_.get(), VK_SHADER_STAGE_FRAGMENT_BIT, 0, sizeof push, &push);
      vk.vkCmdDraw(commands, 3, 1, 0, 0);
      vk.vkCmdEndRenderPass(commands);
    });
    const std::vector<std::byte> bytes = engine::read_back(test::context(), target_);
    std::vector<float> values(bytes.size() / sizeof(float));
    std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
  }

 private:
  static constexpr VkDescriptorType kTypes[] = {VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER,
                                                VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                                VK_DESCRIPTOR_TYPE_STORAGE_BUFFER};
  static constexpr std::uint32_t kBindings = std::size(kTypes);

  static std::vector<VkDescriptorSetLayoutBinding> bindings() {
    std::vector<VkDescriptorSetLayoutBinding> all;
    for (std::uint32_t i = 0; i < kBindings; ++i) {
      all.push_back({i, kTypes[i], 1, VK_SHADER_STAGE_FRAGMENT_BIT, nullptr});
    }
    return all;
  }

  engine::Image target_{test::context(), kHostExtent, kHostFormat,
                        VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT};
  engine::RenderPass pass_;
  engine::Framebuffer frame_;
  engine::BoundResources resources_{test::context(), bindings()};
  engine::PipelineLayout layout_;
  engine::Sampler sampler_;
  engine::Pipeline pipeline_;
};

std::vector<test::LdrTexel> module_picture(photopic::PostProcess& post, VkFormat format, const test::HdrImage& hdr,
                                           float exposure, const photopic::Settings& settings,
                                           const photopic::LookTables* tables = nullptr) {
  const engine::Image ldr = test::make_ldr(kHostExtent, format);
  const engine::Buffer buffer = test::make_exposure(exposure);
  test::submit([&](VkCommandBuffer commands) {
    test::context().check(post.record_finish(commands,
                                             {.hdr = {hdr.view()},
                                              .ldr = {ldr.view()},
                                              .extent = kHostExtent,
                                              .exposure = {buffer.handle()},
                                              .tables = tables},
                                             settings));
  });
  return test::read_ldr(ldr);
}

class HostGlsl : public testing::Test {
 protected:
  /// Colours over 18 stops, some outside BT.709, and what no operator is defined for.
  const test::HdrImage hdr_ =
      test::make_hdr(kHostFormat, kHostExtent, [](std::uint32_t x, std::uint32_t y) -> reference::Rgb {
        if (y == 0 && x < 4) return {x == 0 ? std::nan("") : x == 1 ? double(test::kInfinityF) : -1.0, 0.5, 2.0};
        const double light = std::exp2(18.0 * test::noise(x, y, 1) - 10.0);
        return {light * (1.2 * test::noise(x, y, 2) - 0.1), light * test::noise(x, y, 3), light * test::noise(x, y, 4)};
      });
  const HostPass pass_;
};

TEST_F(HostGlsl, SdrIsThatOfEveryOperator) {
  constexpr float kExposure = 0.75f;
  // Half for the module's rounding; both compute in floats, the module with powers of two in place of pow().
  constexpr double kCodeTolerance = 0.5 + 0.05;
  HostBlocks blocks;
  blocks.set_aces2({});
  for (const ToneMapper tone_mapper : test::all_tone_mappers()) {
    SCOPED_TRACE(test::test_name(tone_mapper));
    const std::vector<test::LdrTexel> expected =
        module_picture(test::tone_map_rig(test::k8Bit).post(), test::k8Bit, hdr_, kExposure,
                       {.tone_map = {.tone_mapper = tone_mapper}});
    const std::vector<float> drawn =
        pass_.draw(hdr_, {.exposure = kExposure, .tone_mapper = static_cast<std::uint32_t>(tone_mapper)}, blocks);
    for (std::size_t i = 0; i < drawn.size(); ++i) {
      if (i % 4 == 3) continue;
      ASSERT_NEAR(255.0 * double(drawn[i]), expected[i / 4][i % 4], kCodeTolerance) << "texel " << i / 4;
    }
  }
}

TEST_F(HostGlsl, HdrIsThatOfTheModule) {
  const ToneMapper tone_mappers[] = {ToneMapper::pbr_neutral, ToneMapper::gt7, ToneMapper::agx_hdr, ToneMapper::lpm,
                                     ToneMapper::aces2};
  photopic::MadeFor info = {.max_extent = kHostExtent,
                            .steps = photopic::kToneMapStep,
                            .ldr_format = test::kHalf,
                            .encodings = photopic::encoding_bit(photopic::OutputEncoding::linear),
                            .tone_mappers = 0,
                            .dither = false};
  for (const ToneMapper tone_mapper : tone_mappers) info.tone_mappers |= photopic::tone_mapper_bit(tone_mapper);
  photopic::PostProcess post = test::make(info);
  photopic::Settings settings;
  settings.display.encoding = photopic::OutputEncoding::linear;
  settings.display.peak_nits = kHostPeakNits;
  HostBlocks blocks;
  blocks.set_aces2(settings);
  for (const ToneMapper tone_mapper : tone_mappers) {
    SCOPED_TRACE(test::test_name(tone_mapper));
    settings.tone_map.tone_mapper = tone_mapper;
    const std::vector<test::LdrTexel> expected = module_picture(post, test::kHalf, hdr_, 1.0f, settings);
    const std::vector<float> drawn =
        pass_.draw(hdr_, {.tone_mapper = static_cast<std::uint32_t>(tone_mapper), .peak_nits = kHostPeakNits}, blocks);
    for (std::size_t i = 0; i < drawn.size(); ++i) {
      if (i % 4 == 3) continue;
      // A half has 11 bits and may be truncated; gt7 goes through PQ and back.
      ASSERT_NEAR(double(drawn[i]), expected[i / 4][i % 4], 2e-3 * std::abs(expected[i / 4][i % 4]) + 3e-4)
          << "texel " << i / 4;
    }
  }
}

TEST_F(HostGlsl, GradesAreThoseOfBakedLooks) {
  photopic::PostProcess post = test::make({.max_extent = kHostExtent,
                                           .steps = photopic::kToneMapStep,
                                           .ldr_format = test::k8Bit,
                                           .lut_size = 65,
                                           .exact = false,
                                           .dither = false});
  photopic::Settings settings;
  settings.display.transform = photopic::DisplayTransform::baked;
  settings.tone_map.tone_mapper = ToneMapper::agx;
  settings.grade.cdl_slope_red = 1.2f;
  settings.grade.cdl_slope_green = 0.9f;
  settings.grade.contrast = 1.1f;
  settings.grade.saturation = 1.3f;
  settings.grade.gain_red = 0.9f;
  settings.grade.gain_blue = 0.8f;
  const std::vector<test::LdrTexel> expected = module_picture(post, test::k8Bit, hdr_, 1.0f, settings);
  const std::vector<float> drawn =
      pass_.draw(hdr_, {.tone_mapper = static_cast<std::uint32_t>(ToneMapper::agx), .look_is = 1});
  double sum = 0.0;
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    if (i % 4 != 3) sum += std::abs(255.0 * double(drawn[i]) - expected[i / 4][i % 4]);
  }
  // Interpolation between 65 nodes; docs/looks.md has the errors of each operator.
  EXPECT_LT(sum / double(drawn.size()), 0.6);
}

/// Values near what they stand for, off by up to a tenth, so that what is read beside the right place differs.
looks::Lut rough_cube(std::uint32_t size, std::uint32_t seed) {
  looks::Lut lut;
  lut.cube = looks::Table{.size = size, .domain = {}, .nodes = {}};
  for (std::uint32_t i = 0; i < looks::cube_nodes(size); ++i) {
    const std::uint32_t places[] = {i % size, i / size % size, i / (size * size)};
    std::array<float, 3> node;
    for (std::uint32_t c = 0; c < 3; ++c) {
      node[c] = float(double(places[c]) / double(size - 1) + 0.2 * (test::noise(i, c, seed) - 0.5));
    }
    lut.cube->nodes.push_back(node);
  }
  return lut;
}

TEST_F(HostGlsl, TablesAndCustomAreThoseOfTheModule) {
  const std::vector<reference::Rgb>& colors = test::LookRig::colors();  // at nodes of the module's LUT
  const test::HdrImage hdr = test::make_hdr(kHostFormat, kHostExtent, [&](std::uint32_t x, std::uint32_t y) {
    return colors[(x + y * kHostExtent.width) % colors.size()];
  });
  test::TableBuffer buffer;
  const photopic::LookTable places[] = {buffer.add(rough_cube(3, 1)), buffer.add(rough_cube(9, 2)),
                                        buffer.add(rough_cube(4, 3))};
  photopic::LookTables tables = buffer.tables();
  tables.scene = places[0];
  tables.tone_mapper = places[1];
  tables.tone_mapper_primaries = photopic::Primaries::p3;
  tables.tone_mapper_encoding = photopic::OutputEncoding::display_p3;
  tables.display = places[2];
  photopic::PostProcess post = test::make(
      {.max_extent = kHostExtent,
       .steps = photopic::kToneMapStep,
       .ldr_format = test::k8Bit,
       .tone_mappers = photopic::tone_mapper_bit(ToneMapper::custom) | photopic::tone_mapper_bit(ToneMapper::hable),
       .lut_size = test::LookRig::kSize,
       .exact = false,
       .dither = false});
  photopic::Settings settings;
  settings.display.transform = photopic::DisplayTransform::baked;
  settings.grade.contrast = 1.1f;
  settings.grade.hue_vs_saturation = {2, {{30.0f, 1.2f}, {200.0f, 0.8f}}};
  settings.grade.lift_blue = 0.05f;
  HostBlocks blocks;
  blocks.set_look(settings, tables);
  for (const ToneMapper tone_mapper : {ToneMapper::hable, ToneMapper::custom}) {
    SCOPED_TRACE(test::test_name(tone_mapper));
    settings.tone_map.tone_mapper = tone_mapper;
    const std::vector<test::LdrTexel> expected = module_picture(post, test::k8Bit, hdr, 1.0f, settings, &tables);
    const std::vector<float> drawn =
        pass_.draw(hdr, {.tone_mapper = static_cast<std::uint32_t>(tone_mapper), .look_is = 2}, blocks);
    for (std::size_t i = 0; i < drawn.size(); ++i) {
      if (i % 4 == 3) continue;
      // Rounding, halves that nodes are stored in, and floats through two cubes.
      ASSERT_NEAR(255.0 * double(drawn[i]), expected[i / 4][i % 4], 0.5 + 0.125 + 0.1) << "texel " << i / 4;
    }
  }
}

TEST(HostTables, WrongOnesAreRefused) {
  const photopic::Device device = test::context().lend();
  const auto refused = [](photopic::Status status, const char* words) {
    EXPECT_EQ(status, photopic::Status::invalid_argument);
    EXPECT_NE(test::context().last_message().find(words), std::string::npos) << test::context().last_message();
  };
  photopic::Settings settings;
  photopic::gpu::Aces2Tables aces2;
  photopic::gpu::LookParams look;
  photopic::LookTables tables;
  refused(photopic::aces2_tables(device, settings, nullptr), "aces2_tables: out: is null");
  tables.display.cube_size = 1;
  refused(photopic::look_params(device, settings, &tables, &look), "look_params: tables.display: cube_size must be");
  settings.display.peak_nits = 50.0f;
  refused(photopic::aces2_tables(device, settings, &aces2), "aces2_tables: peak_nits = 50: must be within [203");
}

}  // namespace
