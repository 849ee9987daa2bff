// The inner of two factors of a dimension was cut unevenly: its padding would stand in the midst of the dimension.
// RUN: sdyc opt %s -sdy-insert-explicit-reshards=enable-full-version | FileCheck %s
// RUN: sdyc run %s --input=1x5x6xf32=random:1 --input=2x3x4xf32=random:2 | tail -1 > %t.whole
// RUN: sdyc run %s --input=1x5x6xf32=random:1 --input=2x3x4xf32=random:2 --storage=private | diff - %t.whole

sdy.mesh @mesh = <["x"=2, "y"=2]>

// 6 features are 2 groups, along "x", of 3.
// CHECK: %[[LHS:.*]] = sdy.reshard %arg0 <@mesh, [{}, {}, {"x"}]>
// CHECK: stablehlo.convolution(%[[LHS]],
func.func @main(%arg0: tensor<1x5x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"x", "y"}]>}, %arg1: tensor<2x3x4xf32>) -> tensor<1x4x4xf32> {
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 2 : i64, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}, {"x"}]>]>} : (tensor<1x5x6xf32>, tensor<2x3x4xf32>) -> tensor<1x4x4xf32>
  return %0 : tensor<1x4x4xf32>
}
