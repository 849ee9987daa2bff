// RUN: sdyc opt %s -split-input-file -verify-diagnostics

// dot_general C1
func.func @f(%a0: tensor<5x2x3xf32>, %a1: tensor<5x3x4xf32>) {
  // expected-error@+1 {{lhs and rhs should have the same number of batching dimensions: 1 and 0}}
  %r = "stablehlo.dot_general"(%a0, %a1) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>} : (tensor<5x2x3xf32>, tensor<5x3x4xf32>) -> tensor<5x2x4xf32>
  return
}

// -----

// dot_general C2
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3x4xf32>) {
  // expected-error@+1 {{lhs and rhs should have the same number of contracting dimensions: 1 and 0}}
  %r = "stablehlo.dot_general"(%a0, %a1) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = []>} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

// dot_general C3
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3x4xf32>) {
  // expected-error@+1 {{has duplicated dimension from lhs_batching_dimensions and lhs_contracting_dimensions: 1}}
  %r = "stablehlo.dot_general"(%a0, %a1) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [1], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

// dot_general C4
func.func @f(%a0: tensor<3x3xf32>, %a1: tensor<3x3xf32>) {
  // expected-error@+1 {{has duplicated dimension from rhs_batching_dimensions and rhs_contracting_dimensions: 0}}
  %r = "stablehlo.dot_general"(%a0, %a1) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<2x4xf32>
  return
}

// -----

// dot_general C5
func.func @f(%a0: tensor<5x2x3xf32>, %a1: tensor<5x3x4xf32>) {
  // expected-error@+1 {{lhs_batching_dimensions value: 3 is out of range: [0, 3)}}
  %r = "stablehlo.dot_general"(%a0, %a1) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [3], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>} : (tensor<5x2x3xf32>, tensor<5x3x4xf32>) -> tensor<5x2x4xf32>
  return
}

// -----

// dot_general C6
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3x4xf32>) {
  // expected-error@+1 {{lhs_contracting_dimensions value: 2 is out of range: [0, 2)}}
  %r = "stablehlo.dot_general"(%a0, %a1) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [0]>} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

// dot_general C7
func.func @f(%a0: tensor<5x2x3xf32>, %a1: tensor<5x3x4xf32>) {
  // expected-error@+1 {{rhs_batching_dimensions value: 3 is out of range: [0, 3)}}
  %r = "stablehlo.dot_general"(%a0, %a1) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [3], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>} : (tensor<5x2x3xf32>, tensor<5x3x4xf32>) -> tensor<5x2x4xf32>
  return
}

// -----

// dot_general C8
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3x4xf32>) {
  // expected-error@+1 {{rhs_contracting_dimensions value: 2 is out of range: [0, 2)}}
  %r = "stablehlo.dot_general"(%a0, %a1) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [2]>} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

// dot_general C9
func.func @f(%a0: tensor<5x2x3xf32>, %a1: tensor<6x3x4xf32>) {
  // expected-error@+1 {{batching dimension sizes must match for lhs/rhs: 5 and 6}}
  %r = "stablehlo.dot_general"(%a0, %a1) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>} : (tensor<5x2x3xf32>, tensor<6x3x4xf32>) -> tensor<5x2x4xf32>
  return
}

// -----

// dot_general C10
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<5x4xf32>) {
  // expected-error@+1 {{contracting dimension sizes must match for lhs/rhs: 3 and 5}}
  %r = "stablehlo.dot_general"(%a0, %a1) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<2x3xf32>, tensor<5x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

// dot_general C11
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3x4xf32>) {
  // expected-error@+1 {{expects precision config to be empty or have <= 2 elements, got 3}}
  %r = "stablehlo.dot_general"(%a0, %a1) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

// dot_general C12
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3x4xf32>) {
  // expected-error@+1 {{inferred shape '[2, 4]' is incompatible with return type of operation 'tensor<2x5xf32>'}}
  %r = "stablehlo.dot_general"(%a0, %a1) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x5xf32>
  return
}

// -----

// dot_general C14
func.func @f(%a0: tensor<2x3x!quant.uniform<i8:f32, 1.0:0>>, %a1: tensor<3x4xf32>) {
  // expected-error@+1 {{rhs should be quantized for quantized operations and is_quantized(lhs)=is_quantized(result) should hold}}
  %r = "stablehlo.dot_general"(%a0, %a1) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<2x3x!quant.uniform<i8:f32, 1.0:0>>, tensor<3x4xf32>) -> tensor<2x4x!quant.uniform<i8:f32, 1.0:0>>
  return
}

// -----

// dot_general C15
func.func @f(%a0: tensor<2x3x!quant.uniform<i8:f32, 1.0:0>>, %a1: tensor<3x4x!quant.uniform<i8:f32, 1.0:1>>) {
  // expected-error@+1 {{Zero point of rhs should be 0}}
  %r = "stablehlo.dot_general"(%a0, %a1) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<2x3x!quant.uniform<i8:f32, 1.0:0>>, tensor<3x4x!quant.uniform<i8:f32, 1.0:1>>) -> tensor<2x4x!quant.uniform<i8:f32, 1.0:0>>
  return
}

