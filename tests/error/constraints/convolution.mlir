// RUN: sdyc opt %s -split-input-file -verify-diagnostics

// convolution C1
func.func @f(%a0: tensor<2x8x4xf32>, %a1: tensor<3x3x4x4xf32>) {
  // expected-error@+1 {{expects convolution arguments to have same number of dimensions. Got: 'tensor<2x8x4xf32>' and 'tensor<3x3x4x4xf32>'.}}
  %r = "stablehlo.convolution"(%a0, %a1) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x8x4xf32>, tensor<3x3x4x4xf32>) -> tensor<2x6x4xf32>
  return
}

// -----

// dynamic_conv C1
func.func @f(%a0: tensor<2x8x4xf32>, %a1: tensor<3x3x4x4xf32>, %a2: tensor<1x2xi64>) {
  // expected-error@+1 {{expects convolution arguments to have same number of dimensions. Got: 'tensor<2x8x4xf32>' and 'tensor<3x3x4x4xf32>'.}}
  %r = "stablehlo.dynamic_conv"(%a0, %a1, %a2) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x8x4xf32>, tensor<3x3x4x4xf32>, tensor<1x2xi64>) -> tensor<2x6x4xf32>
  return
}

// -----

// convolution C2
func.func @f(%a0: tensor<2x8x4xf32>, %a1: tensor<3x4x4xf32>) {
  // expected-error@+1 {{expects window-strides to have same dimension-size as size of window dimensions (1), but got: 2.}}
  %r = "stablehlo.convolution"(%a0, %a1) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, window_strides = array<i64: 1, 1>} : (tensor<2x8x4xf32>, tensor<3x4x4xf32>) -> tensor<2x6x4xf32>
  return
}

// -----

// dynamic_conv C2
func.func @f(%a0: tensor<2x8x4xf32>, %a1: tensor<3x4x4xf32>, %a2: tensor<1x2xi64>) {
  // expected-error@+1 {{expects window-strides to have same dimension-size as size of window dimensions (1), but got: 2.}}
  %r = "stablehlo.dynamic_conv"(%a0, %a1, %a2) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, window_strides = array<i64: 1, 1>} : (tensor<2x8x4xf32>, tensor<3x4x4xf32>, tensor<1x2xi64>) -> tensor<2x6x4xf32>
  return
}

// -----

// convolution C3
func.func @f(%a0: tensor<2x8x4xf32>, %a1: tensor<3x4x4xf32>) {
  // expected-error@+1 {{expects window to have positive stride for 0-th window dimension, but got 0.}}
  %r = "stablehlo.convolution"(%a0, %a1) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, window_strides = array<i64: 0>} : (tensor<2x8x4xf32>, tensor<3x4x4xf32>) -> tensor<2x6x4xf32>
  return
}

// -----

// dynamic_conv C3
func.func @f(%a0: tensor<2x8x4xf32>, %a1: tensor<3x4x4xf32>, %a2: tensor<1x2xi64>) {
  // expected-error@+1 {{expects window to have positive stride for 0-th window dimension, but got 0.}}
  %r = "stablehlo.dynamic_conv"(%a0, %a1, %a2) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, window_strides = array<i64: 0>} : (tensor<2x8x4xf32>, tensor<3x4x4xf32>, tensor<1x2xi64>) -> tensor<2x6x4xf32>
  return
}

// -----

// convolution C4
func.func @f(%a0: tensor<2x8x4xf32>, %a1: tensor<3x4x4xf32>) {
  // expected-error@+1 {{expects the shape of padding-attribute to be {N, 2}, but got {1, 3}.}}
  %r = "stablehlo.convolution"(%a0, %a1) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, padding = dense<0> : tensor<1x3xi64>} : (tensor<2x8x4xf32>, tensor<3x4x4xf32>) -> tensor<2x6x4xf32>
  return
}

// -----

// dynamic_conv C4
func.func @f(%a0: tensor<2x8x4xf32>, %a1: tensor<3x4x4xf32>, %a2: tensor<1x3xi64>) {
  // expected-error@+1 {{expects padding to be of shape [1, 2], but got [1, 3]}}
  %r = "stablehlo.dynamic_conv"(%a0, %a1, %a2) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x8x4xf32>, tensor<3x4x4xf32>, tensor<1x3xi64>) -> tensor<2x6x4xf32>
  return
}

// -----

