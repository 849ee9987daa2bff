// RUN: sdyc opt %s | FileCheck %s
// RUN: sdyc opt %s -mlir-print-op-generic | sdyc opt - | FileCheck %s
func.func @main(%arg0: tensor<4x6xf32>, %arg1: tensor<f32>, %arg2: tensor<i32>) {
  %0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<4x6xf32>) -> tensor<6x4xf32>
  %1 = stablehlo.reshape %arg0 : (tensor<4x6xf32>) -> tensor<2x12xf32>
  %2 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
  %3 = stablehlo.slice %arg0 [0:4:2, 1:5] : (tensor<4x6xf32>) -> tensor<2x4xf32>
  %4 = stablehlo.pad %arg0, %arg1, low = [0, 1], high = [1, 0], interior = [0, 2] : (tensor<4x6xf32>, tensor<f32>) -> tensor<5x17xf32>
  %5 = stablehlo.concatenate %arg0, %arg0, dim = 1 : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x12xf32>
  %6 = stablehlo.reverse %arg0, dims = [0] : tensor<4x6xf32>
  %7 = stablehlo.iota dim = 1 : tensor<4x6xi32>
  %8 = stablehlo.dynamic_slice %arg0, %arg2, %arg2, sizes = [2, 3] : (tensor<4x6xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
  %9 = stablehlo.dynamic_update_slice %arg0, %8, %arg2, %arg2 : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<4x6xf32>
  %10 = stablehlo.broadcast %arg0, sizes = [2] : (tensor<4x6xf32>) -> tensor<2x4x6xf32>
  %11 = stablehlo.get_dimension_size %arg0, dim = 1 : (tensor<4x6xf32>) -> tensor<i32>
  %12 = stablehlo.set_dimension_size %arg0, %arg2, dim = 0 : (tensor<4x6xf32>, tensor<i32>) -> tensor<?x6xf32, #stablehlo.bounds<4, ?>>
  return
}

// CHECK: func.func @main(%arg0: tensor<4x6xf32>, %arg1: tensor<f32>, %arg2: tensor<i32>) {
// CHECK-NEXT:   %0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<4x6xf32>) -> tensor<6x4xf32>
// CHECK-NEXT:   %1 = stablehlo.reshape %arg0 : (tensor<4x6xf32>) -> tensor<2x12xf32>
// CHECK-NEXT:   %2 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
// CHECK-NEXT:   %3 = stablehlo.slice %arg0 [0:4:2, 1:5] : (tensor<4x6xf32>) -> tensor<2x4xf32>
// CHECK-NEXT:   %4 = stablehlo.pad %arg0, %arg1, low = [0, 1], high = [1, 0], interior = [0, 2] : (tensor<4x6xf32>, tensor<f32>) -> tensor<5x17xf32>
// CHECK-NEXT:   %5 = stablehlo.concatenate %arg0, %arg0, dim = 1 : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x12xf32>
// CHECK-NEXT:   %6 = stablehlo.reverse %arg0, dims = [0] : tensor<4x6xf32>
// CHECK-NEXT:   %7 = stablehlo.iota dim = 1 : tensor<4x6xi32>
// CHECK-NEXT:   %8 = stablehlo.dynamic_slice %arg0, %arg2, %arg2, sizes = [2, 3] : (tensor<4x6xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
// CHECK-NEXT:   %9 = stablehlo.dynamic_update_slice %arg0, %8, %arg2, %arg2 : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<4x6xf32>
// CHECK-NEXT:   %10 = stablehlo.broadcast %arg0, sizes = [2] : (tensor<4x6xf32>) -> tensor<2x4x6xf32>
// CHECK-NEXT:   %11 = stablehlo.get_dimension_size %arg0, dim = 1 : (tensor<4x6xf32>) -> tensor<i32>
// CHECK-NEXT:   %12 = stablehlo.set_dimension_size %arg0, %arg2, dim = 0 : (tensor<4x6xf32>, tensor<i32>) -> tensor<?x6xf32, #stablehlo.bounds<4, ?>>
// CHECK-NEXT:   return
// CHECK-NEXT: }
