// RUN: sdyc opt %s -split-input-file -verify-diagnostics

// gather C1
func.func @f(%a0: tensor<4x5x6xf32>, %a1: tensor<7x2xi64>) {
  // expected-error@+2 {{offset_dims size (1) plus collapse_slice_dims size (1) plus operand_batching_dims size (0) is not equal to operand rank (3)}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %r = "stablehlo.gather"(%a0, %a1) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 3>} : (tensor<4x5x6xf32>, tensor<7x2xi64>) -> tensor<7x3xf32>
  return
}

// -----

// gather C2
func.func @f(%a0: tensor<4x5x6xf32>, %a1: tensor<7x2xi64>) {
  // expected-error@+2 {{Expects index_vector_dim to be in range [0, rank-of('start_indices')] i.e. [0, 2]. got: 3.}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %r = "stablehlo.gather"(%a0, %a1) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0, 1], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0, 1], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1, 3>} : (tensor<4x5x6xf32>, tensor<7x2xi64>) -> tensor<7x3xf32>
  return
}

// -----

// gather C3
func.func @f(%a0: tensor<4x5x6xf32>, %a1: tensor<7x2xi64>) {
  // expected-error@+2 {{start_index_map size (1) is not equal to size of index dimension (1) of start_indices (2)}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %r = "stablehlo.gather"(%a0, %a1) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0, 1], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 3>} : (tensor<4x5x6xf32>, tensor<7x2xi64>) -> tensor<7x3xf32>
  return
}

// -----

// gather C4
func.func @f(%a0: tensor<4x5x6xf32>, %a1: tensor<7x2xi64>) {
  // expected-error@+2 {{expects offset_dims to be sorted, got: [1, 0]}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %r = "stablehlo.gather"(%a0, %a1) {dimension_numbers = #stablehlo.gather<offset_dims = [1, 0], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 3>} : (tensor<4x5x6xf32>, tensor<7x2xi64>) -> tensor<5x7x3xf32>
  return
}

// -----

// gather C5
func.func @f(%a0: tensor<4x5x6xf32>, %a1: tensor<7x2xi64>) {
  // expected-error@+2 {{Expects each element of offset_dims to be in range [0, implied-result-rank) i.e. [0, 2). got: 2.}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %r = "stablehlo.gather"(%a0, %a1) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0, 1], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 3>} : (tensor<4x5x6xf32>, tensor<7x2xi64>) -> tensor<7x3xf32>
  return
}

// -----

// gather C6
func.func @f(%a0: tensor<4x5x6xf32>, %a1: tensor<7x2xi64>) {
  // expected-error@+2 {{has duplicated dimension from collapsed_slice_dims and operand_batching_dims: 0}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %r = "stablehlo.gather"(%a0, %a1) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0, 0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 3>} : (tensor<4x5x6xf32>, tensor<7x2xi64>) -> tensor<7x3xf32>
  return
}

// -----

// gather C7
func.func @f(%a0: tensor<4x5x6xf32>, %a1: tensor<7x2xi64>) {
  // expected-error@+2 {{expects collapsed_slice_dims to be sorted, got: [1, 0]}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %r = "stablehlo.gather"(%a0, %a1) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [1, 0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 3>} : (tensor<4x5x6xf32>, tensor<7x2xi64>) -> tensor<7x3xf32>
  return
}

// -----

// gather C8
func.func @f(%a0: tensor<4x5x6xf32>, %a1: tensor<7x2xi64>) {
  // expected-error@+2 {{Expects each element of collapsed_slice_dims to be in range [0, rank-of('operand')) i.e. [0, 3). got: 3.}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %r = "stablehlo.gather"(%a0, %a1) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0, 3], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 3>} : (tensor<4x5x6xf32>, tensor<7x2xi64>) -> tensor<7x3xf32>
  return
}

// -----

// gather C9
func.func @f(%a0: tensor<4x5x6xf32>, %a1: tensor<7x2xi64>) {
  // expected-error@+2 {{Expects that for each dim in collapsed_slice_dims, slice_sizes[dim] should be <= 1, but got 2}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %r = "stablehlo.gather"(%a0, %a1) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0, 1], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 2, 1, 3>} : (tensor<4x5x6xf32>, tensor<7x2xi64>) -> tensor<7x3xf32>
  return
}

// -----

// gather C10
func.func @f(%a0: tensor<7x8x6xf32>, %a1: tensor<7x8x1xi64>) {
  // expected-error@+2 {{expects operand_batching_dims to be sorted, got: [1, 0]}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %r = "stablehlo.gather"(%a0, %a1) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [], operand_batching_dims = [1, 0], start_indices_batching_dims = [1, 0], start_index_map = [2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 3>} : (tensor<7x8x6xf32>, tensor<7x8x1xi64>) -> tensor<7x8x3xf32>
  return
}

