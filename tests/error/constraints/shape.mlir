// RUN: sdyc opt %s -split-input-file -verify-diagnostics

// broadcast_in_dim C1
func.func @f(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.broadcast_in_dim' op requires compatible element types for all operands and results}}
  %r = "stablehlo.broadcast_in_dim"(%a0) {broadcast_dimensions = array<i64: 1>} : (tensor<2xf32>) -> tensor<3x2xi32>
  return
}

// -----

// broadcast_in_dim C2
func.func @f(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.broadcast_in_dim' op broadcast_dimensions size (2) does not match operand rank (1)}}
  %r = "stablehlo.broadcast_in_dim"(%a0) {broadcast_dimensions = array<i64: 0, 1>} : (tensor<2xf32>) -> tensor<3x2xf32>
  return
}

// -----

// broadcast_in_dim C3
func.func @f(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.broadcast_in_dim' op broadcast_dimensions contains invalid value 2 for result with rank 2}}
  %r = "stablehlo.broadcast_in_dim"(%a0) {broadcast_dimensions = array<i64: 2>} : (tensor<2xf32>) -> tensor<3x2xf32>
  return
}

// -----

// broadcast_in_dim C4
func.func @f(%a0: tensor<2x2xf32>) {
  // expected-error@+1 {{'stablehlo.broadcast_in_dim' op broadcast_dimensions should not have duplicates: [0, 0]}}
  %r = "stablehlo.broadcast_in_dim"(%a0) {broadcast_dimensions = array<i64: 0, 0>} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}

// -----

// broadcast_in_dim C5
func.func @f(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.broadcast_in_dim' op size of operand dimension 0 (2) is not equal to 1 or size of result dimension 1 (3)}}
  %r = "stablehlo.broadcast_in_dim"(%a0) {broadcast_dimensions = array<i64: 1>} : (tensor<2xf32>) -> tensor<3x3xf32>
  return
}

// -----

// broadcast_in_dim C6
func.func @f(%a0: tensor<2x!quant.uniform<i8:f32:0, {1.0, 1.0}>>) {
  // expected-error@+1 {{'stablehlo.broadcast_in_dim' op result quantization_dimension 0 not same as broadcast_dimensions[0] = 1}}
  %r = "stablehlo.broadcast_in_dim"(%a0) {broadcast_dimensions = array<i64: 1>} : (tensor<2x!quant.uniform<i8:f32:0, {1.0, 1.0}>>) -> tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 1.0}>>
  return
}

// -----

// dynamic_broadcast_in_dim C1
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xindex>) {
  // expected-error@+1 {{expects operand and result to have compatible element type. Got: 'tensor<2xf32>' and 'tensor<3x2xi32>'}}
  %r = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) {broadcast_dimensions = array<i64: 1>} : (tensor<2xf32>, tensor<2xindex>) -> tensor<3x2xi32>
  return
}

// -----

// dynamic_broadcast_in_dim C2
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xindex>) {
  // expected-error@+1 {{'stablehlo.dynamic_broadcast_in_dim' op broadcast_dimensions size (2) does not match operand rank (1)}}
  %r = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) {broadcast_dimensions = array<i64: 0, 1>} : (tensor<2xf32>, tensor<2xindex>) -> tensor<3x2xf32>
  return
}

// -----

// dynamic_broadcast_in_dim C3
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xindex>) {
  // expected-error@+1 {{'stablehlo.dynamic_broadcast_in_dim' op broadcast_dimensions contains invalid value 2 for result with rank 2}}
  %r = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) {broadcast_dimensions = array<i64: 2>} : (tensor<2xf32>, tensor<2xindex>) -> tensor<3x2xf32>
  return
}

// -----

// dynamic_broadcast_in_dim C4
func.func @f(%a0: tensor<2x2xf32>, %a1: tensor<2xindex>) {
  // expected-error@+1 {{'stablehlo.dynamic_broadcast_in_dim' op broadcast_dimensions should not have duplicates: [0, 0]}}
  %r = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) {broadcast_dimensions = array<i64: 0, 0>} : (tensor<2x2xf32>, tensor<2xindex>) -> tensor<2x2xf32>
  return
}

// -----

