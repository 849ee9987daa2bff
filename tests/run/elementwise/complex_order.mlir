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
  // Fixed: comparisons of them.
  %lt = stablehlo.compare LT, %a, %b : (tensor<3xcomplex<f32>>, tensor<3xcomplex<f32>>) -> tensor<3xi1>
  check.expect_eq_const %lt, dense<[true, false, true]> : tensor<3xi1>
  %ge = stablehlo.compare GE, %a, %a, FLOAT : (tensor<3xcomplex<f32>>, tensor<3xcomplex<f32>>) -> tensor<3xi1>
  check.expect_eq_const %ge, dense<true> : tensor<3xi1>
  // Fixed: a sort by them took their bits for a key, and stopped at those of two doubles.
  %wide = stablehlo.convert %a : (tensor<3xcomplex<f32>>) -> tensor<3xcomplex<f64>>
  %first, %place = chlo.top_k(%wide, k = 2) : tensor<3xcomplex<f64>> -> (tensor<2xcomplex<f64>>, tensor<2xi32>)
  check.expect_eq_const %first, dense<[(1.5, 7.5), (1.5, 2.5)]> : tensor<2xcomplex<f64>>
  check.expect_eq_const %place, dense<[1, 0]> : tensor<2xi32>
  return
}
