// SPDX-License-Identifier: MIT
// Tests of the layers of OpenEXR files: which is preferred, which can be chosen, what is told.
#include <Imath/half.h>

#include <string>
#include <vector>

#include "image_io/fixtures/io_exr_fixtures.h"

namespace io_test {
namespace {

using image_io::LayerChoice;

/// Channels by name, of which each has the sample of its number; those that end in # are of integers.
std::vector<ExrChannel> channels_of(const std::vector<std::string>& names) {
  std::vector<ExrChannel> channels;
  for (const std::string& name : names) {
    const bool is_integer = name.ends_with('#');
    channels.push_back({is_integer ? name.substr(0, name.size() - 1) : name, is_integer ? Imf::UINT : Imf::HALF,
                        static_cast<int>(channels.size())});
  }
  return channels;
}

class ImageFileExrLayers : public FolderTest {
 protected:
  /// Result for a file with these channels: "0 1 2", the numbers of those that became R, G and B; or the reason
  /// for a refusal.
  std::string taken(const std::vector<std::string>& names, const LayerChoice& choice = {}) {
    write_exr(folder_ / "a.exr", {.channels = channels_of(names)});
    return take(choice);
  }
  /// The same of parts, whose names come first; channels count on from part to part.
  std::string taken_of_parts(const std::vector<std::vector<std::string>>& parts, const LayerChoice& choice = {}) {
    std::vector<ExrOptions> options;
    int number = 0;
    for (const std::vector<std::string>& part : parts) {
      ExrOptions& one = options.emplace_back(ExrOptions{.channels = channels_of({part.begin() + 1, part.end()})});
      one.part_name = part.front();
      for (ExrChannel& channel : one.channels) channel.channel = number++;
    }
    write_multi_part_exr(folder_ / "a.exr", options);
    return take(choice);
  }
  std::string take(const LayerChoice& choice) {
    facts_ = {};
    std::vector<half> texel;
    const auto read = [&] {
      const auto reader = image_io::open_image(folder_ / "a.exr", {.layers = choice});
      std::vector<half> row(4 * 13);
      reader->read_rows(0, 1, row.data());
      texel.assign(row.end() - 4, row.end());
      facts_ = reader->facts();
    };
    try {
      read();
    } catch (const files::Error&) {
      return reason_of(folder_ / "a.exr", read);
    }
    std::string numbers;
    for (std::size_t c = 0; c < 3; ++c) {
      int number = 0;
      while (number < 64 && float(half(sample(12, 0, number))) != float(texel[c])) ++number;
      numbers += (numbers.empty() ? "" : " ") + std::to_string(number);
    }
    return numbers;
  }

