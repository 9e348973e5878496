// SPDX-License-Identifier: MIT
// CIELAB of the white point D65 from R'G'B' of sRGB, in Real, rounded to float where libvmaf does.

// Constants of the specification, here and below, as the float nearest to them and the float nearest to the rest.

/// Of R, G or B that are kept outside [0, 1], too.
Real linear(Real value) {
  const Real knee = real(0.0392156877, -1.38785328e-09);  // 10 / 255
  if (!is_above(value, knee)) return multiply(value, real(0.0773993805, 2.99868574e-10));  // 1 / 12.92
  // (value + 0.055) / 1.055
  return power_2_4(
      add(multiply(value, real(0.947867274, 2.42938363e-08)), real(0.0521326996, 1.78319581e-09)));
}

/// CIE 15:2004, equations 8.3 to 8.8.
float lab_curve(Real t) {
  const Real epsilon = real(0.00885645207, -3.91140981e-10);  // 216 / 24389
  if (is_above(t, epsilon)) return cube_root(t);
  // 24389 / 27 / 116, 16 / 116
  return rounded(add(multiply(t, real(7.7870369, 1.41285085e-07)), real(0.137931034, 5.13833143e-10)));
}

Real weigh(Real r, Real g, Real b, Real of_r, Real of_g, Real of_b) {
  return add(add(multiply(r, of_r), multiply(g, of_g)), multiply(b, of_b));
}

/// L*, a*, b*.
vec3 lab_of_rgb(Real encoded_r, Real encoded_g, Real encoded_b) {
  Real r = linear(encoded_r), g = linear(encoded_g), b = linear(encoded_b);
  // The rows of RGB to XYZ, over the white point: 0.95047, 1, 1.08883.
  float x = lab_curve(weigh(r, g, b, real(0.433949977, 4.52292248e-09), real(0.376209736, 1.05118589e-08),
                            real(0.189840272, -1.3362017e-10)));
  float l = lab_curve(weigh(r, g, b, real(0.212672845, 6.8764705e-09), real(0.715152144, 1.08557501e-08),
                            real(0.0721749961, -2.83105939e-09)));
  float z = lab_curve(weigh(r, g, b, real(0.0177565794, -7.4711104e-10), real(0.109467983, 1.54636126e-09),
                            real(0.872775435, 1.06339493e-09)));
  return vec3(rounded(add(multiply(116.0, l), real(-16.0, 0.0))), rounded(multiply(subtract(x, l), 500.0)),
              rounded(multiply(subtract(l, z), 200.0)));
}
