// SPDX-License-Identifier: MIT
// ExposureState as 32 words: a workgroup loads them side by side, and the checksum runs over them.

const uint kExposureWord = 0u;
const uint kEpochInstanceWord = 12u;
const uint kChecksumWord = 29u;

ExposureState unpacked_state(uint words[POSTFX_STATE_WORDS]) {
  ExposureState s;
  s.exposure = uintBitsToFloat(words[0]);
  s.previous_exposure = uintBitsToFloat(words[1]);
  s.adapted_ev100 = uintBitsToFloat(words[2]);
  s.adapted_ev100_low = uintBitsToFloat(words[3]);
  s.target_ev100 = uintBitsToFloat(words[4]);
  s.scene_ev100 = uintBitsToFloat(words[5]);
  s.mean_log2_luminance = uintBitsToFloat(words[6]);
  s.min_luminance = uintBitsToFloat(words[7]);
  s.max_luminance = uintBitsToFloat(words[8]);
  s.invalid_texels = words[9];
  s.valid_texels = words[10];
  s.frames = words[11];
  s.epoch_instance = words[12];
  s.epoch_reset = words[13];
  s.metered_log2_luminance = uintBitsToFloat(words[14]);
  s.weight_sum = uintBitsToFloat(words[15]);
  s.adapted_luminance = uintBitsToFloat(words[16]);
  s.previous_exposure_ratio = uintBitsToFloat(words[17]);
  s.dlss_exposure = uintBitsToFloat(words[18]);
  s.slow_offset_ev100 = uintBitsToFloat(words[19]);
  s.slow_offset_ev100_low = uintBitsToFloat(words[20]);
  s.direction = uintBitsToFloat(words[21]);
  s.reversal_age_s = uintBitsToFloat(words[22]);
  s.low_percentile_log2 = uintBitsToFloat(words[23]);
  s.median_log2 = uintBitsToFloat(words[24]);
  s.high_percentile_log2 = uintBitsToFloat(words[25]);
  s.under_texels = words[26];
  s.over_texels = words[27];
  s.serial = words[28];
  s.checksum = words[29];
  s.reserved0 = words[30];
  s.reserved1 = words[31];
  return s;
}

/// With a new checksum.
uint[POSTFX_STATE_WORDS] packed_state(ExposureState s) {
  uint words[POSTFX_STATE_WORDS];
  words[0] = floatBitsToUint(s.exposure);
  words[1] = floatBitsToUint(s.previous_exposure);
  words[2] = floatBitsToUint(s.adapted_ev100);
  words[3] = floatBitsToUint(s.adapted_ev100_low);
  words[4] = floatBitsToUint(s.target_ev100);
  words[5] = floatBitsToUint(s.scene_ev100);
  words[6] = floatBitsToUint(s.mean_log2_luminance);
  words[7] = floatBitsToUint(s.min_luminance);
  words[8] = floatBitsToUint(s.max_luminance);
  words[9] = s.invalid_texels;
  words[10] = s.valid_texels;
  words[11] = s.frames;
  words[12] = s.epoch_instance;
  words[13] = s.epoch_reset;
  words[14] = floatBitsToUint(s.metered_log2_luminance);
  words[15] = floatBitsToUint(s.weight_sum);
  words[16] = floatBitsToUint(s.adapted_luminance);
  words[17] = floatBitsToUint(s.previous_exposure_ratio);
  words[18] = floatBitsToUint(s.dlss_exposure);
  words[19] = floatBitsToUint(s.slow_offset_ev100);
  words[20] = floatBitsToUint(s.slow_offset_ev100_low);
  words[21] = floatBitsToUint(s.direction);
  words[22] = floatBitsToUint(s.reversal_age_s);
  words[23] = floatBitsToUint(s.low_percentile_log2);
  words[24] = floatBitsToUint(s.median_log2);
  words[25] = floatBitsToUint(s.high_percentile_log2);
  words[26] = s.under_texels;
  words[27] = s.over_texels;
  words[28] = s.serial;
  words[30] = 0u;
  words[31] = 0u;
  uint checksum = POSTFX_STATE_CHECKSUM_SEED;
  for (uint i = 0u; i < kChecksumWord; ++i) checksum ^= words[i];
  words[kChecksumWord] = checksum;
  return words;
}
