// What quantized types may be, and what keeps their scales.
// RUN: sdyc opt %s -split-input-file -verify-diagnostics

// no number of bits
// expected-error@+1 {{illegal storage type size: 64}}
func.func @f(%a: tensor<2x!quant.uniform<i64:f32, 1.0>>) {
  return
}

// -----

// below the storage type
// expected-error@+1 {{illegal storage type minimum: -129}}
func.func @f(%a: tensor<2x!quant.uniform<i8<-129:127>:f32, 1.0>>) {
  return
}

// -----

// above the storage type
// expected-error@+1 {{illegal storage type maximum: 256}}
func.func @f(%a: tensor<2x!quant.uniform<u8<0:256>:f32, 1.0>>) {
  return
}

// -----

// what is expressed is no number
// expected-error@+1 {{invalid kind of type specified}}
func.func @f(%a: tensor<2x!quant.uniform<i8:i32, 1.0>>) {
  return
}

// -----

// a scale of nothing
// expected-error@+1 {{scale 0.000000e+00 out of expressed type range [1.401298e-45, 3.402823e+38]}}
func.func @f(%a: tensor<2x!quant.uniform<i8:f32, 0.0>>) {
  return
}

// -----

// a scale that f16 does not have
// expected-error@+1 {{scale 1.000000e+10 out of expressed type range [5.960464e-08, 6.550400e+04]}}
func.func @f(%a: tensor<2x!quant.uniform<i8:f16, 1.0e10>>) {
  return
}

// -----

// a scale without a point
// expected-error@+1 {{unexpected decimal integer literal for a floating point value}}
func.func @f(%a: tensor<2x!quant.uniform<i8:f32, 1:2>>) {
  return
}

// -----

// one scale for a dimension
// expected-error@+1 {{expected '{'}}
func.func @f(%a: tensor<2x!quant.uniform<i8:f32:0, 1.0>>) {
  return
}

// -----

// a reshape that changes the scale
func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 1.0:3>>) {
  // expected-error@+1 {{expect same quantization scale and zero_point but got 'tensor<4x!quant.uniform<i8:f32, 1.000000e+00:3>>' vs 'tensor<2x2x!quant.uniform<i8:f32, 2.000000e+00:3>>'}}
  %0 = stablehlo.reshape %a : (tensor<4x!quant.uniform<i8:f32, 1.0:3>>) -> tensor<2x2x!quant.uniform<i8:f32, 2.0:3>>
  return
}

// -----

// a reshape that splits the quantized dimension
func.func @f(%a: tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) {
  // expected-error@+1 {{expect same quantization dimension size for operand and result 'tensor<2x2x!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00}>>' and 'tensor<1x4x!quant.uniform<i8:f32:1, {1.000000e+00,2.000000e+00,1.000000e+00,2.000000e+00}>>'}}
  %0 = stablehlo.reshape %a : (tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) -> tensor<1x4x!quant.uniform<i8:f32:1, {1.0, 2.0, 1.0, 2.0}>>
  return
}

// -----

// a reshape that moves something in front of it
func.func @f(%a: tensor<2x3x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) {
  // expected-error@+1 {{product of dimensions before quantization dimension must match between operand and result for 1 and 3}}
  %0 = stablehlo.reshape %a : (tensor<2x3x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) -> tensor<3x2x!quant.uniform<i8:f32:1, {1.0, 2.0}>>
  return
}

// -----

// a transpose that changes scales
func.func @f(%a: tensor<2x3x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) {
  // expected-error@+1 {{expect same quantization scales and zero_points but got 'tensor<2x3x!quant.uniform<i8:f32:0, {1.000000e+00,2.000000e+00}>>' vs 'tensor<3x2x!quant.uniform<i8:f32:1, {1.000000e+00,3.000000e+00}>>'}}
  %0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<2x3x!quant.uniform<i8:f32:0, {1.0, 2.0}>>) -> tensor<3x2x!quant.uniform<i8:f32:1, {1.0, 3.0}>>
  return
}

// -----

// a broadcast to unequal scales
func.func @f(%a: tensor<1x!quant.uniform<i8:f32:0, {1.0}>>) {
  // expected-error@+1 {{mismatch result scale 1 (3.000000e+00) and operand scale 0 (1.000000e+00)}}
  %0 = stablehlo.broadcast_in_dim %a, dims = [0] : (tensor<1x!quant.uniform<i8:f32:0, {1.0}>>) -> tensor<2x!quant.uniform<i8:f32:0, {1.0, 3.0}>>
  return
}

// -----

// a dynamic broadcast that moves the scales
func.func @f(%a: tensor<1x2x!quant.uniform<i8:f32:1, {1.0, 2.0}>>, %b: tensor<3xindex>) {
  // expected-error@+1 {{result quantization_dimension 1 not same as broadcast_dimensions[1] = 2}}
  %0 = stablehlo.dynamic_broadcast_in_dim %a, %b, dims = [0, 2] : (tensor<1x2x!quant.uniform<i8:f32:1, {1.0, 2.0}>>, tensor<3xindex>) -> tensor<1x2x2x!quant.uniform<i8:f32:1, {1.0, 2.0}>>
  return
}

// -----

// expected-error@+1 {{tensor literal is invalid; ranks are not consistent between elements}}
func.func private @f(!quant.uniform<i8:f32:{0:1, 1:2}, {{1.0, 2.0}, {{1.0, 2.0}, {3.0, 4.0}}}>)
