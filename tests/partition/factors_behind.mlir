// 2 groups are not cut in 4 parts along "y", and what stands behind them in the batches of the input is whole then, too. Had been a
// convolution whose operands and results were sharded unlike each other.
// RUN: sdyc opt %s -sdy-insert-explicit-reshards=enable-full-version | FileCheck %s
// RUN: sdyc run %s --input=4x1xi32=random:1 --input=1x2xi32=random:2 > %t.whole
// RUN: sdyc run %s --input=4x1xi32=random:1 --input=1x2xi32=random:2 --storage=private | diff - %t.whole
sdy.mesh @mesh = <["x"=4, "y"=4]>

// CHECK: %[[LHS:.*]] = sdy.reshard %arg0 <@mesh, [{}, {}]>
// CHECK: %[[RHS:.*]] = sdy.reshard %arg1 <@mesh, [{}, {}]>
// CHECK: stablehlo.convolution(%[[LHS]], %[[RHS]]){{.*}}sdy.sharding_per_value<[<@mesh, [{}, {}]>]>
func.func @main(%a: tensor<4x1xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"y":(1)2, "x":(2)2}, {}]>}, %b: tensor<1x2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}) -> (tensor<2x2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x":(2)2}]>}) {
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, f]x[i, o]->[f, b], window = {} {batch_group_count = 2 : i64, feature_group_count = 1 : i64, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}, {"x":(2)2}]>]>} : (tensor<4x1xi32>, tensor<1x2xi32>) -> tensor<2x2xi32>
  return %0 : tensor<2x2xi32>
}
