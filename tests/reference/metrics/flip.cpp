// SPDX-License-Identifier: MIT
// Colour spaces, filters and errors of FLIP, and exposures of HDR-FLIP.
#include "reference/metrics/flip.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "reference/compensated_sum.h"

namespace reference {
namespace {

// Names of the 2020 publication: exponents of colour and feature errors, and where the errors' two segments meet.
constexpr double kQc = 0.7;
constexpr double kPc = 0.4;
constexpr double kPt = 0.95;
constexpr double kFeatureWidth_deg = 0.082;
constexpr double kQf = 0.5;

// ---- colour ---------------------------------------------------------------------------------------------------------

/// Three components in whatever space the name beside it says.
using Vec = std::array<double, 3>;
using VecImage = Raster<Vec>;

constexpr Vec kInverseWhite = {1.052156925, 1.0, 0.918357670};  // of D65: 0.950428545, 1, 1.088900371
constexpr Vec kWhite = {0.950428545, 1.0, 1.088900371};

/// Linear BT.709 to XYZ over the white point.
Vec normalised_xyz(Vec rgb) {
  const double x = (10135552.0 * rgb[0] + 8788810.0 * rgb[1] + 4435075.0 * rgb[2]) / 24577794.0;
  const double y = (2613072.0 * rgb[0] + 8788810.0 * rgb[1] + 887015.0 * rgb[2]) / 12288897.0;
  const double z = (1425312.0 * rgb[0] + 8788810.0 * rgb[1] + 70074185.0 * rgb[2]) / 73733382.0;
  return {x * kInverseWhite[0], y * kInverseWhite[1], z * kInverseWhite[2]};
}

Vec to_ycxcz(Vec rgb) {
  const Vec xyz = normalised_xyz(rgb);
  return {116.0 * xyz[1] - 16.0, 500.0 * (xyz[0] - xyz[1]), 200.0 * (xyz[1] - xyz[2])};
}

Vec ycxcz_to_rgb(Vec ycxcz) {
  const double normalised_y = (ycxcz[0] + 16.0) / 116.0;
  const double x = (normalised_y + ycxcz[1] / 500.0) * kWhite[0];
  const double y = normalised_y * kWhite[1];
  const double z = (normalised_y - ycxcz[2] / 200.0) * kWhite[2];
  return {3.241003275 * x - 1.537398934 * y - 0.498615861 * z, -0.969224334 * x + 1.875930071 * y + 0.041554224 * z,
          0.055639423 * x - 0.204011202 * y + 1.057148933 * z};
}

/// CIELAB, a and b less the darker the colour is (the Hunt effect).
Vec to_hunt_lab(Vec rgb) {
  const auto curve = [](double t) {
    constexpr double kDelta = 6.0 / 29.0;
    return t > kDelta * kDelta * kDelta ? std::cbrt(t) : t / (3.0 * kDelta * kDelta) + 4.0 / 29.0;
  };
  const Vec xyz = normalised_xyz(rgb);
  const double l = 116.0 * curve(xyz[1]) - 16.0;
  const double a = 500.0 * (curve(xyz[0]) - curve(xyz[1]));
  const double b = 200.0 * (curve(xyz[1]) - curve(xyz[2]));
  return {l, 0.01 * l * a, 0.01 * l * b};
}

/// HyAB distance (Abasi et al. 2020), compressed.
double color_distance(const Vec& one, const Vec& other) {
  return std::pow(std::abs(one[0] - other[0]) + std::hypot(one[1] - other[1], one[2] - other[2]), kQc);
}

/// 0 also for NaN.
double clamp_to_display(double value) { return value > 0.0 ? std::min(value, 1.0) : 0.0; }

// ---- filters --------------------------------------------------------------------------------------------------------

/// Odd length, the centre in the middle.
using Taps = std::vector<double>;

template <typename Function>
Taps sampled(int radius, Function function) {
  Taps taps;
  for (int i = -radius; i <= radius; ++i) taps.push_back(function(static_cast<double>(i)));
  return taps;
}

double sum_of(const Taps& taps) {
  double sum = 0.0;
  for (const double tap : taps) sum += tap;
  return sum;
}

Taps times(Taps taps, double factor) {
  for (double& tap : taps) tap *= factor;
  return taps;
}

Taps normalised(const Taps& taps) { return times(taps, 1.0 / sum_of(taps)); }

/// Positive taps to a sum of 1, negative ones to -1.
Taps balanced(Taps taps) {
  double positive = 0.0;
  double negative = 0.0;
  for (const double tap : taps) (tap > 0.0 ? positive : negative) += tap;
  for (double& tap : taps) tap /= tap > 0.0 ? positive : -negative;
  return taps;
}

/// `size` indices with `radius` more on both sides that repeat the outermost: the images' border.
std::vector<std::size_t> with_border(std::size_t size, std::size_t radius) {
  std::vector<std::size_t> indices(size + 2 * radius);
  for (std::size_t i = 0; i < indices.size(); ++i) indices[i] = std::clamp(i, radius, size + radius - 1) - radius;
  return indices;
}

Map filtered(const Map& in, const Taps& across, const Taps& down) {
  Map rows(in.width, in.height);
  const std::vector<std::size_t> columns = with_border(in.width, across.size() / 2);
  std::vector<double> padded(columns.size());
  for (std::size_t y = 0; y < in.height; ++y) {
    for (std::size_t i = 0; i < columns.size(); ++i) padded[i] = in.at(columns[i], y);
    for (std::size_t tap = 0; tap < across.size(); ++tap) {
      for (std::size_t x = 0; x < in.width; ++x) rows.at(x, y) += across[tap] * padded[x + tap];
    }
  }
  Map out(in.width, in.height);
  const std::vector<std::size_t> sources = with_border(in.height, down.size() / 2);
  for (std::size_t y = 0; y < in.height; ++y) {
    for (std::size_t tap = 0; tap < down.size(); ++tap) {
      for (std::size_t x = 0; x < in.width; ++x) out.at(x, y) += down[tap] * rows.at(x, sources[y + tap]);
    }
  }
  return out;
}

/// Contrast sensitivities of the publication as Gaussians: a sqrt(pi / b) exp(-pi^2 x^2 / b), x in degrees.
struct SensitivityFilters {
  Taps y;
  Taps cx;
  std::array<Taps, 2> cz;  ///< one filter for each term of a sum
};

SensitivityFilters sensitivity_filters(double pixels_per_degree) {
  const double widest = 0.04;  // the greatest b
  const int radius = static_cast<int>(
      std::ceil(3.0 * std::sqrt(widest / (2.0 * std::numbers::pi * std::numbers::pi)) * pixels_per_degree));
  const auto gaussian = [&](double a, double b) {
    // The root: across and down, its product is the factor of two dimensions.
    return times(sampled(radius,
                         [&](double i) {
                           const double x = i / pixels_per_degree;
                           return std::exp(-std::numbers::pi * std::numbers::pi * x * x / b);
                         }),
                 std::sqrt(a * std::sqrt(std::numbers::pi / b)));
  };
  const Taps first = gaussian(34.1, 0.04);
  const Taps second = gaussian(13.5, 0.025);
  const double both = std::hypot(sum_of(first), sum_of(second));  // so that the two add up to 1 in two dimensions
  return {normalised(gaussian(1.0, 0.0047)),
          normalised(gaussian(1.0, 0.0053)),
          {times(first, 1.0 / both), times(second, 1.0 / both)}};
}

struct FeatureFilters {
  Taps smooth;
  Taps first;   ///< derivative
  Taps second;  ///< derivative
};

FeatureFilters feature_filters(double pixels_per_degree) {
  const double sigma = 0.5 * kFeatureWidth_deg * pixels_per_degree;
  const int radius = static_cast<int>(std::ceil(3.0 * sigma));
  const auto gaussian = [sigma](double x) { return std::exp(-x * x / (2.0 * sigma * sigma)); };
  return {normalised(sampled(radius, gaussian)), balanced(sampled(radius, [&](double x) { return -x * gaussian(x); })),
          balanced(sampled(radius, [&](double x) { return (x * x / (sigma * sigma) - 1.0) * gaussian(x); }))};
}

// ---- one image ------------------------------------------------------------------------------------------------------

/// What is compared of each pixel.
struct Perceived {
  VecImage color;  ///< CIELAB after the Hunt effect, as seen from afar
  Map edges;
  Map points;
};

struct Filters {
  SensitivityFilters sensitivity;
  FeatureFilters feature;
};

Map component(const VecImage& image, std::size_t index) {
  Map map(image.width, image.height);
  std::transform(image.pixels.begin(), image.pixels.end(), map.pixels.begin(),
                 [index](const Vec& pixel) { return pixel[index]; });
  return map;
}

Map lengths(const Map& across, const Map& down) {
  Map map(across.width, across.height);
  std::transform(across.pixels.begin(), across.pixels.end(), down.pixels.begin(), map.pixels.begin(),
                 [](double x, double y) { return std::hypot(x, y); });
  return map;
}

Perceived perceive(const LinearImage& image, const Filters& filters) {
  VecImage ycxcz(image.width, image.height);
  std::transform(image.pixels.begin(), image.pixels.end(), ycxcz.pixels.begin(), [](const Rgb& c) {
    return to_ycxcz({clamp_to_display(c.r), clamp_to_display(c.g), clamp_to_display(c.b)});
  });
  Map luminance_map = component(ycxcz, 0);
  const auto& [y_taps, cx_taps, cz_taps] = filters.sensitivity;
  const Map y = filtered(luminance_map, y_taps, y_taps);
  const Map cx = filtered(component(ycxcz, 1), cx_taps, cx_taps);
  const Map cz_first = filtered(component(ycxcz, 2), cz_taps[0], cz_taps[0]);
  const Map cz_second = filtered(component(ycxcz, 2), cz_taps[1], cz_taps[1]);

  Perceived result;
  result.color = VecImage(image.width, image.height);
  for (std::size_t i = 0; i < image.pixels.size(); ++i) {
    Vec rgb = ycxcz_to_rgb({y.pixels[i], cx.pixels[i], cz_first.pixels[i] + cz_second.pixels[i]});
    for (double& channel : rgb) channel = clamp_to_display(channel);
    result.color.pixels[i] = to_hunt_lab(rgb);
  }
  for (double& value : luminance_map.pixels) value = (value + 16.0) / 116.0;
  const auto& [smooth, first, second] = filters.feature;
  result.edges = lengths(filtered(luminance_map, first, smooth), filtered(luminance_map, smooth, first));
  result.points = lengths(filtered(luminance_map, second, smooth), filtered(luminance_map, smooth, second));
  return result;
}

// ---- errors ---------------------------------------------------------------------------------------------------------

Map errors_of(const Perceived& one, const Perceived& other) {
  const double greatest = color_distance(to_hunt_lab({0.0, 1.0, 0.0}), to_hunt_lab({0.0, 0.0, 1.0}));
  const double knee = kPc * greatest;
  Map errors(one.edges.width, one.edges.height);
  for (std::size_t i = 0; i < errors.pixels.size(); ++i) {
    const double distance = color_distance(one.color.pixels[i], other.color.pixels[i]);
    const double color_error =
        distance < knee ? distance * kPt / knee : kPt + (distance - knee) / (greatest - knee) * (1.0 - kPt);
    const double edge = std::abs(one.edges.pixels[i] - other.edges.pixels[i]);
    const double point = std::abs(one.points.pixels[i] - other.points.pixels[i]);
    const double feature_error = std::pow(std::max(edge, point) / std::numbers::sqrt2, kQf);
    errors.pixels[i] = std::pow(color_error, 1.0 - feature_error);
  }
  return errors;
}

void check(const LinearImage& reference, const LinearImage& test, double pixels_per_degree) {
  check_pair(reference, test);
  if (!(pixels_per_degree >= 1.0 && pixels_per_degree <= 1000.0)) {
    throw std::invalid_argument("FLIP needs 1 to 1000 pixels per degree");
  }
  for (const LinearImage* image : {&reference, &test}) {
    for (const Rgb& c : image->pixels) {
      if (!std::isfinite(c.r) || !std::isfinite(c.g) || !std::isfinite(c.b)) {
        throw std::invalid_argument("FLIP needs pixels that are finite");
      }
    }
  }
}

/// (c[0] x^2 + c[1] x + c[2]) / (c[3] x^2 + c[4] x + c[5])
using Rational = std::array<double, 6>;

Rational curve_of(FlipToneMapper tone_mapper) {
  switch (tone_mapper) {
    case FlipToneMapper::hable:
      return {0.231683, 0.013791, 0.0, 0.18, 0.3, 0.018};
    case FlipToneMapper::reinhard:
      return {0.0, 1.0, 0.0, 0.0, 1.0, 1.0};  // of the luminance
    case FlipToneMapper::aces:
      break;
  }
  // Narkowicz' fit, with the 0.6 that it was to be exposed by.
  return {0.36 * 2.51, 0.6 * 0.03, 0.0, 0.36 * 2.43, 0.6 * 0.59, 0.14};
}

LinearImage exposed(const LinearImage& image, FlipToneMapper tone_mapper, double exposure_ev) {
  LinearImage result(image.width, image.height);
  const double factor = std::exp2(exposure_ev);
  std::transform(image.pixels.begin(), image.pixels.end(), result.pixels.begin(), [&](const Rgb& c) {
    return flip_tone_map(tone_mapper, {factor * c.r, factor * c.g, factor * c.b});
  });
  return result;
}

double upper_median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace

FlipPool pool_flip(const Map& errors) {
  check_pair(errors, errors);
  std::vector<double> sorted = errors.pixels;
  std::sort(sorted.begin(), sorted.end());
  CompensatedSum sum;
  for (const double error : sorted) sum.add(error);
  const double total = sum.value();
  const auto quantile = [&](double share) {
    CompensatedSum running;
    for (const double error : sorted) {
      running.add(error);
      if (running.value() > share * total) return error;
    }
    return sorted.back();
  };
  return {total / static_cast<double>(sorted.size()),
          quantile(0.25),
          quantile(0.5),
          quantile(0.75),
          sorted.front(),
          sorted.back()};
}

Map flip(const LinearImage& reference, const LinearImage& test, double pixels_per_degree) {
  check(reference, test, pixels_per_degree);
  const Filters filters{sensitivity_filters(pixels_per_degree), feature_filters(pixels_per_degree)};
  return errors_of(perceive(reference, filters), perceive(test, filters));
}

Rgb flip_tone_map(FlipToneMapper tone_mapper, Rgb exposed) {
  if (tone_mapper == FlipToneMapper::reinhard) {
    const double divisor = 1.0 + luminance(exposed);
    return {clamp_to_display(exposed.r / divisor), clamp_to_display(exposed.g / divisor),
            clamp_to_display(exposed.b / divisor)};
  }
  const auto curve = [c = curve_of(tone_mapper)](double x) {
    return clamp_to_display((c[0] * x * x + c[1] * x + c[2]) / (c[3] * x * x + c[4] * x + c[5]));
  };
  return {curve(exposed.r), curve(exposed.g), curve(exposed.b)};
}

double flip_white(FlipToneMapper tone_mapper) {
  constexpr double kTarget = 0.85;
  const Rational curve = curve_of(tone_mapper);
  const double a = curve[0] - kTarget * curve[3];
  const double b = curve[1] - kTarget * curve[4];
  const double c = curve[2] - kTarget * curve[5];
  return a == 0.0 ? -c / b : (-b + std::sqrt(b * b - 4.0 * a * c)) / (2.0 * a);
}

FlipExposures flip_exposures(const LinearImage& reference, FlipToneMapper tone_mapper) {
  check(reference, reference, kFlipPixelsPerDegree);
  std::vector<double> luminances;
  for (const Rgb& c : reference.pixels) luminances.push_back(luminance(c));
  const double highest = *std::max_element(luminances.begin(), luminances.end());
  if (highest <= 0.0) throw std::invalid_argument("HDR-FLIP needs a pixel with a luminance above 0");
  double median = upper_median(luminances);
  if (median <= 0.0) {
    std::erase_if(luminances, [](double value) { return value <= 0.0; });
    median = upper_median(luminances);
  }
  if (!std::isfinite(highest / median)) throw std::invalid_argument("HDR-FLIP needs luminances of a smaller range");
  const double white = flip_white(tone_mapper);
  FlipExposures result;
  result.start_ev = std::log2(white / highest);
  result.stop_ev = std::log2(white / median);
  // stop - start, without the two roundings: they could make one exposure more of a range of whole stops.
  result.count = std::max(2u, static_cast<std::uint32_t>(std::ceil(std::log2(highest / median))));
  return result;
}

HdrFlip hdr_flip(const LinearImage& reference, const LinearImage& test, const FlipExposures& exposures,
                 FlipToneMapper tone_mapper, double pixels_per_degree) {
  check(reference, test, pixels_per_degree);
  if (exposures.count < 2 || !std::isfinite(exposures.start_ev) || !std::isfinite(exposures.stop_ev) ||
      exposures.stop_ev < exposures.start_ev) {
    throw std::invalid_argument("HDR-FLIP needs two exposures or more, in a finite, ascending range");
  }
  HdrFlip result{Map(reference.width, reference.height), Raster<std::uint32_t>(reference.width, reference.height)};
  const double step = (exposures.stop_ev - exposures.start_ev) / (exposures.count - 1);
  for (std::uint32_t index = 0; index < exposures.count; ++index) {
    const double exposure_ev = exposures.start_ev + index * step;
    const Map errors =
        flip(exposed(reference, tone_mapper, exposure_ev), exposed(test, tone_mapper, exposure_ev), pixels_per_degree);
    for (std::size_t i = 0; i < errors.pixels.size(); ++i) {
      if (errors.pixels[i] <= result.errors.pixels[i]) continue;
      result.errors.pixels[i] = errors.pixels[i];
      result.worst_exposures.pixels[i] = index;
    }
  }
  return result;
}

}  // namespace reference