// convolution C5
func.func @f(%a0: tensor<2x8x4xf32>, %a1: tensor<3x4x4xf32>) {
  // expected-error@+1 {{expects base-dilation factors to have same dimension-size as size of window dimensions (1), but got: 2.}}
  %r = "stablehlo.convolution"(%a0, %a1) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, lhs_dilation = array<i64: 1, 1>} : (tensor<2x8x4xf32>, tensor<3x4x4xf32>) -> tensor<2x6x4xf32>
  return
}

// -----

// dynamic_conv C5
func.func @f(%a0: tensor<2x8x4xf32>, %a1: tensor<3x4x4xf32>, %a2: tensor<1x2xi64>) {
  // expected-error@+1 {{expects base-dilation factors to have same dimension-size as size of window dimensions (1), but got: 2.}}
  %r = "stablehlo.dynamic_conv"(%a0, %a1, %a2) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, lhs_dilation = array<i64: 1, 1>} : (tensor<2x8x4xf32>, tensor<3x4x4xf32>, tensor<1x2xi64>) -> tensor<2x6x4xf32>
  return
}

// -----

// convolution C6
func.func @f(%a0: tensor<2x8x4xf32>, %a1: tensor<3x4x4xf32>) {
  // expected-error@+1 {{expects window to have positive base dilation factor for 0-th window dimension, but got 0.}}
  %r = "stablehlo.convolution"(%a0, %a1) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, lhs_dilation = array<i64: 0>} : (tensor<2x8x4xf32>, tensor<3x4x4xf32>) -> tensor<2x6x4xf32>
  return
}

// -----

// dynamic_conv C6
func.func @f(%a0: tensor<2x8x4xf32>, %a1: tensor<3x4x4xf32>, %a2: tensor<1x2xi64>) {
  // expected-error@+1 {{expects window to have positive base dilation factor for 0-th window dimension, but got 0.}}
  %r = "stablehlo.dynamic_conv"(%a0, %a1, %a2) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, lhs_dilation = array<i64: 0>} : (tensor<2x8x4xf32>, tensor<3x4x4xf32>, tensor<1x2xi64>) -> tensor<2x6x4xf32>
  return
}

// -----

// convolution C7
func.func @f(%a0: tensor<2x8x4xf32>, %a1: tensor<3x4x4xf32>) {
  // expected-error@+1 {{expects window-dilation factors to have same dimension-size as size of window dimensions (1), but got: 2.}}
  %r = "stablehlo.convolution"(%a0, %a1) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, rhs_dilation = array<i64: 1, 1>} : (tensor<2x8x4xf32>, tensor<3x4x4xf32>) -> tensor<2x6x4xf32>
  return
}

// -----

// dynamic_conv C7
func.func @f(%a0: tensor<2x8x4xf32>, %a1: tensor<3x4x4xf32>, %a2: tensor<1x2xi64>) {
  // expected-error@+1 {{expects window-dilation factors to have same dimension-size as size of window dimensions (1), but got: 2.}}
  %r = "stablehlo.dynamic_conv"(%a0, %a1, %a2) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, rhs_dilation = array<i64: 1, 1>} : (tensor<2x8x4xf32>, tensor<3x4x4xf32>, tensor<1x2xi64>) -> tensor<2x6x4xf32>
  return
}

// -----

// convolution C8
func.func @f(%a0: tensor<2x8x4xf32>, %a1: tensor<3x4x4xf32>) {
  // expected-error@+1 {{expects window to have positive window dilation factor for 0-th window dimension, but got 0.}}
  %r = "stablehlo.convolution"(%a0, %a1) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, rhs_dilation = array<i64: 0>} : (tensor<2x8x4xf32>, tensor<3x4x4xf32>) -> tensor<2x6x4xf32>
  return
}

// -----

// dynamic_conv C8
func.func @f(%a0: tensor<2x8x4xf32>, %a1: tensor<3x4x4xf32>, %a2: tensor<1x2xi64>) {
  // expected-error@+1 {{expects window to have positive window dilation factor for 0-th window dimension, but got 0.}}
  %r = "stablehlo.dynamic_conv"(%a0, %a1, %a2) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, rhs_dilation = array<i64: 0>} : (tensor<2x8x4xf32>, tensor<3x4x4xf32>, tensor<1x2xi64>) -> tensor<2x6x4xf32>
  return
}

// -----

// convolution C9
func.func @f(%a0: tensor<2x8x4xf32>, %a1: tensor<3x4x4xf32>) {
  // expected-error@+1 {{expects window-reversal to have same dimension-size as size of window dimensions (1), but got: 2.}}
  %r = "stablehlo.convolution"(%a0, %a1) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, window_reversal = array<i1: true, true>} : (tensor<2x8x4xf32>, tensor<3x4x4xf32>) -> tensor<2x6x4xf32>
  return
}

