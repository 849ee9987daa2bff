// RUN: sdyc opt -canonicalize %s | FileCheck %s

// A constant index is known to take one branch, if there is such a branch.
// CHECK-LABEL: func.func @branch(
// CHECK-NEXT:    %0 = stablehlo.abs %arg1 : tensor<i32>
// CHECK-NEXT:    return %0 : tensor<i32>
func.func @branch(%arg0: tensor<i32>, %arg1: tensor<i32>) -> tensor<i32> {
  %c = stablehlo.constant dense<1> : tensor<i32>
  %0 = "stablehlo.case"(%c) ({
    stablehlo.return %arg0 : tensor<i32>
  }, {
    %1 = stablehlo.abs %arg1 : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}

// CHECK-LABEL: func.func @no_branch(
// CHECK-NEXT:    %c = stablehlo.constant dense<2> : tensor<i32>
// CHECK-NEXT:    %0 = "stablehlo.case"(%c) ({
// CHECK-NEXT:    stablehlo.return %arg0 : tensor<i32>
// CHECK-NEXT:    }, {
// CHECK-NEXT:    stablehlo.return %arg1 : tensor<i32>
// CHECK-NEXT:    }) : (tensor<i32>) -> tensor<i32>
// CHECK-NEXT:    return %0 : tensor<i32>
func.func @no_branch(%arg0: tensor<i32>, %arg1: tensor<i32>) -> tensor<i32> {
  %c = stablehlo.constant dense<2> : tensor<i32>
  %0 = "stablehlo.case"(%c) ({
    stablehlo.return %arg0 : tensor<i32>
  }, {
    stablehlo.return %arg1 : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return %0 : tensor<i32>
}
