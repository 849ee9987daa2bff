// RUN: sdyc opt %s -sdy-resolve-permutation-factors=enable-halo-exchange=false | FileCheck %s

sdy.mesh @mesh = <["x"=4, "y"=2]>

// CHECK-LABEL: func @slice
func.func @slice(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> tensor<4x16xf32> {
  // CHECK-NEXT: %[[WHOLE:.*]] = sdy.reshard %arg0 <@mesh, [{}, {"y"}]>
  // CHECK-NEXT: %[[PART:.*]] = stablehlo.slice %[[WHOLE]] [2:6, 0:16] {{.*}}[{}, {"y"}]
  // CHECK-NEXT: sdy.reshard %[[PART]] <@mesh, [{"x"}, {"y"}]>
  %0 = stablehlo.slice %arg0 [2:6, 0:16] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>]>} : (tensor<8x16xf32>) -> tensor<4x16xf32>
  return %0 : tensor<4x16xf32>
}

// Equal sizes, yet every element moves.
// CHECK-LABEL: func @shift
func.func @shift(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %arg1: tensor<f32>) -> tensor<8xf32> {
  // CHECK-NEXT: %[[WHOLE:.*]] = sdy.reshard %arg0 <@mesh, [{}]>
  // CHECK-NEXT: stablehlo.pad %[[WHOLE]]
  %0 = stablehlo.pad %arg0, %arg1, low = [1], high = [-1], interior = [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// CHECK-LABEL: func @batch_stays
func.func @batch_stays(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<8x16xf32> {
  // CHECK-NEXT: stablehlo.reverse %arg0, dims = [1]
  %0 = stablehlo.reverse %arg0, dims = [1] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<8x16xf32>
  return %0 : tensor<8x16xf32>
}

// What was wrong: each device took the largest of its part.
// CHECK-LABEL: func @approximate_top_k
func.func @approximate_top_k(%arg0: tensor<4x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %arg1: tensor<4x32xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %arg2: tensor<f32>, %arg3: tensor<i32>) -> (tensor<4x3xf32>, tensor<4x3xi32>) {
  // CHECK-NEXT: %[[VALUES:.*]] = sdy.reshard %arg0 <@mesh, [{"x"}, {}]>
  // CHECK-NEXT: %[[INDICES:.*]] = sdy.reshard %arg1 <@mesh, [{"x"}, {}]>
  // CHECK-NEXT: stablehlo.custom_call @ApproxTopK(%[[VALUES]], %[[INDICES]], %arg2, %arg3)
  %0:2 = stablehlo.custom_call @ApproxTopK(%arg0, %arg1, %arg2, %arg3) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>, <@mesh, [{"x"}, {}]>]>} : (tensor<4x32xf32>, tensor<4x32xi32>, tensor<f32>, tensor<i32>) -> (tensor<4x3xf32>, tensor<4x3xi32>)
  return %0#0, %0#1 : tensor<4x3xf32>, tensor<4x3xi32>
}
