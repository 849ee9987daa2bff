// Functions of complex numbers by their parts, where the textbook's formula loses all digits.
// RUN: sdyc opt %s -stablehlo-complex-math-expander | sdyc run -
func.func public @main() {
  // log1p near -y^2/2, near -1, far away; log near |z| = 1.
  %z = stablehlo.constant dense<[(-5.0e-7, 1.0e-3), (-1.0, 1.0e-3), (1.0e30, 1.0e30)]> : tensor<3xcomplex<f32>>
  %0 = stablehlo.log_plus_one %z : tensor<3xcomplex<f32>>
  %re = stablehlo.real %0 : (tensor<3xcomplex<f32>>) -> tensor<3xf32>
  // The exact values of the rounded arguments, by mpmath.
  %expected = stablehlo.constant dense<[1.7375982e-13, -6.9077554, 69.424126]> : tensor<3xf32>
  check.expect_close %re, %expected, max_ulp_difference = 2 : tensor<3xf32>, tensor<3xf32>
  // Roots whose squares underflow and overflow.
  %w = stablehlo.constant dense<[(1.0e-38, 0.0), (-3.0e38, 3.0e38), (-4.0, 0.0)]> : tensor<3xcomplex<f32>>
  %1 = stablehlo.sqrt %w : tensor<3xcomplex<f32>>
  %re1 = stablehlo.real %1 : (tensor<3xcomplex<f32>>) -> tensor<3xf32>
  %im1 = stablehlo.imag %1 : (tensor<3xcomplex<f32>>) -> tensor<3xf32>
  %x1 = stablehlo.constant dense<[1.0e-19, 7.882388e+18, 0.0]> : tensor<3xf32>
  %y1 = stablehlo.constant dense<[0.0, 1.9029767e+19, 2.0]> : tensor<3xf32>
  check.expect_close %re1, %x1, max_ulp_difference = 2 : tensor<3xf32>, tensor<3xf32>
  check.expect_close %im1, %y1, max_ulp_difference = 2 : tensor<3xf32>, tensor<3xf32>
  // e^(x + iy) is finite where e^x is not; real where y is zero.
  %v = stablehlo.constant dense<[(89.0, 1.5707963), (1000.0, 0.0)]> : tensor<2xcomplex<f32>>
  %2 = stablehlo.exponential %v : tensor<2xcomplex<f32>>
  %re2 = stablehlo.real %2 : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  %im2 = stablehlo.imag %2 : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  %x2 = stablehlo.constant dense<[3.3895634e+31, 0x7F800000]> : tensor<2xf32>
  %y2 = stablehlo.constant dense<[0x7F800000, 0.0]> : tensor<2xf32>
  check.expect_close %re2, %x2, max_ulp_difference = 4 : tensor<2xf32>, tensor<2xf32>
  check.expect_eq %im2, %y2 : tensor<2xf32>
  return
}
