// SPDX-License-Identifier: MIT
// The eye at night: settings, parameters and tables on the device, words of the state. For C++ and, but for the
// settings, GLSL. docs/night.md.
#ifndef PHOTOPIC_NIGHT_H
#define PHOTOPIC_NIGHT_H

#ifdef __cplusplus
#include <cstdint>

namespace photopic {

/// How colours look to an eye that sees with rods.
enum class NightModel : std::uint32_t {
  /// CIE 191's mesopic luminance in a mix of the cones' colour and the rods' tint: greys keep their luminance.
  mesopic,
  /// Rods add to the opponent signals of the cones (Cao et al. 2008, Kirk and O'Brien 2011): for comparison. Brightens
  /// and colours what is dark.
  lmsr_opponent,
};

/// Whether thresholds follow the light as those of an eye do.
enum class DarkAdaptation : std::uint32_t {
  off,
  rods_and_cones,  ///< needs CreateInfo::dark_adaptation
};

/// What an eye does at night. Off by default; anything but off needs ViewSettings::cd_m2_per_unit.
struct NightSettings {
  float night_strength = 0.0f;  ///< share of the night's look, 0 = off; [0, 1]. Needs the effect
  NightModel night_model = NightModel::mesopic;
  /// How much a texel's own luminance, with local exposure its base's, says what the eye is adapted to there, beside
  /// the picture's: a share of the logarithm; [0, 1]. 0: the whole picture looks like night or like day.
  float local_adaptation = 0.7f;
  /// Scotopic over photopic luminance of the scene's light, [0.2, 4]; 0: that of the light which automatic white
  /// balance has measured, else D65's, 2.4633. RGB can't know that of sodium lamps, 0.22 to 0.65.
  float scene_s_over_p = 0.0f;
  float night_tint_red = 1.05f;  ///< colour of what rods see, of linear BT.709, any luminance; [0.01, 100]
  float night_tint_green = 0.97f;
  float night_tint_blue = 1.27f;
  /// Noise of rods: standard deviation in just visible differences, in texels of 2 x 2; [0, 1]. It never exceeds what
  /// it is added to.
  float night_noise = 0.0f;

  // Of the state that metering moves on; CreateInfo::dark_adaptation.
  DarkAdaptation dark_adaptation = DarkAdaptation::off;
  float time_scale = 1.0f;  ///< of dark adaptation: its time runs that much faster; (0, 1000]. Games want about 60
  /// The pupil's diameter follows the light: NightState::pupil_mm, for a depth of field. The picture doesn't change.
  bool pupil = false;
  /// Area that the light comes from, square degrees; [0, 41253]. 0: the picture's, horizontal times vertical field of
  /// view.
  float pupil_field_deg2 = 0.0f;
};

}  // namespace photopic

namespace photopic::gpu {
using uint = std::uint32_t;
#endif

// Vectors and matrices, by rows, take colours in the primaries of the display transform.
struct NightParams {
  float strength;
  float local_adaptation;
  float cd_m2_per_unit;
  float noise;
  float photopic[3];  // row of luminance
  float rods[3];      // row of what rods see, 1 for white of D65
  float tint[3];      // of luminance 1
  uint model;         // NightModel
  float to_cones[9];  // lmsr_opponent: to 380 times the cones' signals of cd/m^2 and back
  float from_cones[9];
  float to_rods[3];
};

#define PHOTOPIC_NIGHT_LMSR_OPPONENT 1u

// Of one view and frame, made by night/mesopic.comp.
#define PHOTOPIC_NIGHT_NODES 64
struct NightTable {
  float log2_adapted;  // luminance that the view is adapted to, cd/m^2
  float rod_scale;     // 683/1699 S/P
  float first_log2;    // luminance of m[0], cd/m^2; m of less is m[0]
  float nodes_per_ev;
  uint seed;  // of the noise, another one for each frame
  uint reserved0;
  uint reserved1;
  uint reserved2;
  float m[PHOTOPIC_NIGHT_NODES];  // adaptation of MES2 over log2 of the luminance that is adapted to
};

// ---- mesopic: exposure state -> NightTable ----
#define PHOTOPIC_MESOPIC_EXPOSURE 0  // buffer ExposureState, or one float
#define PHOTOPIC_MESOPIC_TABLE 1     // buffer NightTable
#define PHOTOPIC_MESOPIC_STATE 2     // buffer NightState

struct MesopicParams {
  uint has_state;  // 1 = there is an ExposureState
  uint has_light;  // 1 = with WhiteBalanceState
  float s_over_p;  // of the light; 0 = what the state knows of it
  float cd_m2_per_unit;
  float luminance_times_exposure;  // what a luminance that is adapted to and its exposure make, without a state
  uint seed;
  uint reports;  // 1 = m goes to the state, which there is
};

// Parameters of receptors and pupil, in the order of MeterTables::night.
#define PHOTOPIC_NIGHT_LOG2_CD_M2 0   // of a unit of luminance
#define PHOTOPIC_NIGHT_TIME_SCALE 1   // 0 = there are neither receptors nor a pupil
#define PHOTOPIC_NIGHT_LIMITS 2       // 1 = the receptors limit the EV that is adapted to
#define PHOTOPIC_NIGHT_PUPIL_DEG2 3   // 0 = there is no pupil
#define PHOTOPIC_NIGHT_PUPIL_YEARS 4  // above the age that the formula is made for
#define PHOTOPIC_NIGHT_PARAMETERS 5

// Of one view: receptors and pupil, all zero while settings turn both off; and m.
struct NightState {
  float cone_ev;      // of the least increment that cones see, stops above that of the darkest adaptation
  float cone_ev_low;  // rounding residual: short frames add increments below the last bit; so are the other _low
  float rod_ev;
  float rod_ev_low;
  float cone_pigment;  // share that isn't bleached
  float cone_pigment_low;
  float rod_pigment;
  float rod_pigment_low;
  float pupil_mm;             // diameter; 0 without NightSettings::pupil
  float pupil_motion;         // atanh((pupil_mm - 4.9) / 3), in which the motion is linear
  float retinal_td;           // trolands: luminance times the pupil's area
  float least_visible_cd_m2;  // of either receptor
  float min_ev100;            // ... as EV: the lower limit of what is adapted to; -64 without dark adaptation
  uint frames;                // since the first one of a reset or of being turned on; 0 = there is no state
  uint checksum;              // xor of the 14 words before it, the serial and PHOTOPIC_STATE_CHECKSUM_SEED
  // m at adapted_luminance, of the view's last picture with the effect; 0 = rods alone, or there was none yet. Written
  // after the adaptation, with or without receptors.
  float mesopic_m;
};

#ifdef __cplusplus
static_assert(sizeof(NightParams) == 140, "NightParams layout");
static_assert(sizeof(MesopicParams) == 28, "MesopicParams layout");
static_assert(sizeof(NightTable) == 32 + 4 * PHOTOPIC_NIGHT_NODES, "NightTable layout");
static_assert(sizeof(NightState) == 64, "NightState layout");
}  // namespace photopic::gpu
#endif
// Word numbers of its members.
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