// -----

// dynamic_conv C9
func.func @f(%a0: tensor<2x8x4xf32>, %a1: tensor<3x4x4xf32>, %a2: tensor<1x2xi64>) {
  // expected-error@+1 {{expects window-reversal to have same dimension-size as size of window dimensions (1), but got: 2.}}
  %r = "stablehlo.dynamic_conv"(%a0, %a1, %a2) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, window_reversal = array<i1: true, true>} : (tensor<2x8x4xf32>, tensor<3x4x4xf32>, tensor<1x2xi64>) -> tensor<2x6x4xf32>
  return
}

// -----

// convolution C10
func.func @f(%a0: tensor<3x8x4xf32>, %a1: tensor<3x4x4xf32>) {
  // expected-error@+1 {{expects input batch dimension (3) to be divisible by batch_group_count. Got batch_group_count = 2.}}
  %r = "stablehlo.convolution"(%a0, %a1) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 2 : i64} : (tensor<3x8x4xf32>, tensor<3x4x4xf32>) -> tensor<2x6x4xf32>
  return
}

// -----

// dynamic_conv C10
func.func @f(%a0: tensor<3x8x4xf32>, %a1: tensor<3x4x4xf32>, %a2: tensor<1x2xi64>) {
  // expected-error@+1 {{expects input batch dimension (3) to be divisible by batch_group_count. Got batch_group_count = 2.}}
  %r = "stablehlo.dynamic_conv"(%a0, %a1, %a2) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 2 : i64} : (tensor<3x8x4xf32>, tensor<3x4x4xf32>, tensor<1x2xi64>) -> tensor<2x6x4xf32>
  return
}

// -----

// convolution C11
func.func @f(%a0: tensor<2x8x5xf32>, %a1: tensor<3x4x4xf32>) {
  // expected-error@+1 {{expects input feature dimension (5) to be a multiple of feature_group_count. Got feature_group_count = 2.}}
  %r = "stablehlo.convolution"(%a0, %a1) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64, batch_group_count = 1 : i64} : (tensor<2x8x5xf32>, tensor<3x4x4xf32>) -> tensor<2x6x4xf32>
  return
}

// -----

// dynamic_conv C11
func.func @f(%a0: tensor<2x8x5xf32>, %a1: tensor<3x4x4xf32>, %a2: tensor<1x2xi64>) {
  // expected-error@+1 {{expects input feature dimension (5) to be a multiple of feature_group_count. Got feature_group_count = 2.}}
  %r = "stablehlo.dynamic_conv"(%a0, %a1, %a2) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64, batch_group_count = 1 : i64} : (tensor<2x8x5xf32>, tensor<3x4x4xf32>, tensor<1x2xi64>) -> tensor<2x6x4xf32>
  return
}

// -----

// convolution C12
func.func @f(%a0: tensor<2x8x4x4xf32>, %a1: tensor<3x4x4x4xf32>) {
  // expected-error@+1 {{expects convolution arguments to have 3 dimensions. Got: 4}}
  %r = "stablehlo.convolution"(%a0, %a1) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x8x4x4xf32>, tensor<3x4x4x4xf32>) -> tensor<2x6x4x4xf32>
  return
}

// -----

// dynamic_conv C12
func.func @f(%a0: tensor<2x8x4x4xf32>, %a1: tensor<3x4x4x4xf32>, %a2: tensor<1x2xi64>) {
  // expected-error@+1 {{expects convolution arguments to have 3 dimensions. Got: 4}}
  %r = "stablehlo.dynamic_conv"(%a0, %a1, %a2) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x8x4x4xf32>, tensor<3x4x4x4xf32>, tensor<1x2xi64>) -> tensor<2x6x4x4xf32>
  return
}

// -----

// convolution C13
func.func @f(%a0: tensor<2x8x4xf32>, %a1: tensor<3x4x4xf32>) {
  // expected-error@+1 {{expects input dimension-numbers to be unique, got {0, 0, 1}.}}
  %r = "stablehlo.convolution"(%a0, %a1) {dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 0, input_spatial_dimensions = [1], kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [0], output_batch_dimension = 0, output_feature_dimension = 2, output_spatial_dimensions = [1]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x8x4xf32>, tensor<3x4x4xf32>) -> tensor<2x6x4xf32>
  return
}

// -----

