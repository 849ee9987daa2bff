// RUN: sdyc opt %s -split-input-file -verify-diagnostics

// Operations of other dialects that are not what they should be.

func.func @integers(%a: tensor<2xui32>) {
  // expected-error@+1 {{'arith.addi' op operand #0 must be signless-non-zero-bitwidth-integer-like, but got 'tensor<2xui32>'}}
  %0 = arith.addi %a, %a : tensor<2xui32>
  return
}

// -----

func.func @floats(%a: i32) {
  // expected-error@+1 {{'arith.addf' op operand #0 must be floating-point-like, but got 'i32'}}
  %0 = arith.addf %a, %a : i32
  return
}

// -----

func.func @narrower(%a: i32) {
  // expected-error@+1 {{'arith.extsi' op operand type 'i32' and result type 'i8' are cast incompatible}}
  %0 = arith.extsi %a : i32 to i8
  return
}

// -----

func.func @flags(%a: f32) {
  // expected-error@+2 {{expected ::mlir::arith::FastMathFlags to be one of: none, reassoc, nnan, ninf, nsz, arcp, contract, afn, fast}}
  // expected-error@+1 {{failed to parse Arith_FastMathAttr parameter 'value' which is to be a `::mlir::arith::FastMathFlags`}}
  %0 = arith.addf %a, %a fastmath<quick> : f32
  return
}

// -----

func.func @sizes(%a: i32) {
  // expected-error@+1 {{'shape.add' op operand #0 must be size or index, but got 'i32'}}
  %0 = shape.add %a, %a : i32, i32 -> index
  return
}

// -----

func.func @shapes(%a: tensor<?xf32>) {
  // expected-error@+1 {{'shape.shape_of' op result #0 must be shape or extent tensor, but got 'tensor<2xi32>'}}
  %0 = shape.shape_of %a : tensor<?xf32> -> tensor<2xi32>
  return
}

// -----

func.func @witnesses(%a: index) {
  // expected-error@+1 {{'shape.assuming_all' op operand #0 must be variadic of witness, but got 'index'}}
  %0 = "shape.assuming_all"(%a) : (index) -> !shape.witness
  return
}

// -----

func.func @indices(%a: tensor<2xf32>, %i: index) {
  // expected-error@+1 {{'tensor.extract' op incorrect number of indices for extract_element}}
  %0 = tensor.extract %a[%i, %i] : tensor<2xf32>
  return
}

// -----

func.func @elements(%i: index) {
  // expected-error@+1 {{custom op 'tensor.from_elements' number of operands and types do not match: got 2 operands and 3 types}}
  %0 = tensor.from_elements %i, %i : tensor<3xindex>
  return
}

// -----

func.func @dim(%a: f32) {
  // expected-error@+1 {{custom op 'tensor.dim' invalid kind of type specified}}
  %0 = tensor.dim %a, %a : f32
  return
}

// -----

func.func @callee(%a: f32) {
  // expected-error@+1 {{custom op 'func.call_indirect' invalid kind of type specified: expected builtin.function, but found 'f32'}}
  func.call_indirect %a() : f32
  return
}

// -----

func.func @dialect(%a: f32) {
  // expected-error@+1 {{Dialect `foo' not found for custom op 'foo.bar'}}
  %0 = foo.bar %a : f32
  return
}
