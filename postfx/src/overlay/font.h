// SPDX-License-Identifier: MIT
// Font of the debug overlay, drawn for it: ASCII 32 to 126, 5x8 dots of one bit, the lowest row for descenders, row by
// row from the top-left; the first 32 dots of a glyph, then the others.
#ifndef PHOTOPIC_SRC_OVERLAY_FONT_H
#define PHOTOPIC_SRC_OVERLAY_FONT_H

#include <photopic/overlay_interface.h>

#include <cstdint>

namespace photopic {

inline constexpr std::uint32_t kOverlayFont[] = {
    0x00000000, 0, 0x00421084, 1,   0x0000014a, 0, 0x95f57d4a, 2, 0x1f4717c4, 1,   0x72222273, 6,   0x93511526, 5,
    0x00000084, 0, 0x08210888, 2,   0x88842082, 0, 0x09575480, 0, 0x084f9080, 0,   0x88600000, 0,   0x000f8000, 0,
    0x8c000000, 1, 0x42222210, 0,   0xa33ae62e, 3, 0x884210c4, 3, 0xc444422e, 7,   0xa304111f, 3,   0x11f4a988, 2,
    0xa3083c3f, 3, 0xa317844c, 3,   0x8422221f, 0, 0xa317462e, 3, 0x910f462e, 1,   0x0c6018c0, 0,   0x886018c0, 0,
    0x08208888, 2, 0x01f07c00, 0,   0x88882082, 0, 0x0044422e, 1, 0x83daf62e, 3,   0x631fc62e, 4,   0xe317c62f, 3,
    0xa210862e, 3, 0xd318c527, 1,   0xc217843f, 7, 0x4217843f, 0, 0xa31e862e, 7,   0x631fc631, 4,   0x8842108e, 3,
    0x9284211c, 1, 0x52519531, 4,   0xc2108421, 7, 0x631ad771, 4, 0x631cd671, 4,   0xa318c62e, 3,   0x4217c62f, 0,
    0x9358c62e, 5, 0x5257c62f, 4,   0xe107043e, 3, 0x0842109f, 1, 0xa318c631, 3,   0x1518c631, 1,   0x775ac631, 4,
    0x62a22a31, 4, 0x08422a31, 1,   0xc222221f, 7, 0x8421084e, 3, 0x20820821, 4,   0x9084210e, 3,   0x00004544, 0,
    0xc0000000, 7, 0x00000082, 0,   0xa3e83800, 7, 0xe318bc21, 3, 0xa218b800, 3,   0xa318fa10, 7,   0x83f8b800, 3,
    0x84213c4c, 0, 0x3d18f800, 116, 0x6318bc21, 4, 0x88421804, 3, 0x50843008, 50,  0x4a32a421, 2,   0x88421086, 3,
    0x6b5aac00, 5, 0x6318bc00, 4,   0xa318b800, 3, 0x5f18bc00, 8, 0x3d18f800, 132, 0x4219b400, 0,   0xe0e0f800, 3,
    0x04213c42, 3, 0xa318c400, 7,   0x1518c400, 1, 0xab58c400, 2, 0x54454400, 4,   0x3d18c400, 116, 0xc4447c00, 7,
    0x08411088, 2, 0x08421084, 1,   0x88441082, 0, 0x008a8800, 0};
static_assert(sizeof kOverlayFont == sizeof gpu::OverlayParams::font);

}  // namespace photopic

#endif
