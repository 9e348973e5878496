// SPDX-License-Identifier: MIT
// Letters of the debug overlay: coverage of texels, by the font's table in OverlayData.

/// A character that covers a texel's place.
struct Letter {
  uint character;  // 0 = none
  uint ink;        // PHOTOPIC_OVERLAY_INK_*
  uvec2 at;        // texels from the top left of the character
};
const Letter kNoLetter = Letter(0u, 0u, uvec2(0u));
const uint LETTER_B = 66u, LETTER_E = 69u, LETTER_G = 71u, LETTER_L = 76u, LETTER_P = 80u, LETTER_R = 82u;
const uint LETTER_T = 84u, LETTER_W = 87u;

const uvec2 kCell = uvec2(PHOTOPIC_OVERLAY_CELL_WIDTH, PHOTOPIC_OVERLAY_CELL_HEIGHT);

bool is_in_cell(Letter letter) { return letter.character != 0u && all(lessThan(letter.at, kCell * pc.scale)); }

/// Coverage of a pixel of the font's table, at `fineness` pixels per dot; 0 outside of the glyph.
uint font_coverage(uint glyph, uvec2 pixel, uint fineness) {
  uvec2 size = kCell * fineness;
  if (glyph >= PHOTOPIC_OVERLAY_GLYPHS || any(greaterThanEqual(pixel, size))) return 0u;
  uint digit = (glyph * size.y + pixel.y) * size.x + pixel.x;
  return overlay.font[digit / 8u] >> (digit % 8u * 4u) & 15u;
}

/// Share of a texel that a letter covers. Up to PHOTOPIC_OVERLAY_FONT_SCALE texels per dot, the table has it; above,
/// the four nearest pixels are mixed, and the edge is sharpened to a texel.
float coverage(Letter letter) {
  if (!is_in_cell(letter)) return 0.0;
  uint glyph = letter.character - PHOTOPIC_OVERLAY_FIRST_GLYPH;  // wraps around
  uint fineness = min(pc.scale, uint(PHOTOPIC_OVERLAY_FONT_SCALE));
  uint period = 2u * pc.scale;
  uvec2 place = (2u * letter.at + 1u) * fineness + pc.scale;  // in 1 / period of a pixel, from the centre of pixel -1
  uvec2 first = place / period - 1u, share = place % period;
  uint taps = pc.scale > fineness ? 4u : 1u, sum = 0u;
  [[dont_unroll]] for (uint i = 0u; i < taps; ++i) {
    uvec2 step = uvec2(i & 1u, i >> 1u);
    uvec2 weight = uvec2(step.x == 0u ? period - share.x : share.x, step.y == 0u ? period - share.y : share.y);
    sum += weight.x * weight.y * font_coverage(glyph, first + step, fineness);
  }
  precise float mixed = float(sum) / float(period * period * PHOTOPIC_OVERLAY_FONT_LEVELS);
  precise float sharp = (mixed - 0.5) * (float(pc.scale) / float(fineness)) + 0.5;
  return clamp(sharp, 0.0, 1.0);
}

vec3 with_letter(Letter letter, vec3 color) {
  uint ink = max(letter.ink, uint(PHOTOPIC_OVERLAY_INK_TEXT)) - PHOTOPIC_OVERLAY_INK_TEXT;
  return blend(color, kInks[min(ink, uint(PHOTOPIC_OVERLAY_INKS) - 1u)], coverage(letter));
}

/// Sets character and colour from a place in the text.
void read_letter(uint line, uint column, inout Letter letter) {
  uint bits = overlay.params.text[line * PHOTOPIC_OVERLAY_LINE_WORDS + column / 2u] >> (column % 2u * 16u);
  letter.character = bits & 0xffu;
  letter.ink = bits >> 8u & 0xffu;
}

/// `at`: texels from the top left of `count` lines of the panel's, starting at its line `first`.
Letter text_letter(OverlayPanel panel, uvec2 at, uint first, uint count) {
  uvec2 size = kCell * pc.scale;
  uvec2 cell = at / size;
  if (cell.y >= count || cell.x >= PHOTOPIC_OVERLAY_COLUMNS) return kNoLetter;
  Letter letter = kNoLetter;
  letter.at = at % size;
  read_letter(panel.first_line + first + cell.y, cell.x, letter);
  return letter;
}

/// Top of a label around row `middle` of a plot of `rows` dots, inside the plot.
uint label_top(uint middle, uint rows) {
  const uint kHeight = PHOTOPIC_OVERLAY_LABEL_ROWS;
  return uint(clamp(int(middle) - int(kHeight / 2u), 0, max(int(rows) - int(kHeight), 0)));
}

/// Sets `letter` where label `index` of a line covers `at`, left of the plot: five characters around row `middle`.
void find_label(uint line, uint index, uint middle, uint rows, uvec2 at, inout Letter letter) {
  uvec2 within = at - uvec2(0u, label_top(middle, rows) * pc.scale);  // wraps around
  uvec2 size = kCell * pc.scale;
  if (within.x >= 5u * size.x || within.y >= PHOTOPIC_OVERLAY_LABEL_ROWS * pc.scale) return;
  letter.at = uvec2(within.x % size.x, within.y);
  read_letter(line, 5u * index + within.x / size.x, letter);
}

/// Whether a place on a dashed line is drawn: `on` dots of each `on + off`.
bool is_dash(uint dot, uint on, uint off) { return dot % (on + off) < on; }