// -----

// gather C11
func.func @f(%a0: tensor<7x8x6xf32>, %a1: tensor<7x8x1xi64>) {
  // expected-error@+2 {{Expects each element of operand_batching_dims to be in range [0, rank-of('operand')) i.e. [0, 3). got: 3.}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %r = "stablehlo.gather"(%a0, %a1) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [], operand_batching_dims = [0, 3], start_indices_batching_dims = [0, 1], start_index_map = [2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 3>} : (tensor<7x8x6xf32>, tensor<7x8x1xi64>) -> tensor<7x8x3xf32>
  return
}

// -----

// gather C12
func.func @f(%a0: tensor<7x8x6xf32>, %a1: tensor<7x8x1xi64>) {
  // expected-error@+2 {{Expects that for each dim in operand_batching_dims, slice_sizes[dim] should be <= 1, but got 2}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %r = "stablehlo.gather"(%a0, %a1) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [], operand_batching_dims = [0, 1], start_indices_batching_dims = [0, 1], start_index_map = [2], index_vector_dim = 2>, slice_sizes = array<i64: 2, 1, 3>} : (tensor<7x8x6xf32>, tensor<7x8x1xi64>) -> tensor<7x8x3xf32>
  return
}

// -----

// gather C13
func.func @f(%a0: tensor<7x8x6xf32>, %a1: tensor<7x8x1xi64>) {
  // expected-error@+2 {{expects start_indices_batching_dims to not repeat, got: [0, 0]}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %r = "stablehlo.gather"(%a0, %a1) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [], operand_batching_dims = [0, 1], start_indices_batching_dims = [0, 0], start_index_map = [2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 3>} : (tensor<7x8x6xf32>, tensor<7x8x1xi64>) -> tensor<7x8x3xf32>
  return
}

// -----

// gather C14
func.func @f(%a0: tensor<7x8x6xf32>, %a1: tensor<7x8x1xi64>) {
  // expected-error@+2 {{Expects each element of start_indices_batching_dims to be in range [0, rank-of('start_indices')) i.e. [0, 3). got: 3.}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %r = "stablehlo.gather"(%a0, %a1) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [], operand_batching_dims = [0, 1], start_indices_batching_dims = [0, 3], start_index_map = [2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 3>} : (tensor<7x8x6xf32>, tensor<7x8x1xi64>) -> tensor<7x8x3xf32>
  return
}

// -----

// gather C15
func.func @f(%a0: tensor<7x8x6xf32>, %a1: tensor<7x8x1xi64>) {
  // expected-error@+2 {{expects start_indices_batching_dims not to include index_vector_dim 2}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %r = "stablehlo.gather"(%a0, %a1) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [], operand_batching_dims = [0, 1], start_indices_batching_dims = [0, 2], start_index_map = [2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 3>} : (tensor<7x8x6xf32>, tensor<7x8x1xi64>) -> tensor<7x8x3xf32>
  return
}

// -----

// gather C16
func.func @f(%a0: tensor<7x8x6xf32>, %a1: tensor<7x8x1xi64>) {
  // expected-error@+2 {{operand_batching_dims and start_indices_batching_dims should have the same size}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %r = "stablehlo.gather"(%a0, %a1) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [], operand_batching_dims = [0, 1], start_indices_batching_dims = [0], start_index_map = [2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 3>} : (tensor<7x8x6xf32>, tensor<7x8x1xi64>) -> tensor<7x8x3xf32>
  return
}

// -----

// gather C17
func.func @f(%a0: tensor<9x8x6xf32>, %a1: tensor<7x8x1xi64>) {
  // expected-error@+2 {{operand_batching_dims[0] and start_indices_batching_dims[0] must have compatible sizes, but got 9 and 7}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %r = "stablehlo.gather"(%a0, %a1) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [], operand_batching_dims = [0, 1], start_indices_batching_dims = [0, 1], start_index_map = [2], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 3>} : (tensor<9x8x6xf32>, tensor<7x8x1xi64>) -> tensor<7x8x3xf32>
  return
}

// -----

// gather C18
func.func @f(%a0: tensor<7x8x6xf32>, %a1: tensor<7x8x1xi64>) {
  // expected-error@+2 {{has duplicated dimension from start_index_map and operand_batching_dims: 0}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %r = "stablehlo.gather"(%a0, %a1) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [], operand_batching_dims = [0, 1], start_indices_batching_dims = [0, 1], start_index_map = [0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 3>} : (tensor<7x8x6xf32>, tensor<7x8x1xi64>) -> tensor<7x8x3xf32>
  return
}

// -----

