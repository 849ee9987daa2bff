// An iota that indexes dimension 0 makes it a batching dimension; one of dimension 1 does not.
// RUN: sdyc opt -sdy-explicit-gather-scatter-batching %s | FileCheck %s

// CHECK: module {
// CHECK-NEXT: func.func @batches(%arg0: tensor<4x8x3xf32>, %arg1: tensor<4x1xi32>) -> tensor<4x3xf32> {
// CHECK-NEXT: %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 3>}> : (tensor<4x8x3xf32>, tensor<4x1xi32>) -> tensor<4x3xf32>
// CHECK-NEXT: return %0 : tensor<4x3xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.func @other_way(%arg0: tensor<4x8x3xf32>, %arg1: tensor<4x1xi32>) -> tensor<4x3xf32> {
// CHECK-NEXT: %0 = stablehlo.iota dim = 1 : tensor<4x1xi32>
// CHECK-NEXT: %1 = stablehlo.concatenate %0, %arg1, dim = 1 : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x2xi32>
// CHECK-NEXT: %2 = "stablehlo.gather"(%arg0, %1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 3>}> : (tensor<4x8x3xf32>, tensor<4x2xi32>) -> tensor<4x3xf32>
// CHECK-NEXT: return %2 : tensor<4x3xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }

func.func @batches(%table: tensor<4x8x3xf32>, %rows: tensor<4x1xi32>) -> tensor<4x3xf32> {
  %0 = stablehlo.iota dim = 0 : tensor<4xi32>
  %1 = stablehlo.reshape %0 : (tensor<4xi32>) -> tensor<4x1xi32>
  %2 = stablehlo.concatenate %1, %rows, dim = 1 : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x2xi32>
  %3 = "stablehlo.gather"(%table, %2) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 3>}> : (tensor<4x8x3xf32>, tensor<4x2xi32>) -> tensor<4x3xf32>
  return %3 : tensor<4x3xf32>
}
func.func @other_way(%table: tensor<4x8x3xf32>, %rows: tensor<4x1xi32>) -> tensor<4x3xf32> {
  %0 = stablehlo.iota dim = 1 : tensor<4x1xi32>
  %1 = stablehlo.concatenate %0, %rows, dim = 1 : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x2xi32>
  %2 = "stablehlo.gather"(%table, %1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 3>}> : (tensor<4x8x3xf32>, tensor<4x2xi32>) -> tensor<4x3xf32>
  return %2 : tensor<4x3xf32>
}
