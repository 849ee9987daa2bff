// RUN: sdyc opt %s -split-input-file -verify-diagnostics

// slice sizes
func.func @f(%arg0: tensor<10x4xf32>, %arg1: tensor<3x1xi32>) {
  // expected-error@+2 {{Expects that for each dim in collapsed_slice_dims, slice_sizes[dim] should be <= 1, but got 2}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 2, 4>}> : (tensor<10x4xf32>, tensor<3x1xi32>) -> tensor<3x4xf32>
  return
}

// -----

// a misspelt field
func.func @f(%arg0: tensor<10x4xf32>, %arg1: tensor<3x1xi32>) {
  // expected-error@+2 {{expected one of: `offset_dims`, `collapsed_slice_dims`, `operand_batching_dims`, `start_indices_batching_dims`, `start_index_map`, `index_vector_dim`; did you mean `offset_dims`?}}
  // expected-error@+1 {{failed parsing gather dimension numbers attribute}}
  %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<ofset_dims = [1]>, slice_sizes = array<i64: 1, 4>}> : (tensor<10x4xf32>, tensor<3x1xi32>) -> tensor<3x4xf32>
  return
}
