// The component of an iota in the middle of index vectors is cut out.
// RUN: sdyc opt -sdy-explicit-gather-scatter-batching %s | FileCheck %s

// CHECK: module {
// CHECK-NEXT: func.func @main(%arg0: tensor<4x8x8xf32>, %arg1: tensor<4x2x1xi32>, %arg2: tensor<4x2xf32>) -> tensor<4x8x8xf32> {
// CHECK-NEXT: %0 = stablehlo.concatenate %arg1, %arg1, dim = 2 : (tensor<4x2x1xi32>, tensor<4x2x1xi32>) -> tensor<4x2x2xi32>
// CHECK-NEXT: %1 = "stablehlo.scatter"(%arg0, %0, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1, 2], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1, 2], index_vector_dim = 2>, unique_indices = false}> ({
// CHECK-NEXT: ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
// CHECK-NEXT: %2 = stablehlo.add %arg3, %arg4 : tensor<f32>
// CHECK-NEXT: stablehlo.return %2 : tensor<f32>
// CHECK-NEXT: }) : (tensor<4x8x8xf32>, tensor<4x2x2xi32>, tensor<4x2xf32>) -> tensor<4x8x8xf32>
// CHECK-NEXT: return %1 : tensor<4x8x8xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }

func.func @main(%into: tensor<4x8x8xf32>, %at: tensor<4x2x1xi32>, %updates: tensor<4x2xf32>) -> tensor<4x8x8xf32> {
  %low = stablehlo.constant dense<0> : tensor<i32>
  %high = stablehlo.constant dense<3> : tensor<i32>
  %0 = stablehlo.iota dim = 0 : tensor<4x2x1xi32>
  %1 = stablehlo.clamp %low, %0, %high : (tensor<i32>, tensor<4x2x1xi32>, tensor<i32>) -> tensor<4x2x1xi32>
  %2 = stablehlo.concatenate %at, %1, %at, dim = 2 : (tensor<4x2x1xi32>, tensor<4x2x1xi32>, tensor<4x2x1xi32>) -> tensor<4x2x3xi32>
  %3 = "stablehlo.scatter"(%into, %2, %updates) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1, 2], scatter_dims_to_operand_dims = [1, 0, 2], index_vector_dim = 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %4 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %4 : tensor<f32>
  }) : (tensor<4x8x8xf32>, tensor<4x2x3xi32>, tensor<4x2xf32>) -> tensor<4x8x8xf32>
  return %3 : tensor<4x8x8xf32>
}
