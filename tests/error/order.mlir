// RUN: sdyc opt %s -split-input-file -verify-diagnostics

// gather: the rank comes before the dimension of index vectors
func.func @f(%a0: tensor<4x5x6xf32>, %a1: tensor<7x2xi64>) {
  // expected-error@+2 {{offset_dims size (1) plus collapse_slice_dims size (1) plus operand_batching_dims size (0) is not equal to operand rank (3)}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %r = "stablehlo.gather"(%a0, %a1) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0, 1], index_vector_dim = 3>, slice_sizes = array<i64: 1, 1, 3>} : (tensor<4x5x6xf32>, tensor<7x2xi64>) -> tensor<7x3xf32>
  return
}

// -----

// gather: the size of index vectors comes before the order of offsets
func.func @f(%a0: tensor<4x5x6xf32>, %a1: tensor<7x2xi64>) {
  // expected-error@+2 {{start_index_map size (1) is not equal to size of index dimension (1) of start_indices (2)}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %r = "stablehlo.gather"(%a0, %a1) {dimension_numbers = #stablehlo.gather<offset_dims = [1, 0], collapsed_slice_dims = [0], operand_batching_dims = [], start_indices_batching_dims = [], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 3>} : (tensor<4x5x6xf32>, tensor<7x2xi64>) -> tensor<7x3xf32>
  return
}

// -----

// scatter: the region comes before ranks
func.func @f(%a0: tensor<4x5x6xf32>, %a1: tensor<7x2xi64>, %a2: tensor<7xf32>) {
  // expected-error@+1 {{The element-type of reduction-region's result type at index 0 is expected to be promotable from the op's corresponding init-value element-type: 'tensor<i32>' vs 'tensor<f32>'}}
  %r = "stablehlo.scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    stablehlo.return %z : tensor<i32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 1], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>} : (tensor<4x5x6xf32>, tensor<7x2xi64>, tensor<7xf32>) -> tensor<4x5x6xf32>
  return
}

// -----

// scatter: ranks of updates come before dimensions
func.func @f(%a0: tensor<4x5x6xf32>, %a1: tensor<7x2xi64>, %a2: tensor<7x3x3xf32>) {
  // expected-error@+1 {{Expects rank-of operand to match size-of('update_window_dims') + size-of('inserted_window_dims') + size-of('input_batching_dims') i.e. 4 but got 3.}}
  %r = "stablehlo.scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 0], inserted_window_dims = [0, 1], input_batching_dims = [], scatter_indices_batching_dims = [], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>} : (tensor<4x5x6xf32>, tensor<7x2xi64>, tensor<7x3x3xf32>) -> tensor<4x5x6xf32>
  return
}

// -----

// select_and_scatter: the regions come before windows
func.func @f(%a0: tensor<4xf32>, %a1: tensor<2xf32>, %a2: tensor<f32>) {
  // expected-error@+1 {{expects the return-type of select-region to be tensor<i1>, but got: 'tensor<f32>'}}
  %r = "stablehlo.select_and_scatter"(%a0, %a1, %a2) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %z : tensor<f32>
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) {window_dimensions = array<i64: 2, 2>} : (tensor<4xf32>, tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// windows: all of the first dimension comes before the second
func.func @f(%a0: tensor<4x4xf32>, %a1: tensor<f32>) {
  // expected-error@+1 {{expects window to have positive stride for 0-th window dimension, but got 0.}}
  %r = "stablehlo.reduce_window"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) {window_dimensions = array<i64: 2, 0>, window_strides = array<i64: 0, 1>} : (tensor<4x4xf32>, tensor<f32>) -> tensor<3x3xf32>
  return
}

// -----

// windows: an empty list is none, and the shape of padding comes first
func.func @f(%a0: tensor<4x4xf32>, %a1: tensor<f32>) {
  // expected-error@+1 {{expects the shape of padding-attribute to be {N, 2}, but got {1, 3}.}}
  %r = "stablehlo.reduce_window"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) {window_dimensions = array<i64: 2>, window_strides = array<i64>, padding = dense<0> : tensor<1x3xi64>} : (tensor<4x4xf32>, tensor<f32>) -> tensor<3x3xf32>
  return
}

// -----

// convolution: groups come before the number of spatial dimensions
func.func @f(%a0: tensor<2x8x5x4xf32>, %a1: tensor<3x5x4x4xf32>) {
  // expected-error@+1 {{expects batch_group_count and feature_group_count not to be both greater than 1. Got 2 and 2 resp.}}
  %r = "stablehlo.convolution"(%a0, %a1) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64, batch_group_count = 2 : i64} : (tensor<2x8x5x4xf32>, tensor<3x5x4x4xf32>) -> tensor<2x6x4xf32>
  return
}

// -----

// reduce_window: its own verifier speaks alone
func.func @f(%a0: tensor<4xf32>, %a1: tensor<f32>) {
  // expected-error@+1 {{expects window-dimensions size == input rank, but got window-dimensions size: 2 and input: 'tensor<4xf32>' with rank = 1.}}
  %r = "stablehlo.reduce_window"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) {window_dimensions = array<i64: 2, 2>} : (tensor<4xf32>, tensor<f32>) -> tensor<9xf32>
  return
}

// -----

// inference comes after regions: what is wrong inside is all that is said
func.func @f(%a: tensor<2xf32>, %z: tensor<f32>) {
  %r = "stablehlo.reduce"(%a, %z) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  // expected-error@+1 {{'stablehlo.add' op requires the same shape for all operands and results}}
    %s = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<2xf32>
    %t = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %t : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<2xf32>, tensor<f32>) -> tensor<9xf32>
  return
}

// -----

// symbols come last: what is wrong elsewhere is said first
func.func @f(%a: tensor<2xf32>) {
  %r = func.call @nowhere(%a) : (tensor<2xf32>) -> tensor<2xf32>
  // expected-error@+1 {{'stablehlo.abs' op all non-scalar operands/results must have the same shape and base type}}
  %s = "stablehlo.abs"(%a) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

// reduce_scatter: the region comes before the dimension
func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+1 {{The element-type of reduction-region's result type at index 0 is expected to be promotable from the op's corresponding init-value element-type: 'tensor<i32>' vs 'tensor<f32>'}}
  %r = "stablehlo.reduce_scatter"(%a0) ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    stablehlo.return %z : tensor<i32>
  }) {scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<2xf32>
  return
}

// -----

// replica groups: an id out of range that is there twice
func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+1 {{replica id #7 seen more than once}}
  %r = "stablehlo.all_reduce"(%a0) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) {replica_groups = dense<[[7, 7]]> : tensor<1x2xi64>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}
