// SPDX-License-Identifier: MIT
// The eye at night in double precision: mesopic photometry, colours seen with rods, thresholds, adaptation to the dark,
// bleaching, pupil.
#ifndef PHOTOPIC_TESTS_REFERENCE_EFFECTS_NIGHT_H
#define PHOTOPIC_TESTS_REFERENCE_EFFECTS_NIGHT_H

#include "reference/matrix.h"

namespace reference {

/// Luminances are in cd/m^2, those of rods in scotopic cd/m^2, unless said otherwise.

inline constexpr double kSOverPOfD65 = 2.4633;

/// CIE 191:2010, MES2, with ends that meet: m of a field of that photopic luminance and ratio of scotopic to photopic.
/// Where there are several solutions, that of 60 steps of bisection from [0, 1].
double mes2_m(double photopic, double s_over_p);
/// Its mesopic luminance.
double mes2_luminance(double photopic, double s_over_p, double m);

double luminance_bt709(Rgb rgb);
/// Best linear estimate over chart reflectances under common lights; white of D65 has kSOverPOfD65.
double scotopic_bt709(Rgb rgb);
/// Chromaticity of what rods see, luminance 1: Krawczyk et al. 2005.
Rgb rod_tint();
/// Of an eye with that m: the luminance that it sees in the colour of the tint as far as rods see it. Any unit.
Rgb mesopic_color(Rgb rgb, double m, double s_over_p, Rgb tint);

/// Cao et al. 2008, Kirk and O'Brien 2011: rods add to the opponent signals of the cones. cd/m^2 in and out.
Rgb lmsr_opponent(Rgb rgb, double night);

/// Ferwerda et al. 1996: least increment that is seen on a background.
double cone_threshold(double background);
double rod_threshold(double background);
/// Ward Larson et al. 1997, cycles per degree.
double acuity_cycles_per_deg(double background);
/// Hunt, as Pattanaik et al. 2000 use him.
double cone_half_saturation(double background);
double rod_half_saturation(double background);

/// Share of pigment that isn't bleached, after a time under constant light: Pattanaik et al. 2000, solved.
double cone_pigment(double before, double luminance, double time_s);
double rod_pigment(double before, double luminance, double time_s);

/// Elevations of the thresholds above those of the darkest adaptation, EV.
struct Receptors {
  double cone_ev = 0.0;
  double rod_ev = 0.0;
};
Receptors receptors_at_rest(double luminance);
Receptors adapted_receptors(Receptors before, double luminance, double time_s);
/// The least luminance that either sees.
double least_visible(Receptors receptors);

/// Watson and Yellott 2012, diameter in mm; `eyes`: 1 or 2.
double pupil_mm(double luminance, double area_deg2, double age_years, int eyes = 2);
/// Pamplona et al. 2009 without latency: where a pupil is on its way to another diameter.
double moved_pupil_mm(double from_mm, double to_mm, double time_s);

}  // namespace reference

#endif
