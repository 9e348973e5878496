// SPDX-License-Identifier: MIT
// The debug overlay's font, drawn for it: ASCII 32 to 126, 5x7 dots, one bit each, row by row from the top-left.
const uint kFirstGlyph = 32u;
const uint kGlyphs = 95u;
const uvec2 kFont[kGlyphs] = uvec2[](
    uvec2(0x00000000u, 0u), uvec2(0x00421084u, 1u), uvec2(0x0000014au, 0u), uvec2(0x95f57d4au, 2u), uvec2(0x1f4717c4u, 1u),
    uvec2(0x72222273u, 6u), uvec2(0x93511526u, 5u), uvec2(0x00000084u, 0u), uvec2(0x08210888u, 2u), uvec2(0x88842082u, 0u),
    uvec2(0x09575480u, 0u), uvec2(0x084f9080u, 0u), uvec2(0x88600000u, 0u), uvec2(0x000f8000u, 0u), uvec2(0x8c000000u, 1u),
    uvec2(0x42222210u, 0u), uvec2(0xa33ae62eu, 3u), uvec2(0x884210c4u, 3u), uvec2(0xc444422eu, 7u), uvec2(0xa304111fu, 3u),
    uvec2(0x11f4a988u, 2u), uvec2(0xa3083c3fu, 3u), uvec2(0xa317844cu, 3u), uvec2(0x8422221fu, 0u), uvec2(0xa317462eu, 3u),
    uvec2(0x910f462eu, 1u), uvec2(0x0c6018c0u, 0u), uvec2(0x886018c0u, 0u), uvec2(0x08208888u, 2u), uvec2(0x01f07c00u, 0u),
    uvec2(0x88882082u, 0u), uvec2(0x0044422eu, 1u), uvec2(0x83daf62eu, 3u), uvec2(0x631fc62eu, 4u), uvec2(0xe317c62fu, 3u),
    uvec2(0xa210862eu, 3u), uvec2(0xd318c527u, 1u), uvec2(0xc217843fu, 7u), uvec2(0x4217843fu, 0u), uvec2(0xa31e862eu, 7u),
    uvec2(0x631fc631u, 4u), uvec2(0x8842108eu, 3u), uvec2(0x9284211cu, 1u), uvec2(0x52519531u, 4u), uvec2(0xc2108421u, 7u),
    uvec2(0x631ad771u, 4u), uvec2(0x631cd671u, 4u), uvec2(0xa318c62eu, 3u), uvec2(0x4217c62fu, 0u), uvec2(0x9358c62eu, 5u),
    uvec2(0x5257c62fu, 4u), uvec2(0xe107043eu, 3u), uvec2(0x0842109fu, 1u), uvec2(0xa318c631u, 3u), uvec2(0x1518c631u, 1u),
    uvec2(0x775ac631u, 4u), uvec2(0x62a22a31u, 4u), uvec2(0x08422a31u, 1u), uvec2(0xc222221fu, 7u), uvec2(0x8421084eu, 3u),
    uvec2(0x20820821u, 4u), uvec2(0x9084210eu, 3u), uvec2(0x00004544u, 0u), uvec2(0xc0000000u, 7u), uvec2(0x00000082u, 0u),
    uvec2(0xa3e83800u, 7u), uvec2(0xe318bc21u, 3u), uvec2(0xa218b800u, 3u), uvec2(0xa318fa10u, 7u), uvec2(0x83f8b800u, 3u),
    uvec2(0x84213c4cu, 0u), uvec2(0xa1e8c7c0u, 3u), uvec2(0x6318bc21u, 4u), uvec2(0x88421804u, 3u), uvec2(0x92843008u, 1u),
    uvec2(0x4a32a421u, 2u), uvec2(0x88421086u, 3u), uvec2(0x6b5aac00u, 5u), uvec2(0x6318bc00u, 4u), uvec2(0xa318b800u, 3u),
    uvec2(0x42f8c5e0u, 0u), uvec2(0x21e8c7c0u, 4u), uvec2(0x4219b400u, 0u), uvec2(0xe0e0f800u, 3u), uvec2(0x04213c42u, 3u),
    uvec2(0xa318c400u, 7u), uvec2(0x1518c400u, 1u), uvec2(0xab58c400u, 2u), uvec2(0x54454400u, 4u), uvec2(0xa1e8c620u, 3u),
    uvec2(0xc4447c00u, 7u), uvec2(0x08411088u, 2u), uvec2(0x08421084u, 1u), uvec2(0x88441082u, 0u), uvec2(0x008a8800u, 0u));

/// Whether a dot of a glyph is set; x in [0, 5), y in [0, 7).
bool is_dot(uint character, uint x, uint y) {
  if (character < kFirstGlyph || character - kFirstGlyph >= kGlyphs) return false;
  uvec2 glyph = kFont[character - kFirstGlyph];
  uint bit = y * 5u + x;
  return (bit < 32u ? glyph.x >> bit & 1u : glyph.y >> (bit - 32u) & 1u) != 0u;
}
