// A sum over dimensions of which several have no elements divided by zero where it was cut into tiles.
// RUN: sdyc run %s && sdyc run %s --jit=cc
func.func public @main() {
  %a = stablehlo.constant dense<> : tensor<0x1x0x4xf32>
  %c = stablehlo.constant dense<2.0> : tensor<f32>
  %0 = stablehlo.reduce(%a init: %c) applies stablehlo.add across dimensions = [0, 2, 3] : (tensor<0x1x0x4xf32>, tensor<f32>) -> tensor<1xf32>
  check.expect_eq_const %0, dense<2.0> : tensor<1xf32>
  return
}
