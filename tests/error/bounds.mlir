// RUN: sdyc opt %s -split-input-file -verify-diagnostics

// an extent beyond the bound of the operand
func.func @f(%a0: tensor<?xf32, #stablehlo.bounds<4>>) {
  // expected-error@+2 {{'stablehlo.abs' op inferred type(s) 'tensor<?xf32, #stablehlo.bounds<4>>' are incompatible with return type(s) of operation 'tensor<5xf32>'}}
  // expected-error@+1 {{'stablehlo.abs' op failed to infer returned types}}
  %r = "stablehlo.abs"(%a0) : (tensor<?xf32, #stablehlo.bounds<4>>) -> tensor<5xf32>
  return
}

// -----

// a slice of what is bounded
func.func @f(%a0: tensor<?x3xf32, #stablehlo.bounds<4, ?>>) {
  // expected-error@+2 {{'stablehlo.transpose' op inferred type(s) 'tensor<3x?xf32, #stablehlo.bounds<?, 4>>' are incompatible with return type(s) of operation 'tensor<3x5xf32>'}}
  // expected-error@+1 {{'stablehlo.transpose' op failed to infer returned types}}
  %r = "stablehlo.transpose"(%a0) {permutation = array<i64: 1, 0>} : (tensor<?x3xf32, #stablehlo.bounds<4, ?>>) -> tensor<3x5xf32>
  return
}

// -----

// a fold
func.func @f(%a0: tensor<?x3xf32, #stablehlo.bounds<4, ?>>, %a1: tensor<f32>) {
  // expected-error@+2 {{'stablehlo.reduce' op inferred type(s) 'tensor<?xf32, #stablehlo.bounds<4>>' are incompatible with return type(s) of operation 'tensor<5xf32>'}}
  // expected-error@+1 {{'stablehlo.reduce' op failed to infer returned types}}
  %r = "stablehlo.reduce"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) {dimensions = array<i64: 1>} : (tensor<?x3xf32, #stablehlo.bounds<4, ?>>, tensor<f32>) -> tensor<5xf32>
  return
}

// -----

// a concatenation
func.func @f(%a0: tensor<?xf32, #stablehlo.bounds<4>>, %a1: tensor<3xf32>) {
  // expected-error@+2 {{'stablehlo.concatenate' op inferred type(s) 'tensor<?xf32, #stablehlo.bounds<7>>' are incompatible with return type(s) of operation 'tensor<8xf32>'}}
  // expected-error@+1 {{'stablehlo.concatenate' op failed to infer returned types}}
  %r = "stablehlo.concatenate"(%a0, %a1) {dimension = 0 : i64} : (tensor<?xf32, #stablehlo.bounds<4>>, tensor<3xf32>) -> tensor<8xf32>
  return
}

// -----

// padding
func.func @f(%a0: tensor<?xf32, #stablehlo.bounds<4>>, %a1: tensor<f32>) {
  // expected-error@+2 {{'stablehlo.pad' op inferred type(s) 'tensor<?xf32, #stablehlo.bounds<6>>' are incompatible with return type(s) of operation 'tensor<9xf32>'}}
  // expected-error@+1 {{'stablehlo.pad' op failed to infer returned types}}
  %r = "stablehlo.pad"(%a0, %a1) {edge_padding_low = array<i64: 1>, edge_padding_high = array<i64: 1>, interior_padding = array<i64: 0>} : (tensor<?xf32, #stablehlo.bounds<4>>, tensor<f32>) -> tensor<9xf32>
  return
}

// -----

// indices
func.func @f(%a0: tensor<4x5x6xf32>, %a1: tensor<?x2xi64, #stablehlo.bounds<7, ?>>) {
  // expected-error@+2 {{'stablehlo.gather' op inferred type(s) 'tensor<?x3xf32, #stablehlo.bounds<7, ?>>' are incompatible with return type(s) of operation 'tensor<8x3xf32>'}}
  // expected-error@+1 {{'stablehlo.gather' op failed to infer returned types}}
  %r = "stablehlo.gather"(%a0, %a1) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 3>} : (tensor<4x5x6xf32>, tensor<?x2xi64, #stablehlo.bounds<7, ?>>) -> tensor<8x3xf32>
  return
}

// -----

// windows
func.func @f(%a0: tensor<?xf32, #stablehlo.bounds<4>>, %a1: tensor<f32>) {
  // expected-error@+2 {{'stablehlo.reduce_window' op inferred type(s) 'tensor<?xf32, #stablehlo.bounds<3>>' are incompatible with return type(s) of operation 'tensor<4xf32>'}}
  // expected-error@+1 {{'stablehlo.reduce_window' op failed to infer returned types}}
  %r = "stablehlo.reduce_window"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %z = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %z : tensor<f32>
  }) {window_dimensions = array<i64: 2>} : (tensor<?xf32, #stablehlo.bounds<4>>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// batches of a product
func.func @f(%a0: tensor<?x2xf32, #stablehlo.bounds<3, ?>>, %a1: tensor<4x2xf32>) {
  // expected-error@+1 {{Mismatched dimension size 4 and bound 3 in dimension 0}}
  %r = "stablehlo.dot_general"(%a0, %a1) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1]>} : (tensor<?x2xf32, #stablehlo.bounds<3, ?>>, tensor<4x2xf32>) -> tensor<4xf32>
  return
}

// -----

// features
func.func @f(%a0: tensor<2x?xf32, #stablehlo.bounds<?, 4>>, %a1: tensor<?xf32>, %a2: tensor<?xf32>) {
  // expected-error@+2 {{'stablehlo.batch_norm_training' op inferred type(s) 'tensor<2x?xf32, #stablehlo.bounds<?, 4>>', 'tensor<?xf32, #stablehlo.bounds<4>>', 'tensor<?xf32, #stablehlo.bounds<4>>' are incompatible with return type(s) of operation 'tensor<2x?xf32, #stablehlo.bounds<?, 4>>', 'tensor<5xf32>', 'tensor<?xf32>'}}
  // expected-error@+1 {{'stablehlo.batch_norm_training' op failed to infer returned types}}
  %r:3 = "stablehlo.batch_norm_training"(%a0, %a1, %a2) {epsilon = 1.0e-3 : f32, feature_index = 1 : i64} : (tensor<2x?xf32, #stablehlo.bounds<?, 4>>, tensor<?xf32>, tensor<?xf32>) -> (tensor<2x?xf32, #stablehlo.bounds<?, 4>>, tensor<5xf32>, tensor<?xf32>)
  return
}

// -----

// a dimension that gets a size
func.func @f(%a0: tensor<4xf32>, %a1: tensor<i32>) {
  // expected-error@+2 {{'stablehlo.set_dimension_size' op inferred type(s) 'tensor<?xf32, #stablehlo.bounds<4>>' are incompatible with return type(s) of operation 'tensor<5xf32>'}}
  // expected-error@+1 {{'stablehlo.set_dimension_size' op failed to infer returned types}}
  %r = "stablehlo.set_dimension_size"(%a0, %a1) {dimension = 0 : i64} : (tensor<4xf32>, tensor<i32>) -> tensor<5xf32>
  return
}

// -----

// the largest
func.func @f(%a0: tensor<?x8xf32, #stablehlo.bounds<4, ?>>) {
  // expected-error@+2 {{'chlo.top_k' op inferred type(s) 'tensor<?x2xf32, #stablehlo.bounds<4, ?>>', 'tensor<?x2xi32, #stablehlo.bounds<4, ?>>' are incompatible with return type(s) of operation 'tensor<5x2xf32>', 'tensor<?x2xi32>'}}
  // expected-error@+1 {{'chlo.top_k' op failed to infer returned types}}
  %r:2 = "chlo.top_k"(%a0) {k = 2 : i64} : (tensor<?x8xf32, #stablehlo.bounds<4, ?>>) -> (tensor<5x2xf32>, tensor<?x2xi32>)
  return
}
