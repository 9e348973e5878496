// SPDX-License-Identifier: MIT
// Copies of regions, and what is in them.
#include "session/measure.h"

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <limits>
#include <utility>

#include "session/values.h"

namespace session {
namespace {

glm::dvec2 place_of(const json::Node& value) {
  if (!value.json().is_array() || value.json().size() != 2) value.refuse("is not two numbers from 0 to 1");
  const std::vector<json::Node> sides = value.elements();
  return {number_of(sides[0], 0.0, 1.0), number_of(sides[1], 0.0, 1.0)};
}

Measure measure_of(const json::Node& node) {
  Measure measure = {.name = node.at("name").text()};
  bool has_at = false, has_from = false, has_to = false;
  for (const auto& [key, value] : node.members()) {
    if (key == "at") {
      measure.from = measure.to = place_of(value);
      has_at = true;
    } else if (key == "from") {
      measure.from = place_of(value);
      has_from = true;
    } else if (key == "to") {
      measure.to = place_of(value);
      has_to = true;
    } else if (key != "name") {
      value.refuse("is no member of a measure: name, at, from, to");
    }
  }
  if (has_at == (has_from && has_to) || has_from != has_to) node.refuse("has neither \"at\" nor \"from\" and \"to\"");
  return measure;
}

json::Json pair_of(const glm::dvec2& place) { return {place.x, place.y}; }

}  // namespace

std::string free_name(std::span<const Measure> measures) {
  for (char letter = 'A'; letter <= 'Z'; ++letter) {
    const std::string name(1, letter);
    if (std::ranges::none_of(measures, [&](const Measure& measure) { return measure.name == name; })) return name;
  }
  return {};
}

std::vector<Measure> read_measures(const json::Node& node) {
  std::vector<Measure> measures;
  for (const json::Node& element : node.elements()) {
    measures.push_back(measure_of(element));
    const auto is_named = [&](const Measure& other) { return other.name == measures.back().name; };
    if (std::ranges::count_if(measures, is_named) > 1) element.refuse("has another one's name");
    if (measures.size() > kMostMeasures) element.refuse("is one too many: there are up to 26");
  }
  return measures;
}

json::Json measures_json(std::span<const Measure> measures) {
  json::Json array = json::Json::array();
  for (const Measure& measure : measures) {
    if (measure.is_spot()) {
      array.push_back({{"name", measure.name}, {"at", pair_of(measure.from)}});
    } else {
      array.push_back({{"name", measure.name}, {"from", pair_of(measure.from)}, {"to", pair_of(measure.to)}});
    }
  }
  return array;
}

VkRect2D texels_of(const Measure& measure, VkExtent2D picture) {
  const glm::dvec2 size(picture.width, picture.height);
  const glm::dvec2 low = glm::min(measure.from, measure.to) * size, high = glm::max(measure.from, measure.to) * size;
  const glm::dvec2 first = glm::clamp(glm::floor(low), glm::dvec2(0.0), size - 1.0);
  const glm::dvec2 end = glm::clamp(glm::ceil(high), first + 1.0, size);
  return {{int(first.x), int(first.y)}, {std::uint32_t(end.x - first.x), std::uint32_t(end.y - first.y)}};
}

void Measurer::record(VkCommandBuffer command_buffer, std::uint32_t slot, const Source& source,
                      std::span<const Measure> measures) {
  std::vector<VkRect2D> regions;
  std::vector<MeasureValues> values;
  for (const Measure& measure : measures) {
    regions.push_back(texels_of(measure, source.image.extent()));
    const VkExtent2D extent = regions.back().extent;
    values.push_back({.name = measure.name, .texels = std::uint64_t{extent.width} * extent.height});
  }
  reader_.record(command_buffer, slot, source.image, regions);
  slots_[slot] = {std::move(values), source.weights, source.pre_exposure};
}

std::optional<std::vector<MeasureValues>> Measurer::take(std::uint32_t slot) {
  Slot& from = slots_[slot];
  for (MeasureValues& values : from.values) values.min = std::numeric_limits<double>::infinity();
  const bool has_values = reader_.take(slot, [&](std::size_t region, const glm::vec4& texel) {
    MeasureValues& values = from.values[region];
    double luminance = 0.0;
    for (int i = 0; i < 3; ++i) luminance += from.weights[std::size_t(i)] * double(texel[i]);
    luminance /= from.pre_exposure;
    if (!std::isfinite(luminance) || luminance < 0.0) {
      ++values.invalid;
      return;
    }
    values.mean += luminance;
    values.min = std::min(values.min, luminance);
    values.max = std::max(values.max, luminance);
  });
  if (!has_values) return std::nullopt;
  for (MeasureValues& values : from.values) {
    if (!values.has_values()) values.min = 0.0;
    if (values.has_values()) values.mean /= double(values.texels - values.invalid);
  }
  return std::exchange(from.values, {});
}

}  // namespace session
