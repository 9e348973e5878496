// SPDX-License-Identifier: MIT
// Integer DCT, contrast tables and masking of PSNR-HVS-M.
#include "reference/metrics/psnr_hvs.h"

#include <algorithm>
#include <cmath>

namespace reference {
namespace {

constexpr std::size_t kStep = 7;
constexpr std::size_t kBlockCoefficients = kHvsBlock * kHvsBlock;

using Table = std::array<double, kBlockCoefficients>;
/// A symmetric table's upper triangle, row by row.
using Triangle = std::array<double, 36>;

constexpr Triangle kSensitivityY = {
    1.6193873005,   2.2901594831,   2.08509755623,  1.48366094411,  1.00227514334,  0.678296995242,
    0.466224900598, 0.3265091542,   1.94321815382,  2.04793073064,  1.68731108984,  1.2305666963,
    0.868920337363, 0.61280991668,  0.436405793551, 1.34329019223,  1.09205635862,  0.875748795257,
    0.670882927016, 0.501731932449, 0.372504254596, 0.772819797575, 0.605636379554, 0.48309405692,
    0.380429446972, 0.295774038565, 0.448996256676, 0.352889268808, 0.283006984131, 0.226951348204,
    0.27032073436,  0.215017739696, 0.17408067321,  0.168869545842, 0.136153931001, 0.109083846276};
constexpr Triangle kSensitivityCb = {
    1.91113096927,  2.46074210438,  1.18284184739,  1.14982565193,  1.05017074788,  0.898018824055,
    0.74725392039,  0.615105596242, 1.58529308355,  1.21363250036,  1.38190029285,  1.33100189972,
    1.17428548929,  0.996404342439, 0.830890433625, 0.978712413627, 1.02624506078,  1.03145147362,
    0.960060382087, 0.849823426169, 0.731221236837, 0.861317501629, 0.801821139099, 0.751437590932,
    0.685398513368, 0.608694761374, 0.676555426187, 0.605503172737, 0.55002013668,  0.495804539034,
    0.514674450957, 0.454353482512, 0.407050308965, 0.389234902883, 0.342353999733, 0.295530605237};
constexpr Triangle kSensitivityCr = {
    2.03871978502,  2.62502345193,  1.26180942886,  1.11019789803,  1.01397751469,  0.867069376285,
    0.721500455585, 0.593906509971, 1.69112867013,  1.17180569821,  1.3342742857,   1.28513006198,
    1.13381474809,  0.962064122248, 0.802254508198, 0.944981930573, 0.990876405848, 0.995903384143,
    0.926972725286, 0.820534991409, 0.706020324706, 0.831632933426, 0.77418706195,  0.725539939514,
    0.661776842059, 0.587716619023, 0.653238524286, 0.584635025748, 0.531064164893, 0.478717061273,
    0.496936637883, 0.438694579826, 0.393021669543, 0.375820256136, 0.330555063063, 0.285345396658};

constexpr Table expand(const Triangle& triangle) {
  Table table{};
  std::size_t next = 0;
  for (std::size_t row = 0; row < kHvsBlock; ++row) {
    for (std::size_t column = row; column < kHvsBlock; ++column, ++next) {
      table[row * kHvsBlock + column] = table[column * kHvsBlock + row] = triangle[next];
    }
  }
  return table;
}

const Triangle& triangle_of(HvsPlane which) {
  if (which == HvsPlane::y) return kSensitivityY;
  return which == HvsPlane::cb ? kSensitivityCb : kSensitivityCr;
}

/// Half of t, rounded toward 0.
std::int32_t half(std::int32_t t) { return (t + (t < 0 ? 1 : 0)) >> 1; }

/// t * factor / 2^bits to nearest, halves up.
std::int32_t scaled(std::int32_t t, std::int32_t factor, int bits) {
  return static_cast<std::int32_t>((std::int64_t{t} * factor + (std::int64_t{1} << (bits - 1))) >> bits);
}

/// Eight samples at `stride` to eight coefficients, in place, by lifting steps.
void transform_eight(std::int32_t* x, std::size_t stride) {
  std::int32_t t0 = x[0], t4 = x[stride], t2 = x[2 * stride], t6 = x[3 * stride];
  std::int32_t t7 = x[4 * stride], t3 = x[5 * stride], t5 = x[6 * stride], t1 = x[7 * stride];
  // Sums and differences of opposite samples.
  t1 = t0 - t1;
  const std::int32_t half_t1 = half(t1);
  t0 -= half_t1;
  t4 += t5;
  const std::int32_t half_t4 = half(t4);
  t5 -= half_t4;
  t3 = t2 - t3;
  t2 -= half(t3);
  t6 += t7;
  const std::int32_t half_t6 = half(t6);
  t7 = half_t6 - t7;
  // The even half: a DCT of four.
  t0 += half_t6;
  t6 = t0 - t6;
  t2 = half_t4 - t2;
  t4 = t2 - t4;
  t0 -= scaled(t4, 13573, 15);
  t4 += scaled(t0, 11585, 14);
  t0 -= scaled(t4, 13573, 15);
  t6 -= scaled(t2, 21895, 15);
  t2 += scaled(t6, 15137, 14);
  t6 -= scaled(t2, 21895, 15);
  // The odd half: a DST of four.
  t3 += scaled(t5, 19195, 15);
  t5 += scaled(t3, 11585, 14);
  t3 -= scaled(t5, 7489, 13);
  t7 = half(t5) - t7;
  t5 -= t7;
  t3 = half_t1 - t3;
  t1 -= t3;
  t7 += scaled(t1, 3227, 15);
  t1 -= scaled(t7, 6393, 15);
  t7 += scaled(t1, 3227, 15);
  t5 += scaled(t3, 2485, 13);
  t3 -= scaled(t5, 18205, 15);
  t5 += scaled(t3, 2485, 13);
  const std::array out{t0, t1, t2, t3, t4, t5, t6, t7};
  for (std::size_t i = 0; i < out.size(); ++i) x[i * stride] = out[i];
}

template <typename Sample>
DctBlock block_at(const Raster<Sample>& plane, std::size_t left, std::size_t top) {
  DctBlock block{};
  for (std::size_t i = 0; i < kBlockCoefficients; ++i) {
    block[i] = plane.at(left + i % kHvsBlock, top + i / kHvsBlock);
  }
  return block;
}

/// Squared distances from the mean, over the pixels [left, left + side) x [top, top + side) of the block.
double scatter(const DctBlock& block, std::size_t left, std::size_t top, std::size_t side) {
  const auto for_each = [&](auto visit) {
    for (std::size_t y = top; y < top + side; ++y) {
      for (std::size_t x = left; x < left + side; ++x) visit(static_cast<double>(block[y * kHvsBlock + x]));
    }
  };
  double sum = 0.0;
  for_each([&](double sample) { sum += sample; });
  const double mean = sum / static_cast<double>(side * side);
  double squares = 0.0;
  for_each([&](double sample) { squares += (sample - mean) * (sample - mean); });
  return squares;
}

/// Variances of the quadrants over that of the block: small where the block holds one edge.
double quadrant_share(const DctBlock& block) {
  const double whole = 64.0 / 63.0 * scatter(block, 0, 0, 8);  // exact, and so 0 only for a flat block
  if (whole <= 0.0) return 0.0;
  const double quadrants =
      16.0 / 15.0 *
      (scatter(block, 0, 0, 4) + scatter(block, 4, 0, 4) + scatter(block, 0, 4, 4) + scatter(block, 4, 4, 4));
  return quadrants / whole;
}

/// How much error the block's own contrast hides.
double masking(const DctBlock& samples, const DctBlock& coefficients, const Table& mask) {
  double energy = 0.0;
  for (std::size_t i = 1; i < kBlockCoefficients; ++i) {
    energy += static_cast<double>(coefficients[i]) * static_cast<double>(coefficients[i]) * mask[i];
  }
  return std::sqrt(energy * quadrant_share(samples)) / 32.0;
}

double block_error(const DctBlock& reference, const DctBlock& test, const Table& sensitivity, const Table& mask) {
  const DctBlock in_reference = integer_dct(reference);
  const DctBlock in_test = integer_dct(test);
  const double hidden = std::max(masking(reference, in_reference, mask), masking(test, in_test, mask));
  double sum = 0.0;
  for (std::size_t i = 0; i < kBlockCoefficients; ++i) {
    double error = std::abs(static_cast<double>(in_reference[i]) - static_cast<double>(in_test[i]));
    if (i > 0) error = std::max(0.0, error - hidden / mask[i]);
    sum += error * sensitivity[i] * error * sensitivity[i];
  }
  return sum;
}

double decibels(double error) { return -10.0 * std::log10(error); }

/// In squared codes.
template <typename Sample>
double mean_error(const Raster<Sample>& reference, const Raster<Sample>& test, HvsPlane which) {
  check_pair(reference, test);
  if (std::min(reference.width, reference.height) < kHvsBlock) {
    throw std::invalid_argument("PSNR-HVS needs 8 samples across and down");
  }
  const Table sensitivity = expand(triangle_of(which));
  Table mask{};
  std::transform(sensitivity.begin(), sensitivity.end(), mask.begin(),
                 [](double s) { return s * 0.3885746225901003 * s * 0.3885746225901003; });
  double sum = 0.0;
  std::size_t blocks = 0;
  for (std::size_t y = 0; y + kHvsBlock <= reference.height; y += kStep) {
    for (std::size_t x = 0; x + kHvsBlock <= reference.width; x += kStep, ++blocks) {
      sum += block_error(block_at(reference, x, y), block_at(test, x, y), sensitivity, mask);
    }
  }
  return sum / static_cast<double>(kBlockCoefficients * blocks);
}

}  // namespace

DctBlock integer_dct(const DctBlock& samples) {
  DctBlock block = samples;
  for (std::size_t column = 0; column < kHvsBlock; ++column) transform_eight(&block[column], kHvsBlock);
  for (std::size_t row = 0; row < kHvsBlock; ++row) transform_eight(&block[row * kHvsBlock], 1);
  return block;
}

double hvs_error(const Plane& reference, const Plane& test, HvsPlane which) {
  return mean_error(reference, test, which) / (255.0 * 255.0);
}

double hvs_error(const DeepPlane& reference, const DeepPlane& test, HvsPlane which, unsigned bits) {
  const double peak = static_cast<double>((1u << bits) - 1u);
  return mean_error(reference, test, which) / (peak * peak);
}

PsnrHvs psnr_hvs(const Yuv444& reference, const Yuv444& test) {
  const double y = hvs_error(reference.y, test.y, HvsPlane::y);
  const double cb = hvs_error(reference.u, test.u, HvsPlane::cb);
  const double cr = hvs_error(reference.v, test.v, HvsPlane::cr);
  return {decibels(y), decibels(cb), decibels(cr), decibels(0.8 * y + 0.1 * cb + 0.1 * cr)};
}

}  // namespace reference
