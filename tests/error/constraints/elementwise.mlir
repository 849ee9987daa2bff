// RUN: sdyc opt %s -split-input-file -verify-diagnostics

// cbrt C1
func.func @f(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.cbrt' op requires compatible types for all operands and results}}
  %r = "stablehlo.cbrt"(%a0) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

// ceil C1
func.func @f(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.ceil' op requires compatible types for all operands and results}}
  %r = "stablehlo.ceil"(%a0) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

// cosine C1
func.func @f(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.cosine' op requires compatible types for all operands and results}}
  %r = "stablehlo.cosine"(%a0) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

// exponential C1
func.func @f(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.exponential' op requires compatible types for all operands and results}}
  %r = "stablehlo.exponential"(%a0) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

// exponential_minus_one C1
func.func @f(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.exponential_minus_one' op requires compatible types for all operands and results}}
  %r = "stablehlo.exponential_minus_one"(%a0) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

// floor C1
func.func @f(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.floor' op requires compatible types for all operands and results}}
  %r = "stablehlo.floor"(%a0) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

// log C1
func.func @f(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.log' op requires compatible types for all operands and results}}
  %r = "stablehlo.log"(%a0) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

// log_plus_one C1
func.func @f(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.log_plus_one' op requires compatible types for all operands and results}}
  %r = "stablehlo.log_plus_one"(%a0) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

// logistic C1
func.func @f(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.logistic' op requires compatible types for all operands and results}}
  %r = "stablehlo.logistic"(%a0) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

// negate C1
func.func @f(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.negate' op requires compatible types for all operands and results}}
  %r = "stablehlo.negate"(%a0) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

// round_nearest_afz C1
func.func @f(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.round_nearest_afz' op requires compatible types for all operands and results}}
  %r = "stablehlo.round_nearest_afz"(%a0) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

// round_nearest_even C1
func.func @f(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.round_nearest_even' op requires compatible types for all operands and results}}
  %r = "stablehlo.round_nearest_even"(%a0) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

// rsqrt C1
func.func @f(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.rsqrt' op requires compatible types for all operands and results}}
  %r = "stablehlo.rsqrt"(%a0) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

// sign C1
func.func @f(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.sign' op requires compatible types for all operands and results}}
  %r = "stablehlo.sign"(%a0) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

// sine C1
func.func @f(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.sine' op requires compatible types for all operands and results}}
  %r = "stablehlo.sine"(%a0) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

// sqrt C1
func.func @f(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.sqrt' op requires compatible types for all operands and results}}
  %r = "stablehlo.sqrt"(%a0) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

// tan C1
func.func @f(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.tan' op requires compatible types for all operands and results}}
  %r = "stablehlo.tan"(%a0) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

// tanh C1
func.func @f(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.tanh' op requires compatible types for all operands and results}}
  %r = "stablehlo.tanh"(%a0) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

// atan2 C1
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.atan2' op requires compatible types for all operands and results}}
  %r = "stablehlo.atan2"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

// divide C1
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.divide' op requires compatible types for all operands and results}}
  %r = "stablehlo.divide"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

// maximum C1
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.maximum' op requires compatible types for all operands and results}}
  %r = "stablehlo.maximum"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

// minimum C1
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.minimum' op requires compatible types for all operands and results}}
  %r = "stablehlo.minimum"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

// multiply C1
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.multiply' op requires compatible types for all operands and results}}
  %r = "stablehlo.multiply"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

// power C1
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.power' op requires compatible types for all operands and results}}
  %r = "stablehlo.power"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

// remainder C1
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.remainder' op requires compatible types for all operands and results}}
  %r = "stablehlo.remainder"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

// subtract C1
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.subtract' op requires compatible types for all operands and results}}
  %r = "stablehlo.subtract"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

// and C1
func.func @f(%a0: tensor<2xi32>, %a1: tensor<2xi64>) {
  // expected-error@+1 {{'stablehlo.and' op requires compatible types for all operands and results}}
  %r = "stablehlo.and"(%a0, %a1) : (tensor<2xi32>, tensor<2xi64>) -> tensor<2xi32>
  return
}

// -----

// or C1
func.func @f(%a0: tensor<2xi32>, %a1: tensor<2xi64>) {
  // expected-error@+1 {{'stablehlo.or' op requires compatible types for all operands and results}}
  %r = "stablehlo.or"(%a0, %a1) : (tensor<2xi32>, tensor<2xi64>) -> tensor<2xi32>
  return
}

// -----

// xor C1
func.func @f(%a0: tensor<2xi32>, %a1: tensor<2xi64>) {
  // expected-error@+1 {{'stablehlo.xor' op requires compatible types for all operands and results}}
  %r = "stablehlo.xor"(%a0, %a1) : (tensor<2xi32>, tensor<2xi64>) -> tensor<2xi32>
  return
}

// -----

// shift_left C1
func.func @f(%a0: tensor<2xi32>, %a1: tensor<2xi64>) {
  // expected-error@+1 {{'stablehlo.shift_left' op requires compatible types for all operands and results}}
  %r = "stablehlo.shift_left"(%a0, %a1) : (tensor<2xi32>, tensor<2xi64>) -> tensor<2xi32>
  return
}

// -----

// shift_right_arithmetic C1
func.func @f(%a0: tensor<2xi32>, %a1: tensor<2xi64>) {
  // expected-error@+1 {{'stablehlo.shift_right_arithmetic' op requires compatible types for all operands and results}}
  %r = "stablehlo.shift_right_arithmetic"(%a0, %a1) : (tensor<2xi32>, tensor<2xi64>) -> tensor<2xi32>
  return
}

// -----

// shift_right_logical C1
func.func @f(%a0: tensor<2xi32>, %a1: tensor<2xi64>) {
  // expected-error@+1 {{'stablehlo.shift_right_logical' op requires compatible types for all operands and results}}
  %r = "stablehlo.shift_right_logical"(%a0, %a1) : (tensor<2xi32>, tensor<2xi64>) -> tensor<2xi32>
  return
}

// -----

// not C1
func.func @f(%a0: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.not' op requires compatible types for all operands and results}}
  %r = "stablehlo.not"(%a0) : (tensor<2xi32>) -> tensor<2xi64>
  return
}

// -----

// popcnt C1
func.func @f(%a0: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.popcnt' op requires compatible types for all operands and results}}
  %r = "stablehlo.popcnt"(%a0) : (tensor<2xi32>) -> tensor<2xi64>
  return
}

// -----

// count_leading_zeros C1
func.func @f(%a0: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.count_leading_zeros' op requires compatible types for all operands and results}}
  %r = "stablehlo.count_leading_zeros"(%a0) : (tensor<2xi32>) -> tensor<2xi64>
  return
}

// -----

// abs C1
func.func @f(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.abs' op all non-scalar operands/results must have the same shape and base type}}
  %r = "stablehlo.abs"(%a0) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

// abs C2
func.func @f(%a0: tensor<2xcomplex<f32>>) {
  // expected-error@+2 {{'stablehlo.abs' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<2xf64>'}}
  // expected-error@+1 {{'stablehlo.abs' op failed to infer returned types}}
  %r = "stablehlo.abs"(%a0) : (tensor<2xcomplex<f32>>) -> tensor<2xf64>
  return
}

// -----

// imag C1
func.func @f(%a0: tensor<2xcomplex<f32>>) {
  // expected-error@+1 {{'stablehlo.imag' op all non-scalar operands/results must have the same shape and base type}}
  %r = "stablehlo.imag"(%a0) : (tensor<2xcomplex<f32>>) -> tensor<3xf32>
  return
}

// -----

// imag C2
func.func @f(%a0: tensor<2xcomplex<f32>>) {
  // expected-error@+2 {{'stablehlo.imag' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<2xf64>'}}
  // expected-error@+1 {{'stablehlo.imag' op failed to infer returned types}}
  %r = "stablehlo.imag"(%a0) : (tensor<2xcomplex<f32>>) -> tensor<2xf64>
  return
}

// -----

// real C1
func.func @f(%a0: tensor<2xcomplex<f32>>) {
  // expected-error@+1 {{'stablehlo.real' op all non-scalar operands/results must have the same shape and base type}}
  %r = "stablehlo.real"(%a0) : (tensor<2xcomplex<f32>>) -> tensor<3xf32>
  return
}

// -----

// real C2
func.func @f(%a0: tensor<2xcomplex<f32>>) {
  // expected-error@+2 {{'stablehlo.real' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<2xf64>'}}
  // expected-error@+1 {{'stablehlo.real' op failed to infer returned types}}
  %r = "stablehlo.real"(%a0) : (tensor<2xcomplex<f32>>) -> tensor<2xf64>
  return
}

// -----

// is_finite C1
func.func @f(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.is_finite' op all non-scalar operands/results must have the same shape and base type}}
  %r = "stablehlo.is_finite"(%a0) : (tensor<2xf32>) -> tensor<3xi1>
  return
}

// -----

// convert C1
func.func @f(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.convert' op requires the same shape for all operands and results}}
  %r = "stablehlo.convert"(%a0) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

// add C1
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.add' op requires the same element type for all operands and results: found 'f32', 'i32' and 'f32'}}
  %r = "stablehlo.add"(%a0, %a1) : (tensor<2xf32>, tensor<2xi32>) -> tensor<2xf32>
  return
}

// -----

// add C2
func.func @f(%a0: tensor<2x!quant.uniform<i8:f32, 1.0:0>>, %a1: tensor<2xf32>) {
  // expected-error@+1 {{expects  all operands and results to be either quantized or non-quantized}}
  %r = "stablehlo.add"(%a0, %a1) : (tensor<2x!quant.uniform<i8:f32, 1.0:0>>, tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 1.0:0>>
  return
}

// -----

// add C3
func.func @f(%a0: tensor<2x!quant.uniform<i8:f32, 1.0:0>>, %a1: tensor<2x!quant.uniform<i4:f32, 1.0:0>>) {
  // expected-error@+1 {{mismatched operands and result quantization storage types}}
  %r = "stablehlo.add"(%a0, %a1) : (tensor<2x!quant.uniform<i8:f32, 1.0:0>>, tensor<2x!quant.uniform<i4:f32, 1.0:0>>) -> tensor<2x!quant.uniform<i8:f32, 1.0:0>>
  return
}

// -----

// add C4
func.func @f(%a0: tensor<2x!quant.uniform<i8:f32, 1.0:0>>, %a1: tensor<2x!quant.uniform<i8:f16, 1.0:0>>) {
  // expected-error@+1 {{mismatched operands and result quantization expressed types}}
  %r = "stablehlo.add"(%a0, %a1) : (tensor<2x!quant.uniform<i8:f32, 1.0:0>>, tensor<2x!quant.uniform<i8:f16, 1.0:0>>) -> tensor<2x!quant.uniform<i8:f32, 1.0:0>>
  return
}

// -----

// add C5
func.func @f(%a0: tensor<2x!quant.uniform<i8:f32:0, {1.0, 1.0}>>, %a1: tensor<2x!quant.uniform<i8:f32:0, {1.0, 1.0}>>) {
  // expected-error@+1 {{result is not per_axis quantized but lhs or rhs are}}
  %r = "stablehlo.add"(%a0, %a1) : (tensor<2x!quant.uniform<i8:f32:0, {1.0, 1.0}>>, tensor<2x!quant.uniform<i8:f32:0, {1.0, 1.0}>>) -> tensor<2x!quant.uniform<i8:f32, 1.0:0>>
  return
}

// -----

// add C6
func.func @f(%a0: tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 1.0}>>, %a1: tensor<2x2x!quant.uniform<i8:f32:1, {1.0, 1.0}>>) {
  // expected-error@+1 {{quantization_dimension of lhs and result are not same '!quant.uniform<i8:f32:0, {1.000000e+00,1.000000e+00}>' vs '!quant.uniform<i8:f32:1, {1.000000e+00,1.000000e+00}>'}}
  %r = "stablehlo.add"(%a0, %a1) : (tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 1.0}>>, tensor<2x2x!quant.uniform<i8:f32:1, {1.0, 1.0}>>) -> tensor<2x2x!quant.uniform<i8:f32:1, {1.0, 1.0}>>
  return
}

// -----

// add C7
func.func @f(%a0: tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 1.0}>>, %a1: tensor<2x2x!quant.uniform<i8:f32:1, {1.0, 1.0}>>) {
  // expected-error@+1 {{quantization_dimension of rhs and result are not same '!quant.uniform<i8:f32:1, {1.000000e+00,1.000000e+00}>' vs '!quant.uniform<i8:f32:0, {1.000000e+00,1.000000e+00}>'}}
  %r = "stablehlo.add"(%a0, %a1) : (tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 1.0}>>, tensor<2x2x!quant.uniform<i8:f32:1, {1.0, 1.0}>>) -> tensor<2x2x!quant.uniform<i8:f32:0, {1.0, 1.0}>>
  return
}

// -----

// bitcast_convert C1
func.func @f(%a0: tensor<2xf32>) {
  // expected-error@+1 {{requires compatible bit widths. Got: 'tensor<2xf32>' and 'tensor<2x3xi8>', but 8 * 3 != 32.}}
  %r = "stablehlo.bitcast_convert"(%a0) : (tensor<2xf32>) -> tensor<2x3xi8>
  return
}

// -----

// bitcast_convert C2
func.func @f(%a0: tensor<2xcomplex<f32>>) {
  // expected-error@+1 {{cannot convert between real and complex types, but got: 'tensor<2xcomplex<f32>>' and 'tensor<2xf64>'}}
  %r = "stablehlo.bitcast_convert"(%a0) : (tensor<2xcomplex<f32>>) -> tensor<2xf64>
  return
}

// -----

// clamp C1
func.func @f(%a0: tensor<3xf32>, %a1: tensor<2xf32>, %a2: tensor<f32>) {
  // expected-error@+2 {{min shape [3] is not scalar and is not compatible to operand shape [2]}}
  // expected-error@+1 {{'stablehlo.clamp' op failed to infer returned types}}
  %r = "stablehlo.clamp"(%a0, %a1, %a2) : (tensor<3xf32>, tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

// clamp C2
func.func @f(%a0: tensor<f32>, %a1: tensor<2xf32>, %a2: tensor<3xf32>) {
  // expected-error@+2 {{max shape [3] is not scalar and is not compatible to operand shape [2]}}
  // expected-error@+1 {{'stablehlo.clamp' op failed to infer returned types}}
  %r = "stablehlo.clamp"(%a0, %a1, %a2) : (tensor<f32>, tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  return
}

// -----

// clamp C3
func.func @f(%a0: tensor<i32>, %a1: tensor<2xf32>, %a2: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.clamp' op requires compatible element types for all operands and results}}
  %r = "stablehlo.clamp"(%a0, %a1, %a2) : (tensor<i32>, tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// -----

// clamp C4
func.func @f(%a0: tensor<f32>, %a1: tensor<2xf32>, %a2: tensor<f32>) {
  // expected-error@+2 {{'stablehlo.clamp' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<3xf32>'}}
  // expected-error@+1 {{'stablehlo.clamp' op failed to infer returned types}}
  %r = "stablehlo.clamp"(%a0, %a1, %a2) : (tensor<f32>, tensor<2xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

// compare C1
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xi32>) {
  // expected-error@+1 {{'stablehlo.compare' op requires compatible element types for all operands: found 'tensor<2xf32>' and 'tensor<2xi32>'}}
  %r = "stablehlo.compare"(%a0, %a1) {comparison_direction = #stablehlo<comparison_direction EQ>} : (tensor<2xf32>, tensor<2xi32>) -> tensor<2xi1>
  return
}

// -----

// compare C2
func.func @f(%a0: tensor<2xf32>, %a1: tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.compare' op all non-scalar operands/results must have the same shape and base type}}
  %r = "stablehlo.compare"(%a0, %a1) {comparison_direction = #stablehlo<comparison_direction EQ>} : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xi1>
  return
}

// -----

// complex C1
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xf64>) {
  // expected-error@+1 {{'stablehlo.complex' op requires the same element type for all operands}}
  %r = "stablehlo.complex"(%a0, %a1) : (tensor<2xf32>, tensor<2xf64>) -> tensor<2xcomplex<f32>>
  return
}

// -----

// complex C2
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.complex' op requires the same shape for all operands and results}}
  %r = "stablehlo.complex"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<3xcomplex<f32>>
  return
}

// -----

// complex C3
func.func @f(%a0: tensor<2xf32>, %a1: tensor<2xf32>) {
  // expected-error@+2 {{'stablehlo.complex' op inferred type(s) 'tensor<2xcomplex<f32>>' are incompatible with return type(s) of operation 'tensor<2xcomplex<f64>>'}}
  // expected-error@+1 {{'stablehlo.complex' op failed to infer returned types}}
  %r = "stablehlo.complex"(%a0, %a1) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xcomplex<f64>>
  return
}

// -----

// reduce_precision C1
func.func @f(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.reduce_precision' op all non-scalar operands/results must have the same shape and base type}}
  %r = "stablehlo.reduce_precision"(%a0) {exponent_bits = 5 : i32, mantissa_bits = 10 : i32} : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

// reduce_precision C2
func.func @f(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.reduce_precision' op attribute 'exponent_bits' failed to satisfy constraint: 32-bit signless integer attribute whose value is positive; found 0 : i32}}
  %r = "stablehlo.reduce_precision"(%a0) {exponent_bits = 0 : i32, mantissa_bits = 10 : i32} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// reduce_precision C3
func.func @f(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.reduce_precision' op attribute 'mantissa_bits' failed to satisfy constraint: 32-bit signless integer attribute whose value is non-negative; found -1 : i32}}
  %r = "stablehlo.reduce_precision"(%a0) {exponent_bits = 5 : i32, mantissa_bits = -1 : i32} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// select C1
func.func @f(%a0: tensor<3xi1>, %a1: tensor<2xf32>, %a2: tensor<2xf32>) {
  // expected-error@+2 {{requires the same shape for all operands: found 'tensor<3xi1>' and 'tensor<2xf32>'}}
  // expected-error@+1 {{'stablehlo.select' op failed to infer returned types}}
  %r = "stablehlo.select"(%a0, %a1, %a2) : (tensor<3xi1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// select C2
func.func @f(%a0: tensor<2xi1>, %a1: tensor<2xf32>, %a2: tensor<2xi32>) {
  // expected-error@+2 {{requires compatible types for non-predicate operands: found 'tensor<2xf32>' and 'tensor<2xi32>'}}
  // expected-error@+1 {{'stablehlo.select' op failed to infer returned types}}
  %r = "stablehlo.select"(%a0, %a1, %a2) : (tensor<2xi1>, tensor<2xf32>, tensor<2xi32>) -> tensor<2xf32>
  return
}

// -----

// uniform_dequantize C1
func.func @f(%a0: tensor<2x!quant.uniform<i8:f32, 1.0:0>>) {
  // expected-error@+1 {{'stablehlo.uniform_dequantize' op all non-scalar operands/results must have the same shape and base type}}
  %r = "stablehlo.uniform_dequantize"(%a0) : (tensor<2x!quant.uniform<i8:f32, 1.0:0>>) -> tensor<3xf32>
  return
}

// -----

// uniform_dequantize C2
func.func @f(%a0: tensor<2x!quant.uniform<i8:f32, 1.0:0>>) {
  // expected-error@+2 {{'stablehlo.uniform_dequantize' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<2xf64>'}}
  // expected-error@+1 {{'stablehlo.uniform_dequantize' op failed to infer returned types}}
  %r = "stablehlo.uniform_dequantize"(%a0) : (tensor<2x!quant.uniform<i8:f32, 1.0:0>>) -> tensor<2xf64>
  return
}

// -----

// uniform_quantize C1
func.func @f(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.uniform_quantize' op all non-scalar operands/results must have the same shape and base type}}
  %r = "stablehlo.uniform_quantize"(%a0) : (tensor<2xf32>) -> tensor<3x!quant.uniform<i8:f32, 1.0:0>>
  return
}

// -----

// uniform_quantize C2
func.func @f(%a0: tensor<2xf64>) {
  // expected-error@+1 {{Expressed type of result expected to be 'f64', but got 'f32'}}
  %r = "stablehlo.uniform_quantize"(%a0) : (tensor<2xf64>) -> tensor<2x!quant.uniform<i8:f32, 1.0:0>>
  return
}
