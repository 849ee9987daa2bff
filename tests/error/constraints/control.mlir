// RUN: sdyc opt %s -split-input-file -verify-diagnostics

// case C1
func.func @f(%a: tensor<i32>) {
  // expected-error@+2 {{expect at least one branch}}
  // expected-error@+1 {{'stablehlo.case' op failed to infer returned types}}
  "stablehlo.case"(%a) : (tensor<i32>) -> ()
  return
}

// -----

// case C2
func.func @f(%a0: tensor<i32>, %a1: tensor<2xf32>, %a2: tensor<3xf32>) {
  // expected-error@+2 {{branch 1 must have 0 arguments, but found 1}}
  // expected-error@+1 {{'stablehlo.case' op failed to infer returned types}}
  %r = "stablehlo.case"(%a0) ({
    stablehlo.return %a1 : tensor<2xf32>
  }, {
  ^bb0(%x: tensor<2xf32>):
    stablehlo.return %x : tensor<2xf32>
  }) : (tensor<i32>) -> tensor<2xf32>
  return
}

// -----

// case C3
func.func @f(%a0: tensor<i32>, %a1: tensor<2xf32>, %a2: tensor<3xf32>) {
  // expected-error@+2 {{branch 0 and branch 1 have mismatched return types: 'tensor<2xf32>' vs 'tensor<3xf32>'}}
  // expected-error@+1 {{'stablehlo.case' op failed to infer returned types}}
  %r = "stablehlo.case"(%a0) ({
    stablehlo.return %a1 : tensor<2xf32>
  }, {
    stablehlo.return %a2 : tensor<3xf32>
  }) : (tensor<i32>) -> tensor<2xf32>
  return
}

// -----

// case C4
func.func @f(%a0: tensor<i32>, %a1: tensor<2xf32>, %a2: tensor<3xf32>) {
  // expected-error@+2 {{'stablehlo.case' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<3xf32>'}}
  // expected-error@+1 {{'stablehlo.case' op failed to infer returned types}}
  %r = "stablehlo.case"(%a0) ({
    stablehlo.return %a1 : tensor<2xf32>
  }, {
    stablehlo.return %a1 : tensor<2xf32>
  }) : (tensor<i32>) -> tensor<3xf32>
  return
}

// -----

// if C1
func.func @f(%a0: tensor<i1>, %a1: tensor<2xf32>, %a2: tensor<3xf32>) {
  // expected-error@+2 {{branch 1 must have 0 arguments, but found 1}}
  // expected-error@+1 {{'stablehlo.if' op failed to infer returned types}}
  %r = "stablehlo.if"(%a0) ({
    stablehlo.return %a1 : tensor<2xf32>
  }, {
  ^bb0(%x: tensor<2xf32>):
    stablehlo.return %x : tensor<2xf32>
  }) : (tensor<i1>) -> tensor<2xf32>
  return
}

// -----

// if C2
func.func @f(%a0: tensor<i1>, %a1: tensor<2xf32>, %a2: tensor<3xf32>) {
  // expected-error@+2 {{branch 0 and branch 1 have mismatched return types: 'tensor<2xf32>' vs 'tensor<3xf32>'}}
  // expected-error@+1 {{'stablehlo.if' op failed to infer returned types}}
  %r = "stablehlo.if"(%a0) ({
    stablehlo.return %a1 : tensor<2xf32>
  }, {
    stablehlo.return %a2 : tensor<3xf32>
  }) : (tensor<i1>) -> tensor<2xf32>
  return
}

// -----

// if C3
func.func @f(%a0: tensor<i1>, %a1: tensor<2xf32>, %a2: tensor<3xf32>) {
  // expected-error@+2 {{'stablehlo.if' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<3xf32>'}}
  // expected-error@+1 {{'stablehlo.if' op failed to infer returned types}}
  %r = "stablehlo.if"(%a0) ({
    stablehlo.return %a1 : tensor<2xf32>
  }, {
    stablehlo.return %a1 : tensor<2xf32>
  }) : (tensor<i1>) -> tensor<3xf32>
  return
}

// -----

