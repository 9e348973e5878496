// SPDX-License-Identifier: MIT
// Place of the picture in its room: fitted into it, or at a scale of its own about a place.
#ifndef PHOTOPIC_SAMPLES_VIEWER_INSPECTION_ZOOM_H
#define PHOTOPIC_SAMPLES_VIEWER_INSPECTION_ZOOM_H

#include <vulkan/vulkan_core.h>

#include <glm/vec2.hpp>

namespace viewer {

/// Pixels of the window throughout.
class Zoom {
 public:
  static constexpr double kMost = 64.0;         ///< pixels a texel
  static constexpr double kNearestFrom = 4.0;   ///< from here on, texels are squares
  static constexpr double kLeastOfFit = 0.125;  ///< of the scale that fits

  bool is_fitted() const { return scale_ == 0.0; }
  void fit() { scale_ = 0.0; }
  /// A pixel for each texel, about the middle.
  void whole(VkExtent2D picture, const VkRect2D& room) { set(1.0, picture, room, middle_of(room)); }
  /// `factor` times larger, with the texel at `cursor` staying there. Less than what fits is not fitted.
  void by(double factor, VkExtent2D picture, const VkRect2D& room, glm::dvec2 cursor);
  void pan(glm::dvec2 pixels, VkExtent2D picture, const VkRect2D& room);

  /// Of the whole picture; it may be larger than the room.
  VkRect2D place(VkExtent2D picture, const VkRect2D& room) const;
  /// Pixels a texel.
  double scale(VkExtent2D picture, const VkRect2D& room) const;
  bool is_nearest(VkExtent2D picture, const VkRect2D& room) const { return scale(picture, room) >= kNearestFrom; }
  /// The place at `cursor`, shares of the picture's sides; outside of it beyond [0, 1].
  glm::dvec2 share_at(VkExtent2D picture, const VkRect2D& room, glm::dvec2 cursor) const;
  /// The texel at `cursor`; outside the picture beyond [0, its sides).
  glm::ivec2 texel_at(VkExtent2D picture, const VkRect2D& room, glm::dvec2 cursor) const;

 private:
  static glm::dvec2 middle_of(const VkRect2D& room);
  void set(double scale, VkExtent2D picture, const VkRect2D& room, glm::dvec2 fixed);

  double scale_ = 0.0;              ///< pixels a texel; 0: what fits
  glm::dvec2 centre_ = {0.5, 0.5};  ///< share of the picture's sides in the room's middle
};

}  // namespace viewer

#endif