// dynamic_conv C13
func.func @f(%a0: tensor<2x8x4xf32>, %a1: tensor<3x4x4xf32>, %a2: tensor<1x2xi64>) {
  // expected-error@+1 {{expects input dimension-numbers to be unique, got {0, 0, 1}.}}
  %r = "stablehlo.dynamic_conv"(%a0, %a1, %a2) {dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 0, input_spatial_dimensions = [1], kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [0], output_batch_dimension = 0, output_feature_dimension = 2, output_spatial_dimensions = [1]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x8x4xf32>, tensor<3x4x4xf32>, tensor<1x2xi64>) -> tensor<2x6x4xf32>
  return
}

// -----

// convolution C17
func.func @f(%a0: tensor<2x8x4xf32>, %a1: tensor<3x4x4xf32>) {
  // expected-error@+1 {{expects the same size for input, kernel and output spatial-dimensions, but got 1, 2, and 1 resp.}}
  %r = "stablehlo.convolution"(%a0, %a1) {dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 2, input_spatial_dimensions = [1], kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 2, output_spatial_dimensions = [1]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x8x4xf32>, tensor<3x4x4xf32>) -> tensor<2x6x4xf32>
  return
}

// -----

// dynamic_conv C17
func.func @f(%a0: tensor<2x8x4xf32>, %a1: tensor<3x4x4xf32>, %a2: tensor<1x2xi64>) {
  // expected-error@+1 {{expects the same size for input, kernel and output spatial-dimensions, but got 1, 2, and 1 resp.}}
  %r = "stablehlo.dynamic_conv"(%a0, %a1, %a2) {dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 2, input_spatial_dimensions = [1], kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 2, output_spatial_dimensions = [1]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x8x4xf32>, tensor<3x4x4xf32>, tensor<1x2xi64>) -> tensor<2x6x4xf32>
  return
}

// -----

// convolution C18
func.func @f(%a0: tensor<2x8x4xf32>, %a1: tensor<3x4x4xf32>) {
  // expected-error@+1 {{expects kernel dimension-numbers to be unique, got {2, 2, 0}.}}
  %r = "stablehlo.convolution"(%a0, %a1) {dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 2, input_spatial_dimensions = [1], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [0], output_batch_dimension = 0, output_feature_dimension = 2, output_spatial_dimensions = [1]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x8x4xf32>, tensor<3x4x4xf32>) -> tensor<2x6x4xf32>
  return
}

// -----

// dynamic_conv C18
func.func @f(%a0: tensor<2x8x4xf32>, %a1: tensor<3x4x4xf32>, %a2: tensor<1x2xi64>) {
  // expected-error@+1 {{expects kernel dimension-numbers to be unique, got {2, 2, 0}.}}
  %r = "stablehlo.dynamic_conv"(%a0, %a1, %a2) {dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 2, input_spatial_dimensions = [1], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [0], output_batch_dimension = 0, output_feature_dimension = 2, output_spatial_dimensions = [1]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x8x4xf32>, tensor<3x4x4xf32>, tensor<1x2xi64>) -> tensor<2x6x4xf32>
  return
}

// -----

// convolution C19
func.func @f(%a0: tensor<2x8x4xf32>, %a1: tensor<3x4x4xf32>) {
  // expected-error@+1 {{expects the same size for input, kernel and output spatial-dimensions, but got 1, 1, and 2 resp.}}
  %r = "stablehlo.convolution"(%a0, %a1) {dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 2, input_spatial_dimensions = [1], kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [0], output_batch_dimension = 0, output_feature_dimension = 2, output_spatial_dimensions = [1, 0]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x8x4xf32>, tensor<3x4x4xf32>) -> tensor<2x6x4xf32>
  return
}

// -----

// dynamic_conv C19
func.func @f(%a0: tensor<2x8x4xf32>, %a1: tensor<3x4x4xf32>, %a2: tensor<1x2xi64>) {
  // expected-error@+1 {{expects the same size for input, kernel and output spatial-dimensions, but got 1, 1, and 2 resp.}}
  %r = "stablehlo.dynamic_conv"(%a0, %a1, %a2) {dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 2, input_spatial_dimensions = [1], kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [0], output_batch_dimension = 0, output_feature_dimension = 2, output_spatial_dimensions = [1, 0]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x8x4xf32>, tensor<3x4x4xf32>, tensor<1x2xi64>) -> tensor<2x6x4xf32>
  return
}

// -----

