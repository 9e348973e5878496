// SPDX-License-Identifier: MIT
// Texts of the debug overlay's panels, and numbers of `params` that depend on them.
#ifndef PHOTOPIC_SRC_OVERLAY_PANEL_TEXTS_H
#define PHOTOPIC_SRC_OVERLAY_PANEL_TEXTS_H

#include <photopic/debug_overlay.h>

#include "overlay/text_writer.h"

namespace photopic {

// Each begins its panel.
void write_legend(TextWriter& writer, const Settings& settings, const OverlaySettings& overlay);
void write_zebra(TextWriter& writer, const OverlaySettings& overlay, gpu::OverlayParams& params);
/// Text of the first view of local exposure that is on.
void write_local(TextWriter& writer, const OverlaySettings& overlay, const gpu::OverlayParams& params);
void write_glare(TextWriter& writer, const gpu::OverlayParams& params);
void write_glare_spread(TextWriter& writer, const gpu::OverlayParams& params);
void write_pyramid(TextWriter& writer, const OverlaySettings& overlay, const gpu::OverlayParams& params);
void write_naive(TextWriter& writer, const gpu::OverlayParams& params);
void write_histogram(TextWriter& writer, const Settings& settings, gpu::OverlayParams& params);
void write_chart(TextWriter& writer, const Settings& settings);
void write_white_balance(TextWriter& writer, const Settings& settings, const gpu::OverlayParams& params);
void write_invalid(TextWriter& writer);
void write_nits(TextWriter& writer, gpu::OverlayParams& params);
void write_waveform(TextWriter& writer, gpu::OverlayParams& params);

}  // namespace photopic

#endif
