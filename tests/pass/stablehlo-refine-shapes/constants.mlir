// What the pass folds, and where constants stand behind it, is as StableHLO's pass has it.
// RUN: sdyc opt %s -split-input-file -stablehlo-refine-shapes -verify-diagnostics | FileCheck %s

// Integers of 4 bits and of 2; a result that is equal to an operand is no second constant.
// CHECK-LABEL: func.func @narrow() -> (tensor<2xi4>, tensor<2xi2>) {
// CHECK-NEXT: %c = stablehlo.constant dense<[2, -1]> : tensor<2xi4>
// CHECK-NEXT: %c_0 = stablehlo.constant dense<-2> : tensor<2xi2>
// CHECK-NEXT: return %c, %c_0 : tensor<2xi4>, tensor<2xi2>
func.func @narrow() -> (tensor<2xi4>, tensor<2xi2>) {
  %a = stablehlo.constant dense<[2, -1]> : tensor<2xi4>
  %b = stablehlo.constant dense<2> : tensor<2xi4>
  %c = stablehlo.constant dense<1> : tensor<2xi2>
  %0 = stablehlo.minimum %a, %b : tensor<2xi4>
  %1 = stablehlo.add %c, %c : tensor<2xi2>
  return %0, %1 : tensor<2xi4>, tensor<2xi2>
}

// -----

// A constant behind an operation that is folded comes to the top first.
// CHECK-LABEL: func.func @order() -> (tensor<i32>, tensor<i32>, tensor<i32>) {
// CHECK-NEXT: %c = stablehlo.constant dense<3> : tensor<i32>
// CHECK-NEXT: %c_0 = stablehlo.constant dense<1> : tensor<i32>
// CHECK-NEXT: return %c_0, %c_0, %c : tensor<i32>, tensor<i32>, tensor<i32>
func.func @order() -> (tensor<i32>, tensor<i32>, tensor<i32>) {
  %a = stablehlo.constant dense<1> : tensor<i32>
  %0 = stablehlo.reshape %a : (tensor<i32>) -> tensor<i32>
  %b = stablehlo.constant dense<3> : tensor<i32>
  return %a, %0, %b : tensor<i32>, tensor<i32>, tensor<i32>
}

// -----

// Floats are not computed, but alike neighbours in a concatenation become one, and parts of what is
// alike throughout are known.
// CHECK-LABEL: func.func @alike
// CHECK: %[[JOINED:.+]] = stablehlo.constant dense<5.000000e-01> : tensor<2xf32>
// CHECK: stablehlo.concatenate %[[JOINED]], %arg0, dim = 0
// CHECK-NOT: stablehlo.dynamic_slice
func.func @alike(%x: tensor<1xf32>, %i: tensor<i32>) -> (tensor<3xf32>, tensor<2xf32>) {
  %a = stablehlo.constant dense<0.5> : tensor<1xf32>
  %b = stablehlo.constant dense<0.25> : tensor<4xf32>
  %0 = stablehlo.concatenate %a, %a, %x, dim = 0 : (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<3xf32>
  %1 = stablehlo.dynamic_slice %b, %i, sizes = [2] : (tensor<4xf32>, tensor<i32>) -> tensor<2xf32>
  return %0, %1 : tensor<3xf32>, tensor<2xf32>
}

// -----

// A size of less than nothing is none.
func.func @negative(%a: tensor<4xf32>) -> tensor<?x?xf32> {
  %s = stablehlo.constant dense<[-1, 2]> : tensor<2xi64>
  // expected-error@+1 {{indices_of_shape_operands: refinement #0 ([-1, 2]) must be compatible with operation result #0}}
  %0 = stablehlo.custom_call @foo(%a, %s) {indices_of_shape_operands = dense<[1]> : tensor<1xi64>} : (tensor<4xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
