// SPDX-License-Identifier: MIT
// Facts that a picture's file states: channels, tags, colour metadata, layers.
#ifndef PHOTOPIC_TOOLS_IMAGE_IO_FACTS_H
#define PHOTOPIC_TOOLS_IMAGE_IO_FACTS_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "image_io/color.h"
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

/// Light of 1.0, and of the display, for pictures whose file says what a display shows.
struct LightChoice {
  /// cd/m^2 of 1.0. By default 203 (ITU-R BT.2408) for PQ, HLG and scRGB that create_exr() wrote; other OpenEXR is as
  /// stored, also with whiteLuminance, which counts if this is given.
  std::optional<double> white_nits = {};
  /// Peak of the display, cd/m^2. By default 1000 for HLG; a gain map's picture is for a display of its full headroom.
  std::optional<double> peak_nits = {};

  bool operator==(const LightChoice&) const = default;
};

/// How open_image() reads, where a file leaves a choice.
struct ReadOptions {
  LayerChoice layers = {};
  LightChoice light = {};
};

/// Statements of a file about its codes, as they are in the file. The first that can be used counts.
struct CodedColor {
  std::optional<Cicp> cicp = {};                                        ///< code points of ITU-T H.273
  std::shared_ptr<const std::vector<unsigned char>> profile = nullptr;  ///< ICC
  bool is_srgb = false;                                                 ///< PNG's sRGB
  std::optional<double> gamma = {};                                     ///< PNG's gAMA: a code is light to this power
  std::optional<Chromaticities> chromaticities = {};                    ///< PNG's cHRM, or TIFF's
  bool is_cmyk = false;  ///< texels are cyan, magenta, yellow and black, 255 = full ink; only a profile makes colours
                         ///< of them
};

/// Statements of a file about its picture. Every reader fills in all that its format has.
struct Facts {
  std::uint32_t channels = 0;  ///< of the file: 1 grey, 2 grey and alpha, 3 RGB, 4 RGB and alpha
  Tags tags = {};
  /// Primaries and white of linear colour, if the file names others than BT.709's. They may be unusable: the code that
  /// converts checks them.
  std::optional<Chromaticities> chromaticities = {};
  CodedColor color = {};  ///< of codes
  /// EXIF's number, 1 to 8: where row 0 and column 0 of the file are. Codes are as stored; open_image() turns the
  /// picture upright.
  std::uint8_t orientation = 1;
  /// For people: how open_image() has made light of codes. "BT.2020, PQ; 1 is 203 cd/m2". Empty: the file has light.
  std::string encoding = {};
  bool has_applied_profile =
      false;  ///< open_image() has made BT.709 of the file's primaries: --primaries comes too late
  /// OpenEXR: what can be shown, in the order of preference.
  std::vector<Layer> layers = {};
  std::optional<std::size_t> layer = {};  ///< the one of `layers` that is shown
  /// What nobody asked for, as a line for people: a choice ("takes Combined; --layer takes another: AO"), a statement
  /// of the file that can't be honoured. Empty: none.
  std::string note = {};
  /// cd/m^2 of 1.0 in what open_image() reads, and in CodeImage of OpenEXR. Nothing: the file's light is relative.
  std::optional<double> nits_of_one = {};
};

}  // namespace image_io

#endif
