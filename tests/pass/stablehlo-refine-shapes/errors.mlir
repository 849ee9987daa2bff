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

// -----

func.func @main(%a: tensor<4xf32>) -> tensor<?xf32> {
  %s = stablehlo.constant dense<4> : tensor<1xi64>
  // expected-error@+1 {{indices_of_shape_operands: number of elements (2) must be equal to the number of operation results (1)}}
  %0 = stablehlo.custom_call @foo(%a, %s) {indices_of_shape_operands = dense<[1, 1]> : tensor<2xi64>} : (tensor<4xf32>, tensor<1xi64>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @main(%a: tensor<4xf32>) -> tensor<?xf32> {
  %s = stablehlo.constant dense<4> : tensor<1xi64>
  // expected-error@+1 {{indices_of_shape_operands: index #0 (2) must be within bounds for operation operands (from 0 to 2)}}
  %0 = stablehlo.custom_call @foo(%a, %s) {indices_of_shape_operands = dense<2> : tensor<1xi64>} : (tensor<4xf32>, tensor<1xi64>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @main(%a: tensor<4xf32>) -> tensor<?xf32> {
  %s = stablehlo.constant dense<4> : tensor<2xi64>
  // expected-error@+1 {{indices_of_shape_operands: refinement #0 ([4, 4]) must be compatible with operation result #0 ('tensor<?xf32>')}}
  %0 = stablehlo.custom_call @foo(%a, %s) {indices_of_shape_operands = dense<1> : tensor<1xi64>} : (tensor<4xf32>, tensor<2xi64>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

module {
  func.func @main() {
    %0 = stablehlo.constant dense<1> : tensor<i32>
    call @counts(%0) : (tensor<i32>) -> ()
    return
  }
  // That it is another call is seen before that it is one of itself.
  // expected-error@+1 {{'func.func' op refined with incompatible refinement keys}}
  func.func private @counts(%n: tensor<i32>) {
    %0 = stablehlo.constant dense<2> : tensor<i32>
    call @counts(%0) : (tensor<i32>) -> ()
    return
  }
}
