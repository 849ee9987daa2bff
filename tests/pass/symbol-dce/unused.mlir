// RUN: sdyc opt -symbol-dce %s | FileCheck %s

// CHECK:      func.func public @main
// CHECK:      func.func private @used
// CHECK-NOT:  @cycle
// CHECK-NOT:  @unused
// CHECK:      func.func @public_by_default
func.func public @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = func.call @used(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @used(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  return %arg0 : tensor<4xf32>
}
func.func private @cycle_a(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = func.call @cycle_b(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @cycle_b(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = func.call @cycle_a(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @unused(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  return %arg0 : tensor<4xf32>
}
func.func @public_by_default(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  return %arg0 : tensor<4xf32>
}
