// SPDX-License-Identifier: MIT
// FinishData, the tables of the final pass in one buffer. The includer has FINISH_BINDING; with FINISH_AFTER_METER, the
// buffer begins with MeterTables.
#include "finish/interface.h"

layout(set = 0, binding = FINISH_BINDING, std430) readonly buffer Finish {
#ifdef FINISH_AFTER_METER
  MeterTables tables;
  layout(offset = PHOTOPIC_FINISH_AFTER_METER)
#endif
  FinishTables finish_tables;
  GlareShown glare_shown;
  vec4 aces2_rows[PHOTOPIC_ACES2_ROWS];
  uint noise_words[];  // from FinishTables::noise_first: BlueNoise, then words of grain; there if they are read
};
#define FINISH_TABLES finish_tables
#define ACES2_ROWS aces2_rows