// gather C19
func.func @f(%a0: tensor<7x8x6xf32>, %a1: tensor<7x8x1xi64>) {
  // expected-error@+2 {{Expects each element of start_index_map to be in range [0, rank-of('operand')) i.e. [0, 3). got: 3.}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %r = "stablehlo.gather"(%a0, %a1) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [], operand_batching_dims = [0, 1], start_indices_batching_dims = [0, 1], start_index_map = [3], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1, 3>} : (tensor<7x8x6xf32>, tensor<7x8x1xi64>) -> tensor<7x8x3xf32>
  return
}

// -----

// gather C20
func.func @f(%a0: tensor<4x5x6xf32>, %a1: tensor<7x2xi64>) {
  // expected-error@+2 {{slice_sizes size (2) not equal to operand rank (3)}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %r = "stablehlo.gather"(%a0, %a1) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0, 1], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>} : (tensor<4x5x6xf32>, tensor<7x2xi64>) -> tensor<7x3xf32>
  return
}

// -----

// gather C21
func.func @f(%a0: tensor<4x5x6xf32>, %a1: tensor<7x2xi64>) {
  // expected-error@+2 {{slice size (9) is out of bounds for operand dimension (6) at index 2}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %r = "stablehlo.gather"(%a0, %a1) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0, 1], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 9>} : (tensor<4x5x6xf32>, tensor<7x2xi64>) -> tensor<7x3xf32>
  return
}

// -----

// gather C22
func.func @f(%a0: tensor<4x5x6xf32>, %a1: tensor<7x2xi64>) {
  // expected-error@+2 {{'stablehlo.gather' op inferred type(s) 'tensor<7x3xf32>' are incompatible with return type(s) of operation 'tensor<7x4xf32>'}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %r = "stablehlo.gather"(%a0, %a1) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0, 1], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 3>} : (tensor<4x5x6xf32>, tensor<7x2xi64>) -> tensor<7x4xf32>
  return
}

// -----

// gather C23
func.func @f(%a0: tensor<4x5x6xf32>, %a1: tensor<7x2xi64>) {
  // expected-error@+1 {{'stablehlo.gather' op failed to verify that all of {operand, result} have same element type}}
  %r = "stablehlo.gather"(%a0, %a1) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0, 1], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 3>} : (tensor<4x5x6xf32>, tensor<7x2xi64>) -> tensor<7x3xi32>
  return
}

// -----

// dynamic_gather C1
func.func @f(%a0: tensor<4x5x6xf32>, %a1: tensor<7x2xi64>) {
  %c2 = stablehlo.constant dense<[1, 1, 3]> : tensor<3xi64>
  // expected-error@+2 {{offset_dims size (1) plus collapse_slice_dims size (1) plus operand_batching_dims size (0) is not equal to operand rank (3)}}
  // expected-error@+1 {{'stablehlo.dynamic_gather' op failed to infer returned types}}
  %r = "stablehlo.dynamic_gather"(%a0, %a1, %c2) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0, 1], index_vector_dim = 1>} : (tensor<4x5x6xf32>, tensor<7x2xi64>, tensor<3xi64>) -> tensor<7x3xf32>
  return
}

// -----

// dynamic_gather C2
func.func @f(%a0: tensor<4x5x6xf32>, %a1: tensor<7x2xi64>) {
  %c2 = stablehlo.constant dense<[1, 1, 3]> : tensor<3xi64>
  // expected-error@+2 {{Expects index_vector_dim to be in range [0, rank-of('start_indices')] i.e. [0, 2]. got: 3.}}
  // expected-error@+1 {{'stablehlo.dynamic_gather' op failed to infer returned types}}
  %r = "stablehlo.dynamic_gather"(%a0, %a1, %c2) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0, 1], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0, 1], index_vector_dim = 3>} : (tensor<4x5x6xf32>, tensor<7x2xi64>, tensor<3xi64>) -> tensor<7x3xf32>
  return
}

// -----

// dynamic_gather C3
func.func @f(%a0: tensor<4x5x6xf32>, %a1: tensor<7x2xi64>) {
  %c2 = stablehlo.constant dense<[1, 1, 3]> : tensor<3xi64>
  // expected-error@+2 {{start_index_map size (1) is not equal to size of index dimension (1) of start_indices (2)}}
  // expected-error@+1 {{'stablehlo.dynamic_gather' op failed to infer returned types}}
  %r = "stablehlo.dynamic_gather"(%a0, %a1, %c2) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0, 1], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 1>} : (tensor<4x5x6xf32>, tensor<7x2xi64>, tensor<3xi64>) -> tensor<7x3xf32>
  return
}

// -----

