// SPDX-License-Identifier: MIT
// Colours at the nodes of a baked look, where no interpolation blurs what its stages make of them.
#ifndef PHOTOPIC_TESTS_LUT_LOOK_RIG_H
#define PHOTOPIC_TESTS_LUT_LOOK_RIG_H

#include <functional>
#include <string>
#include <vector>

#include "display/display_rig.h"
#include "engine/transfer/memory.h"
#include "looks/lut.h"

namespace test {

/// Shows looks in half floats, sRGB-encoded, by operator none.
class LookRig {
 public:
  static constexpr std::uint32_t kSize = 33;

  explicit LookRig(std::uint32_t tone_mappers = photopic::tone_mapper_bit(photopic::ToneMapper::none));

  /// Baked, with operator none.
  static photopic::Settings settings();
  /// Scene-linear BT.709 colours of nodes: a few hundred of all hues, greys, black and the brightest.
  static const std::vector<reference::Rgb>& colors();
  /// What is stored of each.
  std::vector<reference::Rgb> show(const photopic::Settings& settings, const photopic::LookTables* tables = nullptr);
  /// Expects of each color what `shown` says, display-linear before it is clipped to [0, 1]: baked, and exact.
  void expect(photopic::Settings settings, const std::function<reference::Rgb(reference::Rgb)>& shown,
              const photopic::LookTables* tables = nullptr);
  photopic::PostProcess& post() { return rig_.post(); }

 private:
  DisplayRig rig_;
};

/// An object with exact and baked looks of agx, none and custom, and calls that it refuses.
class RefusalRig {
 public:
  RefusalRig();
  /// Expects that record_finish() is refused with these words.
  void expect(const photopic::Settings& settings, const photopic::LookTables* tables, const std::string& words,
              photopic::Status status = photopic::Status::invalid_argument);

 private:
  photopic::PostProcess post_;
  HdrImage hdr_;
  engine::Image ldr_;
  engine::Buffer exposure_;
};

/// Tables in one buffer.
class TableBuffer {
 public:
  explicit TableBuffer(std::uint32_t floats_per_node = 3) : floats_per_node_(floats_per_node) {}
  /// Appends; the buffer is made by tables().
  photopic::LookTable add(const looks::Lut& lut);
  /// With the buffer, and a number that no other has.
  photopic::LookTables tables();

 private:
  std::uint32_t floats_per_node_;
  std::vector<float> nodes_;
  engine::Buffer buffer_;
};

}  // namespace test

#endif
