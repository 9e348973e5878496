// SPDX-License-Identifier: MIT
// Kinds of bindings of the passes of metrics.
#ifndef PHOTOPIC_SRC_METRICS_BINDINGS_H
#define PHOTOPIC_SRC_METRICS_BINDINGS_H

#include "gpu/passes/pass_desc.h"

namespace photopic {

// The pair: three planes each and a mask; then buffers.
#define PAIR                                                                                                      \
  BindingKind::sampled_image, BindingKind::sampled_image, BindingKind::sampled_image, BindingKind::sampled_image, \
      BindingKind::sampled_image, BindingKind::sampled_image, BindingKind::sampled_image, BindingKind::storage_buffer
inline constexpr BindingKind kPair[] = {PAIR};
inline constexpr BindingKind kPairAndMap[] = {PAIR, BindingKind::storage_buffer};
inline constexpr BindingKind kPairAndMaps[] = {PAIR, BindingKind::storage_buffer, BindingKind::storage_buffer};
#undef PAIR
inline constexpr BindingKind kBuffer[] = {BindingKind::storage_buffer};
inline constexpr BindingKind kBuffers[] = {BindingKind::storage_buffer, BindingKind::storage_buffer};
inline constexpr BindingKind kThreeBuffers[] = {BindingKind::storage_buffer, BindingKind::storage_buffer,
                                                BindingKind::storage_buffer};

}  // namespace photopic

#endif