// dynamic_gather C4
func.func @f(%a0: tensor<4x5x6xf32>, %a1: tensor<7x2xi64>) {
  %c2 = stablehlo.constant dense<[1, 1, 3]> : tensor<3xi64>
  // expected-error@+2 {{expects offset_dims to be sorted, got: [1, 0]}}
  // expected-error@+1 {{'stablehlo.dynamic_gather' op failed to infer returned types}}
  %r = "stablehlo.dynamic_gather"(%a0, %a1, %c2) {dimension_numbers = #stablehlo.gather<offset_dims = [1, 0], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0, 1], index_vector_dim = 1>} : (tensor<4x5x6xf32>, tensor<7x2xi64>, tensor<3xi64>) -> tensor<7x3xf32>
  return
}

// -----

// dynamic_gather C5
func.func @f(%a0: tensor<4x5x6xf32>, %a1: tensor<7x2xi64>) {
  %c2 = stablehlo.constant dense<[1, 1, 3]> : tensor<3xi64>
  // expected-error@+2 {{Expects each element of offset_dims to be in range [0, implied-result-rank) i.e. [0, 2). got: 2.}}
  // expected-error@+1 {{'stablehlo.dynamic_gather' op failed to infer returned types}}
  %r = "stablehlo.dynamic_gather"(%a0, %a1, %c2) {dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0, 1], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0, 1], index_vector_dim = 1>} : (tensor<4x5x6xf32>, tensor<7x2xi64>, tensor<3xi64>) -> tensor<7x3xf32>
  return
}

// -----

// dynamic_gather C6
func.func @f(%a0: tensor<4x5x6xf32>, %a1: tensor<7x2xi64>) {
  %c2 = stablehlo.constant dense<[1, 1, 3]> : tensor<3xi64>
  // expected-error@+2 {{expects collapsed_slice_dims to be sorted, got: [1, 0]}}
  // expected-error@+1 {{'stablehlo.dynamic_gather' op failed to infer returned types}}
  %r = "stablehlo.dynamic_gather"(%a0, %a1, %c2) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [1, 0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0, 1], index_vector_dim = 1>} : (tensor<4x5x6xf32>, tensor<7x2xi64>, tensor<3xi64>) -> tensor<7x3xf32>
  return
}

// -----

// dynamic_gather C7
func.func @f(%a0: tensor<4x5x6xf32>, %a1: tensor<7x2xi64>) {
  %c2 = stablehlo.constant dense<[1, 1, 3]> : tensor<3xi64>
  // expected-error@+2 {{Expects each element of collapsed_slice_dims to be in range [0, rank-of('operand')) i.e. [0, 3). got: 3.}}
  // expected-error@+1 {{'stablehlo.dynamic_gather' op failed to infer returned types}}
  %r = "stablehlo.dynamic_gather"(%a0, %a1, %c2) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0, 3], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0, 1], index_vector_dim = 1>} : (tensor<4x5x6xf32>, tensor<7x2xi64>, tensor<3xi64>) -> tensor<7x3xf32>
  return
}

// -----

// dynamic_gather C8
func.func @f(%a0: tensor<4x5x6xf32>, %a1: tensor<7x2xi64>) {
  %c2 = stablehlo.constant dense<[2, 1, 3]> : tensor<3xi64>
  // expected-error@+2 {{Expects that for each dim in collapsed_slice_dims, slice_sizes[dim] should be <= 1, but got 2}}
  // expected-error@+1 {{'stablehlo.dynamic_gather' op failed to infer returned types}}
  %r = "stablehlo.dynamic_gather"(%a0, %a1, %c2) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0, 1], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0, 1], index_vector_dim = 1>} : (tensor<4x5x6xf32>, tensor<7x2xi64>, tensor<3xi64>) -> tensor<7x3xf32>
  return
}

// -----

// dynamic_gather C9
func.func @f(%a0: tensor<4x5x6xf32>, %a1: tensor<7x2xi64>) {
  %c2 = stablehlo.constant dense<[1, 1, 3]> : tensor<3xi64>
  // expected-error@+2 {{has duplicated dimension from start_index_map and operand_batching_dims: 0}}
  // expected-error@+1 {{'stablehlo.dynamic_gather' op failed to infer returned types}}
  %r = "stablehlo.dynamic_gather"(%a0, %a1, %c2) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0, 1], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0, 0], index_vector_dim = 1>} : (tensor<4x5x6xf32>, tensor<7x2xi64>, tensor<3xi64>) -> tensor<7x3xf32>
  return
}

// -----