// -----

// dot_general C16
func.func @f(%a0: tensor<2x3x!quant.uniform<i8:f32, 1.0:0>>, %a1: tensor<3x4x!quant.uniform<i8:f32:0, {1.0, 1.0, 1.0}>>) {
  // expected-error@+1 {{Quantization dimension of rhs should not be in the contracting dimension of rhs}}
  %r = "stablehlo.dot_general"(%a0, %a1) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<2x3x!quant.uniform<i8:f32, 1.0:0>>, tensor<3x4x!quant.uniform<i8:f32:0, {1.0, 1.0, 1.0}>>) -> tensor<2x4x!quant.uniform<i8:f32, 1.0:0>>
  return
}

// -----

// dot_general C17
func.func @f(%a0: tensor<2x3x!quant.uniform<i8:f32, 1.0:0>>, %a1: tensor<3x4x!quant.uniform<i4:f32, 1.0:0>>) {
  // expected-error@+1 {{mismatched lhs and rhs quantization storage types: 'i8' and 'i4'}}
  %r = "stablehlo.dot_general"(%a0, %a1) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<2x3x!quant.uniform<i8:f32, 1.0:0>>, tensor<3x4x!quant.uniform<i4:f32, 1.0:0>>) -> tensor<2x4x!quant.uniform<i8:f32, 1.0:0>>
  return
}

// -----

// dot_general C18
func.func @f(%a0: tensor<2x3x!quant.uniform<i8:f32, 1.0:0>>, %a1: tensor<3x4x!quant.uniform<i8:f16, 1.0:0>>) {
  // expected-error@+1 {{mismatched lhs, rhs and result quantization expressed types}}
  %r = "stablehlo.dot_general"(%a0, %a1) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<2x3x!quant.uniform<i8:f32, 1.0:0>>, tensor<3x4x!quant.uniform<i8:f16, 1.0:0>>) -> tensor<2x4x!quant.uniform<i8:f32, 1.0:0>>
  return
}

// -----

// dot_general C19
func.func @f(%a0: tensor<2x3x!quant.uniform<i8:f32, 1.0:0>>, %a1: tensor<3x4x!quant.uniform<i8:f32, 1.0:0>>) {
  // expected-error@+1 {{mismatched rhs and result quantization granularity}}
  %r = "stablehlo.dot_general"(%a0, %a1) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<2x3x!quant.uniform<i8:f32, 1.0:0>>, tensor<3x4x!quant.uniform<i8:f32, 1.0:0>>) -> tensor<2x4x!quant.uniform<i8:f32:1, {1.0, 1.0, 1.0, 1.0}>>
  return
}

// -----

// dot_general C20
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3x4x!quant.uniform<i8:f16, 1.0:0>>) {
  // expected-error@+1 {{mismatched rhs quantization expressed type and lhs and result element type}}
  %r = "stablehlo.dot_general"(%a0, %a1) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>} : (tensor<2x3xf32>, tensor<3x4x!quant.uniform<i8:f16, 1.0:0>>) -> tensor<2x4xf32>
  return
}

// -----

// dot_general C21
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3x4xf32>) {
  // expected-error@+1 {{must specify DEFAULT precision config when algorithm is set.}}
  %r = "stablehlo.dot_general"(%a0, %a1) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision HIGH>, #stablehlo<precision HIGH>], algorithm = #stablehlo.dot_algorithm<lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

// dot_general C22
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3x4xf32>) {
  // expected-error@+1 {{lhs component count must be positive}}
  %r = "stablehlo.dot_general"(%a0, %a1) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, algorithm = #stablehlo.dot_algorithm<lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 0, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

// dot_general C23
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3x4xf32>) {
  // expected-error@+1 {{rhs component count must be positive}}
  %r = "stablehlo.dot_general"(%a0, %a1) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, algorithm = #stablehlo.dot_algorithm<lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 0, num_primitive_operations = 1, allow_imprecise_accumulation = false>} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

// dot_general C24
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3x4xf32>) {
  // expected-error@+1 {{num primitive operations must be positive}}
  %r = "stablehlo.dot_general"(%a0, %a1) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, algorithm = #stablehlo.dot_algorithm<lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 0, allow_imprecise_accumulation = false>} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

// dot_general components are one each
func.func @f(%a0: tensor<2x3xf32>, %a1: tensor<3x4xf32>) {
  // expected-error@+1 {{dot algorithm not known to be supported on any hardware: {lhs:'f32', rhs:'f32', accum:'f32', lhs_components:2, rhs_components:1, primitive_ops:1, imprecise:0}}}
  %r = "stablehlo.dot_general"(%a0, %a1) {dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, algorithm = #stablehlo.dot_algorithm<lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 2, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>} : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}
