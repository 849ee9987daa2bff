// RUN: sdyc opt %s -split-input-file -verify-diagnostics

// Operands that do not broadcast are accepted where the result may be of any shape; it is said at the operand.
// expected-error@+1 {{incompatible shapes for broadcasting 4 and 3}}
func.func @sizes(%a: tensor<4xf32>, %b: tensor<3xf32>) {
  %0 = chlo.broadcast_add %a, %b : (tensor<4xf32>, tensor<3xf32>) -> tensor<4xf32>
  return
}

// -----

// A dynamic extent counts as its bound.
// expected-error@+1 {{incompatible shapes for broadcasting 2 and 10}}
func.func @bounds(%p: tensor<2xi1>, %a: tensor<?xf32, #stablehlo.bounds<10>>) {
  %0 = chlo.broadcast_select %p, %a, %a : (tensor<2xi1>, tensor<?xf32, #stablehlo.bounds<10>>, tensor<?xf32, #stablehlo.bounds<10>>) -> tensor<?xf32>
  return
}

// -----

// expected-error@+1 {{cannot mix bounded and static dimensions in broadcast}}
func.func @mixed(%a: tensor<4xf32>, %b: tensor<?xf32, #stablehlo.bounds<4>>) {
  %0 = chlo.broadcast_add %a, %b : (tensor<4xf32>, tensor<?xf32, #stablehlo.bounds<4>>) -> tensor<4xf32>
  return
}

// -----

// Bounds of operands are compared with sizes.
func.func @add(%a: tensor<3xf32, #stablehlo.bounds<?>>, %b: tensor<?xf32, #stablehlo.bounds<2>>) {
  // expected-error@+2 {{Mismatched dimension size 3 and bound 2 in dimension 0}}
  // expected-error@+1 {{'stablehlo.add' op failed to infer returned types}}
  %0 = "stablehlo.add"(%a, %b) : (tensor<3xf32, #stablehlo.bounds<?>>, tensor<?xf32, #stablehlo.bounds<2>>) -> tensor<?xf32>
  return
}

// -----

func.func @select(%p: tensor<i1>, %a: tensor<3xf32>, %b: tensor<?xf32, #stablehlo.bounds<2>>) {
  // expected-error@+2 {{Mismatched dimension size 3 and bound 2 in dimension 0}}
  // expected-error@+1 {{'stablehlo.select' op failed to infer returned types}}
  %0 = "stablehlo.select"(%p, %a, %b) : (tensor<i1>, tensor<3xf32>, tensor<?xf32, #stablehlo.bounds<2>>) -> tensor<?xf32>
  return
}

// -----

func.func @concatenate(%a: tensor<3x1xf32>, %b: tensor<?x1xf32, #stablehlo.bounds<2, ?>>) {
  // expected-error@+2 {{Mismatched dimension size 3 and bound 2 in dimension 0}}
  // expected-error@+1 {{'stablehlo.concatenate' op failed to infer returned types}}
  %0 = "stablehlo.concatenate"(%a, %b) {dimension = 1 : i64} : (tensor<3x1xf32>, tensor<?x1xf32, #stablehlo.bounds<2, ?>>) -> tensor<?x2xf32>
  return
}

// -----

// One extent that is unknown agrees with each of two that do not agree with each other.
func.func @shift(%a: tensor<?xi2>, %b: tensor<1xi2>) {
  // expected-error@+1 {{'stablehlo.shift_left' op requires the same shape for all operands and results}}
  %0 = "stablehlo.shift_left"(%a, %b) : (tensor<?xi2>, tensor<1xi2>) -> tensor<2xi2>
  return
}

// -----

// Of what follows from them only the shape is asked: valid.
func.func @other_elements(%p: tensor<i1>, %a: tensor<4xf64>) {
  %0 = chlo.broadcast_select %p, %a, %a : (tensor<i1>, tensor<4xf64>, tensor<4xf64>) -> tensor<4xf32>
  return
}

// -----

func.func @other_shape(%p: tensor<i1>, %a: tensor<4xf64>) {
  // expected-error@+2 {{'chlo.broadcast_select' op inferred type(s) 'tensor<4xf64>' are incompatible with return type(s) of operation 'tensor<5xf64>'}}
  // expected-error@+1 {{'chlo.broadcast_select' op failed to infer returned types}}
  %0 = chlo.broadcast_select %p, %a, %a : (tensor<i1>, tensor<4xf64>, tensor<4xf64>) -> tensor<5xf64>
  return
}

// -----

// Elements without bounds.
func.func @dequantize(%a: tensor<16x?x!quant.uniform<i8:f32, 1.0>, #stablehlo.bounds<?, 2>>) {
  %0 = stablehlo.uniform_dequantize %a : (tensor<16x?x!quant.uniform<i8:f32, 1.0>, #stablehlo.bounds<?, 2>>) -> tensor<16x16xf32>
  return
}
