// Each user has its own constant expression.
// RUN: sdyc opt -sdy-constant-or-scalar-splitter %s | FileCheck %s

// CHECK: module {
// CHECK-NEXT: func.func @main(%arg0: tensor<8x4xf32>, %arg1: tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<8x4xf32>) {
// CHECK-NEXT: %0 = sdy.constant dense<1.000000e+00> : tensor<8x4xf32>
// CHECK-NEXT: %1 = sdy.constant dense<1.000000e+00> : tensor<8x4xf32>
// CHECK-NEXT: %2 = stablehlo.negate %0 : tensor<8x4xf32>
// CHECK-NEXT: %3 = stablehlo.negate %1 : tensor<8x4xf32>
// CHECK-NEXT: %4 = stablehlo.add %arg0, %2 : tensor<8x4xf32>
// CHECK-NEXT: %5 = stablehlo.add %arg1, %3 : tensor<8x4xf32>
// CHECK-NEXT: return %4, %5 : tensor<8x4xf32>, tensor<8x4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }

func.func @main(%arg0: tensor<8x4xf32>, %arg1: tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<8x4xf32>) {
  %c = stablehlo.constant dense<1.000000e+00> : tensor<8x4xf32>
  %n = stablehlo.negate %c : tensor<8x4xf32>
  %0 = stablehlo.add %arg0, %n : tensor<8x4xf32>
  %1 = stablehlo.add %arg1, %n : tensor<8x4xf32>
  return %0, %1 : tensor<8x4xf32>, tensor<8x4xf32>
}