// convolution C20
func.func @f(%a0: tensor<2x8x4xf32>, %a1: tensor<3x4x4xf32>) {
  // expected-error@+1 {{expects output dimension-numbers to be unique, got {0, 0, 1}.}}
  %r = "stablehlo.convolution"(%a0, %a1) {dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 2, input_spatial_dimensions = [1], kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [0], output_batch_dimension = 0, output_feature_dimension = 0, output_spatial_dimensions = [1]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x8x4xf32>, tensor<3x4x4xf32>) -> tensor<2x6x4xf32>
  return
}

// -----

// dynamic_conv C20
func.func @f(%a0: tensor<2x8x4xf32>, %a1: tensor<3x4x4xf32>, %a2: tensor<1x2xi64>) {
  // expected-error@+1 {{expects output dimension-numbers to be unique, got {0, 0, 1}.}}
  %r = "stablehlo.dynamic_conv"(%a0, %a1, %a2) {dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 2, input_spatial_dimensions = [1], kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [0], output_batch_dimension = 0, output_feature_dimension = 0, output_spatial_dimensions = [1]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x8x4xf32>, tensor<3x4x4xf32>, tensor<1x2xi64>) -> tensor<2x6x4xf32>
  return
}

// -----

// convolution C14
func.func @f(%a0: tensor<2x8x4xf32>, %a1: tensor<3x3x4xf32>) {
  // expected-error@+1 {{expects input feature dimension (4) / feature_group_count = kernel input feature dimension (3). Got feature_group_count = 1.}}
  %r = "stablehlo.convolution"(%a0, %a1) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x8x4xf32>, tensor<3x3x4xf32>) -> tensor<2x6x4xf32>
  return
}

// -----

// dynamic_conv C14
func.func @f(%a0: tensor<2x8x4xf32>, %a1: tensor<3x3x4xf32>, %a2: tensor<1x2xi64>) {
  // expected-error@+1 {{expects input feature dimension (4) / feature_group_count = kernel input feature dimension (3). Got feature_group_count = 1.}}
  %r = "stablehlo.dynamic_conv"(%a0, %a1, %a2) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x8x4xf32>, tensor<3x3x4xf32>, tensor<1x2xi64>) -> tensor<2x6x4xf32>
  return
}

// -----

// convolution C15
func.func @f(%a0: tensor<2x8x4xf32>, %a1: tensor<3x4x5xf32>) {
  // expected-error@+1 {{expects output feature dimension size (5) to be a multiple of batch_group_count. Got batch_group_count = 2.}}
  %r = "stablehlo.convolution"(%a0, %a1) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 2 : i64} : (tensor<2x8x4xf32>, tensor<3x4x5xf32>) -> tensor<2x6x4xf32>
  return
}

// -----

// dynamic_conv C15
func.func @f(%a0: tensor<2x8x4xf32>, %a1: tensor<3x4x5xf32>, %a2: tensor<1x2xi64>) {
  // expected-error@+1 {{expects output feature dimension size (5) to be a multiple of batch_group_count. Got batch_group_count = 2.}}
  %r = "stablehlo.dynamic_conv"(%a0, %a1, %a2) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 2 : i64} : (tensor<2x8x4xf32>, tensor<3x4x5xf32>, tensor<1x2xi64>) -> tensor<2x6x4xf32>
  return
}

// -----

// convolution C16
func.func @f(%a0: tensor<2x8x4xf32>, %a1: tensor<3x2x5xf32>) {
  // expected-error@+1 {{expects kernel output feature dimension (5) to be divisible by feature_group_count. For feature_group_count = 2.}}
  %r = "stablehlo.convolution"(%a0, %a1) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64, batch_group_count = 1 : i64} : (tensor<2x8x4xf32>, tensor<3x2x5xf32>) -> tensor<2x6x4xf32>
  return
}

// -----

// dynamic_conv C16
func.func @f(%a0: tensor<2x8x4xf32>, %a1: tensor<3x2x5xf32>, %a2: tensor<1x2xi64>) {
  // expected-error@+1 {{expects kernel output feature dimension (5) to be divisible by feature_group_count. For feature_group_count = 2.}}
  %r = "stablehlo.dynamic_conv"(%a0, %a1, %a2) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64, batch_group_count = 1 : i64} : (tensor<2x8x4xf32>, tensor<3x2x5xf32>, tensor<1x2xi64>) -> tensor<2x6x4xf32>
  return
}

// -----

