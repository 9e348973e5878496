// SPDX-License-Identifier: MIT
// Facts that a picture's file states: channels, tags, colour metadata, layers.
#ifndef PHOTOPIC_SAMPLES_IMAGE_IO_FACTS_H
#define PHOTOPIC_SAMPLES_IMAGE_IO_FACTS_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "image_io/tags.h"

namespace image_io {

/// CIE 1931 x and y of red, green, blue and white.
using Chromaticities = std::array<float, 8>;
/// "0.64,0.33 0.3,0.6 0.15,0.06 0.3127,0.329"
std::string text_of(const Chromaticities& chromaticities);

/// Channels of an OpenEXR file that make a picture.
struct Layer {
  enum class Kind {
    rgb,
    luma_chroma,  ///< Y, RY, BY
    grey,         ///< one channel
  };

  int part = 0;                ///< counted from 0
  std::string part_name = {};  ///< empty in a file of one part
  std::string name = {};  ///< of its channels, up to the last dot: "ViewLayer.Combined"; empty: they have no prefix
  Kind kind = Kind::rgb;
  /// Names of red, green, blue and alpha; of grey the first and the last; of luma_chroma Y, RY, BY and alpha. Empty:
  /// there is no such channel.
  std::array<std::string, 4> channels = {};
};

/// The layer's name for people, and for LayerChoice::layer: its own, its part's, or both with a slash; where it has
/// neither, its channels: "R, G, B".
std::string label_of(const Layer& layer);

/// Choice of channels of an OpenEXR file. If no member is set, open_image() takes the layer that it prefers.
struct LayerChoice {
  std::optional<std::string> part = {};  ///< name, or number from 0
  /// Name as label_of() gives it, or without the part; "": channels without a prefix.
  std::optional<std::string> layer = {};
  std::vector<std::string> channels = {};  ///< full names: one, shown as grey, or three as R, G, B; instead of a layer

  bool is_given() const { return part || layer || !channels.empty(); }
  bool operator==(const LayerChoice&) const = default;
};

/// The choice that takes `layer` of its file.
LayerChoice choice_of(const Layer& layer);

/// Statements of a file about its picture. Every reader fills in all that its format has.
struct Facts {
  std::uint32_t channels = 0;  ///< of the file: 1 grey, 2 grey and alpha, 3 RGB, 4 RGB and alpha
  Tags tags = {};
  /// Primaries and white of linear colour, if the file names others than BT.709's. They may be unusable: the code that
  /// converts checks them.
  std::optional<Chromaticities> chromaticities = {};
  /// OpenEXR: what can be shown, in the order of preference.
  std::vector<Layer> layers = {};
  std::optional<std::size_t> layer = {};  ///< the one of `layers` that is shown
  /// A choice that nobody asked for, as a line for people: "takes Combined; --layer takes another: AO". Empty: none.
  std::string note = {};
};

}  // namespace image_io

#endif
