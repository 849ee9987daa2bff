// A spatial dimension that only the result has a factor for was found to be sharded when it was too late.
// RUN: sdyc partition %s | FileCheck %s
sdy.mesh @mesh = <["x"=2]>
// CHECK: func.func public @main(%arg0: tensor<1x3x2xf32>, %arg1: tensor<2x3x3xf32>) -> tensor<1x2x2xf32>
// CHECK: stablehlo.convolution({{.*}} -> tensor<1x2x4xf32>
func.func public @main(%x: tensor<1x3x3xf32>, %w: tensor<2x3x3xf32>) -> (tensor<1x2x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"x"}]>}) {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {pad = [[2, 1]], stride = [1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x3x3xf32>, tensor<2x3x3xf32>) -> tensor<1x2x4xf32>
  return %0 : tensor<1x2x4xf32>
}
