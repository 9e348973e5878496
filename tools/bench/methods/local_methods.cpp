// SPDX-License-Identifier: MIT
// Local exposure's passes, and its share of the final pass, each by itself: with the module's own classes.
#include "bench/methods/local_methods.h"

#include <cstdint>
#include <cstring>
#include <memory>

#include "bench/methods/hdr_image.h"
#include "chain/effect_passes.h"
#include "engine/transfer/image_transfer.h"
#include "finish/finish.h"
#include "module/needs.h"

namespace bench {
namespace {

constexpr std::uint32_t kModulesSide = 2;

photopic::Settings local_settings() {
  photopic::Settings settings;
  settings.local_exposure.local_exposure = photopic::LocalExposure::on;
  return settings;
}

photopic::MadeFor local_info(VkExtent2D extent) {
  photopic::MadeFor made;
  made.max_extent = extent;
  made.steps = photopic::kToneMapStep;
  photopic::add_needs(local_settings(), &made);
  return made;
}

/// The benchmark's device as the module sees it, and an exposure.
struct LocalRig {
  explicit LocalRig(const Rig& rig) : exposure(make_exposure(rig.context)) {
    rig.context.check(gpu.init(rig.watch.lend()));
  }

  photopic::EffectFrame frame(const engine::Image& hdr) const {
    return {.hdr = photopic::image_binding(hdr.view(), VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL),
            .region = {{0, 0}, hdr.extent()},
            .exposure = photopic::buffer_binding(exposure->handle(), 0, sizeof(float)),
            .has_state = false};
  }

  photopic::Gpu gpu;
  std::shared_ptr<engine::Buffer> exposure;
};

struct BuildRig : LocalRig {
  BuildRig(const Rig& rig, VkExtent2D extent, std::uint32_t sample_side) : LocalRig(rig) {
    rig.context.check(passes.create(local_info(extent), sample_side));
    rig.context.check(gpu.batch.create(gpu));
  }
  photopic::local_exposure::Passes passes{gpu};
};

struct ApplyRig : LocalRig {
  ApplyRig(const Rig& rig, VkExtent2D extent) : LocalRig(rig), ldr(make_ldr_image(rig.context, extent)) {
    rig.context.check(effects.create(local_info(extent)));
    rig.context.check(finish.create(local_info(extent)));
    rig.context.check(gpu.batch.create(gpu));
  }
  photopic::EffectPasses effects{gpu};
  photopic::Finish finish{gpu};
  engine::Image ldr;
};

/// A grey picture of exponents between -14 and 14, of halves.
template <class Exponent>
engine::Image make_grey(const engine::Context& context, VkExtent2D extent, Exponent exponent_of) {
  engine::Image image(context, extent, VK_FORMAT_R16G16B16A16_SFLOAT,
                      VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT);
  engine::upload(context, image, [&](std::uint32_t first_row, std::uint32_t row_count, std::byte* rows) {
    for (std::uint32_t y = first_row; y < first_row + row_count; ++y) {
      for (std::uint32_t x = 0; x < extent.width; ++x, rows += 8) {
        const auto half = std::uint16_t((15 + exponent_of(x, y)) << 10);
        const std::uint16_t texel[] = {half, half, half, half};
        std::memcpy(rows, texel, sizeof texel);
      }
    }
  });
  return image;
}

Record build_of(const Rig& rig, engine::Image picture) {
  auto build = std::make_shared<BuildRig>(rig, picture.extent(), kModulesSide);
  auto own = std::make_shared<engine::Image>(std::move(picture));
  return [build, own](VkCommandBuffer command_buffer, const engine::Image&) {
    photopic::EffectFrame frame = build->frame(*own);
    photopic::record_alone(build->gpu, command_buffer, build->passes, frame, local_settings());
  };
}

}  // namespace

Record local_build(const Rig& rig, VkExtent2D extent, std::uint32_t sample_side) {
  auto build = std::make_shared<BuildRig>(rig, extent, sample_side);
  return [build](VkCommandBuffer command_buffer, const engine::Image& hdr) {
    photopic::EffectFrame frame = build->frame(hdr);
    photopic::record_alone(build->gpu, command_buffer, build->passes, frame, local_settings());
  };
}

std::vector<Record> local_build_uniform(const Rig& rig, VkExtent2D extent) {
  return {build_of(rig, make_grey(rig.context, extent, [](std::uint32_t, std::uint32_t) { return 0; }))};
}

std::vector<Record> local_build_noise(const Rig& rig, VkExtent2D extent) {
  const auto exponent = [](std::uint32_t x, std::uint32_t y) { return int(hash(y << 16 ^ x) % 29u) - 14; };
  return {build_of(rig, make_grey(rig.context, extent, exponent))};
}

std::vector<Record> local_apply(const Rig& rig, VkExtent2D extent) {
  auto apply = std::make_shared<ApplyRig>(rig, extent);
  const engine::Image hdr_before = make_grey(rig.context, extent, [](std::uint32_t x, std::uint32_t) {
    return int(x / 64 % 9) - 4;  // curves that differ from node to node
  });
  apply->effects.plan(apply->frame(hdr_before), local_settings());
  engine::submit_and_wait(rig.context, [&](VkCommandBuffer command_buffer) {
    apply->effects.record(command_buffer, apply->frame(hdr_before), local_settings());
  });
  return {[apply](VkCommandBuffer command_buffer, const engine::Image& hdr) {
    const photopic::EffectFrame frame = apply->frame(hdr);
    const photopic::FinishLook look = apply->finish.look_of(local_settings(), nullptr, apply->effects);
    apply->finish.record(command_buffer, {.hdr = hdr.view(), .ldr = apply->ldr.view(), .region = frame.region},
                         local_settings(), look, frame.exposure, apply->effects.bindings(frame, local_settings()));
  }};
}

}  // namespace bench
