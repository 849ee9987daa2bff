// A composite is its decomposition.
// RUN: sdyc run %s
func.func private @twice(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %0 = stablehlo.add %x, %x : tensor<2xf32>
  %1 = stablehlo.composite "mine.square" %0 {decomposition = @square} : (tensor<2xf32>) -> tensor<2xf32>
  return %0, %1 : tensor<2xf32>, tensor<2xf32>
}
func.func private @square(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = chlo.square %x : tensor<2xf32> -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func public @main() {
  %x = stablehlo.constant dense<[1.0, -3.0]> : tensor<2xf32>
  %0:2 = stablehlo.composite "mine.twice" %x {decomposition = @twice, composite_attributes = {n = 2 : i32}} : (tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  check.expect_eq_const %0#0, dense<[2.0, -6.0]> : tensor<2xf32>
  check.expect_eq_const %0#1, dense<[4.0, 36.0]> : tensor<2xf32>
  return
}
