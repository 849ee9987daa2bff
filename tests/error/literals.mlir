// A literal's brackets and shape are judged before its values, whichever of them comes first in the text.
// RUN: sdyc opt %s -split-input-file -verify-diagnostics

func.func @f() {
  // expected-error@+1 {{inferred shape of elements literal ([3]) does not match type ([])}}
  %0 = stablehlo.constant dense<[1, 2, 3]> : tensor<f32>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{tensor literal is invalid; ranks are not consistent between elements}}
  %0 = stablehlo.constant dense<[[0, 1], [1], [2, 3]]> : tensor<3x2xf16>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{expected '>'}}
  %0 = stablehlo.constant dense<3x7FC> : tensor<f32>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{unexpected decimal integer literal for a floating point value}}
  %0 = stablehlo.constant dense<[1, true]> : tensor<2xf32>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{inferred shape of elements literal ([2]) does not match type ([3])}}
  %0 = stablehlo.constant dense<[1.0, 2.0]> : tensor<3xi32>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{expected integer elements, but parsed floating-point}}
  %0 = stablehlo.constant dense<1.0> : tensor<3xi32>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{inferred shape of elements literal ([1]) does not match type ([2])}}
  %0 = stablehlo.constant dense<[true]> : tensor<2xi32>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{expected integer or floating point literal}}
  %0 = stablehlo.constant dense<[2, -true]> : tensor<2xf32>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{parsed 1 elements, but type ('complex<f32>') expected 2 elements}}
  %0 = stablehlo.constant dense<0> : tensor<3xcomplex<f32>>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{parsed 3 elements, but type ('tensor<2xcomplex<f32>>') expected 4 elements}}
  %0 = stablehlo.constant dense<[(1.0, 2.0), 3.0]> : tensor<2xcomplex<f32>>
  return
}

// -----

func.func @f() {
  // expected-error@+1 {{inferred shape of elements literal ([2]) does not match type ([3])}}
  %0 = stablehlo.constant dense<[1.0, 2.0]> : tensor<3xcomplex<f32>>
  return
}

// -----

// expected-error@+1 {{expected '>' in complex type}}
func.func @f() attributes {x.y = complex<f32]} { return }

// -----

// expected-error@+1 {{expected '<' in complex type}}
func.func @f() attributes {x.y = complex f32} { return }

// -----

// expected-error@+1 {{expected '>' in tuple type}}
func.func @f() attributes {x.y = tuple<f32, i32)} { return }

// -----

// expected-error@+1 {{expected '<' in tuple type}}
func.func @f() attributes {x.y = tuple(i32)} { return }

// -----

// expected-error@+1 {{expected '>' to close an array attribute}}
func.func @f() attributes {x.y = array<i64: 1, 0]} { return }

// -----

func.func @f(%a: tensor<3xi32>) -> tensor<3x1xi32> {
  // expected-error@+1 {{custom op 'stablehlo.reshape' number of operands and types do not match: got 2 operands and 1 types}}
  %0 = stablehlo.reshape %a, %a : (tensor<3xi32>) -> tensor<3x1xi32>
  return %0 : tensor<3x1xi32>
}
