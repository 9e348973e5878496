// SPDX-License-Identifier: MIT
// Number of texels that an invocation takes through the chain of effects at once, and the loop over them. Each effect is
// computed for all: while one waits, such as for a read, the others go on, and what an effect reads of buffers it reads
// once. The includer may set the number.
#ifndef TEXELS_AT_ONCE
#define TEXELS_AT_ONCE 1
#endif
#define EACH_TEXEL(i) for (uint i = 0u; i < uint(TEXELS_AT_ONCE); ++i)
/// Short code: what a variable indexes isn't kept in registers.
#define EACH_TEXEL_UNROLLED(i) [[unroll]] EACH_TEXEL(i)
