// Parts that are filled up: a fold of its own identity, one that has none of what it begins with.
// RUN: sdyc opt %s -sdy-pad-for-divisibility=pad-signatures | FileCheck %s
// CHECK-LABEL: @two_folds
// CHECK: %[[LEAST:.*]] = stablehlo.constant dense<0xFF800000>
// CHECK: stablehlo.broadcast_in_dim %[[LEAST]], dims = []
// CHECK: stablehlo.broadcast_in_dim %arg3, dims = []
// CHECK: stablehlo.reduce(
sdy.mesh @mesh = <["x"=4]>
func.func @two_folds(%a: tensor<6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %b: tensor<6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %i: tensor<f32>, %j: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  %0:2 = stablehlo.reduce(%a init: %i), (%b init: %j) across dimensions = [0] : (tensor<6xf32>, tensor<6xf32>, tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
   reducer(%p: tensor<f32>, %q: tensor<f32>) (%r: tensor<f32>, %s: tensor<f32>) {
    %1 = stablehlo.maximum %p, %q : tensor<f32>
    %2 = stablehlo.power %r, %s : tensor<f32>
    stablehlo.return %1, %2 : tensor<f32>, tensor<f32>
  }
  return %0#0, %0#1 : tensor<f32>, tensor<f32>
}
