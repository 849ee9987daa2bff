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

// -----

// expected-error@+1 {{sparse index #0 is not contained within the value shape, with index=[5], and type='tensor<3xf32>'}}
func.func @f() attributes {x.y = sparse<[[5]], [1.0]> : tensor<3xf32>} { return }

// -----

// expected-error@+1 {{sparse index #1 is not contained within the value shape, with index=[1, 2], and type='tensor<2x2xi32>'}}
func.func @f() attributes {x.y = sparse<[[0, 1], [1, 2]], [1, 2]> : tensor<2x2xi32>} { return }

// -----

// expected-error@+1 {{sparse index #0 is not contained within the value shape, with index=[2, 2], and type='tensor<2x3xi32>'}}
func.func @f() attributes {x.y = sparse<2, 7> : tensor<2x3xi32>} { return }

// -----

func.func @f() attributes {x.y = sparse<1, 7> : tensor<2x3xi32>, x.z = sparse<[[0, 0], [1, 2]], [1, 5]> : tensor<2x3xi32>} { return }

// -----

// expected-error@+1 {{expected shape ([2, 2]); inferred shape of indices literal ([1, 3]); inferred shape of values literal ([1])}}
func.func @f() attributes {x.y = sparse<[[0, 1, 0]], [1]> : tensor<2x2xi32>} { return }
