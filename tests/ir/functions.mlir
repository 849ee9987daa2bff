// RUN: sdyc opt %s | FileCheck %s
// RUN: sdyc opt %s -mlir-print-op-generic | sdyc opt - | FileCheck %s
func.func private @declared(tensor<4xf32>, i32) -> (tensor<4xf32>, tensor<2x?xf32>)
func.func public @attributes(%arg0: tensor<4xf32> {jax.buffer_donor = true}, %arg1: tensor<i32>) -> (tensor<4xf32> {jax.result_info = "y"}) attributes {a.flag} {
  %0:2 = call @declared_two(%arg0) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %0#1 : tensor<4xf32>
}
func.func @declared_two(%arg0: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  return %arg0, %arg0 : tensor<4xf32>, tensor<4xf32>
}
func.func @nothing() {
  return
}

// CHECK: func.func private @declared(tensor<4xf32>, i32) -> (tensor<4xf32>, tensor<2x?xf32>)
// CHECK-NEXT: func.func public @attributes(%arg0: tensor<4xf32> {jax.buffer_donor = true}, %arg1: tensor<i32>) -> (tensor<4xf32> {jax.result_info = "y"}) attributes {a.flag} {
// CHECK-NEXT:   %0:2 = call @declared_two(%arg0) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
// CHECK-NEXT:   return %0#1 : tensor<4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.func @declared_two(%arg0: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
// CHECK-NEXT:   return %arg0, %arg0 : tensor<4xf32>, tensor<4xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.func @nothing() {
// CHECK-NEXT:   return
// CHECK-NEXT: }
