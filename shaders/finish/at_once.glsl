// SPDX-License-Identifier: MIT
// How many texels an invocation takes through the chain at once, each effect for all of them: while one waits, such as
// for a read, the others go on, and what an effect reads of buffers it reads once. The includer may say it.
#ifndef TEXELS_AT_ONCE
#define TEXELS_AT_ONCE 1
#endif
#define EACH_TEXEL(i) for (uint i = 0u; i < uint(TEXELS_AT_ONCE); ++i)
