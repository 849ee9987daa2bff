// Of thousands of devices that have nothing but padding one is evaluated: masks are equal on them, and so is what follows.
// RUN: sdyc partition %s > %t.parts
// RUN: sed 's/stablehlo.compare LT, \(%\w*\), \(%\w*\) : (tensor<1x24x24x8xi32>/stablehlo.compare LE, \1, \2 : (tensor<1x24x24x8xi32>/' %t.parts > %t.wrong
// RUN: not cmp -s %t.parts %t.wrong
// RUN: not sdyc verify --quiet --evaluate --seconds=200 %s %t.wrong | FileCheck %s --check-prefix=WRONG
// WRONG: refuted
sdy.mesh @mesh = <["x"=2048]>
func.func @main(%a: tensor<3x24x24x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}, {}]>}, %w: tensor<5x5x8x8xf32>) -> tensor<24x24x8xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.convolution(%a, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[2, 2], [2, 2]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<3x24x24x8xf32>, tensor<5x5x8x8xf32>) -> tensor<3x24x24x8xf32>
  %1 = stablehlo.exponential %0 : tensor<3x24x24x8xf32>
  %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<3x24x24x8xf32>, tensor<f32>) -> tensor<24x24x8xf32>
  return %2 : tensor<24x24x8xf32>
}
