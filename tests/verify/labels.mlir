// Labels that are out of range make the whole result NaN, behind which nothing shows. Some runs have indices that all are in range.
// RUN: sdyc partition %s > %t.parts
// RUN: sdyc verify --quiet %s %t.parts | FileCheck %s
// RUN: sdyc verify --quiet --evaluate %s %t.parts | FileCheck %s
// RUN: sed 's/stablehlo.multiply \(%\w*\), \(%\w*\) : tensor<4x10xf32>/stablehlo.add \1, \2 : tensor<4x10xf32>/' %t.parts > %t.wrong
// RUN: not cmp -s %t.parts %t.wrong
// RUN: not sdyc verify --quiet %s %t.wrong | FileCheck %s --check-prefix=WRONG
// CHECK: proved
// WRONG: refuted
sdy.mesh @mesh = <["x"=8]>
func.func @main(%x: tensor<32x10xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %w: tensor<32x10xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %labels: tensor<32xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %low = stablehlo.constant dense<0> : tensor<32xi32>
  %high = stablehlo.constant dense<10> : tensor<32xi32>
  %nan = stablehlo.constant dense<0x7FC00000> : tensor<32xf32>
  %0 = stablehlo.multiply %x, %w : tensor<32x10xf32>
  %1 = stablehlo.reshape %labels : (tensor<32xi32>) -> tensor<32x1xi32>
  %2 = "stablehlo.gather"(%0, %1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<32x10xf32>, tensor<32x1xi32>) -> tensor<32xf32>
  %3 = stablehlo.compare GE, %labels, %low : (tensor<32xi32>, tensor<32xi32>) -> tensor<32xi1>
  %4 = stablehlo.compare LT, %labels, %high : (tensor<32xi32>, tensor<32xi32>) -> tensor<32xi1>
  %5 = stablehlo.and %3, %4 : tensor<32xi1>
  %6 = stablehlo.select %5, %2, %nan : tensor<32xi1>, tensor<32xf32>
  %7 = stablehlo.reduce(%6 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<32xf32>, tensor<f32>) -> tensor<f32>
  return %7 : tensor<f32>
}
