// SPDX-License-Identifier: MIT
// Integer DCT and contrast sensitivities of libvmaf's `psnr_hvs` (Xiph's daala), for PSNR-HVS-M.
// Shifts of negative numbers are arithmetic, as GLSL has them.

/// Half of t, rounded toward 0.
ivec4 half_of(ivec4 t) { return (t - (t >> 31)) >> 1; }

/// t * factor / 2^bits to nearest, halves up. For samples of 12 bits all products are below 2^31.
ivec4 scaled(ivec4 t, int factor, int bits) { return (t * factor + (1 << (bits - 1))) >> bits; }

/// DCT-II of eight samples, in place, of four lines at once, by lifting steps; orthonormal but for their roundings.
void transform(inout ivec4 x[8]) {
  ivec4 t0 = x[0], t4 = x[1], t2 = x[2], t6 = x[3], t7 = x[4], t3 = x[5], t5 = x[6], t1 = x[7];
  // Sums and differences of opposite samples.
  t1 = t0 - t1;
  ivec4 half_1 = half_of(t1);
  t0 -= half_1;
  t4 += t5;
  ivec4 half_4 = half_of(t4);
  t5 -= half_4;
  t3 = t2 - t3;
  t2 -= half_of(t3);
  t6 += t7;
  ivec4 half_6 = half_of(t6);
  t7 = half_6 - t7;
  // The even half.
  t0 += half_6;
  t6 = t0 - t6;
  t2 = half_4 - t2;
  t4 = t2 - t4;
  t0 -= scaled(t4, 13573, 15);
  t4 += scaled(t0, 11585, 14);
  t0 -= scaled(t4, 13573, 15);
  t6 -= scaled(t2, 21895, 15);
  t2 += scaled(t6, 15137, 14);
  t6 -= scaled(t2, 21895, 15);
  // The odd half.
  t3 += scaled(t5, 19195, 15);
  t5 += scaled(t3, 11585, 14);
  t3 -= scaled(t5, 7489, 13);
  t7 = half_of(t5) - t7;
  t5 -= t7;
  t3 = half_1 - t3;
  t1 -= t3;
  t7 += scaled(t1, 3227, 15);
  t1 -= scaled(t7, 6393, 15);
  t7 += scaled(t1, 3227, 15);
  t5 += scaled(t3, 2485, 13);
  t3 -= scaled(t5, 18205, 15);
  t5 += scaled(t3, 2485, 13);
  x = ivec4[8](t0, t1, t2, t3, t4, t5, t6, t7);
}

#define HVS_TRIANGLE 36
/// Upper triangles, row by row, of symmetric tables: Y, Cb, Cr.
const float kSensitivities[3 * HVS_TRIANGLE] = float[](
    1.6193873005, 2.2901594831, 2.08509755623, 1.48366094411, 1.00227514334, 0.678296995242, 0.466224900598,
    0.3265091542, 1.94321815382, 2.04793073064, 1.68731108984, 1.2305666963, 0.868920337363, 0.61280991668,
    0.436405793551, 1.34329019223, 1.09205635862, 0.875748795257, 0.670882927016, 0.501731932449, 0.372504254596,
    0.772819797575, 0.605636379554, 0.48309405692, 0.380429446972, 0.295774038565, 0.448996256676, 0.352889268808,
    0.283006984131, 0.226951348204, 0.27032073436, 0.215017739696, 0.17408067321, 0.168869545842, 0.136153931001,
    0.109083846276,

    1.91113096927, 2.46074210438, 1.18284184739, 1.14982565193, 1.05017074788, 0.898018824055, 0.74725392039,
    0.615105596242, 1.58529308355, 1.21363250036, 1.38190029285, 1.33100189972, 1.17428548929, 0.996404342439,
    0.830890433625, 0.978712413627, 1.02624506078, 1.03145147362, 0.960060382087, 0.849823426169, 0.731221236837,
    0.861317501629, 0.801821139099, 0.751437590932, 0.685398513368, 0.608694761374, 0.676555426187, 0.605503172737,
    0.55002013668, 0.495804539034, 0.514674450957, 0.454353482512, 0.407050308965, 0.389234902883, 0.342353999733,
    0.295530605237,

    2.03871978502, 2.62502345193, 1.26180942886, 1.11019789803, 1.01397751469, 0.867069376285, 0.721500455585,
    0.593906509971, 1.69112867013, 1.17180569821, 1.3342742857, 1.28513006198, 1.13381474809, 0.962064122248,
    0.802254508198, 0.944981930573, 0.990876405848, 0.995903384143, 0.926972725286, 0.820534991409, 0.706020324706,
    0.831632933426, 0.77418706195, 0.725539939514, 0.661776842059, 0.587716619023, 0.653238524286, 0.584635025748,
    0.531064164893, 0.478717061273, 0.496936637883, 0.438694579826, 0.393021669543, 0.375820256136, 0.330555063063,
    0.285345396658);

// Of a row and a column, which are constants so that this is one.
#define HVS_LOW(row, column) ((row) < (column) ? (row) : (column))
#define HVS_HIGH(row, column) ((row) < (column) ? (column) : (row))
#define HVS_TRIANGLE_INDEX(row, column) \
  (HVS_LOW(row, column) * (15 - HVS_LOW(row, column)) / 2 + HVS_HIGH(row, column))