// convolution C21
func.func @f(%a0: tensor<2x8x4xf32>, %a1: tensor<3x4x4xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op attribute 'feature_group_count' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive; found 0 : i64}}
  %r = "stablehlo.convolution"(%a0, %a1) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 0 : i64, batch_group_count = 1 : i64} : (tensor<2x8x4xf32>, tensor<3x4x4xf32>) -> tensor<2x6x4xf32>
  return
}

// -----

// dynamic_conv C21
func.func @f(%a0: tensor<2x8x4xf32>, %a1: tensor<3x4x4xf32>, %a2: tensor<1x2xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_conv' op attribute 'feature_group_count' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive; found 0 : i64}}
  %r = "stablehlo.dynamic_conv"(%a0, %a1, %a2) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 0 : i64, batch_group_count = 1 : i64} : (tensor<2x8x4xf32>, tensor<3x4x4xf32>, tensor<1x2xi64>) -> tensor<2x6x4xf32>
  return
}

// -----

// convolution C22
func.func @f(%a0: tensor<2x8x4xf32>, %a1: tensor<3x4x4xf32>) {
  // expected-error@+1 {{'stablehlo.convolution' op attribute 'batch_group_count' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive; found 0 : i64}}
  %r = "stablehlo.convolution"(%a0, %a1) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 0 : i64} : (tensor<2x8x4xf32>, tensor<3x4x4xf32>) -> tensor<2x6x4xf32>
  return
}

// -----

// dynamic_conv C22
func.func @f(%a0: tensor<2x8x4xf32>, %a1: tensor<3x4x4xf32>, %a2: tensor<1x2xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_conv' op attribute 'batch_group_count' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive; found 0 : i64}}
  %r = "stablehlo.dynamic_conv"(%a0, %a1, %a2) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 0 : i64} : (tensor<2x8x4xf32>, tensor<3x4x4xf32>, tensor<1x2xi64>) -> tensor<2x6x4xf32>
  return
}

// -----

// convolution C23
func.func @f(%a0: tensor<2x8x4xf32>, %a1: tensor<3x4x4xf32>) {
  // expected-error@+1 {{expects batch_group_count and feature_group_count not to be both greater than 1. Got 2 and 2 resp.}}
  %r = "stablehlo.convolution"(%a0, %a1) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64, batch_group_count = 2 : i64} : (tensor<2x8x4xf32>, tensor<3x4x4xf32>) -> tensor<2x6x4xf32>
  return
}

// -----

// dynamic_conv C23
func.func @f(%a0: tensor<2x8x4xf32>, %a1: tensor<3x4x4xf32>, %a2: tensor<1x2xi64>) {
  // expected-error@+1 {{expects batch_group_count and feature_group_count not to be both greater than 1. Got 2 and 2 resp.}}
  %r = "stablehlo.dynamic_conv"(%a0, %a1, %a2) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 2 : i64, batch_group_count = 2 : i64} : (tensor<2x8x4xf32>, tensor<3x4x4xf32>, tensor<1x2xi64>) -> tensor<2x6x4xf32>
  return
}

// -----

// convolution C24
func.func @f(%a0: tensor<2x8x4xf32>, %a1: tensor<3x4x4xf32>) {
  // expected-error@+1 {{expects precision config to be empty or have <= 2 elements, got 3}}
  %r = "stablehlo.convolution"(%a0, %a1) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<2x8x4xf32>, tensor<3x4x4xf32>) -> tensor<2x6x4xf32>
  return
}

// -----

// dynamic_conv C24
func.func @f(%a0: tensor<2x8x4xf32>, %a1: tensor<3x4x4xf32>, %a2: tensor<1x2xi64>) {
  // expected-error@+1 {{expects precision config to be empty or have <= 2 elements, got 3}}
  %r = "stablehlo.dynamic_conv"(%a0, %a1, %a2) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<2x8x4xf32>, tensor<3x4x4xf32>, tensor<1x2xi64>) -> tensor<2x6x4xf32>
  return
}

// -----

// convolution C25
func.func @f(%a0: tensor<2x8x4xf32>, %a1: tensor<3x4x4xf32>) {
  // expected-error@+1 {{inferred shape '[2, 6, 4]' is incompatible with return type of operation 'tensor<2x7x4xf32>'}}
  %r = "stablehlo.convolution"(%a0, %a1) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x8x4xf32>, tensor<3x4x4xf32>) -> tensor<2x7x4xf32>
  return
}

// -----