// dynamic_broadcast_in_dim C5
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xindex>) {
  // expected-error@+1 {{'stablehlo.dynamic_broadcast_in_dim' op size of operand dimension 0 (2) is not compatible with size of result dimension 1 (3)}}
  %r = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) {broadcast_dimensions = array<i64: 1>} : (tensor<2xf32>, tensor<2xindex>) -> tensor<3x3xf32>
  return
}

// -----

// dynamic_broadcast_in_dim C6
func.func @f(%a0: tensor<2x!quant.uniform<i8:f32:0, {1.0, 1.0}>>, %a1: tensor<2xindex>) {
  // expected-error@+1 {{'stablehlo.dynamic_broadcast_in_dim' op result quantization_dimension 0 not same as broadcast_dimensions[0] = 1}}
  %r = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) {broadcast_dimensions = array<i64: 1>} : (tensor<2x!quant.uniform<i8:f32:0, {1.0, 1.0}>>, tensor<2xindex>) -> tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 1.0}>>
  return
}

// -----

// dynamic_broadcast_in_dim C7
func.func @f(%a0: tensor<2xf32>) {
  %c1 = stablehlo.constant dense<[3, 3, 2]> : tensor<3xi64>
  // expected-error@+1 {{output shape [3, 3, 2] is incompatible with return type of operation 'tensor<3x2xf32>'}}
  %r = "stablehlo.dynamic_broadcast_in_dim"(%a0, %c1) {broadcast_dimensions = array<i64: 1>} : (tensor<2xf32>, tensor<3xi64>) -> tensor<3x2xf32>
  return
}

// -----

// dynamic_broadcast_in_dim C8
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xindex>) {
  // expected-error@+1 {{duplicate expansion hint for at least one operand dimension: 0}}
  %r = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) {broadcast_dimensions = array<i64: 1>, known_expanding_dimensions = array<i64: 0>, known_nonexpanding_dimensions = array<i64: 0>} : (tensor<2xf32>, tensor<2xindex>) -> tensor<3x2xf32>
  return
}

// -----

// dynamic_broadcast_in_dim C9
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xindex>) {
  // expected-error@+1 {{hint for expanding dimension 1 does not refer to a valid operand dimension}}
  %r = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) {broadcast_dimensions = array<i64: 1>, known_expanding_dimensions = array<i64: 1>, known_nonexpanding_dimensions = array<i64: 0>} : (tensor<2xf32>, tensor<2xindex>) -> tensor<3x2xf32>
  return
}

// -----

// dynamic_broadcast_in_dim C10
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xindex>) {
  // expected-error@+1 {{hint for expanding dimension 1 does not refer to a valid operand dimension}}
  %r = "stablehlo.dynamic_broadcast_in_dim"(%a0, %a1) {broadcast_dimensions = array<i64: 1>, known_expanding_dimensions = array<i64: 0>, known_nonexpanding_dimensions = array<i64: 1>} : (tensor<2xf32>, tensor<2xindex>) -> tensor<3x2xf32>
  return
}

// -----

// concatenate C1
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.concatenate' op requires the same element type for all operands and results}}
  %r = "stablehlo.concatenate"(%a0, %a1) {dimension = 0 : i64} : (tensor<2xf32>, tensor<2xi32>) -> tensor<4xf32>
  return
}

// -----

// concatenate C2
func.func @f(%a0: tensor<2x2xf32>, %a1: tensor<2x3xf32>) {
  // expected-error@+2 {{shapes of operand (0) and (1) are not compatible at non-concat index 1: (2, 2) != (2, 3)}}
  // expected-error@+1 {{'stablehlo.concatenate' op failed to infer returned types}}
  %r = "stablehlo.concatenate"(%a0, %a1) {dimension = 0 : i64} : (tensor<2x2xf32>, tensor<2x3xf32>) -> tensor<4x2xf32>
  return
}

// -----

// concatenate C3
func.func @f() {
  // expected-error@+1 {{'stablehlo.concatenate' op expected 1 or more operands, but found 0}}
  %r = "stablehlo.concatenate"() {dimension = 0 : i64} : () -> tensor<4xf32>
  return
}

// -----

// concatenate C4
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  // expected-error@+2 {{dimension 1 is out-of-bounds for input rank 1}}
  // expected-error@+1 {{'stablehlo.concatenate' op failed to infer returned types}}
  %r = "stablehlo.concatenate"(%a0, %a1) {dimension = 1 : i64} : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  return
}

// -----