// dynamic_gather C10
func.func @f(%a0: tensor<4x5x6xf32>, %a1: tensor<7x2xi64>) {
  %c2 = stablehlo.constant dense<[1, 1, 3]> : tensor<3xi64>
  // expected-error@+2 {{Expects each element of start_index_map to be in range [0, rank-of('operand')) i.e. [0, 3). got: 3.}}
  // expected-error@+1 {{'stablehlo.dynamic_gather' op failed to infer returned types}}
  %r = "stablehlo.dynamic_gather"(%a0, %a1, %c2) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0, 1], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0, 3], index_vector_dim = 1>} : (tensor<4x5x6xf32>, tensor<7x2xi64>, tensor<3xi64>) -> tensor<7x3xf32>
  return
}

// -----

// dynamic_gather C11
func.func @f(%a0: tensor<4x5x6xf32>, %a1: tensor<7x2xi64>) {
  %c2 = stablehlo.constant dense<[1, 1]> : tensor<2xi64>
  // expected-error@+2 {{slice_sizes size (2) not equal to operand rank (3)}}
  // expected-error@+1 {{'stablehlo.dynamic_gather' op failed to infer returned types}}
  %r = "stablehlo.dynamic_gather"(%a0, %a1, %c2) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0, 1], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0, 1], index_vector_dim = 1>} : (tensor<4x5x6xf32>, tensor<7x2xi64>, tensor<2xi64>) -> tensor<7x3xf32>
  return
}

// -----

// dynamic_gather C12
func.func @f(%a0: tensor<4x5x6xf32>, %a1: tensor<7x2xi64>) {
  %c2 = stablehlo.constant dense<[1, 1, 9]> : tensor<3xi64>
  // expected-error@+2 {{slice size (9) is out of bounds for operand dimension (6) at index 2}}
  // expected-error@+1 {{'stablehlo.dynamic_gather' op failed to infer returned types}}
  %r = "stablehlo.dynamic_gather"(%a0, %a1, %c2) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0, 1], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0, 1], index_vector_dim = 1>} : (tensor<4x5x6xf32>, tensor<7x2xi64>, tensor<3xi64>) -> tensor<7x3xf32>
  return
}

// -----

// dynamic_gather C13
func.func @f(%a0: tensor<4x5x6xf32>, %a1: tensor<7x2xi64>) {
  %c2 = stablehlo.constant dense<[1, 1, 3]> : tensor<3xi64>
  // expected-error@+2 {{'stablehlo.dynamic_gather' op inferred type(s) 'tensor<7x3xf32>' are incompatible with return type(s) of operation 'tensor<7x4xf32>'}}
  // expected-error@+1 {{'stablehlo.dynamic_gather' op failed to infer returned types}}
  %r = "stablehlo.dynamic_gather"(%a0, %a1, %c2) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0, 1], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0, 1], index_vector_dim = 1>} : (tensor<4x5x6xf32>, tensor<7x2xi64>, tensor<3xi64>) -> tensor<7x4xf32>
  return
}

// -----

// dynamic_gather C14
func.func @f(%a0: tensor<4x5x6xf32>, %a1: tensor<7x2xi64>) {
  %c2 = stablehlo.constant dense<[1, 1, 3]> : tensor<3xi64>
  // expected-error@+2 {{'stablehlo.dynamic_gather' op inferred type(s) 'tensor<7x3xf32>' are incompatible with return type(s) of operation 'tensor<7x3xi32>'}}
  // expected-error@+1 {{'stablehlo.dynamic_gather' op failed to infer returned types}}
  %r = "stablehlo.dynamic_gather"(%a0, %a1, %c2) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0, 1], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0, 1], index_vector_dim = 1>} : (tensor<4x5x6xf32>, tensor<7x2xi64>, tensor<3xi64>) -> tensor<7x3xi32>
  return
}

// -----

// scatter C1
func.func @f(%a0: tensor<4x5x6xf32>, %a1: tensor<4x5x9xf32>, %a2: tensor<7x2xi64>, %a3: tensor<7x3xf32>, %a4: tensor<7x3xf32>) {
  // expected-error@+1 {{Not all inputs have compatible shapes.}}
  %r:2 = "stablehlo.scatter"(%a0, %a1, %a2, %a3, %a4) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>, %z: tensor<f32>, %w: tensor<f32>):
    stablehlo.return %x, %y : tensor<f32>, tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 1], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>} : (tensor<4x5x6xf32>, tensor<4x5x9xf32>, tensor<7x2xi64>, tensor<7x3xf32>, tensor<7x3xf32>) -> (tensor<4x5x6xf32>, tensor<4x5x9xf32>)
  return
}

// -----

// scatter C2
func.func @f(%a0: tensor<4x5x6xf32>, %a1: tensor<7x2xi64>, %a2: tensor<7x3xf32>) {
  // expected-error@+1 {{Expects rank-of operand to match size-of('update_window_dims') + size-of('inserted_window_dims') + size-of('input_batching_dims') i.e. 2 but got 3.}}
  %r = "stablehlo.scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>} : (tensor<4x5x6xf32>, tensor<7x2xi64>, tensor<7x3xf32>) -> tensor<4x5x6xf32>
  return
}

