// SPDX-License-Identifier: MIT
// Luminances of rectangles and spots of the scene's picture.
#ifndef PHOTOPIC_TOOLS_SESSION_MEASURE_H
#define PHOTOPIC_TOOLS_SESSION_MEASURE_H

#include <vulkan/vulkan_core.h>

#include <array>
#include <cstdint>
#include <glm/vec2.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "json/node.h"
#include "session/regions.h"

namespace session {

/// A rectangle, or with both corners in one place a spot of a texel. Places are shares of the picture's sides, from the
/// upper left: they stay where they are in pictures of other sizes.
struct Measure {
  std::string name;
  glm::dvec2 from = {0, 0}, to = {0, 0};

  bool is_spot() const { return from == to; }
  bool operator==(const Measure&) const = default;
};
inline constexpr std::size_t kMostMeasures = 26;

/// "A" to "Z": the first that none of them has.
std::string free_name(std::span<const Measure> measures);
/// [{"name": "A", "at": [x, y]}, {"name": "B", "from": [x, y], "to": [x, y]}], up to kMostMeasures with names of their
/// own. Throws json::Error.
std::vector<Measure> read_measures(const json::Node& node);
/// As read_measures() reads them.
json::Json measures_json(std::span<const Measure> measures);

/// The texels that have part in it: at least one.
VkRect2D texels_of(const Measure& measure, VkExtent2D picture);

/// Of luminances as the picture has them: 1 is what its file says, or nothing known. Texels that the meter doesn't
/// count, which aren't finite or are negative, are left out.
struct MeasureValues {
  std::string name;
  std::uint64_t texels = 0, invalid = 0;
  double mean = 0.0, min = 0.0, max = 0.0;  ///< 0 without a valid texel

  bool operator==(const MeasureValues&) const = default;
  bool has_values() const { return texels > invalid; }
};

/// Reads texels back: as RegionReader.
class Measurer {
 public:
  explicit Measurer(const engine::Context& context) : reader_(context) {}

  /// What a picture's numbers mean.
  struct Source {
    const engine::Image& image;
    std::array<double, 3> weights;  ///< of luminance, by channel
    double pre_exposure = 1.0;      ///< by which it is multiplied
  };
  void record(VkCommandBuffer command_buffer, std::uint32_t slot, const Source& source,
              std::span<const Measure> measures);
  /// What was recorded with `slot` last, once that frame is done; once. Nothing if nothing was.
  std::optional<std::vector<MeasureValues>> take(std::uint32_t slot);

 private:
  struct Slot {
    std::vector<MeasureValues> values;  ///< without what is in them
    std::array<double, 3> weights;
    double pre_exposure = 1.0;
  };

  RegionReader reader_;
  std::array<Slot, RegionReader::kSlots> slots_;
};

}  // namespace session

#endif
