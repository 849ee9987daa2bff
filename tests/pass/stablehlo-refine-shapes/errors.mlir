// Functions that cannot be refined for all of their calls.
// RUN: sdyc opt %s -stablehlo-refine-shapes -split-input-file -verify-diagnostics

module {
  func.func @main(%a: tensor<4xf32>, %b: tensor<5xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
    %0 = stablehlo.constant dense<4> : tensor<i32>
    %1 = stablehlo.constant dense<5> : tensor<i32>
    %2 = call @twice(%0) : (tensor<i32>) -> tensor<?xf32>
    %3 = call @twice(%1) : (tensor<i32>) -> tensor<?xf32>
    return %2, %3 : tensor<?xf32>, tensor<?xf32>
  }
  // expected-error@+1 {{'func.func' op refined with incompatible refinement keys}}
  func.func private @twice(%n: tensor<i32>) -> tensor<?xf32> {
    %0 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
    %1 = stablehlo.dynamic_iota %0, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
    return %1 : tensor<?xf32>
  }
}

// -----

module {
  func.func @main(%a: tensor<i32>) -> tensor<i32> {
    %0 = call @again(%a) : (tensor<i32>) -> tensor<i32>
    return %0 : tensor<i32>
  }
  // expected-error@+1 {{'func.func' op Function again is being refined recursively}}
  func.func private @again(%n: tensor<i32>) -> tensor<i32> {
    %0 = call @again(%n) : (tensor<i32>) -> tensor<i32>
    return %0 : tensor<i32>
  }
}

// -----

module {
  func.func @main(%a: tensor<i32>) -> tensor<i32> {
    %0 = call @outside(%a) : (tensor<i32>) -> tensor<i32>
    return %0 : tensor<i32>
  }
  // expected-error@+1 {{'func.func' op must have exactly one block}}
  func.func private @outside(%n: tensor<i32>) -> tensor<i32>
}
