// SPDX-License-Identifier: MIT
// Attributes of OpenEXR headers: channels, chromaticities, pixel aspect ratio.
#include "image_io/exr/exr_facts.h"

#include <ImfChromaticities.h>
#include <ImfHeader.h>
#include <ImfStandardAttributes.h>
#include <ImfStringAttribute.h>

#include <cmath>

#include "image_io/internal.h"

namespace image_io::internal {
namespace {

/// All parts share them: where the part itself has none, those of another count.
const Imf::Chromaticities* chromaticities_of(const Imf::MultiPartInputFile& input, int part) {
  if (Imf::hasChromaticities(input.header(part))) return &Imf::chromaticities(input.header(part));
  for (int other = 0; other < input.parts(); ++other) {
    if (Imf::hasChromaticities(input.header(other))) return &Imf::chromaticities(input.header(other));
  }
  return nullptr;
}

/// cd/m^2 of 1, if the file says so.
std::optional<double> white_nits_of(const Imf::Header& header) {
  if (!Imf::hasWhiteLuminance(header)) return std::nullopt;
  const double nits = double{Imf::whiteLuminance(header)};
  return nits > 0.0 && std::isfinite(nits) ? std::optional(nits) : std::nullopt;
}

}  // namespace

void add_facts(const Imf::MultiPartInputFile& input, const Layer& layer, Facts& facts) {
  facts.channels = (layer.kind == Layer::Kind::grey ? 1 : 3) + (layer.channels[3].empty() ? 0 : 1);
  if (const Imf::Chromaticities* const named = chromaticities_of(input, layer.part)) {
    const Imf::Chromaticities& c = *named;
    facts.chromaticities =
        named_chromaticities({c.red.x, c.red.y, c.green.x, c.green.y, c.blue.x, c.blue.y, c.white.x, c.white.y});
  }
  put_linear_tags(facts.chromaticities, double{input.header(layer.part).pixelAspectRatio()}, facts.tags);
  facts.nits_of_one = white_nits_of(input.header(layer.part));
  if (facts.nits_of_one) facts.tags["white luminance"] = six_digits(*facts.nits_of_one);
}

double scale_of(const Imf::Header& header, const LightChoice& light, Facts& facts) {
  const std::optional<double> nits = facts.nits_of_one;
  const auto* const encoding = header.findTypedAttribute<Imf::StringAttribute>(kEncodingAttribute);
  const bool is_of_display = encoding != nullptr && encoding->value() == kScrgb;
  if (!nits || (!is_of_display && !light.white_nits)) return 1.0;
  facts.nits_of_one = light.white_nits.value_or(kReferenceWhiteNits);
  return *nits / *facts.nits_of_one;
}

}  // namespace image_io::internal
