// SPDX-License-Identifier: MIT
// Passes of tone mapping, by output format.
#ifndef PHOTOPIC_SRC_FINISH_PASSES_H
#define PHOTOPIC_SRC_FINISH_PASSES_H

#include "gpu/passes/pass_desc.h"

namespace photopic::passes {

/// By row of the output format.
extern const PassDesc* const tone_map_to[];
/// The same with glare in halves.
extern const PassDesc* const tone_map_halves_to[];
/// The same with the light of the picture measured.
extern const PassDesc* const tone_map_light_to[];
/// With sharpening in the same pass, of R8G8B8A8_UNORM and of R32_UINT.
extern const PassDesc tone_map_sharpened_halves_rgba8;
extern const PassDesc tone_map_sharpened_halves_r32ui;
/// Layers of arrays.
extern const PassDesc* const tone_map_layers_to[];
/// An HDR image of several samples.
extern const PassDesc* const tone_map_samples_to[];
/// Resolve of such an image, for effects.
extern const PassDesc resolve_samples_rgba16f;
/// Drawn: of one image, and of the layers of multiview.
extern const PassDesc draw_codes;
extern const PassDesc draw_floats;
extern const PassDesc draw_views_codes;
extern const PassDesc draw_views_floats;
/// Of signals, in place of store_picture_to.
extern const PassDesc draw_signals_codes;
extern const PassDesc draw_signals_floats;
/// Vertices of a triangle over the viewport.
extern const PackedSpirv& kFullScreen;
/// Signals of codes, for the passes that store them; of halves, tone_map_to has the same.
extern const PassDesc tone_map_signals_rgba16f;
/// By row of the output format, without light and with.
extern const PassDesc* const store_picture_to[];
extern const PassDesc* const store_picture_light_to[];

}  // namespace photopic::passes

#endif