// -----

// scatter C3
func.func @f(%a0: tensor<4x5x6xf32>, %a1: tensor<4x5x6xf32>, %a2: tensor<7x2xi64>, %a3: tensor<7x3xf32>, %a4: tensor<7x2xf32>) {
  // expected-error@+1 {{Not all updates have compatible shapes.}}
  %r:2 = "stablehlo.scatter"(%a0, %a1, %a2, %a3, %a4) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>, %z: tensor<f32>, %w: tensor<f32>):
    stablehlo.return %x, %y : tensor<f32>, tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 1], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>} : (tensor<4x5x6xf32>, tensor<4x5x6xf32>, tensor<7x2xi64>, tensor<7x3xf32>, tensor<7x2xf32>) -> (tensor<4x5x6xf32>, tensor<4x5x6xf32>)
  return
}

// -----

// scatter C4
func.func @f(%a0: tensor<4x5x6xf32>, %a1: tensor<7x2xi64>, %a2: tensor<8x3xf32>) {
  // expected-error@+1 {{expects bounds of the scatter dimensions of updates to be same as the bounds of the corresponding dimensions of scatter indices. For scatter dimension 0, updates bound is 8 , scatter_indices bound is 7.}}
  %r = "stablehlo.scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 1], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>} : (tensor<4x5x6xf32>, tensor<7x2xi64>, tensor<8x3xf32>) -> tensor<4x5x6xf32>
  return
}

// -----

