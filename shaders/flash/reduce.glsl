// SPDX-License-Identifier: MIT
// Sums and maxima of FlashSums over a workgroup of PHOTOPIC_FLASH_INVOCATIONS, word by word.

const uint kSumsWords = 5u;  // of FlashSums; the first three are added up
const uint kRowWords = kSumsWords * PHOTOPIC_FLASH_KINDS;
const uint kRowParts = 16u;  // of a word's column that invocations go through first

shared uint row_words[kRowWords * PHOTOPIC_FLASH_INVOCATIONS];
shared uint row_parts[kRowWords * kRowParts];
shared uint row_total[kRowWords];  // the result

/// What this invocation has of a kind.
void put_sums(uint kind, FlashSums sums) {
  uint first = kind * kSumsWords * PHOTOPIC_FLASH_INVOCATIONS + gl_LocalInvocationIndex;
  row_words[first] = sums.up;
  row_words[first + PHOTOPIC_FLASH_INVOCATIONS] = sums.down;
  row_words[first + 2u * PHOTOPIC_FLASH_INVOCATIONS] = sums.risk;
  row_words[first + 3u * PHOTOPIC_FLASH_INVOCATIONS] = sums.window;
  row_words[first + 4u * PHOTOPIC_FLASH_INVOCATIONS] = sums.count;
}

uint joined(uint word, uint a, uint b) { return word % kSumsWords < 3u ? a + b : max(a, b); }

/// By all invocations, after put_sums() of each kind. All find row_total then.
void reduce_rows() {
  uint invocation = gl_LocalInvocationIndex;
  barrier();
  if (invocation < kRowWords * kRowParts) {
    uint word = invocation / kRowParts;
    uint part = 0u;
    for (uint i = invocation % kRowParts; i < PHOTOPIC_FLASH_INVOCATIONS; i += kRowParts) {
      part = joined(word, part, row_words[word * PHOTOPIC_FLASH_INVOCATIONS + i]);
    }
    row_parts[invocation] = part;
  }
  barrier();
  if (invocation < kRowWords) {
    uint total = 0u;
    for (uint i = 0u; i < kRowParts; ++i) total = joined(invocation, total, row_parts[invocation * kRowParts + i]);
    row_total[invocation] = total;
  }
  barrier();
}

FlashSums total_of(uint kind) {
  uint first = kind * kSumsWords;
  return FlashSums(row_total[first], row_total[first + 1u], row_total[first + 2u], row_total[first + 3u],
                   row_total[first + 4u]);
}
