// A kernel and the result in parts along the same direction, by different axes: each device sums over its part of the
// kernel, and makes the result's dimension as a whole, which was cut before it was summed.
// RUN: sdyc run %s --input=1x4x7x8xi32=random:1 --input=8x1x5x2xi32=random:2 > %t.shared
// RUN: sdyc run %s --storage=private --input=1x4x7x8xi32=random:1 --input=8x1x5x2xi32=random:2 > %t.private
// RUN: cmp %t.shared %t.private
// RUN: sdyc partition %s | FileCheck %s
sdy.mesh @mesh = <["x"=5, "y"=2]>
// CHECK: -> tensor<1x8x1x8xi32>
// CHECK: stablehlo.convolution{{.*}} -> tensor<1x8x2x8xi32>
// CHECK: stablehlo.all_reduce
func.func @main(%image: tensor<1x4x7x8xi32>, %kernel: tensor<8x1x5x2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"x"}, {}]>}) -> (
    tensor<1x8x2x8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"y"}, {}]>}) {
  %0 = stablehlo.convolution(%image, %kernel) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [2, 1], pad = [[0, 1], [0, 1]]} {batch_group_count = 1 : i64, feature_group_count = 4 : i64} : (tensor<1x4x7x8xi32>, tensor<8x1x5x2xi32>) -> tensor<1x8x2x8xi32>
  return %0 : tensor<1x8x2x8xi32>
}
