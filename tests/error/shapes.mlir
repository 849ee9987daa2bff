// RUN: sdyc opt %s -split-input-file -verify-diagnostics

// slice past the end
func.func @f(%arg0: tensor<4xf32>) {
  // expected-error@+2 {{limit index 5 is larger than dimension size 4 in dimension 0}}
  // expected-error@+1 {{'stablehlo.slice' op failed to infer returned types}}
  %0 = stablehlo.slice %arg0 [0:5] : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

// elements of another type
func.func @f(%arg0: tensor<4xi32>) {
  // expected-error@+1 {{'stablehlo.sqrt' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<4xi32>'}}
  %0 = "stablehlo.sqrt"(%arg0) : (tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

// no permutation
func.func @f(%arg0: tensor<4x5xf32>) {
  // expected-error@+2 {{attribute permutation must be a permutation of [0, 1] but got 0, 0}}
  // expected-error@+1 {{'stablehlo.transpose' op failed to infer returned types}}
  %0 = stablehlo.transpose %arg0, dims = [0, 0] : (tensor<4x5xf32>) -> tensor<4x5xf32>
  return
}

// -----

// another count
func.func @f(%arg0: tensor<4x5xf32>) {
  // expected-error@+1 {{'stablehlo.reshape' op number of output elements (24) doesn't match expected number of elements (20)}}
  %0 = stablehlo.reshape %arg0 : (tensor<4x5xf32>) -> tensor<4x6xf32>
  return
}

// -----

// a missing attribute
func.func @f(%arg0: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.reverse' op requires attribute 'dimensions'}}
  %0 = "stablehlo.reverse"(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// another result
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  // expected-error@+2 {{'stablehlo.pad' op failed to infer returned types}}
  // expected-error@+1 {{'stablehlo.pad' op inferred type(s) 'tensor<6xf32>' are incompatible with return type(s) of operation 'tensor<7xf32>'}}
  %0 = stablehlo.pad %arg0, %arg1, low = [1], high = [1], interior = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<7xf32>
  return
}

// -----

func.func @f(%arg0: tensor<?x3xf32>) {
  // expected-error@+2 {{'shape.shape_of' op inferred type(s) 'tensor<2xindex>' are incompatible with return type(s) of operation 'tensor<3xindex>'}}
  // expected-error@+1 {{'shape.shape_of' op failed to infer returned types}}
  %0 = shape.shape_of %arg0 : tensor<?x3xf32> -> tensor<3xindex>
  return
}

// -----

func.func @f() {
  // expected-error@+2 {{'shape.const_shape' op inferred type(s) 'tensor<2xindex>' are incompatible with return type(s) of operation 'tensor<3xindex>'}}
  // expected-error@+1 {{'shape.const_shape' op failed to infer returned types}}
  %0 = shape.const_shape [1, 2] : tensor<3xindex>
  return
}
