// SPDX-License-Identifier: MIT
// Night vision: settings for C++; device parameters, tables and words of the state for C++ and GLSL. docs/night.md.
#ifndef PHOTOPIC_NIGHT_H
#define PHOTOPIC_NIGHT_H

#ifdef __cplusplus
#include <cstdint>

namespace photopic {

/// Model of colour vision with rods.
enum class NightModel : std::uint32_t {
  /// Mesopic luminance of CIE 191, with a mix of the cones' colour and the rods' tint. Greys keep their luminance.
  mesopic,
  /// Rods add to the opponent signals of the cones (Cao et al. 2008, Kirk and O'Brien 2011). For comparison: brightens
  /// and tints dark texels.
  lmsr_opponent,
};

/// Adaptation of the eye's thresholds in the dark.
enum class DarkAdaptation : std::uint32_t {
  off,
  rods_and_cones,  ///< thresholds of rods and cones recover as those of an eye
};

/// Night vision. Off by default. All members need ViewSettings::cd_m2_per_unit.
struct NightSettings {
  float night_strength = 0.0f;  ///< share of the night look, [0, 1]; 0 = off
  NightModel night_model = NightModel::mesopic;
  /// Share of a texel's own log luminance in the luminance that the eye is adapted to there; [0, 1]. With local
  /// exposure the base's luminance is used. 0: the whole picture looks like night or like day.
  float local_adaptation = 0.7f;
  /// Scotopic over photopic luminance (S/P) of the scene's light, [0.2, 4]. 0: the light that automatic white balance
  /// estimates, or D65 (2.4633). Set it for sodium lamps, 0.22 to 0.65.
  float scene_s_over_p = 0.0f;
  float night_tint_red = 1.05f;  ///< tint of rods, linear BT.709 of any luminance; each [0.01, 100]
  float night_tint_green = 0.97f;
  float night_tint_blue = 1.27f;
  /// Noise of rods: standard deviation, just noticeable differences, [0, 1]; 0 = off. It covers 2 x 2 texels and never
  /// exceeds the value that it is added to.
  float night_noise = 0.0f;

  // Simulated by the meter, kept in the exposure state.
  DarkAdaptation dark_adaptation = DarkAdaptation::off;
  float time_scale = 1.0f;  ///< speed of dark adaptation, (0, 1000]; 1 = real time; games want about 60
  /// Simulates the pupil: NightState::pupil_mm follows the light, for depth of field. The picture doesn't change.
  bool pupil = false;
  /// Area of the light that the pupil sees, square degrees, [0, 41253]. 0: horizontal times vertical field of view.
  float pupil_field_deg2 = 0.0f;
};

}  // namespace photopic

