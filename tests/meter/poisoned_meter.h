// SPDX-License-Identifier: MIT
// Metering object all of whose memory can be filled with NaN.
#ifndef PHOTOPIC_TESTS_METER_POISONED_METER_H
#define PHOTOPIC_TESTS_METER_POISONED_METER_H

#include <memory>
#include <type_traits>

#include "gpu/fixture.h"
#include "gpu/hdr_image.h"
#include "gpu/loader_shim.h"

namespace test {

/// Of a PostProcess or a NaiveMeter.
template <class Object>
class Poisoned {
 public:
  template <class Info>
  explicit Poisoned(const Info& info)
      : object_(make(shim_.device(), info)), poison_(std::make_unique<Poison>(context(), shim_)) {
    if (!poison_->covers_all()) throw engine::Error("memory of the object takes no buffer: it can't be poisoned");
  }

  /// Fills all memory of the object that it does not set itself with `word`, then meters, as a first frame.
  State meter(const HdrImage& hdr, VkRect2D region, const photopic::MeterSettings& settings = {},
              std::uint32_t word = kQuietNan) {
    StateLog log(1);
    submit([&](VkCommandBuffer command_buffer) {
      poison_->record(command_buffer, word);
      record(command_buffer, {.hdr = {hdr.view()}, .extent = region.extent, .cut = VK_TRUE, .offset = region.offset},
             settings);
      log.record(command_buffer, object_);
    });
    return log.take()[0];
  }
  State meter(const HdrImage& hdr) { return meter(hdr, {{0, 0}, hdr.extent()}); }

  Object& object() { return object_; }

 private:
  void record(VkCommandBuffer command_buffer, const photopic::Frame& frame, const photopic::MeterSettings& settings) {
    if constexpr (std::is_same_v<Object, photopic::NaiveMeter>) {
      context().check(object_.record(command_buffer, frame, settings, {}));
    } else {
      context().check(object_.record_meter(command_buffer, frame, {.meter = asking_for(object_, settings)}));
    }
  }

  LoaderShim shim_{context()};
  Object object_;
  std::unique_ptr<Poison> poison_;
};

class PoisonedMeter : public Poisoned<photopic::PostProcess> {
 public:
  /// `info.steps` is set here.
  explicit PoisonedMeter(photopic::MadeFor info) : Poisoned((info.steps = photopic::kMeterStep, info)) {}
  photopic::PostProcess& post() { return object(); }
};

class PoisonedNaiveMeter : public Poisoned<photopic::NaiveMeter> {
 public:
  explicit PoisonedNaiveMeter(const photopic::NaiveMeterInfo& info) : Poisoned(info) {}
};

}  // namespace test

#endif
