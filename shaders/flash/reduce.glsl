// SPDX-License-Identifier: MIT
// Sums and maxima of FlashRow over a workgroup of PHOTOPIC_FLASH_INVOCATIONS.

shared FlashRow row_parts[PHOTOPIC_FLASH_INVOCATIONS / 2];

FlashSums joined(FlashSums a, FlashSums b) {
  return FlashSums(a.up + b.up, a.down + b.down, a.risk + b.risk, max(a.window, b.window), max(a.count, b.count));
}

/// By all invocations; what the first one gets is the whole.
FlashRow reduced(FlashRow part) {
  uint invocation = gl_LocalInvocationIndex;
  for (uint half_count = PHOTOPIC_FLASH_INVOCATIONS / 2; half_count > 0u; half_count /= 2u) {
    if (invocation >= half_count && invocation < 2u * half_count) row_parts[invocation - half_count] = part;
    barrier();
    if (invocation < half_count) {
      [[unroll]] for (uint kind = 0u; kind < PHOTOPIC_FLASH_KINDS; ++kind) {
        part.kinds[kind] = joined(part.kinds[kind], row_parts[invocation].kinds[kind]);
      }
    }
    barrier();
  }
  return part;
}