namespace photopic::gpu {
using uint = std::uint32_t;
#endif

// Vectors and matrices (by rows) take colours in the primaries of the display transform.
struct NightParams {
  float strength;
  float local_adaptation;
  float cd_m2_per_unit;
  float noise;
  float photopic[3];  // row of luminance
  float rods[3];      // row of the rods' response; 1 for D65 white
  float tint[3];      // tint of rods, luminance 1
  uint model;         // NightModel
  float to_cones[9];  // lmsr_opponent: cd/m^2 to 380 times the cones' signals; from_cones: back
  float from_cones[9];
  float to_rods[3];
};

#define PHOTOPIC_NIGHT_LMSR_OPPONENT 1u

// Table of one view and frame, made by night/mesopic.comp.
#define PHOTOPIC_NIGHT_NODES 64
#define PHOTOPIC_ACUITY_NODES 128     // as many as a workgroup of the final pass has invocations
#define PHOTOPIC_ACUITY_MOST_LEVEL 3  // level of the most blurred light
struct NightTable {
  float log2_adapted;  // log2 of the adapted luminance of the view, cd/m^2
  float rod_scale;     // 683/1699 S/P
  float first_log2;    // log2 luminance of m[0], cd/m^2; m[0] also holds for less
  float nodes_per_ev;
  uint seed;                // seed of the noise; changes every frame
  uint acuity_finds;        // by passes of acuity: PHOTOPIC_ACUITY_NOTHING, and so on
  float acuity_first_log2;  // log2 luminance of the first node of acuity, cd/m^2; with MesopicParams::acuity_loss
  float acuity_nodes_per_ev;
  float m[PHOTOPIC_NIGHT_NODES];  // adaptation coefficient of MES2 over log2 of the adapted luminance
  // Share of light that is blurred, and level of the blurred light, over log2 of the adapted luminance.
  float acuity_share[PHOTOPIC_ACUITY_NODES];
  float acuity_level[PHOTOPIC_ACUITY_NODES];
};

// ---- mesopic: exposure state -> NightExposure ----
#define PHOTOPIC_MESOPIC_EXPOSURE 0  // buffer ExposureState, or one float
#define PHOTOPIC_MESOPIC_TABLE 1     // buffer NightExposure
#define PHOTOPIC_MESOPIC_STATE 2     // buffer NightState

struct MesopicParams {
  uint has_state;  // 1 = the exposure buffer holds an ExposureState
  uint has_light;  // 1 = the state has a WhiteBalanceState
  float s_over_p;  // S/P of the light; 0 = take it from the state
  float cd_m2_per_unit;
  float luminance_times_exposure;  // without a state: adapted luminance times exposure
  uint seed;
  uint reports;               // 1 = m is written to the state
  float acuity_loss;          // AcuityParams::loss; 0 = no nodes of acuity are made
  float most_cycles_per_deg;  // finest detail of the picture, cycles per degree
  uint exposure_words;        // words of the exposure that are copied, from its first on
};

// Parameters of receptors and pupil, in the order of MeterTables::night.
#define PHOTOPIC_NIGHT_LOG2_CD_M2 0   // log2 of cd/m^2 per unit of luminance
#define PHOTOPIC_NIGHT_TIME_SCALE 1   // 0 = neither receptors nor a pupil
#define PHOTOPIC_NIGHT_LIMITS 2       // 1 = receptors limit the adapted EV
#define PHOTOPIC_NIGHT_PUPIL_DEG2 3   // 0 = no pupil
#define PHOTOPIC_NIGHT_PUPIL_YEARS 4  // observer's age minus the reference age of the formula
#define PHOTOPIC_NIGHT_PARAMETERS 5

// State of one view: receptors and pupil (all zero while both are off), and m.
struct NightState {
  float cone_ev;      // threshold of cones, stops above the threshold after full dark adaptation
  float cone_ev_low;  // rounding residual for short frames, as all members that end in _low
  float rod_ev;
  float rod_ev_low;
  float cone_pigment;  // share of pigment that isn't bleached
  float cone_pigment_low;
  float rod_pigment;
  float rod_pigment_low;
  float pupil_mm;             // diameter of the pupil, mm; 0 without NightSettings::pupil
  float pupil_motion;         // atanh((pupil_mm - 4.9) / 3): the motion is linear in this
  float retinal_td;           // retinal illuminance, trolands: luminance times the pupil's area
  float least_visible_cd_m2;  // smallest visible luminance of either receptor
  float min_ev100;            // the same as EV100, lower limit of the adapted EV; -64 without dark adaptation
  uint frames;                // frames since a reset or since it was turned on; 0 = no state
  uint checksum;              // xor of the 14 words before it, the serial and PHOTOPIC_STATE_CHECKSUM_SEED
  // m at the adapted luminance of the view's last picture with night vision; 0 = only rods, or no picture yet. Written
  // after the adaptation, with or without receptors.
  float mesopic_m;
};

#ifdef __cplusplus
static_assert(sizeof(NightParams) == 140, "NightParams layout");
static_assert(sizeof(MesopicParams) == 40, "MesopicParams layout");
static_assert(sizeof(NightTable) == 32 + 4 * PHOTOPIC_NIGHT_NODES + 8 * PHOTOPIC_ACUITY_NODES, "NightTable layout");
static_assert(sizeof(NightState) == 64, "NightState layout");
}  // namespace photopic::gpu
#endif
// Word numbers of the members of NightState.
#define PHOTOPIC_NIGHT_WORDS 16
#define PHOTOPIC_NIGHT_CONE_EV 0
#define PHOTOPIC_NIGHT_ROD_EV 2
#define PHOTOPIC_NIGHT_CONE_PIGMENT 4
#define PHOTOPIC_NIGHT_ROD_PIGMENT 6
#define PHOTOPIC_NIGHT_PUPIL_MM 8
#define PHOTOPIC_NIGHT_PUPIL_MOTION 9
#define PHOTOPIC_NIGHT_RETINAL_TD 10
#define PHOTOPIC_NIGHT_LEAST_VISIBLE 11
#define PHOTOPIC_NIGHT_MIN_EV100 12
#define PHOTOPIC_NIGHT_FRAMES 13
#define PHOTOPIC_NIGHT_CHECKSUM 14
#define PHOTOPIC_NIGHT_MESOPIC_M 15
#define PHOTOPIC_NIGHT_NO_LIMIT_EV100 -64.0

#endif