  image_io::Facts facts_;  ///< of the last file that was taken
};

TEST_F(ImageFileExrLayers, ColorWithoutAPrefixComesFirst) {
  EXPECT_EQ(taken({"R", "G", "B"}), "0 1 2");
  EXPECT_EQ(facts_.note, "");
  EXPECT_EQ(taken({"AO.R", "AO.G", "AO.B", "R", "G", "B", "beauty.R", "beauty.G", "beauty.B"}), "3 4 5");
  EXPECT_EQ(facts_.note, "takes R, G, B; --layer takes another: beauty, AO");
  EXPECT_EQ(taken({"R", "G", "B", "id#", "Z"}), "0 1 2");
  EXPECT_EQ(facts_.note, "");
  EXPECT_EQ(taken({"R", "G", "B", "depth.Z"}), "0 1 2");
  EXPECT_EQ(facts_.note, "");
}

TEST_F(ImageFileExrLayers, OtherSpellingsOfColor) {
  EXPECT_EQ(taken({"b", "g", "r"}), "2 1 0");
  EXPECT_EQ(taken({"rgba.b", "rgba.g", "rgba.r", "rgba.a"}), "2 1 0");
  EXPECT_EQ(facts_.channels, 4u);
  EXPECT_EQ(taken({"red", "green", "blue", "alpha"}), "0 1 2");
  EXPECT_EQ(taken({"Red", "Green", "Blue"}), "0 1 2");
  EXPECT_EQ(taken({".R", ".G", ".B", ".A"}), "0 1 2");
  EXPECT_EQ(facts_.channels, 4u);
  EXPECT_EQ(taken({"r", "g", "b", "R", "G", "B"}), "3 4 5");
}

TEST_F(ImageFileExrLayers, TheBeautyComesBeforeOtherLayers) {
  const auto takes = [&](const std::string& expected, const std::vector<std::string>& layers) {
    std::vector<std::string> names;
    for (const std::string& layer : layers) {
      for (const char* const channel : {".R", ".G", ".B"}) names.push_back(layer + channel);
    }
    taken(names);
    return facts_.layer ? facts_.layers[*facts_.layer].name == expected : false;
  };
  EXPECT_TRUE(takes("beauty", {"AO", "Combined", "RGBA", "beauty", "rgba"}));
  EXPECT_TRUE(takes("rgba", {"AO", "Combined", "rgba"}));
  EXPECT_TRUE(takes("rgba", {"RGBA", "rgba"}));
  EXPECT_TRUE(takes("RGBA", {"AO", "Combined", "RGBA"}));
  EXPECT_TRUE(takes("Combined", {"AO", "Combined", "ViewLayer.Combined"}));
  EXPECT_TRUE(takes("ViewLayer.Combined", {"ViewLayer.AO", "ViewLayer.Combined"}));
  EXPECT_TRUE(takes("Inside.Combined", {"Inside.AO", "Inside.Combined"}));
  EXPECT_TRUE(takes("ViewLayer.Combined.left", {"ViewLayer.AO.left", "ViewLayer.Combined.left"}));
  EXPECT_TRUE(takes("AO", {"AO", "spec"}));
  EXPECT_EQ(facts_.note, "takes AO; --layer takes another: spec");
  EXPECT_EQ(facts_.tags.at("layer"), "AO");
}

TEST_F(ImageFileExrLayers, OneChannelIsGrey) {
  for (const char* const name : {"R", "G", "Z", "Y", "depth", "depth.Z", "A"}) {
    EXPECT_EQ(taken({name}), "0 0 0");
    EXPECT_EQ(facts_.note, std::string("takes channel ") + name + " as grey");
    EXPECT_EQ(facts_.channels, 1u);
  }
  EXPECT_EQ(taken({"A", "Z"}), "1 1 1");
  EXPECT_EQ(facts_.channels, 2u);
  EXPECT_EQ(taken({"id#", "Z"}), "1 1 1");
  EXPECT_EQ(taken({"Y", "Z"}), "0 0 0");
  EXPECT_EQ(taken({"N.X", "N.Y", "N.Z", "Z"}), "3 3 3");
  EXPECT_EQ(taken({"Y", "beauty.R", "beauty.G", "beauty.B"}), "1 2 3");
  EXPECT_EQ(facts_.note, "takes beauty; --layer takes another: Y");
}

TEST_F(ImageFileExrLayers, WithoutColorTheChannelsAreNamed) {
  const std::string end = "; --rgb, or compare's --channels, takes one as grey or three as R, G, B";
  EXPECT_EQ(taken({"R", "G"}), "no colour among the channels G, R" + end);
  EXPECT_EQ(taken({"X", "Y", "Z"}), "no colour among the channels X, Y, Z" + end);
  EXPECT_EQ(taken({"N.X", "N.Y", "N.Z", "depth.Z"}), "no colour among the channels N.X, N.Y, N.Z, depth.Z" + end);
  EXPECT_EQ(taken({"id#"}), "channel id holds integers, not colour");
  EXPECT_EQ(taken({"R#", "G#", "B#", "diffuse.R", "diffuse.G", "diffuse.B"}), "3 4 5");
}

TEST_F(ImageFileExrLayers, OfParts) {
  using Parts = std::vector<std::vector<std::string>>;
  const Parts parts = {{"depth", "Z"}, {"AO", "R", "G", "B"}, {"rgba", "R", "G", "B"}};
  EXPECT_EQ(taken_of_parts(parts), "4 5 6");
  EXPECT_EQ(facts_.note, "takes rgba; --layer takes another: AO, depth");
  EXPECT_EQ(facts_.tags.at("layer"), "rgba");
  EXPECT_EQ(taken_of_parts(Parts{{"left", "R", "G", "B"}, {"right", "R", "G", "B"}}), "0 1 2");
  EXPECT_EQ(taken_of_parts(Parts{{"AO", "AO.R", "AO.G", "AO.B"}, {"main", "R", "G", "B"}}), "3 4 5");
  EXPECT_EQ(taken_of_parts(parts, {.part = "1"}), "1 2 3");
  EXPECT_EQ(facts_.note, "");
  EXPECT_EQ(taken_of_parts(parts, {.part = "AO"}), "1 2 3");
  EXPECT_EQ(taken_of_parts(parts, {.layer = "AO"}), "1 2 3");
  EXPECT_EQ(taken_of_parts(parts, {.part = "depth"}), "0 0 0");
  EXPECT_EQ(facts_.note, "takes channel Z as grey");
  EXPECT_EQ(taken_of_parts(parts, {.part = "2", .layer = "", .channels = {}}), "4 5 6");
  EXPECT_EQ(taken_of_parts(parts, {.part = "AO", .layer = {}, .channels = {"B"}}), "3 3 3");
  EXPECT_EQ(taken_of_parts(parts, {.part = "3"}), "has no part '3'; there are 0 (depth), 1 (AO), 2 (rgba)");
  EXPECT_EQ(taken_of_parts(parts, {.part = "AO", .layer = "rgba", .channels = {}}),
            "has no layer 'rgba'; there are AO");
}

TEST_F(ImageFileExrLayers, OfAChoice) {
  const std::vector<std::string> names = {"A",         "R",         "G",   "B",   "diffuse.R", "diffuse.G",
                                          "diffuse.B", "diffuse.A", "N.X", "N.Y", "N.Z",       "mist.Y"};
  EXPECT_EQ(taken(names, {.layer = "diffuse"}), "4 5 6");
  EXPECT_EQ(facts_.channels, 4u);
  EXPECT_EQ(facts_.note, "");
  EXPECT_EQ(taken(names, {.layer = ""}), "1 2 3");
  EXPECT_EQ(taken(names, {.layer = "mist"}), "11 11 11");
  EXPECT_EQ(taken(names, {.channels = {"N.X", "N.Y", "N.Z"}}), "8 9 10");
  EXPECT_EQ(taken(names, {.channels = {"diffuse.A"}}), "7 7 7");
  EXPECT_EQ(taken(names, {.part = "0", .layer = "diffuse", .channels = {}}), "4 5 6");
  EXPECT_EQ(taken(names, {.layer = "specular"}), "has no layer 'specular'; there are R, G, B, diffuse, mist");
  EXPECT_EQ(taken(names, {.layer = "N"}),
            "no colour among the channels N.X, N.Y, N.Z; --rgb, or compare's --channels, takes one as grey or three as "
            "R, G, B");
  EXPECT_EQ(taken(names, {.channels = {"N.X", "N.Y", "N.W"}}).substr(0, 54),
            "no part has N.X, N.Y, N.W among its channels; there ar");
}

/// As a menu offers them: each is taken by the choice that is made of it.
TEST_F(ImageFileExrLayers, EachThatIsListedCanBeChosen) {
  taken_of_parts({{"one", "R", "G", "B", "A", "AO.r", "AO.g", "AO.b", "N.X", "N.Y", "N.Z"},
                  {"two", "Z"},
                  {"three", "AO.R", "AO.G", "AO.B"}});
  const std::vector<image_io::Layer> layers = facts_.layers;
  std::vector<std::string> labels, numbers;
  for (const image_io::Layer& layer : layers) {
    labels.push_back(image_io::label_of(layer));
    numbers.push_back(take(image_io::choice_of(layer)));
    EXPECT_EQ(facts_.layer, numbers.size() - 1);
    EXPECT_EQ(take(LayerChoice{.layer = labels.back()}), numbers.back());
  }
  EXPECT_EQ(labels, (std::vector<std::string>{"one", "one/AO", "three/AO", "two"}));
  EXPECT_EQ(numbers, (std::vector<std::string>{"0 1 2", "4 5 6", "11 12 13", "10 10 10"}));
}

TEST_F(ImageFileExrLayers, OtherPicturesHaveNone) {
  write_file(folder_ / "a.png", make_png({}));
  EXPECT_EQ(reason_of(folder_ / "a.png", [&] { image_io::open_image(folder_ / "a.png", {.layers = {.layer = "AO"}}); }),
            "not OpenEXR: other pictures have no parts, layers and named channels to choose from");
}

}  // namespace
}  // namespace io_test
