// SPDX-License-Identifier: MIT
// Recording and writing of frames over time.
#include "session/output/animation.h"

#include <cstring>

#include "arguments/errors.h"
#include "session/output/coded_picture.h"

namespace session {

Animation::Animation(engine::Context& context, VkExtent2D extent, std::size_t frame_count,
                     const AnimationOptions& options, const Settings& settings, const engine::Image& mask,
                     std::string title)
    : context_(context),
      options_(options),
      settings_(settings),
      mask_(mask),
      look_(context, settings.look),
      ring_(context, 1),
      ldr_(context, extent, picture_format(settings.display.encoding),
           VK_IMAGE_USAGE_STORAGE_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT),
      ldr_readback_(context,
                    engine::texel_bytes(picture_format(settings.display.encoding)) * extent.width * extent.height,
                    VK_BUFFER_USAGE_TRANSFER_DST_BIT, engine::MemoryUse::readback),
      state_readback_(context, sizeof(photopic::gpu::ExposureState), VK_BUFFER_USAGE_TRANSFER_DST_BIT,
                      engine::MemoryUse::readback),
      writer_(frame_count,
              {options.output_folder, options.fps, options.sheet_frames, std::move(title), columns_of(settings)}) {
  photopic::Tuning tuning;
  photopic::CreateInfo info = create_info(extent, settings, method_of(settings, kFastestMethod), &tuning);
  info.with |= photopic::kWithExtrema;  // the table has them
  info.output.format = ldr_.format();
  arguments::require(context, post_.create(context.lend(), info));
}

void Animation::begin_picture(VkCommandBuffer command_buffer) const {
  engine::image_barrier(context_, command_buffer, ldr_.handle(), VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_GENERAL,
                        engine::kTransferRead, engine::kComputeWrite);
}

/// Picture and state to the CPU.
void Animation::end_picture(VkCommandBuffer command_buffer) const {
  engine::memory_barrier(context_, command_buffer, engine::kComputeWrite, engine::kTransferRead);  // the state
  engine::image_barrier(context_, command_buffer, ldr_.handle(), VK_IMAGE_LAYOUT_GENERAL,
                        VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, engine::kComputeWrite, engine::kTransferRead);
  const VkBufferImageCopy copy = {.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
                                  .imageExtent = {ldr_.extent().width, ldr_.extent().height, 1}};
  context_.vk().vkCmdCopyImageToBuffer(command_buffer, ldr_.handle(), VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL,
                                       ldr_readback_.handle(), 1, &copy);
  const VkBufferCopy state_copy = {0, 0, state_readback_.size_bytes()};
  context_.vk().vkCmdCopyBuffer(command_buffer, post_.state_buffer(), state_readback_.handle(), 1, &state_copy);
  engine::memory_barrier(context_, command_buffer, engine::kTransferWrite, engine::kHostRead);
}

/// Noise moves.
photopic::Settings Animation::settings_at(std::uint64_t index) const {
  photopic::Settings settings = settings_;
  settings.tone_map.dither_seed += static_cast<std::uint32_t>(index);
  return settings;
}

void Animation::record(VkCommandBuffer command_buffer, const engine::Image& hdr) const {
  const photopic::Frame frame = {.hdr = {hdr.view()},
                                 .ldr = {ldr_.view()},
                                 .extent = hdr.extent(),
                                 .delta_time_s = static_cast<float>(1.0 / options_.fps),
                                 .weights = {.mask = {mask_.view()}},
                                 .tables = look_.tables()};
  begin_picture(command_buffer);
  arguments::require(context_, post_.record(command_buffer, frame, settings_at(writer_.frames())));
  end_picture(command_buffer);
}

void Animation::record(VkCommandBuffer command_buffer, const engine::Image& hdr, const ExposedFrame& exposed) const {
  const photopic::Frame frame = {.hdr = {hdr.view()},
                                 .ldr = {ldr_.view()},
                                 .extent = hdr.extent(),
                                 .delta_time_s = static_cast<float>(1.0 / options_.fps),
                                 .tables = look_.tables()};
  begin_picture(command_buffer);
  arguments::require(context_, post_.record_import(command_buffer, 0, exposed.state));
  // Producer: the import. Consumers: the final pass, and effects that write to the state.
  engine::memory_barrier(context_, command_buffer, engine::kTransferWrite,
                         engine::kComputeRead | engine::kComputeWrite);
  arguments::require(context_, post_.record_finish(command_buffer, frame, settings_at(exposed.index)));
  end_picture(command_buffer);
}

void Animation::submit_and_write(const std::string& digits) {
  ring_.submit();
  ring_.wait();
  photopic::gpu::ExposureState state;
  std::memcpy(&state, state_readback_.mapped().data(), sizeof state);
  writer_.add(ldr_.extent(), ldr_readback_.mapped(), settings_.display, state, digits);
}

void Animation::add_frame(const engine::Image& hdr, const std::string& digits,
                          const std::function<void(VkCommandBuffer)>& render) {
  const VkCommandBuffer command_buffer = ring_.begin();
  if (render) render(command_buffer);
  record(command_buffer, hdr);
  submit_and_write(digits);
}

void Animation::add_frame(const engine::Image& hdr, const std::string& digits, const ExposedFrame& exposed) {
  record(ring_.begin(), hdr, exposed);
  submit_and_write(digits);
}

}  // namespace session