// while C1
func.func @f(%a: tensor<2xf32>) {
  // expected-error@+1 {{expect condition block return a zero-ranked tensor of i1 but got 'tensor<2xf32>'}}
  %r = "stablehlo.while"(%a) ({
  ^bb0(%x: tensor<2xf32>):
    stablehlo.return %x : tensor<2xf32>
  }, {
  ^bb0(%x: tensor<2xf32>):
    stablehlo.return %x : tensor<2xf32>
  }) : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// while C2
func.func @f(%a: tensor<2xf32>) {
  // expected-error@+1 {{expect operands to be compatible with body block return types but got 'tensor<2xf32>' vs 'tensor<i1>'}}
  %r = "stablehlo.while"(%a) ({
  ^bb0(%x: tensor<2xf32>):
    %c = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%x: tensor<2xf32>):
    %c = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// while C3
func.func @f(%a: tensor<2xf32>) {
  // expected-error@+2 {{'stablehlo.while' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<3xf32>'}}
  // expected-error@+1 {{'stablehlo.while' op failed to infer returned types}}
  %r = "stablehlo.while"(%a) ({
  ^bb0(%x: tensor<2xf32>):
    %c = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%x: tensor<2xf32>):
    stablehlo.return %x : tensor<2xf32>
  }) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

// optimization_barrier C1
func.func @f(%a0: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.optimization_barrier' op requires the same type for operand and result at index 0: found 'tensor<2xf32>' and 'tensor<3xf32>'}}
  %r = "stablehlo.optimization_barrier"(%a0) : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

// tuple C1
func.func @f(%a0: tensor<2xf32>, %a1: tensor<3xf32>) {
  // expected-error@+2 {{'stablehlo.tuple' op inferred type(s) 'tuple<tensor<2xf32>, tensor<3xf32>>' are incompatible with return type(s) of operation 'tuple<tensor<2xf32>>'}}
  // expected-error@+1 {{'stablehlo.tuple' op failed to infer returned types}}
  %r = "stablehlo.tuple"(%a0, %a1) : (tensor<2xf32>, tensor<3xf32>) -> tuple<tensor<2xf32>>
  return
}

// -----

// get_tuple_element C1
func.func @f(%a0: tuple<tensor<2xf32>>) {
  // expected-error@+2 {{index 1 is out of bounds of operand with size 1}}
  // expected-error@+1 {{'stablehlo.get_tuple_element' op failed to infer returned types}}
  %r = "stablehlo.get_tuple_element"(%a0) {index = 1 : i32} : (tuple<tensor<2xf32>>) -> tensor<2xf32>
  return
}

// -----

// get_tuple_element C2
func.func @f(%a0: tuple<tensor<2xf32>>) {
  // expected-error@+2 {{'stablehlo.get_tuple_element' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<3xf32>'}}
  // expected-error@+1 {{'stablehlo.get_tuple_element' op failed to infer returned types}}
  %r = "stablehlo.get_tuple_element"(%a0) {index = 0 : i32} : (tuple<tensor<2xf32>>) -> tensor<3xf32>
  return
}

// -----

// composite C1
func.func @g(%a: tensor<2xf32>) -> tensor<2xf32> {
  return %a : tensor<2xf32>
}
func.func @f(%a: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.composite' op name must be a valid namespaced op name, i.e. it must match the following regular expression: ^[a-zA-Z][a-zA-Z0-9_]*([.][a-zA-Z0-9_$]+)+$ e.g. "my_namespace.my_op"; found "op"}}
  %r = stablehlo.composite "op" %a {decomposition = @g} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// composite C2
func.func @g(%a: tensor<2xf32>) -> tensor<2xf32> {
  return %a : tensor<2xf32>
}
func.func @f(%a: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.composite' op 'h' does not reference a valid function}}
  %r = stablehlo.composite "my.op" %a {decomposition = @h} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// composite C3
func.func @g(%a: tensor<2xf32>) -> tensor<2xf32> {
  return %a : tensor<2xf32>
}
func.func @f(%a: tensor<3xf32>) {
  // expected-error@+1 {{'stablehlo.composite' op operand at index 0 has type 'tensor<3xf32>', but decomposition has type 'tensor<2xf32>'}}
  %r = stablehlo.composite "my.op" %a {decomposition = @g} : (tensor<3xf32>) -> tensor<2xf32>
  return
}

// -----

// composite C4
func.func @g(%a: tensor<2xf32>) -> tensor<2xf32> {
  return %a : tensor<2xf32>
}
func.func @f(%a: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.composite' op result at index 0 has type 'tensor<3xf32>', but decomposition has type 'tensor<2xf32>'}}
  %r = stablehlo.composite "my.op" %a {decomposition = @g} : (tensor<2xf32>) -> tensor<3xf32>
  return
}
