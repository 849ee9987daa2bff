// RUN: sdyc opt %s -split-input-file -verify-diagnostics

// Operands that do not broadcast are reported where they come from, whatever the shape of the result.
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

// -----

// A size that is known fits no size that is not.
func.func @to_open(%a: tensor<?x3xi32, #stablehlo.bounds<3, ?>>) {
  // expected-error@+1 {{size of operand dimension 1 (3) is not equal to 1 or size of result dimension 1}}
  %0 = "stablehlo.broadcast_in_dim"(%a) {broadcast_dimensions = array<i64: 0, 1>} : (tensor<?x3xi32, #stablehlo.bounds<3, ?>>) -> tensor<3x?xi32, #stablehlo.bounds<?, 4>>
  return
}

// -----

func.func @open_indices(%a: tensor<4xf32>, %i: tensor<?xi32>) {
  // expected-error@+1 {{has mismatched number of operand rank (1) and start_indices size}}
  %0 = stablehlo.real_dynamic_slice %a, %i, %i, %i : (tensor<4xf32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>) -> tensor<?xf32>
  return
}

// -----

func.func @open_root(%a: tensor<4xf32>, %i: tensor<?xi32>) {
  // expected-error@+1 {{last operand of collective_broadcast with has_dynamic_root=true must have the same number of elements as data operands (1)}}
  %0 = "stablehlo.collective_broadcast"(%a, %i) {has_dynamic_root, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<4xf32>, tensor<?xi32>) -> tensor<4xf32>
  return
}

// -----

// What follows from the operand of a map or a clamp has no bounds.
func.func @no_bounds(%a: tensor<?xf32, #stablehlo.bounds<5>>, %s: tensor<f32>) {
  %0 = "stablehlo.map"(%a) ({
  ^bb0(%x: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<?xf32, #stablehlo.bounds<5>>) -> tensor<16xf32>
  %1 = stablehlo.clamp %s, %a, %s : (tensor<f32>, tensor<?xf32, #stablehlo.bounds<5>>, tensor<f32>) -> tensor<16xf32>
  return
}

// -----

func.func @next(%a: tensor<?xf32, #stablehlo.bounds<2>>, %b: tensor<?xf32, #stablehlo.bounds<1>>) {
  // expected-error@+2 {{'chlo.next_after' op inferred type(s) 'tensor<?xf32, #stablehlo.bounds<1>>' are incompatible with return type(s) of operation 'tensor<2xf32>'}}
  // expected-error@+1 {{'chlo.next_after' op failed to infer returned types}}
  %0 = "chlo.next_after"(%a, %b) : (tensor<?xf32, #stablehlo.bounds<2>>, tensor<?xf32, #stablehlo.bounds<1>>) -> tensor<2xf32>
  return
}
