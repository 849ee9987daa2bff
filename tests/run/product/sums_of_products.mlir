// Sums of products side by side, in types that are added in wider ones: 200 = -56 of 8 bits.
// RUN: sdyc run %s
// RUN: sdyc run %s --jit=cc
func.func public @main() {
  %i = stablehlo.iota dim = 0 : tensor<20x200xi8>
  %j = stablehlo.constant dense<1> : tensor<20x200xi8>
  %0 = stablehlo.dot_general %i, %j, batching_dims = [0] x [0], contracting_dims = [1] x [1] : (tensor<20x200xi8>, tensor<20x200xi8>) -> tensor<20xi8>
  %1 = stablehlo.slice %0 [1:3] : (tensor<20xi8>) -> tensor<2xi8>
  check.expect_eq_const %1, dense<[-56, -112]> : tensor<2xi8>
  %2 = stablehlo.dot_general %i, %j, batching_dims = [0] x [0], contracting_dims = [1] x [1] : (tensor<20x200xi8>, tensor<20x200xi8>) -> tensor<20xi32>
  %3 = stablehlo.slice %2 [1:3] : (tensor<20xi32>) -> tensor<2xi32>
  check.expect_eq_const %3, dense<[200, 400]> : tensor<2xi32>
  // 300 ones are no sum of bf16 numbers one after the other.
  %one = stablehlo.constant dense<1.0> : tensor<300x17xbf16>
  %4 = stablehlo.dot_general %one, %one, batching_dims = [1] x [1], contracting_dims = [0] x [0] : (tensor<300x17xbf16>, tensor<300x17xbf16>) -> tensor<17xbf16>
  %5 = stablehlo.slice %4 [0:1] : (tensor<17xbf16>) -> tensor<1xbf16>
  check.expect_eq_const %5, dense<[300.0]> : tensor<1xbf16>
  %6 = stablehlo.dot_general %one, %one, batching_dims = [1] x [1], contracting_dims = [0] x [0] : (tensor<300x17xbf16>, tensor<300x17xbf16>) -> tensor<17xf32>
  %7 = stablehlo.slice %6 [16:17] : (tensor<17xf32>) -> tensor<1xf32>
  check.expect_eq_const %7, dense<[300.0]> : tensor<1xf32>
  return
}
