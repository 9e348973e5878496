// SPDX-License-Identifier: MIT
// Numbers of more digits than a float has. With PHOTOPIC_METRICS_FLOAT64: doubles. Else the sum of two floats, of which the
// second is at most half a unit in the last place of the first: 48 bits (Dekker 1971, Knuth 4.2.2). Neither divides nor
// has functions: roots are floats that one Newton step corrects, whose residual alone needs the digits.
#ifdef PHOTOPIC_METRICS_FLOAT64
#define Real double

/// A constant from its two floats.
Real real(float high, float low) { return double(high) + double(low); }
/// To the nearest float.
float rounded(Real a) { return float(a); }
Real add(Real a, Real b) {
  precise Real sum = a + b;
  return sum;
}
Real add(Real a, float b) { return add(a, double(b)); }
Real subtract(float a, float b) {
  precise Real difference = double(a) - double(b);
  return difference;
}
Real multiply(Real a, Real b) {
  precise Real product = a * b;
  return product;
}
Real multiply(Real a, float b) { return multiply(a, double(b)); }
/// Exact.
Real multiply(float a, float b) { return multiply(double(a), double(b)); }
bool is_above(Real a, Real b) { return a > b; }
#else
#define Real vec2  // first and second float

Real real(float high, float low) { return vec2(high, low); }
float rounded(Real a) { return a.x; }

/// a + b exactly, for |a| >= |b|.
Real quick_sum(float a, float b) {
  precise float sum = a + b;
  precise float lost = b - (sum - a);
  return vec2(sum, lost);
}

/// a + b exactly.
Real exact_sum(float a, float b) {
  precise float sum = a + b;
  precise float added = sum - a;
  precise float lost = (a - (sum - added)) + (b - added);
  return vec2(sum, lost);
}

/// Its upper 12 bits, and what is left: products of such halves are exact. Not Veltkamp's way, as a mask costs less.
vec2 halves(float a) {
  float upper = uintBitsToFloat(floatBitsToUint(a) & 0xfffff000u);
  precise float lower = a - upper;
  return vec2(upper, lower);
}

/// Exact. fma() would do, but needn't be fused.
Real multiply(float a, float b) {
  vec2 halves_a = halves(a), halves_b = halves(b);
  precise float product = a * b;
  precise float lost = ((halves_a.x * halves_b.x - product) + halves_a.x * halves_b.y + halves_a.y * halves_b.x) +
                       halves_a.y * halves_b.y;
  return vec2(product, lost);
}

Real multiply(Real a, float b) {
  Real product = multiply(a.x, b);
  precise float low = product.y + a.y * b;
  return quick_sum(product.x, low);
}

Real multiply(Real a, Real b) {
  Real product = multiply(a.x, b.x);
  precise float low = product.y + (a.x * b.y + a.y * b.x);
  return quick_sum(product.x, low);
}

Real add(Real a, Real b) {
  Real sum = exact_sum(a.x, b.x);
  precise float low = sum.y + (a.y + b.y);
  return quick_sum(sum.x, low);
}

Real add(Real a, float b) {
  Real sum = exact_sum(a.x, b);
  precise float low = sum.y + a.y;
  return quick_sum(sum.x, low);
}

Real subtract(float a, float b) { return exact_sum(a, -b); }

bool is_above(Real a, Real b) { return a.x > b.x || (a.x == b.x && a.y > b.y); }
#endif

/// (a - b) / a for b near a > 0: few digits, but of what is left.
float relative_difference(Real a, Real b) {
#ifdef PHOTOPIC_METRICS_FLOAT64
  return float(a - b) / float(a);
#else
  precise float difference = (a.x - b.x) + (a.y - b.y);
  return difference / a.x;
#endif
}

/// x to the power 2.4, for x > 0, as (x y)^3 with y = x^(-1/5). From a guess of y that is off by a few 1e-6, with
/// r = 1 - x y^5 the root is y (1 - r)^(-1/5): three terms of that series leave 1e-15, and r in float 1e-12.
Real power_2_4(Real x) {
  float guess = exp2(-0.2 * log2(rounded(x)));
  Real squared = multiply(guess, guess);
  Real product = multiply(x, guess);
  float r = relative_difference(real(1.0, 0.0), multiply(product, multiply(squared, squared)));
  product = add(product, rounded(product) * (r * (0.2 + r * (0.12 + r * 0.088))));
  return multiply(multiply(product, product), product);
}

/// To the nearest float, for x > 0: as above, with c (1 - r)^(1/3) ^ -1 and r = (x - c^3) / x.
float cube_root(Real x) {
  float guess = exp2(log2(rounded(x)) / 3.0);
  float r = relative_difference(x, multiply(multiply(guess, guess), guess));
  precise float correction = guess * (r * (1.0 / 3.0 + r * (2.0 / 9.0)));
  precise float root = guess + correction;
  return root;
}
