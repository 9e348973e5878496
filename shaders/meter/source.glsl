// SPDX-License-Identifier: MIT
// Images as the meter reads them. HDR_SAMPLES: the HDR image has several samples per texel. Code in EACH_SAMPLE runs once
// per sample number, and sees the samples of that number as an image. HDR_LAYERS: images are arrays, and a dispatch reads
// one layer. The includer declares `pc`, MeterParams.
#ifdef HDR_LAYERS
#define SOURCE_SAMPLER sampler2DArray
#define SOURCE_USAMPLER usampler2DArray
#define WEIGHT_FETCH(image, texel) texelFetch(image, ivec3(texel, pc.frame_extent), 0)
#else
#define SOURCE_SAMPLER sampler2D
#define SOURCE_USAMPLER usampler2D
#endif
#ifdef HDR_SAMPLES
layout(constant_id = PHOTOPIC_SPEC_SAMPLES) const uint kSamples = 2u;
layout(set = 0, binding = PHOTOPIC_METER_HDR) uniform sampler2DMS hdr;
uint hdr_sample = 0u;
#define EACH_SAMPLE for (hdr_sample = 0u; hdr_sample < kSamples; ++hdr_sample)
#define HDR_FETCH(texel) texelFetch(hdr, texel, int(hdr_sample))
#else
layout(set = 0, binding = PHOTOPIC_METER_HDR) uniform SOURCE_SAMPLER hdr;
#define EACH_SAMPLE
#ifdef HDR_LAYERS
#define HDR_FETCH(texel) texelFetch(hdr, ivec3(texel, pc.frame_extent), 0)
#else
#define HDR_FETCH(texel) texelFetch(hdr, texel, 0)
#endif
#endif
