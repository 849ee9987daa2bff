// Convolutions of which each rank has some of the images: one is computed in other ways than many, but not in device order.
// RUN: sdyc kernels --ranks=4 %s | FileCheck %s
sdy.mesh @mesh = <["x"=8]>
// CHECK: convolution
func.func @main(%a: tensor<8x64x4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}, {}]>}, %b: tensor<16x64x5x5xf32>,
                %c: tensor<8x3x4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}, {}]>}, %d: tensor<3x1x3x3xf32>)
    -> (tensor<8x16x4x4xf32>, tensor<8x3x4x4xf32>) {
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {pad = [[2, 2], [2, 2]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<8x64x4x4xf32>, tensor<16x64x5x5xf32>) -> tensor<8x16x4x4xf32>
  %1 = stablehlo.convolution(%c, %d) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 3 : i64} : (tensor<8x3x4x4xf32>, tensor<3x1x3x3xf32>) -> tensor<8x3x4x4xf32>
  return %0, %1 : tensor<8x16x4x4xf32>, tensor<8x3x4x4xf32>
}
