// RUN: sdyc opt %s -split-input-file -verify-diagnostics

// contracted extents
func.func @f(%arg0: tensor<4x5xf32>, %arg1: tensor<6x7xf32>) {
  // expected-error@+1 {{contracting dimension sizes must match for lhs/rhs: 5 and 6}}
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<4x5xf32>, tensor<6x7xf32>) -> tensor<4x7xf32>
  return
}

// -----

// a dimension twice
func.func @f(%arg0: tensor<4x5xf32>, %arg1: tensor<4x5xf32>) {
  // expected-error@+1 {{has duplicated dimension from lhs_batching_dimensions and lhs_contracting_dimensions: 0}}
  %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [0] x [0] : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5x5xf32>
  return
}

// -----

// convolution groups
func.func @f(%arg0: tensor<1x8x8x3xf32>, %arg1: tensor<3x3x3x8xf32>) {
  // expected-error@+1 {{expects input feature dimension (3) to be a multiple of feature_group_count. Got feature_group_count = 2.}}
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x8x8x3xf32>, tensor<3x3x3x8xf32>) -> tensor<1x6x6x8xf32>
  return
}

// -----

// a letter twice
func.func @f(%arg0: tensor<1x8x8x3xf32>, %arg1: tensor<3x3x3x8xf32>) {
  // expected-error@+1 {{Unexpected dimension b, expecting f}}
  %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, b]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x3xf32>, tensor<3x3x3x8xf32>) -> tensor<1x6x6x8xf32>
  return
}
