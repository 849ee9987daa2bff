// RUN: sdyc opt %s -split-input-file -verify-diagnostics

// quantized_type C3
  // expected-error@+1 {{illegal storage type minimum: -200}}
func.func private @f(tensor<2x!quant.uniform<i8<-200:127>:f32, 1.0:0>>)

// -----

// quantized_type C5
  // expected-error@+1 {{scale -1.000000e+00 out of expressed type range [1.401298e-45, 3.402823e+38]}}
func.func private @f(tensor<2x!quant.uniform<i8:f32, -1.0:0>>)

// -----

// quantized_type C6
  // expected-error@+1 {{scale 1.000000e+100 out of expressed type range [1.401298e-45, 3.402823e+38]}}
func.func private @f(tensor<2x!quant.uniform<i8:f32, 1.0e100:0>>)

// -----

// quantized_type C7
func.func @f(%a0: tensor<2x!quant.uniform<i8:f32, 1.0:200>>) {
  // expected-error@+1 {{'stablehlo.negate' op operand #0 must be ranked tensor of 2/4/8/16/32/64-bit integer or 4/6/8/16/32/64-bit float or complex type with 32/64-bit float elements or per-tensor integer quantized values, but got 'tensor<2x!quant.uniform<i8:f32, 1.000000e+00:200>>'}}
  %r = "stablehlo.negate"(%a0) : (tensor<2x!quant.uniform<i8:f32, 1.0:200>>) -> tensor<2x!quant.uniform<i8:f32, 1.0:200>>
  return
}

// -----

// quantized_type C10
  // expected-error@+1 {{expected floating point literal}}
func.func private @f(tensor<2x!quant.uniform<i8:f32, {1.0, 1.0}>>)

// -----

// quantized_type C11
  // expected-error@+1 {{illegal quantized dimension: -1}}
func.func private @f(tensor<2x!quant.uniform<i8:f32:-1, {1.0, 1.0}>>)

// -----

// quantized_type C12
func.func @f(%a0: tensor<2x!quant.uniform<i8:f32:1, {1.0, 1.0}>>) {
  // expected-error@+1 {{'stablehlo.reshape' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<2x!quant.uniform<i8:f32:1, {1.000000e+00,1.000}}
  %r = "stablehlo.reshape"(%a0) : (tensor<2x!quant.uniform<i8:f32:1, {1.0, 1.0}>>) -> tensor<2x!quant.uniform<i8:f32:1, {1.0, 1.0}>>
  return
}

// -----

// quantized_type C13
func.func @f(%a0: tensor<3x!quant.uniform<i8:f32:0, {1.0, 1.0}>>) {
  // expected-error@+1 {{'stablehlo.reshape' op operand #0 must be ranked tensor of 4/6/8/16/32/64-bit float or bool or 2/4/8/16/32/64-bit integer or complex type with 32/64-bit float elements or per-tensor integer quantized or per-axis integer quantized values, but got 'tensor<3x!quant.uniform<i8:f32:0, {1.000000e+00,1.000}}
  %r = "stablehlo.reshape"(%a0) : (tensor<3x!quant.uniform<i8:f32:0, {1.0, 1.0}>>) -> tensor<3x!quant.uniform<i8:f32:0, {1.0, 1.0}>>
  return
}

// -----

// integer_literal C1
func.func @f() {
  // expected-error@+1 {{integer constant out of range for type}}
  %r = stablehlo.constant dense<300> : tensor<i8>
  return
}

// -----

// float_literal C1
func.func @f() {
  // expected-error@+1 {{expected floating point literal}}
  %r = stablehlo.constant dense<true> : tensor<f32>
  return
}

// -----

// float_literal C2
func.func @f() {
  // expected-error@+1 {{hexadecimal float constant out of range for type}}
  %r = stablehlo.constant dense<0x17F800000> : tensor<f32>
  return
}

// -----

// complex_literal C1
func.func @f() {
  // expected-error@+1 {{expected floating point literal}}
  %r = stablehlo.constant dense<(true, 1.0)> : tensor<complex<f32>>
  return
}

// -----

// complex_literal C2
func.func @f() {
  // expected-error@+1 {{expected floating point literal}}
  %r = stablehlo.constant dense<(1.0, true)> : tensor<complex<f32>>
  return
}

// -----

// tensor_literal C1
func.func @f() {
  // expected-error@+1 {{expected integer elements, but parsed floating-point}}
  %r = stablehlo.constant dense<[1, 2.5]> : tensor<2xi32>
  return
}

// -----

// tensor_literal C2
func.func @f() {
  // expected-error@+1 {{inferred shape of elements literal ([2]) does not match type ([3])}}
  %r = stablehlo.constant dense<[1, 2]> : tensor<3xi32>
  return
}

// -----

// quantized_literal C1
func.func @f() {
  // expected-error@+1 {{expected string token, got 300}}
  %r = stablehlo.constant dense<300> : tensor<2x!quant.uniform<i8:f32, 1.0:0>>
  return
}

// -----

// quantized_literal C2
func.func @f() {
  // expected-error@+1 {{expected string token, got 1}}
  %r = stablehlo.constant dense<[1, 2, 3]> : tensor<2x!quant.uniform<i8:f32, 1.0:0>>
  return
}