// concatenate C5
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.concatenate' op requires the same element type for all operands and results}}
  %r = "stablehlo.concatenate"(%a0, %a1) {dimension = 0 : i64} : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xi32>
  return
}

// -----

// concatenate C6
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  // expected-error@+2 {{'stablehlo.concatenate' op inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<5xf32>'}}
  // expected-error@+1 {{'stablehlo.concatenate' op failed to infer returned types}}
  %r = "stablehlo.concatenate"(%a0, %a1) {dimension = 0 : i64} : (tensor<2xf32>, tensor<2xf32>) -> tensor<5xf32>
  return
}

// -----

// constant C1
func.func @f() {
  // expected-error@+2 {{'stablehlo.constant' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<3xf32>'}}
  // expected-error@+1 {{'stablehlo.constant' op failed to infer returned types}}
  %r = "stablehlo.constant"() {value = dense<1.0> : tensor<2xf32>} : () -> tensor<3xf32>
  return
}

// -----

// dynamic_iota C1
func.func @f(%a0: tensor<2xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_iota' op iota dimension cannot go beyond the output rank. Got 2 with rank 2}}
  %r = "stablehlo.dynamic_iota"(%a0) {iota_dimension = 2 : i64} : (tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// -----

// dynamic_iota C2
func.func @f() {
  %c0 = stablehlo.constant dense<[2, 2, 2]> : tensor<3xi64>
  // expected-error@+1 {{output shape [2, 2, 2] is incompatible with return type of operation 'tensor<?x?xf32>'}}
  %r = "stablehlo.dynamic_iota"(%c0) {iota_dimension = 0 : i64} : (tensor<3xi64>) -> tensor<?x?xf32>
  return
}

// -----

// dynamic_pad C1
func.func @f(%a0: tensor<2xf32>, %a1: tensor<i32>, %a2: tensor<1xi64>, %a3: tensor<1xi64>, %a4: tensor<1xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_pad' op failed to verify that all of {operand, padding_value, result} have same element type}}
  %r = "stablehlo.dynamic_pad"(%a0, %a1, %a2, %a3, %a4) : (tensor<2xf32>, tensor<i32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  return
}

// -----

// dynamic_pad C2
func.func @f(%a0: tensor<2xf32>, %a1: tensor<f32>, %a2: tensor<2xi64>, %a3: tensor<2xi64>, %a4: tensor<2xi64>) {
  // expected-error@+1 {{padding operands size (2) must match operand rank (1)}}
  %r = "stablehlo.dynamic_pad"(%a0, %a1, %a2, %a3, %a4) : (tensor<2xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?xf32>
  return
}

// -----

// dynamic_pad C3
func.func @f(%a0: tensor<2xf32>, %a1: tensor<f32>, %a2: tensor<1xi64>, %a3: tensor<1xi64>) {
  %c4 = stablehlo.constant dense<-1> : tensor<1xi64>
  // expected-error@+1 {{interior_padding must be non-negative, but got -1}}
  %r = "stablehlo.dynamic_pad"(%a0, %a1, %a2, %a3, %c4) : (tensor<2xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  return
}

// -----

// dynamic_pad C4
func.func @f(%a0: tensor<2xf32>, %a1: tensor<f32>) {
  %c2 = stablehlo.constant dense<1> : tensor<1xi64>
  %c3 = stablehlo.constant dense<1> : tensor<1xi64>
  %c4 = stablehlo.constant dense<0> : tensor<1xi64>
  // expected-error@+1 {{expected output dimension at index 0 to equal 4, but got 5}}
  %r = "stablehlo.dynamic_pad"(%a0, %a1, %c2, %c3, %c4) : (tensor<2xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<5xf32>
  return
}

// -----

// dynamic_reshape C1
func.func @f(%a0: tensor<2xf32>, %a1: tensor<1xi64>) {
  // expected-error@+1 {{expects operand and result to have compatible element type. Got: 'tensor<2xf32>' and 'tensor<?xi32>'}}
  %r = "stablehlo.dynamic_reshape"(%a0, %a1) : (tensor<2xf32>, tensor<1xi64>) -> tensor<?xi32>
  return
}

// -----

// dynamic_reshape C2
func.func @f(%a0: tensor<2xf32>, %a1: tensor<1xi64>) {
  // expected-error@+1 {{number of output elements (3) doesn't match expected number of elements (2)}}
  %r = "stablehlo.dynamic_reshape"(%a0, %a1) : (tensor<2xf32>, tensor<1xi64>) -> tensor<3xf32>
  return
}

// -----

// dynamic_reshape C3
func.func @f(%a0: tensor<2x4x!quant.uniform<i8:f32:0, {1.0, 1.0}>>, %a1: tensor<2xi64>) {
  // expected-error@+1 {{product of dimensions before quantization dimension must match between operand and result for 1 and 4}}
  %r = "stablehlo.dynamic_reshape"(%a0, %a1) : (tensor<2x4x!quant.uniform<i8:f32:0, {1.0, 1.0}>>, tensor<2xi64>) -> tensor<4x2x!quant.uniform<i8:f32:1, {1.0, 1.0}>>
  return
}

// -----

// dynamic_reshape C4
func.func @f(%a0: tensor<2xf32>, %a1: tensor<1xi64>) {
  // expected-error@+1 {{'stablehlo.dynamic_reshape' op result should have a rank equal to the number of elements in output_shape: found 2 and 1}}
  %r = "stablehlo.dynamic_reshape"(%a0, %a1) : (tensor<2xf32>, tensor<1xi64>) -> tensor<?x?xf32>
  return
}

// -----

// dynamic_slice C1
func.func @f(%a0: tensor<4xf32>, %a1: tensor<i64>) {
  // expected-error@+1 {{'stablehlo.dynamic_slice' op failed to verify that all of {operand, result} have same element type}}
  %r = "stablehlo.dynamic_slice"(%a0, %a1) {slice_sizes = array<i64: 2>} : (tensor<4xf32>, tensor<i64>) -> tensor<2xi32>
  return
}

// -----

// dynamic_slice C2
func.func @f(%a0: tensor<4xf32>, %a1: tensor<i64>) {
  // expected-error@+2 {{has mismatched number of slice sizes (2) and number of start indices (1)}}
  // expected-error@+1 {{'stablehlo.dynamic_slice' op failed to infer returned types}}
  %r = "stablehlo.dynamic_slice"(%a0, %a1) {slice_sizes = array<i64: 2, 2>} : (tensor<4xf32>, tensor<i64>) -> tensor<2xf32>
  return
}

// -----

// dynamic_slice C3
func.func @f(%a0: tensor<4x4xf32>, %a1: tensor<i64>, %a2: tensor<i32>) {
  // expected-error@+2 {{start indices must have same element type}}
  // expected-error@+1 {{'stablehlo.dynamic_slice' op failed to infer returned types}}
  %r = "stablehlo.dynamic_slice"(%a0, %a1, %a2) {slice_sizes = array<i64: 2, 2>} : (tensor<4x4xf32>, tensor<i64>, tensor<i32>) -> tensor<2x2xf32>
  return
}

// -----

// dynamic_slice C4
func.func @f(%a0: tensor<4xf32>, %a1: tensor<i64>) {
  // expected-error@+2 {{has slice size 8 greater than dimension size 4 in dimension 0 of operand}}
  // expected-error@+1 {{'stablehlo.dynamic_slice' op failed to infer returned types}}
  %r = "stablehlo.dynamic_slice"(%a0, %a1) {slice_sizes = array<i64: 8>} : (tensor<4xf32>, tensor<i64>) -> tensor<8xf32>
  return
}

// -----

// dynamic_slice C5
func.func @f(%a0: tensor<4xf32>, %a1: tensor<i64>) {
  // expected-error@+2 {{'stablehlo.dynamic_slice' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<3xf32>'}}
  // expected-error@+1 {{'stablehlo.dynamic_slice' op failed to infer returned types}}
  %r = "stablehlo.dynamic_slice"(%a0, %a1) {slice_sizes = array<i64: 2>} : (tensor<4xf32>, tensor<i64>) -> tensor<3xf32>
  return
}

// -----

// dynamic_update_slice C1
func.func @f(%a0: tensor<4xf32>, %a1: tensor<2xf32>, %a2: tensor<i64>) {
  // expected-error@+2 {{'stablehlo.dynamic_update_slice' op inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<3xf32>'}}
  // expected-error@+1 {{'stablehlo.dynamic_update_slice' op failed to infer returned types}}
  %r = "stablehlo.dynamic_update_slice"(%a0, %a1, %a2) : (tensor<4xf32>, tensor<2xf32>, tensor<i64>) -> tensor<3xf32>
  return
}

// -----

// dynamic_update_slice C2
func.func @f(%a0: tensor<4xf32>, %a1: tensor<2xi32>, %a2: tensor<i64>) {
  // expected-error@+1 {{'stablehlo.dynamic_update_slice' op failed to verify that all of {operand, update, result} have same element type}}
  %r = "stablehlo.dynamic_update_slice"(%a0, %a1, %a2) : (tensor<4xf32>, tensor<2xi32>, tensor<i64>) -> tensor<4xf32>
  return
}

// -----

// dynamic_update_slice C3
func.func @f(%a0: tensor<4xf32>, %a1: tensor<4x4xf32>, %a2: tensor<i64>) {
  // expected-error@+2 {{update rank does not match operand rank: 2 vs 1.}}
  // expected-error@+1 {{'stablehlo.dynamic_update_slice' op failed to infer returned types}}
  %r = "stablehlo.dynamic_update_slice"(%a0, %a1, %a2) : (tensor<4xf32>, tensor<4x4xf32>, tensor<i64>) -> tensor<4xf32>
  return
}

// -----

// dynamic_update_slice C4
func.func @f(%a0: tensor<4xf32>, %a1: tensor<2xf32>, %a2: tensor<i64>, %a3: tensor<i64>) {
  // expected-error@+2 {{expects number of start_indices to match operand rank: 2 vs 1.}}
  // expected-error@+1 {{'stablehlo.dynamic_update_slice' op failed to infer returned types}}
  %r = "stablehlo.dynamic_update_slice"(%a0, %a1, %a2, %a3) : (tensor<4xf32>, tensor<2xf32>, tensor<i64>, tensor<i64>) -> tensor<4xf32>
  return
}

// -----

// dynamic_update_slice C5
func.func @f(%a0: tensor<4x4xf32>, %a1: tensor<4x4xf32>, %a2: tensor<i64>, %a3: tensor<i32>) {
  // expected-error@+2 {{start indices must have same element type}}
  // expected-error@+1 {{'stablehlo.dynamic_update_slice' op failed to infer returned types}}
  %r = "stablehlo.dynamic_update_slice"(%a0, %a1, %a2, %a3) : (tensor<4x4xf32>, tensor<4x4xf32>, tensor<i64>, tensor<i32>) -> tensor<4x4xf32>
  return
}

// -----

// dynamic_update_slice C6
func.func @f(%a0: tensor<4xf32>, %a1: tensor<8xf32>, %a2: tensor<i64>) {
  // expected-error@+2 {{expects size at dimension 0 of update to be in range [0, 4]. Got: 8.}}
  // expected-error@+1 {{'stablehlo.dynamic_update_slice' op failed to infer returned types}}
  %r = "stablehlo.dynamic_update_slice"(%a0, %a1, %a2) : (tensor<4xf32>, tensor<8xf32>, tensor<i64>) -> tensor<4xf32>
  return
}

// -----

// get_dimension_size C1
func.func @f(%a0: tensor<2xf32>) {
  // expected-error@+2 {{requires dimension attribute in range [0, 1); found (1)}}
  // expected-error@+1 {{'stablehlo.get_dimension_size' op failed to infer returned types}}
  %r = "stablehlo.get_dimension_size"(%a0) {dimension = 1 : i64} : (tensor<2xf32>) -> tensor<i32>
  return
}

// -----

// iota C1
func.func @f() {
  // expected-error@+1 {{'stablehlo.iota' op iota dimension cannot go beyond the output rank. Got 1 with rank 1}}
  %r = "stablehlo.iota"() {iota_dimension = 1 : i64} : () -> tensor<2xf32>
  return
}

// -----

// pad C1
func.func @f(%a0: tensor<2xf32>, %a1: tensor<i32>) {
  // expected-error@+1 {{'stablehlo.pad' op requires the same element type for all operands and results}}
  %r = "stablehlo.pad"(%a0, %a1) {edge_padding_low = array<i64: 1>, edge_padding_high = array<i64: 1>, interior_padding = array<i64: 0>} : (tensor<2xf32>, tensor<i32>) -> tensor<4xf32>
  return
}

// -----

// pad C2
func.func @f(%a0: tensor<2xf32>, %a1: tensor<f32>) {
  // expected-error@+2 {{edge_padding_low length (2) must match operand rank (1)}}
  // expected-error@+1 {{'stablehlo.pad' op failed to infer returned types}}
  %r = "stablehlo.pad"(%a0, %a1) {edge_padding_low = array<i64: 1, 1>, edge_padding_high = array<i64: 1, 1>, interior_padding = array<i64: 0, 0>} : (tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// pad C3
func.func @f(%a0: tensor<2xf32>, %a1: tensor<f32>) {
  // expected-error@+2 {{Interior padding cannot be negative: -1}}
  // expected-error@+1 {{'stablehlo.pad' op failed to infer returned types}}
  %r = "stablehlo.pad"(%a0, %a1) {edge_padding_low = array<i64: 1>, edge_padding_high = array<i64: 1>, interior_padding = array<i64: -1>} : (tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// pad C4
func.func @f(%a0: tensor<2xf32>, %a1: tensor<f32>) {
  // expected-error@+2 {{'stablehlo.pad' op inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<5xf32>'}}
  // expected-error@+1 {{'stablehlo.pad' op failed to infer returned types}}
  %r = "stablehlo.pad"(%a0, %a1) {edge_padding_low = array<i64: 1>, edge_padding_high = array<i64: 1>, interior_padding = array<i64: 0>} : (tensor<2xf32>, tensor<f32>) -> tensor<5xf32>
  return
}

// -----

// reshape C1
func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.reshape' op requires compatible element types for all operands and results}}
  %r = "stablehlo.reshape"(%a0) : (tensor<4xf32>) -> tensor<2x2xi32>
  return
}

// -----

// reshape C2
func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.reshape' op number of output elements (6) doesn't match expected number of elements (4)}}
  %r = "stablehlo.reshape"(%a0) : (tensor<4xf32>) -> tensor<2x3xf32>
  return
}

// -----

// reshape C3
func.func @f(%a0: tensor<2x4x!quant.uniform<i8:f32:0, {1.0, 1.0}>>) {
  // expected-error@+1 {{product of dimensions before quantization dimension must match between operand and result for 1 and 4}}
  %r = "stablehlo.reshape"(%a0) : (tensor<2x4x!quant.uniform<i8:f32:0, {1.0, 1.0}>>) -> tensor<4x2x!quant.uniform<i8:f32:1, {1.0, 1.0}>>
  return
}

// -----

// reverse C1
func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+2 {{'stablehlo.reverse' op inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<8xf32>'}}
  // expected-error@+1 {{'stablehlo.reverse' op failed to infer returned types}}
  %r = "stablehlo.reverse"(%a0) {dimensions = array<i64: 0>} : (tensor<4xf32>) -> tensor<8xf32>
  return
}

// -----

// reverse C2
func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+1 {{dimensions should be unique. Got: 0, 0}}
  %r = "stablehlo.reverse"(%a0) {dimensions = array<i64: 0, 0>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// reverse C3
func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+1 {{all dimensions should be between [0, 1). Got dimension: 1.}}
  %r = "stablehlo.reverse"(%a0) {dimensions = array<i64: 1>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// slice C1
func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.slice' op requires the same element type for all operands and results}}
  %r = "stablehlo.slice"(%a0) {start_indices = array<i64: 0>, limit_indices = array<i64: 2>, strides = array<i64: 1>} : (tensor<4xf32>) -> tensor<2xi32>
  return
}

// -----

// slice C2
func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+2 {{the number of elements in start_indices (2) does not match the rank of the operand (1)}}
  // expected-error@+1 {{'stablehlo.slice' op failed to infer returned types}}
  %r = "stablehlo.slice"(%a0) {start_indices = array<i64: 0, 0>, limit_indices = array<i64: 2, 2>, strides = array<i64: 1, 1>} : (tensor<4xf32>) -> tensor<2xf32>
  return
}

// -----

// slice C3
func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+2 {{limit index 5 is larger than dimension size 4 in dimension 0}}
  // expected-error@+1 {{'stablehlo.slice' op failed to infer returned types}}
  %r = "stablehlo.slice"(%a0) {start_indices = array<i64: 0>, limit_indices = array<i64: 5>, strides = array<i64: 1>} : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

// slice C4
func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+2 {{stride must be positive but got 0 in dimension 0}}
  // expected-error@+1 {{'stablehlo.slice' op failed to infer returned types}}
  %r = "stablehlo.slice"(%a0) {start_indices = array<i64: 0>, limit_indices = array<i64: 2>, strides = array<i64: 0>} : (tensor<4xf32>) -> tensor<2xf32>
  return
}

// -----

// slice C5
func.func @f(%a0: tensor<4xf32>) {
  // expected-error@+2 {{'stablehlo.slice' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<3xf32>'}}
  // expected-error@+1 {{'stablehlo.slice' op failed to infer returned types}}
  %r = "stablehlo.slice"(%a0) {start_indices = array<i64: 0>, limit_indices = array<i64: 4>, strides = array<i64: 2>} : (tensor<4xf32>) -> tensor<3xf32>
  return
}

// -----

// transpose C1
func.func @f(%a0: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.transpose' op requires compatible element types for all operands and results}}
  %r = "stablehlo.transpose"(%a0) {permutation = array<i64: 1, 0>} : (tensor<2x3xf32>) -> tensor<3x2xi32>
  return
}

// -----

// transpose C2
func.func @f(%a0: tensor<2x3xf32>) {
  // expected-error@+2 {{attribute permutation must be a permutation of [0, 1] but got 1, 1}}
  // expected-error@+1 {{'stablehlo.transpose' op failed to infer returned types}}
  %r = "stablehlo.transpose"(%a0) {permutation = array<i64: 1, 1>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}

// -----

// transpose C3
func.func @f(%a0: tensor<2x3xf32>) {
  // expected-error@+2 {{'stablehlo.transpose' op inferred type(s) 'tensor<3x2xf32>' are incompatible with return type(s) of operation 'tensor<2x3xf32>'}}
  // expected-error@+1 {{'stablehlo.transpose' op failed to infer returned types}}
  %r = "stablehlo.transpose"(%a0) {permutation = array<i64: 1, 0>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

// transpose C4
func.func @f(%a0: tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 1.0}>>) {
  // expected-error@+1 {{operand quantization_dimension 0 is not same as permutation[0] = 1}}
  %r = "stablehlo.transpose"(%a0) {permutation = array<i64: 1, 0>} : (tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 1.0}>>) -> tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 1.0}>>
  return
}

// -----

// rng C1
func.func @f(%a0: tensor<f32>, %a1: tensor<i32>, %a2: tensor<1xi64>) {
  // expected-error@+1 {{'stablehlo.rng' op failed to verify that all of {a, b, result} have same element type}}
  %r = "stablehlo.rng"(%a0, %a1, %a2) {rng_distribution = #stablehlo<rng_distribution UNIFORM>} : (tensor<f32>, tensor<i32>, tensor<1xi64>) -> tensor<2xf32>
  return
}

// -----

// rng C2
func.func @f(%a0: tensor<i32>, %a1: tensor<i32>, %a2: tensor<1xi64>) {
  // expected-error@+2 {{mu and sigma must be floats, but are 'tensor<i32>'}}
  // expected-error@+1 {{'stablehlo.rng' op failed to infer returned types}}
  %r = "stablehlo.rng"(%a0, %a1, %a2) {rng_distribution = #stablehlo<rng_distribution NORMAL>} : (tensor<i32>, tensor<i32>, tensor<1xi64>) -> tensor<?xi32>
  return
}

// -----

// rng C3
func.func @f(%a0: tensor<f32>, %a1: tensor<f32>) {
  %c2 = stablehlo.constant dense<2> : tensor<1xi64>
  // expected-error@+2 {{'stablehlo.rng' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<3xf32>'}}
  // expected-error@+1 {{'stablehlo.rng' op failed to infer returned types}}
  %r = "stablehlo.rng"(%a0, %a1, %c2) {rng_distribution = #stablehlo<rng_distribution UNIFORM>} : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<3xf32>
  return
}

// -----

// rng_bit_generator C1
func.func @f(%a0: tensor<2xui64>) {
  // expected-error@+1 {{output state shape must be compatible with initial state shape. Got: 'tensor<2xui64>' and 'tensor<3xui64>'}}
  %r:2 = "stablehlo.rng_bit_generator"(%a0) {rng_algorithm = #stablehlo<rng_algorithm PHILOX>} : (tensor<2xui64>) -> (tensor<3xui64>, tensor<2xui64>)
  return
}
