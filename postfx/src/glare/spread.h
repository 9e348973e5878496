// SPDX-License-Identifier: MIT
// Light that glare spreads over angles, to be looked at.
#ifndef PHOTOPIC_SRC_GLARE_SPREAD_H
#define PHOTOPIC_SRC_GLARE_SPREAD_H

#include <photopic/settings.h>
#include <vulkan/vulkan_core.h>

namespace photopic::glare {

/// Point-spread function of the CIE's standard observer (CIE 135/1:1999), 1/sr, of all that reaches the retina. Pure.
double eye_per_sr(double age_years, double pigmentation, double angle_deg) noexcept;
/// What the levels scatter to an angle from the centre of an unbounded picture, 1/sr: each level a Gaussian of its
/// kernel's variance. Pure.
double chain_per_sr(const Settings& settings, VkExtent2D extent, double angle_deg) noexcept;

}  // namespace photopic::glare

#endif
