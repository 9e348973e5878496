// SPDX-License-Identifier: MIT
// Table of the meter's weights, for C++ and GLSL. CONTRIBUTING.md lists the places of a new weight.
#ifndef PHOTOPIC_WEIGHTS_H
#define PHOTOPIC_WEIGHTS_H

#define PHOTOPIC_WEIGHT_MAX_PARAMETERS 5

// WEIGHT(number, Name, word, function, image, parameters)
//   number      position of the row, from 0; Weight::kWeight<Name> is 1 << number
//   word        name on command lines
//   function    GLSL function that returns a texel's factor; it reads its first parameter as WEIGHT_PARAMETER(0)
//   image       1 = WeightImages has an image for it
//   parameters  up to 5 C++ expressions of members of MeterSettings
#define PHOTOPIC_WEIGHTS(WEIGHT)                                                                     \
  /* Gaussian about the centre of the region. */                                                     \
  WEIGHT(0, Centre, centre, centre_weight, 0, (0.5f / (centre_sigma * centre_sigma)))                \
  /* Disc about the centre. */                                                                       \
  WEIGHT(1, Spot, spot, spot_weight, 0, (spot_radius * spot_radius))                                 \
  /* Soft ellipse anywhere. */                                                                       \
  WEIGHT(2, Ellipse, ellipse, ellipse_weight, 0,                                                     \
         (ellipse_x, ellipse_y, 1.0f / ellipse_radius_x, 1.0f / ellipse_radius_y, ellipse_softness)) \
  /* WeightImages::mask. */                                                                          \
  WEIGHT(3, Mask, mask, mask_weight, 1, ())                                                          \
  /* WeightImages::depth within a range, to leave out the sky. */                                    \
  WEIGHT(4, Depth, depth, depth_weight, 1, (depth_min, depth_max))                                   \
  /* WeightImages::classes, to leave out a user interface or a weapon. */                            \
  WEIGHT(5, Classes, classes, classes_weight, 1, ())                                                 \
  /* Luminance within a range. */                                                                    \
  WEIGHT(6, Window, window, window_weight, 0, (lowest_luminance(window_min_log2), highest_luminance(window_max_log2)))

#endif
