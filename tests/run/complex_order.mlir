// Complex numbers are ordered by their real parts, then by their imaginary ones.
// RUN: sdyc run %s
// RUN: sdyc run %s --jit=cc
func.func public @main() {
  %a = stablehlo.constant dense<[(1.5, 2.5), (1.5, 7.5), (0.0, 1.5)]> : tensor<3xcomplex<f32>>
  %b = stablehlo.constant dense<[(7.5, 1.5), (1.5, 2.5), (-0.0, 2.5)]> : tensor<3xcomplex<f32>>
  %0 = stablehlo.maximum %a, %b : tensor<3xcomplex<f32>>
  check.expect_eq_const %0, dense<[(7.5, 1.5), (1.5, 7.5), (-0.0, 2.5)]> : tensor<3xcomplex<f32>>
  %1 = stablehlo.minimum %a, %b : tensor<3xcomplex<f32>>
  check.expect_eq_const %1, dense<[(1.5, 2.5), (1.5, 2.5), (0.0, 1.5)]> : tensor<3xcomplex<f32>>
  return
}
