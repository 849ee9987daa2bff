// Operations of chlo.
// RUN: sdyc run %s
func.func public @main() {
  %x = stablehlo.constant dense<[-2.0, -0.5, 0.0, 3.0]> : tensor<4xf32>
  %0 = chlo.square %x : tensor<4xf32> -> tensor<4xf32>
  check.expect_eq_const %0, dense<[4.0, 0.25, 0.0, 9.0]> : tensor<4xf32>
  %1 = chlo.tan %x : tensor<4xf32> -> tensor<4xf32>
  %2 = stablehlo.tan %x : tensor<4xf32>
  check.expect_eq %1, %2 : tensor<4xf32>
  return
}
