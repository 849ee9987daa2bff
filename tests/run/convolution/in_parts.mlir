// Convolutions in parts that could not be padded: windows side by side in uneven parts, whose result came out too
// short, and three groups on two devices beside a spatial dimension that is in parts too.
// RUN: sdyc run %s --input=1x5x2xi32=random:1 --input=1x8x3xi32=random:2 > %t.shared
// RUN: sdyc run %s --storage=private --input=1x5x2xi32=random:1 --input=1x8x3xi32=random:2 > %t.private
// RUN: cmp %t.shared %t.private
// RUN: sdyc partition %s | FileCheck %s
sdy.mesh @mesh = <["x"=2, "y"=2]>
// CHECK: func.func @main(%arg0: tensor<1x3x2xi32>, %arg1: tensor<1x4x2xi32>) -> (tensor<1x3x2xi32>, tensor<1x4x2xi32>)
// CHECK: tensor<1x3x2xi32>
func.func @main(%a: tensor<1x5x2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>}, %b: tensor<1x8x3xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {"y"}]>}) -> (
    tensor<1x5x2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>}, tensor<1x8x3xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {"y"}]>}) {
  %k = stablehlo.constant dense<[[[1, 2], [3, 4]], [[5, 6], [7, 8]], [[9, 10], [11, 12]]]> : tensor<3x2x2xi32>
  %0 = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [3], pad = [[0, 2]], lhs_dilate = [3]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x5x2xi32>, tensor<3x2x2xi32>) -> tensor<1x5x2xi32>
  %g = stablehlo.constant dense<[[[1, 2, 3]], [[4, 5, 6]], [[7, 8, 9]]]> : tensor<3x1x3xi32>
  %1 = stablehlo.convolution(%b, %g) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 3 : i64} : (tensor<1x8x3xi32>, tensor<3x1x3xi32>) -> tensor<1x8x3xi32>
  return %0, %1 : tensor<1x5x2xi32>, tensor<1x8x3xi32>
}
