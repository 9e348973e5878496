// SPDX-License-Identifier: MIT
// A drawn scene, as two drivers would render it, and with injuries: for what rules must pass and must fail.
#ifndef PHOTOPIC_TESTS_INJURIES_SCENE_H
#define PHOTOPIC_TESTS_INJURIES_SCENE_H

#include <cstddef>
#include <string>
#include <vector>

#include "reference/metrics/metrics.h"

namespace injuries {

/// What drivers may do in their own way.
struct Driver {
  bool mirrors_samples = false;  ///< the four samples of a pixel, left and right exchanged: other anti-aliased edges
  double filter_error = 0.0;     ///< of textures, the largest, codes
  double rounding_error = 0.0;   ///< of all pixels before they are rounded, the largest, codes
};

/// What must not happen.
enum class Injury {
  none,
  missing_object,
  shifted_text,    ///< a line of it, by a pixel
  wrong_texture,   ///< on 0.1 % of the area: the ground's on a box
  lost_shadow,     ///< of one object
  wrong_mip,       ///< of one object: a level too coarse
  banding,         ///< of the sky: steps of 8 codes
  swapped_corner,  ///< red and blue
  hole,            ///< 24 x 24 pixels, black
  rectangle,       ///< 160 x 40 pixels, red
};

/// Sky, textured ground, slanted boxes with shadows, and text; all of it grows with the size.
reference::CodeImage draw(std::size_t width, std::size_t height, const Driver& driver = {},
                          Injury injury = Injury::none);

/// White wedges on black, from whose middle edges go in all directions: the hardest for anti-aliasing.
reference::CodeImage draw_star(std::size_t width, std::size_t height, const Driver& driver = {});

/// The last three of them, done to any picture: these don't need the scene.
reference::CodeImage injured(reference::CodeImage picture, Injury injury);

}  // namespace injuries

#endif
