// What was wrong: sums over two dimensions that stand apart, of 32 elements and more along the last, wrote past the end of
// the scratch memory: pieces of a row were taken for whole rows.
// RUN: sdyc run %s --threads=1 --input=4x33x4x33xi32=random:1
func.func public @main(%a: tensor<4x33x4x33xi32>) -> tensor<4x4xi32> {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [1, 3] : (tensor<4x33x4x33xi32>, tensor<i32>) -> tensor<4x4xi32>
  %held = stablehlo.optimization_barrier %a : tensor<4x33x4x33xi32>
  %1 = stablehlo.reduce(%held init: %z) applies stablehlo.add across dimensions = [3] : (tensor<4x33x4x33xi32>, tensor<i32>) -> tensor<4x33x4xi32>
  %2 = stablehlo.reduce(%1 init: %z) applies stablehlo.add across dimensions = [1] : (tensor<4x33x4xi32>, tensor<i32>) -> tensor<4x4xi32>
  check.expect_eq %0, %2 : tensor<4x4xi32>
  return %0 : tensor<4x4xi32>
}
