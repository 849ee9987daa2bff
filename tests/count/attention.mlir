// Attention of four heads, sharded by heads: two products in batches and a softmax; no transposed copy.
// RUN: sdyc kernels %s | FileCheck %s
// CHECK: kernels: 6
// CHECK-NEXT: phases: 6
// CHECK-NEXT: moves: 0
// CHECK-NEXT: copies: 0
sdy.mesh @mesh = <["heads"=4]>
func.func @main(%q: tensor<64x4x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"heads"}, {}]>}, %k: tensor<64x4x32xf32>, %v: tensor<64x4x32xf32>) -> tensor<4x64x32xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %scores = stablehlo.dot_general %q, %k, batching_dims = [1] x [1], contracting_dims = [2] x [2] : (tensor<64x4x32xf32>, tensor<64x4x32xf32>) -> tensor<4x64x64xf32>
  %max = stablehlo.reduce(%scores init: %least) applies stablehlo.maximum across dimensions = [2] : (tensor<4x64x64xf32>, tensor<f32>) -> tensor<4x64xf32>
  %maxes = stablehlo.broadcast_in_dim %max, dims = [0, 1] : (tensor<4x64xf32>) -> tensor<4x64x64xf32>
  %shifted = stablehlo.subtract %scores, %maxes : tensor<4x64x64xf32>
  %exp = stablehlo.exponential %shifted : tensor<4x64x64xf32>
  %sum = stablehlo.reduce(%exp init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<4x64x64xf32>, tensor<f32>) -> tensor<4x64xf32>
  %sums = stablehlo.broadcast_in_dim %sum, dims = [0, 1] : (tensor<4x64xf32>) -> tensor<4x64x64xf32>
  %weights = stablehlo.divide %exp, %sums : tensor<4x64x64xf32>
  %result = stablehlo.dot_general %weights, %v, batching_dims = [0] x [1], contracting_dims = [2] x [0] : (tensor<4x64x64xf32>, tensor<64x4x32xf32>) -> tensor<4x64x32xf32>
  return %result : tensor<4x64x32xf32>
}
