// SPDX-License-Identifier: MIT
#include "gpu/poisoned_meter.h"

namespace test {

PoisonedMeter::PoisonedMeter(photopic::CreateInfo info) {
  info.steps = photopic::kMeterStep;
  post_ = make(shim_.device(), info);
  poison_ = std::make_unique<Poison>(context(), shim_);
  if (!poison_->covers_all()) throw engine::Error("memory of the object takes no buffer: it can't be poisoned");
}

State PoisonedMeter::meter(const HdrImage& hdr, VkRect2D region, const photopic::MeterSettings& settings,
                           std::uint32_t word) {
  StateLog log(1);
  submit([&](VkCommandBuffer command_buffer) {
    poison_->record(command_buffer, word);
    const photopic::MeterFrame frame = {.hdr = hdr.view(), .region = region};
    context().check(post_.record_meter(command_buffer, frame, settings, {}));
    log.record(command_buffer, post_);
  });
  return log.take()[0];
}

}  // namespace test
