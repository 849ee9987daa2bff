// RUN: sdyc opt %s -split-input-file -verify-diagnostics --allow-unregistered-dialect

// a fold to nothing
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  // expected-error@+1 {{The reduction-region expected to return some value(s)}}
  %0 = stablehlo.reduce(%arg0 init: %arg1) across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
   reducer(%a: tensor<f32>, %b: tensor<f32>) {
    stablehlo.return
  }
  return
}

// -----

// a condition that is no predicate
func.func @f(%arg0: tensor<i32>) {
  // expected-error@+1 {{expect condition block return a zero-ranked tensor of i1 but got 'tensor<i32>'}}
  %0 = stablehlo.while(%i = %arg0) : tensor<i32>
  cond {
    stablehlo.return %i : tensor<i32>
  } do {
    stablehlo.return %i : tensor<i32>
  }
  return
}

// -----

// branches that differ
func.func @f(%arg0: tensor<i1>, %arg1: tensor<f32>, %arg2: tensor<i32>) {
  // expected-error@+2 {{branch 0 and branch 1 have mismatched return types: 'tensor<f32>' vs 'tensor<i32>'}}
  // expected-error@+1 {{'stablehlo.if' op failed to infer returned types}}
  %0 = "stablehlo.if"(%arg0) ({
    stablehlo.return %arg1 : tensor<f32>
  }, {
    stablehlo.return %arg2 : tensor<i32>
  }) : (tensor<i1>) -> tensor<f32>
  return
}

// -----

// a call to nothing
func.func @f() {
  // expected-error@+1 {{'func.call' op 'g' does not reference a valid function}}
  call @g() : () -> ()
  return
}

// -----

// a body that ends with another dialect's terminator
func.func @f() {
  // expected-error@+2 {{'sdy.manual_computation' op expects regions to end with 'sdy.return', found 'stablehlo.return'}}
  // expected-note@+1 {{in custom textual format, the absence of terminator implies 'sdy.return'}}
  sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={} () {
    stablehlo.return
  } : () -> ()
  return
}

// -----

func.func @f(%arg0: tensor<i1>) {
  // expected-error@+2 {{'stablehlo.if' op expects regions to end with 'stablehlo.return', found 'test.end'}}
  // expected-note@+1 {{in custom textual format, the absence of terminator implies 'stablehlo.return'}}
  "stablehlo.if"(%arg0) ({
    "test.end"() : () -> ()
  }, {
    stablehlo.return
  }) : (tensor<i1>) -> ()
  return
}

// -----

// a function without a body that everybody may call
// expected-error@+1 {{'func.func' op symbol declaration cannot have public visibility}}
func.func public @f() -> tensor<f32>

// -----

"builtin.module"() ({
  // expected-error@+1 {{'func.func' op visibility expected to be one of ["public", "private", "nested"], but got "shared"}}
  "func.func"() <{function_type = () -> (), sym_name = "f", sym_visibility = "shared"}> ({
  }) : () -> ()
}) : () -> ()

// -----

func.func @f(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{'foo.branch' op ends a block: its results cannot be used}}
  %0 = "foo.branch"(%arg0)[^bb1] : (tensor<4xf32>) -> tensor<4xf32>
^bb1:
  return %0 : tensor<4xf32>
}

// -----

// blocks without operations
func.func @f(%arg0: tensor<i1>) {
  // expected-error@+1 {{'stablehlo.if' op expects a non-empty block}}
  %0 = "stablehlo.if"(%arg0) ({
  ^bb0:
  }, {
  ^bb0:
  }) : (tensor<i1>) -> tensor<f32>
  return
}

// -----

// two blocks, where how they end is up to the operation
func.func @f(%arg0: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.sort' op region #0 ('comparator') failed to verify constraint: region with 1 blocks}}
  %0 = "stablehlo.sort"(%arg0) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  ^bb1(%c: tensor<i1>):
    stablehlo.return %c : tensor<i1>
  }) {dimension = 0 : i64} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// a fold and a loop that end with no terminator
func.func @f(%arg0: tensor<4xf32>, %arg1: tensor<f32>) {
  // expected-error@+1 {{The reduction-region expected to have a terminator}}
  %0 = "stablehlo.reduce"(%arg0, %arg1) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @f(%arg0: tensor<i1>) {
  // expected-error@+1 {{The while body-region expected to have a terminator}}
  %0 = "stablehlo.while"(%arg0) ({
  ^bb0(%a: tensor<i1>):
    stablehlo.return %a : tensor<i1>
  }, {
  ^bb0(%a: tensor<i1>):
    %1 = stablehlo.not %a : tensor<i1>
  }) : (tensor<i1>) -> tensor<i1>
  return
}

// -----

// a terminator that is not the last
func.func @f(%arg0: tensor<i1>, %arg1: tensor<f32>) {
  %0 = "stablehlo.if"(%arg0) ({
    // expected-error@+1 {{'stablehlo.return' op must be the last operation in the parent block}}
    stablehlo.return %arg1 : tensor<f32>
    %1 = stablehlo.abs %arg1 : tensor<f32>
  }, {
    stablehlo.return %arg1 : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  return
}

// -----

// the first by name of what is missing
func.func @f(%arg0: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.slice' op requires attribute 'limit_indices'}}
  %0 = "stablehlo.slice"(%arg0) : (tensor<4xf32>) -> tensor<2xf32>
  return
}

// -----

// a function without operations
// expected-error@+1 {{empty block: expect at least a terminator}}
func.func @f(%arg0: tensor<i1>) {
}