// convolution C26
func.func @f(%a0: tensor<2x8x4xf32>, %a1: tensor<3x4x4xf32>) {
  // expected-error@+1 {{inferred shape '[2, 6, 4]' is incompatible with return type of operation 'tensor<2x6xf32>'}}
  %r = "stablehlo.convolution"(%a0, %a1) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x8x4xf32>, tensor<3x4x4xf32>) -> tensor<2x6xf32>
  return
}

// -----

// dynamic_conv C26
func.func @f(%a0: tensor<2x8x4xf32>, %a1: tensor<3x4x4xf32>, %a2: tensor<1x2xi64>) {
  // expected-error@+1 {{expects the result to have 3 dimensions. Got: 2}}
  %r = "stablehlo.dynamic_conv"(%a0, %a1, %a2) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x8x4xf32>, tensor<3x4x4xf32>, tensor<1x2xi64>) -> tensor<?x?xf32>
  return
}

// -----

// convolution C27
func.func @f(%a0: tensor<2x8x4xf32>, %a1: tensor<3x4x4xi32>) {
  // expected-error@+1 {{expects lhs and rhs to have compatible element type. Got: 'f32' and 'i32'}}
  %r = "stablehlo.convolution"(%a0, %a1) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x8x4xf32>, tensor<3x4x4xi32>) -> tensor<2x6x4xf32>
  return
}

// -----

// dynamic_conv C27
func.func @f(%a0: tensor<2x8x4xf32>, %a1: tensor<3x4x4xi32>, %a2: tensor<1x2xi64>) {
  // expected-error@+1 {{expects lhs and rhs to have compatible element type. Got: 'f32' and 'i32'}}
  %r = "stablehlo.dynamic_conv"(%a0, %a1, %a2) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x8x4xf32>, tensor<3x4x4xi32>, tensor<1x2xi64>) -> tensor<2x6x4xf32>
  return
}

// -----

// convolution C28
func.func @f(%a0: tensor<2x8x4x!quant.uniform<i8:f32, 1.0:0>>, %a1: tensor<3x4x4xf32>) {
  // expected-error@+1 {{rhs should be quantized for quantized operations and is_quantized(lhs)=is_quantized(result) should hold}}
  %r = "stablehlo.convolution"(%a0, %a1) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x8x4x!quant.uniform<i8:f32, 1.0:0>>, tensor<3x4x4xf32>) -> tensor<2x6x4xf32>
  return
}

// -----

// dynamic_conv C28
func.func @f(%a0: tensor<2x8x4x!quant.uniform<i8:f32, 1.0:0>>, %a1: tensor<3x4x4xf32>, %a2: tensor<1x2xi64>) {
  // expected-error@+1 {{rhs should be quantized for quantized operations and is_quantized(lhs)=is_quantized(result) should hold}}
  %r = "stablehlo.dynamic_conv"(%a0, %a1, %a2) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x8x4x!quant.uniform<i8:f32, 1.0:0>>, tensor<3x4x4xf32>, tensor<1x2xi64>) -> tensor<2x6x4xf32>
  return
}

// -----

// convolution C29
func.func @f(%a0: tensor<2x8x4x!quant.uniform<i8:f32, 1.0:0>>, %a1: tensor<3x4x4x!quant.uniform<i8:f32:1, {1.0, 1.0, 1.0, 1.0}>>) {
  // expected-error@+1 {{quantization dimension of rhs should be same with kernel_output_feature_dimension: 1 and 2}}
  %r = "stablehlo.convolution"(%a0, %a1) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x8x4x!quant.uniform<i8:f32, 1.0:0>>, tensor<3x4x4x!quant.uniform<i8:f32:1, {1.0, 1.0, 1.0, 1.0}>>) -> tensor<2x6x4x!quant.uniform<i8:f32, 1.0:0>>
  return
}

// -----

// convolution C30
func.func @f(%a0: tensor<2x8x4x!quant.uniform<i8:f32, 1.0:0>>, %a1: tensor<3x4x4x!quant.uniform<i8:f32:2, {1.0, 1.0, 1.0, 1.0}>>) {
  // expected-error@+1 {{quantization dimension of result should be same with output_feature_dimension: 0 and 2}}
  %r = "stablehlo.convolution"(%a0, %a1) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x8x4x!quant.uniform<i8:f32, 1.0:0>>, tensor<3x4x4x!quant.uniform<i8:f32:2, {1.0, 1.0, 1.0, 1.0}>>) -> tensor<2x6x4x!quant.uniform<i8:f32:0, {1.0, 1.0}>>
  return
}

// -----