// scatter C5
func.func @f(%a0: tensor<7x2xi64>) {
  // expected-error@+1 {{'stablehlo.scatter' op expects as many updates as inputs, but found 1 operands}}
  "stablehlo.scatter"(%a0) ({
  ^bb0:
    stablehlo.return
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>} : (tensor<7x2xi64>) -> ()
  return
}

// -----

// scatter C6
func.func @f(%a0: tensor<4x5x6xf32>, %a1: tensor<7x2xi64>, %a2: tensor<7x3xi32>) {
  // expected-error@+1 {{The element-type of reduction-region's result type at index 0 is expected to be promotable from the op's corresponding init-value element-type: 'tensor<f32>' vs 'tensor<i32>'}}
  %r = "stablehlo.scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 1], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>} : (tensor<4x5x6xf32>, tensor<7x2xi64>, tensor<7x3xi32>) -> tensor<4x5x6xf32>
  return
}

// -----

// scatter C7
func.func @f(%a0: tensor<4x5x6xf32>, %a1: tensor<7x2xi64>, %a2: tensor<3x7x3xf32>) {
  // expected-error@+1 {{Expects update_window_dims to be sorted; got: [1, 0].}}
  %r = "stablehlo.scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 0], inserted_window_dims = [0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>} : (tensor<4x5x6xf32>, tensor<7x2xi64>, tensor<3x7x3xf32>) -> tensor<4x5x6xf32>
  return
}

// -----

// scatter C8
func.func @f(%a0: tensor<4x5x6xf32>, %a1: tensor<7x2xi64>, %a2: tensor<7x3xf32>) {
  // expected-error@+1 {{Expects each element of update_window_dims to be in range [0, rank-of('updates')) i.e. [0, 2). got: 2.}}
  %r = "stablehlo.scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0, 1], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>} : (tensor<4x5x6xf32>, tensor<7x2xi64>, tensor<7x3xf32>) -> tensor<4x5x6xf32>
  return
}

// -----

// scatter C9
func.func @f(%a0: tensor<4x5x6xf32>, %a1: tensor<7x2xi64>, %a2: tensor<7x3xf32>) {
  // expected-error@+1 {{has duplicated dimension from inserted_window_dims and input_batching_dims: 0}}
  %r = "stablehlo.scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>} : (tensor<4x5x6xf32>, tensor<7x2xi64>, tensor<7x3xf32>) -> tensor<4x5x6xf32>
  return
}

// -----

// scatter C10
func.func @f(%a0: tensor<4x5x6xf32>, %a1: tensor<7x2xi64>, %a2: tensor<7x3xf32>) {
  // expected-error@+1 {{Expects inserted_window_dims to be sorted; got: [1, 0].}}
  %r = "stablehlo.scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [1, 0], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>} : (tensor<4x5x6xf32>, tensor<7x2xi64>, tensor<7x3xf32>) -> tensor<4x5x6xf32>
  return
}

// -----

// scatter C11
func.func @f(%a0: tensor<4x5x6xf32>, %a1: tensor<7x2xi64>, %a2: tensor<7x3xf32>) {
  // expected-error@+1 {{Expects each element of inserted_window_dims to be in range [0, rank-of('operand')) i.e. [0, 3). got: 3.}}
  %r = "stablehlo.scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 3], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>} : (tensor<4x5x6xf32>, tensor<7x2xi64>, tensor<7x3xf32>) -> tensor<4x5x6xf32>
  return
}

// -----

// scatter C12
func.func @f(%a0: tensor<7x8x6xf32>, %a1: tensor<7x8x1xi64>, %a2: tensor<7x8x3xf32>) {
  // expected-error@+1 {{Expects input_batching_dims to be sorted; got: [1, 0].}}
  %r = "stablehlo.scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [], input_batching_dims = [1, 0], scatter_indices_batching_dims = [1, 0], scatter_dims_to_operand_dims = [2], index_vector_dim = 2>} : (tensor<7x8x6xf32>, tensor<7x8x1xi64>, tensor<7x8x3xf32>) -> tensor<7x8x6xf32>
  return
}

// -----

// scatter C13
func.func @f(%a0: tensor<7x8x6xf32>, %a1: tensor<7x8x1xi64>, %a2: tensor<7x8x3xf32>) {
  // expected-error@+1 {{Expects each element of input_batching_dims to be in range [0, rank-of('operand')) i.e. [0, 3). got: 3.}}
  %r = "stablehlo.scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [], input_batching_dims = [0, 3], scatter_indices_batching_dims = [0, 1], scatter_dims_to_operand_dims = [2], index_vector_dim = 2>} : (tensor<7x8x6xf32>, tensor<7x8x1xi64>, tensor<7x8x3xf32>) -> tensor<7x8x6xf32>
  return
}

// -----

// scatter C14
func.func @f(%a0: tensor<7x8x6xf32>, %a1: tensor<7x8x1xi64>, %a2: tensor<7x8x3xf32>) {
  // expected-error@+1 {{Expects scatter_indices_batching_dims to not repeat; got: [0, 0].}}
  %r = "stablehlo.scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [], input_batching_dims = [0, 1], scatter_indices_batching_dims = [0, 0], scatter_dims_to_operand_dims = [2], index_vector_dim = 2>} : (tensor<7x8x6xf32>, tensor<7x8x1xi64>, tensor<7x8x3xf32>) -> tensor<7x8x6xf32>
  return
}

// -----

// scatter C15
func.func @f(%a0: tensor<7x8x6xf32>, %a1: tensor<7x8x1xi64>, %a2: tensor<7x8x3xf32>) {
  // expected-error@+1 {{Expects each element of scatter_indices_batching_dims to be in range [0, rank-of('scatter_indices')) i.e. [0, 3). got: 3.}}
  %r = "stablehlo.scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [], input_batching_dims = [0, 1], scatter_indices_batching_dims = [0, 3], scatter_dims_to_operand_dims = [2], index_vector_dim = 2>} : (tensor<7x8x6xf32>, tensor<7x8x1xi64>, tensor<7x8x3xf32>) -> tensor<7x8x6xf32>
  return
}

// -----

// scatter C16
func.func @f(%a0: tensor<7x8x6xf32>, %a1: tensor<7x8x1xi64>, %a2: tensor<7x8x3xf32>) {
  // expected-error@+1 {{expects scatter_indices_batching_dims not to include index_vector_dim 2.}}
  %r = "stablehlo.scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [], input_batching_dims = [0, 1], scatter_indices_batching_dims = [0, 2], scatter_dims_to_operand_dims = [2], index_vector_dim = 2>} : (tensor<7x8x6xf32>, tensor<7x8x1xi64>, tensor<7x8x3xf32>) -> tensor<7x8x6xf32>
  return
}

// -----

// scatter C17
func.func @f(%a0: tensor<7x8x6xf32>, %a1: tensor<7x8x1xi64>, %a2: tensor<7x8x3xf32>) {
  // expected-error@+1 {{input_batching_dims and scatter_indices_batching_dims should have the same size.}}
  %r = "stablehlo.scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [], input_batching_dims = [0, 1], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [2], index_vector_dim = 2>} : (tensor<7x8x6xf32>, tensor<7x8x1xi64>, tensor<7x8x3xf32>) -> tensor<7x8x6xf32>
  return
}

// -----

// scatter C18
func.func @f(%a0: tensor<9x8x6xf32>, %a1: tensor<7x8x1xi64>, %a2: tensor<7x8x3xf32>) {
  // expected-error@+1 {{input_batching_dims[0] and scatter_indices_batching_dims[0] must have compatible sizes, but got 9 and 7.}}
  %r = "stablehlo.scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [], input_batching_dims = [0, 1], scatter_indices_batching_dims = [0, 1], scatter_dims_to_operand_dims = [2], index_vector_dim = 2>} : (tensor<9x8x6xf32>, tensor<7x8x1xi64>, tensor<7x8x3xf32>) -> tensor<9x8x6xf32>
  return
}

// -----

// scatter C19
func.func @f(%a0: tensor<4x5x6xf32>, %a1: tensor<7x2xi64>, %a2: tensor<7x3xf32>) {
  // expected-error@+1 {{Scatter op has 1 elements in scatter_dims_to_operand_dims and the bound of dimension index_vector_dim=1 of scatter_indices is 2. These two numbers must be equal.}}
  %r = "stablehlo.scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 1], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : (tensor<4x5x6xf32>, tensor<7x2xi64>, tensor<7x3xf32>) -> tensor<4x5x6xf32>
  return
}

// -----

// scatter C20
func.func @f(%a0: tensor<7x8x6xf32>, %a1: tensor<7x8x1xi64>, %a2: tensor<7x8x3xf32>) {
  // expected-error@+1 {{has duplicated dimension from scatter_dims_to_operand_dims and input_batching_dims: 0}}
  %r = "stablehlo.scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [], input_batching_dims = [0, 1], scatter_indices_batching_dims = [0, 1], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>} : (tensor<7x8x6xf32>, tensor<7x8x1xi64>, tensor<7x8x3xf32>) -> tensor<7x8x6xf32>
  return
}

// -----

// scatter C21
func.func @f(%a0: tensor<7x8x6xf32>, %a1: tensor<7x8x1xi64>, %a2: tensor<7x8x3xf32>) {
  // expected-error@+1 {{Expects each element of scatter_dims_to_operand_dims to be in range [0, rank-of('operand')) i.e. [0, 3). got: 3.}}
  %r = "stablehlo.scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [], input_batching_dims = [0, 1], scatter_indices_batching_dims = [0, 1], scatter_dims_to_operand_dims = [3], index_vector_dim = 2>} : (tensor<7x8x6xf32>, tensor<7x8x1xi64>, tensor<7x8x3xf32>) -> tensor<7x8x6xf32>
  return
}

// -----

// scatter C22
func.func @f(%a0: tensor<4x5x6xf32>, %a1: tensor<7x2xi64>, %a2: tensor<7x3xf32>) {
  // expected-error@+1 {{Expects index_vector_dim to be in range [0, rank-of('scatter_indices')] i.e. [0, 2]. got: 3.}}
  %r = "stablehlo.scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 1], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 3>} : (tensor<4x5x6xf32>, tensor<7x2xi64>, tensor<7x3xf32>) -> tensor<4x5x6xf32>
  return
}

// -----

// scatter C23
func.func @f(%a0: tensor<4x5x6xf32>, %a1: tensor<7x2xi64>, %a2: tensor<7x3xf32>) {
  // expected-error@+1 {{The element-type of reduction-region's result type at index 0 is expected to be promotable from the op's corresponding init-value element-type: 'tensor<i32>' vs 'tensor<f32>'}}
  %r = "stablehlo.scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    stablehlo.return %z : tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 1], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>} : (tensor<4x5x6xf32>, tensor<7x2xi64>, tensor<7x3xf32>) -> tensor<4x5x6xf32>
  return
}

// -----

// scatter C24
func.func @f(%a0: tensor<4x5x6xf32>, %a1: tensor<7x2xi64>, %a2: tensor<7x3xf32>) {
  // expected-error@+2 {{'stablehlo.scatter' op inferred type(s) 'tensor<4x5x6xf32>' are incompatible with return type(s) of operation 'tensor<4x5x7xf32>'}}
  // expected-error@+1 {{'stablehlo.scatter' op failed to infer returned types}}
  %r = "stablehlo.scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 1], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>} : (tensor<4x5x6xf32>, tensor<7x2xi64>, tensor<7x3xf32>) -> tensor<4x5x7xf32>
  return
}

// -----

// scatter C25
func.func @f(%a0: tensor<4x5x6xf32>, %a1: tensor<7x2xi64>, %a2: tensor<7x3xf32>) {
  // expected-error@+2 {{'stablehlo.scatter' op inferred type(s) 'tensor<4x5x6xf32>' are incompatible with return type(s) of operation 'tensor<4x5x6xf64>'}}
  // expected-error@+1 {{'stablehlo.scatter' op failed to infer returned types}}
  %r = "stablehlo.scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 1], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>} : (tensor<4x5x6xf32>, tensor<7x2xi64>, tensor<7x3xf32>) -> tensor<4x5x6xf64>
  return
}
