// Many small products are one task, and what is done with their results is done once for each.
// RUN: sdyc run %s
// RUN: sdyc run %s --jit=cc
func.func public @main() {
  %a = stablehlo.constant dense<1.0> : tensor<3x4x16xf32>
  %b = stablehlo.constant dense<0.5> : tensor<3x32x4x16xf32>
  %0 = stablehlo.dot_general %a, %b, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [3] : (tensor<3x4x16xf32>, tensor<3x32x4x16xf32>) -> tensor<3x4x32xf32>
  %c = stablehlo.constant dense<4.0> : tensor<3x4x32xf32>
  %1 = stablehlo.divide %0, %c : tensor<3x4x32xf32>
  check.expect_eq_const %1, dense<2.0> : tensor<3x4x32xf32>
  return
}
