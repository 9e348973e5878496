// SPDX-License-Identifier: MIT
// Debug overlay, shared by C++ and GLSL: structs and numbers.
#ifndef PHOTOPIC_OVERLAY_INTERFACE_H
#define PHOTOPIC_OVERLAY_INTERFACE_H
#include "interface.h"

#ifdef __cplusplus
#include <cstddef>

namespace photopic::gpu {
#endif

// Views, as in photopic::OverlayView.
#define PHOTOPIC_OVERLAY_FALSE_COLOR 1u
#define PHOTOPIC_OVERLAY_HISTOGRAM 2u
#define PHOTOPIC_OVERLAY_WEIGHTS 4u
#define PHOTOPIC_OVERLAY_PYRAMID 8u
#define PHOTOPIC_OVERLAY_NAIVE 16u
#define PHOTOPIC_OVERLAY_ZEBRA 32u
#define PHOTOPIC_OVERLAY_INVALID 64u
#define PHOTOPIC_OVERLAY_STRIP_CHART 128u
#define PHOTOPIC_OVERLAY_SPLIT 256u
#define PHOTOPIC_OVERLAY_NITS 512u
#define PHOTOPIC_OVERLAY_WAVEFORM 1024u
#define PHOTOPIC_OVERLAY_WHITE_BALANCE 2048u
#define PHOTOPIC_OVERLAY_LOCAL_EXPOSURE 4096u
#define PHOTOPIC_OVERLAY_LOCAL_BASE 8192u
#define PHOTOPIC_OVERLAY_LOCAL_DETAIL 16384u
#define PHOTOPIC_OVERLAY_GLARE 32768u
#define PHOTOPIC_OVERLAY_GLARE_SPREAD 65536u
#define PHOTOPIC_OVERLAY_VIEWS 131071u

// Panels, in the order in which they are drawn.
#define PHOTOPIC_OVERLAY_PANEL_LEGEND 0
#define PHOTOPIC_OVERLAY_PANEL_PYRAMID 1
#define PHOTOPIC_OVERLAY_PANEL_NAIVE 2
#define PHOTOPIC_OVERLAY_PANEL_HISTOGRAM 3
#define PHOTOPIC_OVERLAY_PANEL_CHART 4
#define PHOTOPIC_OVERLAY_PANEL_INVALID 5
#define PHOTOPIC_OVERLAY_PANEL_NITS 6
#define PHOTOPIC_OVERLAY_PANEL_WAVEFORM 7
#define PHOTOPIC_OVERLAY_PANEL_WHITE_BALANCE 8
#define PHOTOPIC_OVERLAY_PANEL_LOCAL 9
#define PHOTOPIC_OVERLAY_PANEL_GLARE 10
#define PHOTOPIC_OVERLAY_PANEL_GLARE_SPREAD 11
#define PHOTOPIC_OVERLAY_PANEL_ZEBRA 12
#define PHOTOPIC_OVERLAY_PANEL_LEFT_OUT 13  // names of the views that have no room
#define PHOTOPIC_OVERLAY_PANELS 14

// Border of a panel, dots; gap between its text and its plot, dots; largest number of texels per dot.
#define PHOTOPIC_OVERLAY_BORDER 4
#define PHOTOPIC_OVERLAY_GAP 2
#define PHOTOPIC_OVERLAY_MAX_SCALE 8

// Monospaced text, dots of a character.
#define PHOTOPIC_OVERLAY_CELL_WIDTH 8
#define PHOTOPIC_OVERLAY_CELL_HEIGHT 14
#define PHOTOPIC_OVERLAY_COLUMNS 44  // characters per line; a multiple of 2, two characters per word
#define PHOTOPIC_OVERLAY_LINES 44
#define PHOTOPIC_OVERLAY_LINE_WORDS 22
#define PHOTOPIC_OVERLAY_TEXT_WORDS 968

// A character: its code in the low 8 bits, its colour in the next 8 bits. overlay/colors.glsl has the colours.
#define PHOTOPIC_OVERLAY_INK_TEXT 1
#define PHOTOPIC_OVERLAY_INK_SCENE 2
#define PHOTOPIC_OVERLAY_INK_TARGET 3
#define PHOTOPIC_OVERLAY_INK_ADAPTED 4
#define PHOTOPIC_OVERLAY_INK_PERCENTILE 5
#define PHOTOPIC_OVERLAY_INK_CURVE 6
#define PHOTOPIC_OVERLAY_INK_LIMIT 7
#define PHOTOPIC_OVERLAY_INK_NODE 8
#define PHOTOPIC_OVERLAY_INK_CONE 9
#define PHOTOPIC_OVERLAY_INK_ROD 10
#define PHOTOPIC_OVERLAY_INK_OVER 11
#define PHOTOPIC_OVERLAY_INK_UNDER 12
#define PHOTOPIC_OVERLAY_INK_FAINT 13
#define PHOTOPIC_OVERLAY_INKS 13

#define PHOTOPIC_OVERLAY_FIRST_GLYPH 32
#define PHOTOPIC_OVERLAY_GLYPHS 95
// Pixels per dot of the finer of two tables of letters. Pictures with one texel per dot have the coarser one.
#define PHOTOPIC_OVERLAY_FONT_SCALE 2
#define PHOTOPIC_OVERLAY_FONT_LEVELS 15   // coverage of a pixel, 4 bits
#define PHOTOPIC_OVERLAY_FONT_WORDS 5320  // 95 glyphs of 16x28 pixels, eight pixels per word

// Numbers that only the GPU knows; it inserts them into the text.
#define PHOTOPIC_OVERLAY_FIELDS 48
#define PHOTOPIC_OVERLAY_FIELD_CENTERED 0x80000000u
#define PHOTOPIC_OVERLAY_VALUE_SCENE_EV 0
#define PHOTOPIC_OVERLAY_VALUE_TARGET_EV 1
#define PHOTOPIC_OVERLAY_VALUE_ADAPTED_EV 2
#define PHOTOPIC_OVERLAY_VALUE_MEAN_LOG2 3
#define PHOTOPIC_OVERLAY_VALUE_NAIVE_LOG2 4
#define PHOTOPIC_OVERLAY_VALUE_ERROR_STOPS 5
#define PHOTOPIC_OVERLAY_VALUE_LOW_LOG2 6
#define PHOTOPIC_OVERLAY_VALUE_MEDIAN_LOG2 7
#define PHOTOPIC_OVERLAY_VALUE_HIGH_LOG2 8
#define PHOTOPIC_OVERLAY_VALUE_INVALID_TEXELS 9
#define PHOTOPIC_OVERLAY_VALUE_UNDER_TEXELS 10
#define PHOTOPIC_OVERLAY_VALUE_OVER_TEXELS 11
#define PHOTOPIC_OVERLAY_VALUE_CHART_MIN_EV 12  // range of the strip chart
#define PHOTOPIC_OVERLAY_VALUE_CHART_MAX_EV 13
#define PHOTOPIC_OVERLAY_VALUE_SCENE_K 14  // white balance: light of the scene, then light of the picture's matrix
#define PHOTOPIC_OVERLAY_VALUE_SCENE_DUV 15
#define PHOTOPIC_OVERLAY_VALUE_BALANCE_K 16
#define PHOTOPIC_OVERLAY_VALUE_BALANCE_DUV 17
#define PHOTOPIC_OVERLAY_VALUE_GLARE_SCATTERED 18  // percent
#define PHOTOPIC_OVERLAY_VALUE_GLARE_REMOVED 19
#define PHOTOPIC_OVERLAY_VALUE_LOW_EV 20  // percentiles as EV100
#define PHOTOPIC_OVERLAY_VALUE_MEDIAN_EV 21
#define PHOTOPIC_OVERLAY_VALUE_HIGH_EV 22
#define PHOTOPIC_OVERLAY_VALUE_CLIPPED_TEXELS 23  // with a channel at the largest half float
#define PHOTOPIC_OVERLAY_VALUE_CHART_TICK 24      // EV100 of each tick of the strip chart; NaN = no tick
#define PHOTOPIC_OVERLAY_VALUE_FALSE_TICK 29      // EV100 of each tick of the legend; first and last are the range
// Finished pictures, nits: geometric means, percentiles, MaxCLL and MaxFALL of the picture.
#define PHOTOPIC_OVERLAY_VALUE_MEAN_NITS 36
#define PHOTOPIC_OVERLAY_VALUE_NAIVE_NITS 37
#define PHOTOPIC_OVERLAY_VALUE_LOW_NITS 38
#define PHOTOPIC_OVERLAY_VALUE_MEDIAN_NITS 39
#define PHOTOPIC_OVERLAY_VALUE_HIGH_NITS 40
#define PHOTOPIC_OVERLAY_VALUE_MAX_CLL_NITS 41
#define PHOTOPIC_OVERLAY_VALUE_MAX_FALL_NITS 42
#define PHOTOPIC_OVERLAY_VALUES 43

#define PHOTOPIC_OVERLAY_CHART_TICKS 5
#define PHOTOPIC_OVERLAY_FALSE_TICKS 7
#define PHOTOPIC_OVERLAY_LABEL_DOTS 44  // labels left of the strip chart and the waveform: five characters and a gap
#define PHOTOPIC_OVERLAY_LABEL_ROWS 11  // dots of a digit's height, with a gap
// Share of the legend's width, at each end, for colours outside the range. Share of the texels, at each end, that the
// automatic range leaves out.
#define PHOTOPIC_OVERLAY_FALSE_END 0.0625
#define PHOTOPIC_OVERLAY_FALSE_TAIL 0.001

// Bands of false colours of nits: up to 100, 203, 400, 1000 and the peak, and one band above.
#define PHOTOPIC_OVERLAY_NITS_BANDS 6
// Waveform: counts of texels by column of the picture, channel and row of 1/128 of the PQ signal; 0 = black.
#define PHOTOPIC_OVERLAY_WAVEFORM_COLUMNS 256
#define PHOTOPIC_OVERLAY_WAVEFORM_ROWS 128
#define PHOTOPIC_OVERLAY_WAVEFORM_COUNTS 98304  // 256 columns x 3 channels x 128 rows
#define PHOTOPIC_OVERLAY_WAVEFORM_MARKS 7
// Its plot is a parade: red, green and blue side by side, with two dots between them. Each shows all columns.
#define PHOTOPIC_OVERLAY_PARADE_DOTS 84
#define PHOTOPIC_OVERLAY_PARADE_PERIOD 86

// EV at which colours of local exposure are full.
#define PHOTOPIC_OVERLAY_LOCAL_MOST_EV 4.0
#define PHOTOPIC_OVERLAY_LOCAL_MOST_DETAIL_EV 2.0

// Glare: EV at which its colours are full. Its plot: angles of the first and the last column, degrees; light per
// steradian at the bottom and at the top, powers of ten.
#define PHOTOPIC_OVERLAY_GLARE_MOST_EV 8.0
#define PHOTOPIC_OVERLAY_GLARE_COLUMNS 97
#define PHOTOPIC_OVERLAY_GLARE_FIRST_DEG 0.03
#define PHOTOPIC_OVERLAY_GLARE_LAST_DEG 60.0
#define PHOTOPIC_OVERLAY_GLARE_LEAST_POWER -3.0
#define PHOTOPIC_OVERLAY_GLARE_MOST_POWER 5.0

// Tone curves of the histogram: encoded output values of grey at the edges of its columns of texels (8 * 44 dots at the
// largest scale of 8). First without local exposure, then with local exposure at the selected node.
#define PHOTOPIC_OVERLAY_CURVE_EDGES 2817
#define PHOTOPIC_OVERLAY_CURVE_VALUES 5634

#define PHOTOPIC_OVERLAY_HISTORY 256  // frames of the strip chart
#define PHOTOPIC_OVERLAY_GATHER_GROUPS 1024
#define PHOTOPIC_OVERLAY_INVOCATIONS 256
// Specialisation constants of overlay_draw: the views that a variant draws; 1 = panels, 0 = the picture beside them;
// 1 = over finished pictures.
#define PHOTOPIC_OVERLAY_SPEC_VIEWS 42
#define PHOTOPIC_OVERLAY_SPEC_PANELS 43
#define PHOTOPIC_OVERLAY_SPEC_STORED 44
// overlay_display: side of a workgroup's tile, texels. Each invocation has one texel in each square of
// PHOTOPIC_STEP_SIDE. overlay_draw has only one such square per workgroup, which is faster there.
#define PHOTOPIC_OVERLAY_TILE_SIDE 32
#define PHOTOPIC_OVERLAY_TILE_SQUARES 4
// overlay_waveform: workgroups per column.
#define PHOTOPIC_OVERLAY_WAVEFORM_PARTS 4

// All lengths in texels of the picture, top-left first. width = 0: the panel is off.
struct OverlayPanel {
  uint x;
  uint y;
  uint width;
  uint height;
  uint first_line;  // first line of its text, which begins at the panel's top
  uint line_count;
  uint plot_y;       // top of the plot, below the text; the plot is as wide as the panel without its border
  uint plot_height;  // below the plot, the text continues
  uint first_group;  // overlay_draw's panels: workgroups of the panels before it
};
PHOTOPIC_LAYOUT(OverlayPanel, 36)

struct OverlayField {
  uint place;  // line | column << 8 | width << 16 | decimals << 24; right-aligned, or | PHOTOPIC_OVERLAY_FIELD_CENTERED
  uint value;  // PHOTOPIC_OVERLAY_VALUE_*
};
PHOTOPIC_LAYOUT(OverlayField, 8)

// Members of GlareTables, and a plot.
struct OverlayGlare {
  float is_on;  // 1 = the frame has glare
  float scattered;
  float excess_above;
  float firefly_limit;
  float most;
  uint kernel;                                    // PHOTOPIC_GLARE_KERNEL_*
  float level_places[PHOTOPIC_GLARE_MAX_LEVELS];  // positions of the levels' spacings, shares of the plot's width
  float level_shares[PHOTOPIC_GLARE_MAX_LEVELS];  // scattered light of the levels, shares of the plot's height
  float chain[PHOTOPIC_OVERLAY_GLARE_COLUMNS];    // shares of the plot's height; negative = no value
  float eye[PHOTOPIC_OVERLAY_GLARE_COLUMNS];
};
PHOTOPIC_LAYOUT(OverlayGlare, 928)

// Parameters that the CPU writes for each frame. A finished picture (is_stored) is metered in nits: its EV100 are log2
// nits, and nothing is known of eye, target and limits.
struct OverlayParams {
  uint is_stored;  // 1 = a finished picture
  uint meter_x;    // the metered rectangle
  uint meter_y;
  uint meter_width;
  uint meter_height;
  float min_log2;  // range of the histogram
  float max_log2;
  float low_share;  // percentiles, [0, 1]
  float high_share;
  float ev100_of_luminance_one;
  float min_ev100;  // limits of the exposure
  float max_ev100;
  float compensation_ev;
  float false_color_min_ev100;
  float false_color_max_ev100;
  uint has_automatic_range;  // 1 = automatic range of false colours, instead of the two members above
  float histogram_step_ev;   // distance between ticks of the histogram's axis
  // Encoded output values: a channel is clipped at and above zebra_over, all channels are at and below zebra_under. HDR
  // of finished pictures: PQ signals of the brightest channel.
  float zebra_over;
  float zebra_under;
  float split;       // share of the width that is exposed by the naive mean
  uint tone_mapper;  // number of the operator
  uint effects;      // PHOTOPIC_EFFECT_*
  uint weights;      // bits 1 << number of a weight
  uint has_light;    // 1 = the meter has automatic white balance
  uint level_width;  // size of the pyramid's level, texels
  uint level_height;
  uint level_used_width;  // part of the level that the meter wrote, texels; 0 = none
  uint level_used_height;
  uint local_pitch;  // nodes per row of local exposure's grid; 0 = local exposure is off
  float local_x;     // position of the node whose curve is drawn, shares of width and height
  float local_y;
  uint history_owner;     // number of the object that draws; see OverlayData::history_owner
  float blit_zero_share;  // share of the texels that the blit chain gives no weight
  float blit_max_weight;  // largest weight of a texel in it
  uint field_count;
  float pre_exposure_log2;     // as in AdaptPassParams
  float inverse_pre_exposure;  // factor from the HDR image's colour to the scene's
  // PQ signals: upper ends of the bands, with half a code of 10 bits for rounding; the waveform's marks.
  float nits_band_end[PHOTOPIC_OVERLAY_NITS_BANDS - 1];
  float waveform_mark[PHOTOPIC_OVERLAY_WAVEFORM_MARKS];
  float paper_white_signal;
  float peak_signal;
  OverlayGlare glare;
  OverlayPanel panels[PHOTOPIC_OVERLAY_PANELS];
  OverlayField fields[PHOTOPIC_OVERLAY_FIELDS];
  uint text[PHOTOPIC_OVERLAY_TEXT_WORDS];
  MeterTables tables;
  FinishTables finish;
};
PHOTOPIC_LAYOUT(OverlayParams, 5892 + sizeof(MeterTables) + sizeof(FinishTables))

struct OverlaySample {
  float scene_ev100;
  float target_ev100;
  float adapted_ev100;
  uint is_first;     // 1 = first sample of a view's history: no line to the sample before
  float cone_ev100;  // EV100 of the smallest luminance that cones see; NaN without dark adaptation. rod_ev100: of rods
  float rod_ev100;
};
PHOTOPIC_LAYOUT(OverlaySample, 24)

// Data that the GPU writes.
struct OverlayData {
  OverlayParams params;
  uint counts[PHOTOPIC_HISTOGRAM_BINS];  // texels nearest to each bin; zeroed before each frame
  uint largest_count;
  uint invalid_texels;
  uint under_texels;
  uint over_texels;
  uint clipped_texels;
  ContentLightSums light;  // finished pictures
  float values[PHOTOPIC_OVERLAY_VALUES];
  float partial_sum[PHOTOPIC_OVERLAY_GATHER_GROUPS];  // sums of blit weight * log2 luminance over valid texels
  float partial_weight[PHOTOPIC_OVERLAY_GATHER_GROUPS];
  float partial_log2[PHOTOPIC_OVERLAY_GATHER_GROUPS];  // finished pictures: sums of log2 luminance over valid texels
  // The strip chart is a ring. The GPU counts its frames, so that recordings may be dropped or repeated. Fresh memory
  // has no owner.
  uint history_owner;
  uint history_frames;  // drawn so far; the last one lies at (history_frames - 1) % PHOTOPIC_OVERLAY_HISTORY
  OverlaySample history[PHOTOPIC_OVERLAY_HISTORY];
  // Letters of ASCII 32 to 126, row by row from the top left, at one pixel per dot or PHOTOPIC_OVERLAY_FONT_SCALE.
  uint font[PHOTOPIC_OVERLAY_FONT_WORDS];
};
PHOTOPIC_LAYOUT(OverlayData, 46844 + sizeof(MeterTables) + sizeof(FinishTables))

// Data that the GPU writes after OverlayData in the same buffer, in passes that may run at the same time.
struct OverlayPlots {
  uint waveform[PHOTOPIC_OVERLAY_WAVEFORM_COUNTS];  // zeroed before each frame that shows it
  float tone_curves[PHOTOPIC_OVERLAY_CURVE_VALUES];
};
PHOTOPIC_LAYOUT(OverlayPlots, 415752)
#ifdef __cplusplus
/// Offset of the plots in the buffer: a multiple of 256, the largest allowed minStorageBufferOffsetAlignment.
constexpr std::size_t kOverlayPlotsOffset = (sizeof(OverlayData) + 255) / 256 * 256;
#endif

// Bindings of overlay_draw and overlay_display. From number 6, each pass has its own.
#define PHOTOPIC_OVERLAY_HDR 0    // sampler2D
#define PHOTOPIC_OVERLAY_DATA 1   // buffer OverlayData
#define PHOTOPIC_OVERLAY_STATE 2  // buffer ExposureState
#define PHOTOPIC_OVERLAY_LDR 3    // image2D, read and written
#define PHOTOPIC_OVERLAY_LOCAL 4  // buffer: LocalGrid and nodes of local exposure
#define PHOTOPIC_OVERLAY_PLOTS 5  // buffer OverlayPlots
#define PHOTOPIC_OVERLAY_ACES2 6  // overlay_display: as PHOTOPIC_TONE_MAP_ACES2
#define PHOTOPIC_OVERLAY_BLIT 6   // buffer float[]: blit weights of each column, then of each row
#define PHOTOPIC_OVERLAY_LEVEL 7  // sampler2D, one level of the pyramid
#define PHOTOPIC_OVERLAY_MASK 8   // as PHOTOPIC_METER_MASK
#define PHOTOPIC_OVERLAY_DEPTH 9
#define PHOTOPIC_OVERLAY_CLASSES 10
#define PHOTOPIC_OVERLAY_GLARE_LEVEL 11   // sampler2D, the level of glare that the final pass reads
#define PHOTOPIC_OVERLAY_GLARE_TABLES 12  // buffer GlareTables; any buffer without glare
// overlay_gather: HDR image, data, blit weights. overlay_compose: state, data. overlay_waveform: picture, plots.
#define PHOTOPIC_OVERLAY_GATHER_PICTURE 0  // overlay_gather_stored: image2D
#define PHOTOPIC_OVERLAY_GATHER_BLIT 2
#define PHOTOPIC_OVERLAY_COMPOSE_STATE 0
#define PHOTOPIC_OVERLAY_WAVEFORM_LDR 0
#define PHOTOPIC_OVERLAY_WAVEFORM_PLOTS 1

struct OverlayPush {
  uint views;  // PHOTOPIC_OVERLAY_*
  uint width;  // size of the picture, texels
  uint height;
  uint scale;              // texels per dot of text
  uint shows_previous;     // 1 = the picture has the exposure of the frame before
  float paper_white_nits;  // overlay_waveform, overlay_gather_stored: as in DisplayParams
  float paper_white_scrgb;
};
PHOTOPIC_LAYOUT(OverlayPush, 28)

#ifdef __cplusplus
}  // namespace photopic::gpu
#endif

#endif
