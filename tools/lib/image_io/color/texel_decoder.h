// SPDX-License-Identifier: MIT
// Linear light from texels as stored.
#ifndef PHOTOPIC_TOOLS_IMAGE_IO_COLOR_TEXEL_DECODER_H
#define PHOTOPIC_TOOLS_IMAGE_IO_COLOR_TEXEL_DECODER_H

#include <vector>

#include "image_io/color/meaning.h"

namespace image_io::internal {

/// Curves are tables by code: nothing is computed twice. For one thread.
class TexelDecoder {
 public:
  TexelDecoder(CodeImage::Samples samples, Meaning meaning);

  /// `texels` as CodeImage has them become four floats each: light in the file's own primaries, and alpha. It's where a
  /// gain map is applied.
  void decode(const std::byte* texels, std::size_t count, float* rgba) const;
  /// The last step, in place: primaries that a profile names become BT.709.
  void convert(std::size_t count, float* rgba) const;

 private:
  template <class Sample>
  void look_up(const std::byte* texels, std::size_t count, float* rgba) const;
  void evaluate(const std::byte* texels, std::size_t count, float* rgba) const;
  void add_system_gamma(std::size_t count, float* rgba) const;
  void convert_signals(const std::byte* texels, std::size_t count, float* rgba) const;
  const Curve& curve(std::size_t channel) const { return meaning_.curves[meaning_.curves.size() == 1 ? 0 : channel]; }

  CodeImage::Samples samples_;
  Meaning meaning_;
  std::vector<std::vector<float>> tables_;  ///< by curve, then by code
};

}  // namespace image_io::internal

#endif
