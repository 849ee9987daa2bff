// RUN: sdyc opt %s -stablehlo-refine-arguments='types=tensor<4xf32>' -split-input-file -verify-diagnostics

// expected-error@+1 {{'func.func' op number of refinements must match number of op operands 1 vs 2}}
func.func @main(%a: tensor<?xf32>, %b: tensor<?xf32>) {
  return
}

// -----

// expected-error@+1 {{'func.func' op invalid refinement for argument 0, refinement element types must match in tensor<?xi32> -> tensor<4xf32>}}
func.func @main(%a: tensor<?xi32>) {
  return
}

// -----

// expected-error@+1 {{'func.func' op invalid refinement for argument 0, refinement rank must match operand rank in tensor<?x?xf32> -> tensor<4xf32>}}
func.func @main(%a: tensor<?x?xf32>) {
  return
}

// -----

// expected-error@+1 {{'func.func' op invalid refinement for argument 0, refinement dimension sizes must match for static dimensions in tensor<3xf32> -> tensor<4xf32>}}
func.func @main(%a: tensor<3xf32>) {
  return
}

// -----

// expected-error@+1 {{'func.func' op invalid refinement for argument 0, refinement must be a tensor in !stablehlo.token -> tensor<4xf32>}}
func.func @main(%a: !stablehlo.token) {
  return
}

// -----

// expected-error@+1 {{'builtin.module' op must have no more than one function or a `main` function to clearly identify which function will be refined}}
module {
  func.func @f(%a: tensor<?xf32>) {
    return
  }
  func.func @g(%a: tensor<?xf32>) {
    return
  }
}
