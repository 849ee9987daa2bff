// What is missing, and what it was for.
// RUN: sdyc opt %s -split-input-file -verify-diagnostics

// a list of operands
func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{expected '(' to start operand list}}
  %0 = "stablehlo.abs" %a : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// the end of it
func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{expected ')' to end operand list}}
  %0 = "stablehlo.abs"(%a : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// a type
func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{expected ':' followed by operation type}}
  %0 = "stablehlo.abs"(%a)
  return
}

// -----

// a function type
func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{expected function type}}
  %0 = "stablehlo.abs"(%a) : tensor<4xf32>
  return
}

// -----

// the results of a function type
func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{expected '->' in function type}}
  %0 = "stablehlo.abs"(%a) : (tensor<4xf32>)
  return
}

// -----

// the end of a type
// expected-error@+1 {{expected '>' in tensor type}}
func.func private @f(tensor<4xf32)

// -----

// the end of attributes
func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{expected '}' in attribute dictionary}}
  %0 = "stablehlo.abs"(%a) {a = 1 b = 2} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// a name used twice
// expected-note@+2 {{previously referenced here}}
// expected-error@+1 {{region entry argument '%a' is already in use}}
func.func @f(%a: tensor<4xf32>, %a: tensor<4xf32>) {
  return
}

// -----

// no floating-point number
func.func @f() {
  // expected-error@+1 {{unexpected decimal integer literal for a floating point value}}
  %0 = stablehlo.constant dense<1> : tensor<4xf32>
  return
}

// -----

// a number too large
func.func @f() {
  // expected-error@+1 {{integer constant out of range for type}}
  %0 = stablehlo.constant dense<300> : tensor<4xi8>
  return
}

// -----

// no numbers
func.func @f() {
  // expected-error@+1 {{parsed zero elements, but type ('tensor<4xi8>') expected at least 1}}
  %0 = stablehlo.constant dense<> : tensor<4xi8>
  return
}

// -----

// a negative number
func.func @f() {
  // expected-error@+1 {{expected unsigned integer elements, but parsed negative value}}
  %0 = stablehlo.constant dense<-1> : tensor<4xui8>
  return
}

// -----

// no pretty form
func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{custom op 'stablehlo.gather' has no custom assembly form}}
  %0 = stablehlo.gather %a
  return
}

// -----

// an attribute that there is not
func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{unknown StableHLO attribute}}
  %0 = "stablehlo.abs"(%a) {a = #stablehlo.bar<>} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error@+1 {{a name cannot have NUL characters in it}}
  %0 = stablehlo.abs %a {"y\00z" = 1} : tensor<4xf32>
  return
}

// -----

// What was wrong: numbers past 32 bits, and so those past 64, came out as others.
func.func @bits(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{unable to parse exponent '4294967301'}}
  %0 = stablehlo.reduce_precision %arg0, format = e4294967301m4294967298 : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @more_bits(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{unable to parse mantissa '99999999999999999999'}}
  %0 = stablehlo.reduce_precision %arg0, format = e5m99999999999999999999 : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// brackets of a dialect's attribute are counted before it is read: the one that is not closed is named
func.func @f(%a: tensor<4x4xf32>) {
  // expected-error@+1 {{unbalanced '{' character in pretty dialect name}}
  %0 = stablehlo.abs %a {sdy.sharding = #sdy.sharding<mesh<["x"=2]>, [{"x"}, {"y"]}>} : tensor<4x4xf32>
  return
}

// -----

func.func @f() {
  // lists of different lengths: where the second ends
  %0 = stablehlo.constant dense<[[1, 2], [
  // expected-error@+1 {{tensor literal is invalid; ranks are not consistent between elements}}
    3]]> : tensor<2x2xi32>
  return
}
