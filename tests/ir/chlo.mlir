// RUN: sdyc opt %s | FileCheck %s
// RUN: sdyc opt %s -mlir-print-op-generic | sdyc opt - | FileCheck %s
func.func @main(%arg0: tensor<4xf32>, %arg1: tensor<3x4xf32>) {
  %0 = chlo.erf %arg0 : tensor<4xf32> -> tensor<4xf32>
  %1 = chlo.is_inf %arg0 : tensor<4xf32> -> tensor<4xi1>
  %2 = chlo.broadcast_add %arg0, %arg1 : (tensor<4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  %3 = chlo.next_after %arg0, %arg0 : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  %values, %indices = chlo.top_k(%arg1, k = 2) : tensor<3x4xf32> -> (tensor<3x2xf32>, tensor<3x2xi32>)
  %values_0, %indices_1 = chlo.top_k(%arg1, k = 2, is_stable = false) : tensor<3x4xf32> -> (tensor<3x2xf32>, tensor<3x2xi32>)
  %4 = chlo.broadcast_compare %arg0, %arg1 {comparison_direction = #chlo<comparison_direction EQ>} : (tensor<4xf32>, tensor<3x4xf32>) -> tensor<3x4xi1>
  return
}

// CHECK: func.func @main(%arg0: tensor<4xf32>, %arg1: tensor<3x4xf32>) {
// CHECK-NEXT:   %0 = chlo.erf %arg0 : tensor<4xf32> -> tensor<4xf32>
// CHECK-NEXT:   %1 = chlo.is_inf %arg0 : tensor<4xf32> -> tensor<4xi1>
// CHECK-NEXT:   %2 = chlo.broadcast_add %arg0, %arg1 : (tensor<4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
// CHECK-NEXT:   %3 = chlo.next_after %arg0, %arg0 : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
// CHECK-NEXT:   %values, %indices = chlo.top_k(%arg1, k = 2) : tensor<3x4xf32> -> (tensor<3x2xf32>, tensor<3x2xi32>)
// CHECK-NEXT:   %values_0, %indices_1 = chlo.top_k(%arg1, k = 2, is_stable = false) : tensor<3x4xf32> -> (tensor<3x2xf32>, tensor<3x2xi32>)
// CHECK-NEXT:   %4 = chlo.broadcast_compare %arg0, %arg1 {comparison_direction = #chlo<comparison_direction EQ>} : (tensor<4xf32>, tensor<3x4xf32>) -> tensor<3x4xi1>
// CHECK-NEXT:   return
// CHECK-NEXT: }
