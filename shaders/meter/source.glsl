// SPDX-License-Identifier: MIT
// HDR image as the meter reads it; with HDR_SAMPLES, one sample of its texels after the other: whatever is inside
// EACH_SAMPLE sees those of the number hdr_sample as an image of their own.
#ifdef HDR_SAMPLES
layout(constant_id = PHOTOPIC_SPEC_SAMPLES) const uint kSamples = 2u;
layout(set = 0, binding = PHOTOPIC_METER_HDR) uniform sampler2DMS hdr;
uint hdr_sample = 0u;
#define EACH_SAMPLE for (hdr_sample = 0u; hdr_sample < kSamples; ++hdr_sample)
#define HDR_FETCH(texel) texelFetch(hdr, texel, int(hdr_sample))
#else
layout(set = 0, binding = PHOTOPIC_METER_HDR) uniform sampler2D hdr;
#define EACH_SAMPLE
#define HDR_FETCH(texel) texelFetch(hdr, texel, 0)
#endif
