// SPDX-License-Identifier: MIT
// Attributes of OpenEXR headers: channels, chromaticities, pixel aspect ratio.
#include "image_io/exr/exr_facts.h"

#include <ImfChannelList.h>
#include <ImfChromaticities.h>
#include <ImfStandardAttributes.h>

#include "image_io/internal.h"

namespace image_io::internal {

void add_facts(const Imf::Header& header, const Layer& layer, Facts& facts) {
  facts.channels = (layer.kind == Layer::Kind::grey ? 1 : 3) + (layer.channels[3].empty() ? 0 : 1);
  if (Imf::hasChromaticities(header)) {
    const Imf::Chromaticities& c = Imf::chromaticities(header);
    facts.chromaticities =
        named_chromaticities({c.red.x, c.red.y, c.green.x, c.green.y, c.blue.x, c.blue.y, c.white.x, c.white.y});
  }
  put_linear_tags(facts.chromaticities, double{header.pixelAspectRatio()}, facts.tags);
}

}  // namespace image_io::internal
