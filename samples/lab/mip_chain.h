// SPDX-License-Identifier: MIT
// The mean of log2 luminance as it is often computed: glGenerateMipmap(), and the last level read.
#ifndef PHOTOPIC_SAMPLES_LAB_MIP_CHAIN_H
#define PHOTOPIC_SAMPLES_LAB_MIP_CHAIN_H

#include <cstdint>

#include "panorama.h"

namespace lab {

/// Needs WebGL 2: WebGL 1 makes no mip levels of sizes that aren't powers of two.
class MipChain {
 public:
  /// False if the context can't filter and draw float textures.
  bool create();
  /// The last level of the whole picture's mip chain. How levels of odd sizes are filtered is up to the browser.
  float whole(const View& view) const;
  /// The same of the first 2^n columns and 2^m rows: chains that leave out the odd last column and row end in this.
  float even_crop(const View& view) const;

 private:
  float last_level(const View& view, std::uint32_t width, std::uint32_t height) const;

  bool has_floats_ = false;  // else half floats
  std::uint32_t framebuffer_ = 0;
};

}  // namespace lab

#endif
