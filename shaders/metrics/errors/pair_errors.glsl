// SPDX-License-Identifier: MIT
// Exact error of a pixel of the pair. Needs kHasShift, kIgnoresEdges, and a push constant block pc with width, height,
// channel and shift_radius.

const bool kIsFloat = kKind == PHOTOPIC_METRICS_KIND_FLOAT;

bool is_finite(vec3 value) {
  return all(lessThan(floatBitsToUint(value) & 0x7f800000u, uvec3(0x7f800000u)));
}

vec3 view_of(bool is_test, ivec2 pixel) {
  if (kKind != PHOTOPIC_METRICS_KIND_PLANES) return is_test ? test_view(pixel) : reference_view(pixel);
  float code = is_test ? test_sample_of(pixel, pc.channel) : reference_sample_of(pixel, pc.channel);
  return vec3(code, 0.0, 0.0);
}

bool is_left_out(ivec2 pixel) {
  bool is_chroma = kKind == PHOTOPIC_METRICS_KIND_PLANES && pc.channel != 0u;
  return is_masked(is_chroma ? pixel << ivec2(kChromaShiftX, kChromaShiftY) : pixel);
}

/// Errors of the channels; planes have one. Codes, or the bits of floats, which order alike.
uvec3 error_of(vec3 reference, vec3 test) {
  if (kIsFloat) return floatBitsToUint(abs(reference - test));
  return uvec3(abs(ivec3(codes_of(reference)) - ivec3(codes_of(test))));
}

uint largest_of(uvec3 error) { return max(error.r, max(error.g, error.b)); }

/// Against the most alike of the pixels around.
uvec3 least_error(vec3 reference, ivec2 pixel) {
  ivec2 last = ivec2(pc.width, pc.height) - 1;
  ivec2 first = max(pixel - int(pc.shift_radius), ivec2(0));
  last = min(pixel + int(pc.shift_radius), last);
  uvec3 least = error_of(reference, view_of(true, pixel));
  for (int y = first.y; y <= last.y; ++y) {
    for (int x = first.x; x <= last.x; ++x) {
      vec3 test = view_of(true, ivec2(x, y));
      uvec3 error = error_of(reference, test);
      if (is_finite(test) && largest_of(error) < largest_of(least)) least = error;
    }
  }
  return least;
}

// ---- anti-aliased edges: Vysniauskas 2009, "Anti-aliased pixel and intensity slope detector", as pixelmatch has it ----

uvec3 codes_at(bool is_test, ivec2 pixel) { return codes_of(view_of(is_test, pixel)); }

/// Rec. 601 luma, in thousandths of a code.
int brightness(uvec3 codes) { return int(299u * codes.r + 587u * codes.g + 114u * codes.b); }

bool is_inside(ivec2 pixel) {
  return all(greaterThanEqual(pixel, ivec2(0))) && all(lessThan(pixel, ivec2(pc.width, pc.height)));
}

/// At least three neighbours have the pixel's colour; those beyond the edge of the picture together count as one.
bool is_in_area(bool is_test, ivec2 pixel) {
  uvec3 codes = codes_at(is_test, pixel);
  uint alike = 0u;
  bool is_at_edge = false;
  for (int i = 0; i < 9; ++i) {
    ivec2 next = pixel + ivec2(i % 3 - 1, i / 3 - 1);
    if (i == 4) continue;
    if (!is_inside(next)) {
      is_at_edge = true;
    } else if (codes_at(is_test, next) == codes) {
      ++alike;
    }
  }
  return alike + uint(is_at_edge) >= 3u;
}

/// Of both pictures.
bool is_in_areas(ivec2 pixel) {
  [[dont_unroll]] for (uint picture = 0u; picture < 2u; ++picture) {
    if (!is_in_area(picture == 1u, pixel)) return false;
  }
  return true;
}

/// Of one of the pictures.
bool is_edge_of(bool is_test, ivec2 pixel) {
  int own = brightness(codes_at(is_test, pixel));
  uint alike = 0u;
  bool is_at_edge = false;
  int darkest = 0, brightest = 0;
  ivec2 dark_pixel = pixel, bright_pixel = pixel;
  for (int i = 0; i < 9; ++i) {
    // Column by column: of several that are as dark, the first one is looked at.
    ivec2 next = pixel + ivec2(i / 3 - 1, i % 3 - 1);
    if (i == 4) continue;
    if (!is_inside(next)) {
      is_at_edge = true;
      continue;
    }
    int step = brightness(codes_at(is_test, next)) - own;
    if (step == 0) ++alike;
    if (step < darkest) {
      darkest = step;
      dark_pixel = next;
    }
    if (step > brightest) {
      brightest = step;
      bright_pixel = next;
    }
  }
  if (alike + uint(is_at_edge) > 2u || darkest == 0 || brightest == 0) return false;
  return is_in_areas(dark_pixel) || is_in_areas(bright_pixel);
}

/// Of either.
bool is_edge(ivec2 pixel) {
  [[dont_unroll]] for (uint picture = 0u; picture < 2u; ++picture) {
    if (is_edge_of(picture == 1u, pixel)) return true;
  }
  return false;
}

/// Of a pixel that isn't left out, and its views.
uvec3 compared_error(ivec2 pixel, vec3 reference, vec3 test) {
  uvec3 error = kHasShift ? least_error(reference, pixel) : error_of(reference, test);
  if (kIgnoresEdges && error != uvec3(0u) && is_edge(pixel)) return uvec3(0u);
  return error;
}