// convolution C31
func.func @f(%a0: tensor<2x8x4x!quant.uniform<i8:f32, 1.0:0>>, %a1: tensor<3x4x4x!quant.uniform<i4:f32, 1.0:0>>) {
  // expected-error@+1 {{mismatched lhs and rhs quantization storage types: 'i8' and 'i4'}}
  %r = "stablehlo.convolution"(%a0, %a1) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x8x4x!quant.uniform<i8:f32, 1.0:0>>, tensor<3x4x4x!quant.uniform<i4:f32, 1.0:0>>) -> tensor<2x6x4x!quant.uniform<i8:f32, 1.0:0>>
  return
}

// -----

// dynamic_conv C31
func.func @f(%a0: tensor<2x8x4x!quant.uniform<i8:f32, 1.0:0>>, %a1: tensor<3x4x4x!quant.uniform<i4:f32, 1.0:0>>, %a2: tensor<1x2xi64>) {
  // expected-error@+1 {{mismatched lhs and rhs quantization storage types: 'i8' and 'i4'}}
  %r = "stablehlo.dynamic_conv"(%a0, %a1, %a2) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x8x4x!quant.uniform<i8:f32, 1.0:0>>, tensor<3x4x4x!quant.uniform<i4:f32, 1.0:0>>, tensor<1x2xi64>) -> tensor<2x6x4x!quant.uniform<i8:f32, 1.0:0>>
  return
}

// -----

// convolution C32
func.func @f(%a0: tensor<2x8x4x!quant.uniform<i8:f32, 1.0:0>>, %a1: tensor<3x4x4x!quant.uniform<i8:f16, 1.0:0>>) {
  // expected-error@+1 {{mismatched lhs, rhs and result quantization expressed types}}
  %r = "stablehlo.convolution"(%a0, %a1) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x8x4x!quant.uniform<i8:f32, 1.0:0>>, tensor<3x4x4x!quant.uniform<i8:f16, 1.0:0>>) -> tensor<2x6x4x!quant.uniform<i8:f32, 1.0:0>>
  return
}

// -----

// dynamic_conv C32
func.func @f(%a0: tensor<2x8x4x!quant.uniform<i8:f32, 1.0:0>>, %a1: tensor<3x4x4x!quant.uniform<i8:f16, 1.0:0>>, %a2: tensor<1x2xi64>) {
  // expected-error@+1 {{mismatched lhs, rhs and result quantization expressed types}}
  %r = "stablehlo.dynamic_conv"(%a0, %a1, %a2) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x8x4x!quant.uniform<i8:f32, 1.0:0>>, tensor<3x4x4x!quant.uniform<i8:f16, 1.0:0>>, tensor<1x2xi64>) -> tensor<2x6x4x!quant.uniform<i8:f32, 1.0:0>>
  return
}

// -----

// convolution C33
func.func @f(%a0: tensor<2x8x4x!quant.uniform<i8:f32, 1.0:0>>, %a1: tensor<3x4x4x!quant.uniform<i8:f32, 1.0:0>>) {
  // expected-error@+1 {{mismatched rhs and result quantization granularity}}
  %r = "stablehlo.convolution"(%a0, %a1) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x8x4x!quant.uniform<i8:f32, 1.0:0>>, tensor<3x4x4x!quant.uniform<i8:f32, 1.0:0>>) -> tensor<2x6x4x!quant.uniform<i8:f32:2, {1.0, 1.0, 1.0, 1.0}>>
  return
}

// -----

// convolution C34
func.func @f(%a0: tensor<2x8x4xf32>, %a1: tensor<3x4x4x!quant.uniform<i8:f16, 1.0:0>>) {
  // expected-error@+1 {{mismatched rhs quantization expressed type and lhs and result element type}}
  %r = "stablehlo.convolution"(%a0, %a1) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x8x4xf32>, tensor<3x4x4x!quant.uniform<i8:f16, 1.0:0>>) -> tensor<2x6x4xf32>
  return
}

// -----

// dynamic_conv C34
func.func @f(%a0: tensor<2x8x4xf32>, %a1: tensor<3x4x4x!quant.uniform<i8:f16, 1.0:0>>, %a2: tensor<1x2xi64>) {
  // expected-error@+1 {{mismatched rhs quantization expressed type and lhs and result element type}}
  %r = "stablehlo.dynamic_conv"(%a0, %a1, %a2) {dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, batch_group_count = 1 : i64} : (tensor<2x8x4xf32>, tensor<3x4x4x!quant.uniform<i8:f16, 1.0:0>>, tensor<1x2xi64>) -> tensor<2x6x4xf32>
  return
}
