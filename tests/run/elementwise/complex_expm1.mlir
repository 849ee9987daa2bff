// exponential_minus_one of what lies on the real axis stays there, however large: its imaginary part was not a number.
// RUN: sdyc run %s
// RUN: sdyc run %s --jit=cc
func.func public @main() {
  %z = stablehlo.constant dense<[(1.0e30, 0.0), (1.0e30, -0.0), (-1.0e30, 0.0), (0.0, 0.0)]> : tensor<4xcomplex<f32>>
  %0 = stablehlo.exponential_minus_one %z : tensor<4xcomplex<f32>>
  check.expect_eq_const %0, dense<[(0x7F800000, 0.0), (0x7F800000, -0.0), (-1.0, 0.0), (0.0, 0.0)]> : tensor<4xcomplex<f32>>
  %w = stablehlo.constant dense<[(1.0e300, 0.0), (-1.0e300, 0.0)]> : tensor<2xcomplex<f64>>
  %1 = stablehlo.exponential_minus_one %w : tensor<2xcomplex<f64>>
  check.expect_eq_const %1, dense<[(0x7FF0000000000000, 0.0), (-1.0, 0.0)]> : tensor<2xcomplex<f64>>
  return
}
