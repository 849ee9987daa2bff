// What StableHLO's pass refines and folds, and what not.
// RUN: sdyc opt %s -split-input-file -stablehlo-refine-shapes | FileCheck %s

// CHECK-LABEL: func.func @ragged(
// CHECK-SAME: -> tensor<11x7xf32>
func.func @ragged(%a: tensor<11x5xf32>, %b: tensor<3x5x7xf32>, %s: tensor<3xi64>) -> tensor<?x?xf32> {
  %0 = "chlo.ragged_dot"(%a, %b, %s) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>, precision_config = [#chlo<precision DEFAULT>, #chlo<precision DEFAULT>]} : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi64>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// Sizes, but no bounds, come where there were none.
// CHECK-LABEL: func.func @size(
// CHECK-SAME: -> (tensor<4x?xf32>, tensor<10xf32>)
func.func @size(%a: tensor<4x4xf32>, %n: tensor<i32>, %b: tensor<10xf32>) -> (tensor<?x?xf32>, tensor<?xf32, #stablehlo.bounds<10>>) {
  %0 = stablehlo.set_dimension_size %a, %n, dim = 1 : (tensor<4x4xf32>, tensor<i32>) -> tensor<?x?xf32>
  %c = stablehlo.constant dense<10> : tensor<i32>
  %1 = stablehlo.set_dimension_size %b, %c, dim = 0 : (tensor<10xf32>, tensor<i32>) -> tensor<?xf32, #stablehlo.bounds<10>>
  return %0, %1 : tensor<?x?xf32>, tensor<?xf32, #stablehlo.bounds<10>>
}

// -----

// Comparisons of floats give truth values; a branch stays.
// CHECK-LABEL: func.func @folds
// CHECK-NOT: stablehlo.compare
// CHECK: stablehlo.case
// CHECK: stablehlo.negate
func.func @folds(%a: tensor<i32>, %b: tensor<i32>) -> (tensor<i1>, tensor<i32>, tensor<i32>) {
  %x = stablehlo.constant dense<1.0> : tensor<f32>
  %y = stablehlo.constant dense<2.0> : tensor<f32>
  %0 = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %c = stablehlo.constant dense<1> : tensor<i32>
  %1 = "stablehlo.case"(%c) ({
    stablehlo.return %a : tensor<i32>
  }, {
    stablehlo.return %b : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  %2 = stablehlo.negate %c : tensor<i32>
  return %0, %1, %2 : tensor<i1>, tensor<i32>, tensor<i32>
}
