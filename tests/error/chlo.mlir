// RUN: sdyc opt %s -split-input-file -verify-diagnostics

// ragged_dot: three precisions
func.func @f(%a0: tensor<11x5xf32>, %a1: tensor<3x5x7xf32>, %a2: tensor<3xi64>) {
  // expected-error@+1 {{expects precision config to be empty or have <= 2 elements, got 3}}
  %r = "chlo.ragged_dot"(%a0, %a1, %a2) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>, precision_config = [#chlo<precision DEFAULT>, #chlo<precision DEFAULT>, #chlo<precision DEFAULT>]} : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi64>) -> tensor<11x7xf32>
  return
}

// -----

// ragged_dot: another shape
func.func @f(%a0: tensor<11x5xf32>, %a1: tensor<3x5x7xf32>, %a2: tensor<3xi64>) {
  // expected-error@+1 {{inferred shape '[11, 7]' is incompatible with return type of operation 'tensor<11x8xf32>'}}
  %r = "chlo.ragged_dot"(%a0, %a1, %a2) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi64>) -> tensor<11x8xf32>
  return
}

// -----

// ragged_dot: two ragged dimensions
func.func @f(%a0: tensor<11x5xf32>, %a1: tensor<3x5x7xf32>, %a2: tensor<3xi64>) {
  // expected-error@+1 {{There must be exactly one ragged dimension in the lhs.}}
  %r = "chlo.ragged_dot"(%a0, %a1, %a2) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0, 1], rhs_group_dimensions = [0]>} : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi64>) -> tensor<11x7xf32>
  return
}

// -----

// ragged_dot: no groups
func.func @f(%a0: tensor<11x5xf32>, %a1: tensor<3x5x7xf32>, %a2: tensor<3xi64>) {
  // expected-error@+1 {{There must be exactly one group dimension in the rhs when the lhs ragged dimension is non-contracting.}}
  %r = "chlo.ragged_dot"(%a0, %a1, %a2) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = []>} : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi64>) -> tensor<11x7xf32>
  return
}

// -----

// ragged_dot: another number of groups
func.func @f(%a0: tensor<11x5xf32>, %a1: tensor<3x5x7xf32>, %a2: tensor<4xi64>) {
  // expected-error@+1 {{rhs group dimension is expected to have size=4, got 3}}
  %r = "chlo.ragged_dot"(%a0, %a1, %a2) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<4xi64>) -> tensor<11x7xf32>
  return
}

// -----

// ragged_dot: sizes of rank 3
func.func @f(%a0: tensor<11x5xf32>, %a1: tensor<3x5x7xf32>, %a2: tensor<1x1x3xi64>) {
  // expected-error@+1 {{expected group_sizes to have rank 1, got 3}}
  %r = "chlo.ragged_dot"(%a0, %a1, %a2) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<1x1x3xi64>) -> tensor<11x7xf32>
  return
}

// -----

// scan: the body returns too little
func.func @f(%a0: tensor<3xf32>, %a1: tensor<f32>) {
  // expected-error@+2 {{ScanOp body must return at least 1 values (carries)}}
  // expected-error@+1 {{'chlo.scan' op failed to infer returned types}}
  %r:2 = "chlo.scan"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    "stablehlo.return"() : () -> ()
  }) {dimension = 0 : i64, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>} : (tensor<3xf32>, tensor<f32>) -> (tensor<3xf32>, tensor<f32>)
  return
}

// -----

// scan: other outputs
func.func @f(%a0: tensor<3xf32>, %a1: tensor<f32>) {
  // expected-error@+2 {{'chlo.scan' op inferred type(s) 'tensor<3xf32>', 'tensor<f32>' are incompatible with return type(s) of operation 'tensor<4xf32>', 'tensor<f32>'}}
  // expected-error@+1 {{'chlo.scan' op failed to infer returned types}}
  %r:2 = "chlo.scan"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    "stablehlo.return"(%x, %y) : (tensor<f32>, tensor<f32>) -> ()
  }) {dimension = 0 : i64, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>} : (tensor<3xf32>, tensor<f32>) -> (tensor<4xf32>, tensor<f32>)
  return
}

// -----

// scan: other carries
func.func @f(%a0: tensor<3xf32>, %a1: tensor<f32>) {
  // expected-error@+2 {{'chlo.scan' op inferred type(s) 'tensor<3xf32>', 'tensor<f32>' are incompatible with return type(s) of operation 'tensor<3xf32>', 'tensor<2xf32>'}}
  // expected-error@+1 {{'chlo.scan' op failed to infer returned types}}
  %r:2 = "chlo.scan"(%a0, %a1) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    "stablehlo.return"(%x, %y) : (tensor<f32>, tensor<f32>) -> ()
  }) {dimension = 0 : i64, operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 1>} : (tensor<3xf32>, tensor<f32>) -> (tensor<3xf32>, tensor<2xf32>)
  return
}

// -----

// top_k: more than there are
func.func @f(%a0: tensor<3xf32>) {
  // expected-error@+2 {{operand's last dimension must be at least 4, but is 3}}
  // expected-error@+1 {{'chlo.top_k' op failed to infer returned types}}
  %r:2 = "chlo.top_k"(%a0) {k = 4 : i64} : (tensor<3xf32>) -> (tensor<4xf32>, tensor<4xi32>)
  return
}
