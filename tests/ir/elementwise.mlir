// RUN: sdyc opt %s | FileCheck %s
// RUN: sdyc opt %s -mlir-print-op-generic | sdyc opt - | FileCheck %s
func.func @main(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>, %arg2: tensor<4xi1>, %arg3: tensor<4xcomplex<f32>>, %arg4: tensor<f32>, %arg5: tensor<4xi32>) {
  %0 = stablehlo.add %arg0, %arg1 : tensor<4xf32>
  %1 = stablehlo.compare LT, %arg0, %arg1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %2 = stablehlo.compare GE, %arg0, %arg1, TOTALORDER : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %3 = stablehlo.select %arg2, %arg0, %arg1 : tensor<4xi1>, tensor<4xf32>
  %4 = stablehlo.clamp %arg4, %arg0, %arg4 : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %5 = stablehlo.clamp %arg0, %arg0, %arg1 : tensor<4xf32>
  %6 = stablehlo.complex %arg0, %arg1 : tensor<4xcomplex<f32>>
  %7 = stablehlo.real %arg3 : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  %8 = stablehlo.convert %arg0 : (tensor<4xf32>) -> tensor<4xbf16>
  %9 = stablehlo.is_finite %arg0 : (tensor<4xf32>) -> tensor<4xi1>
  %10 = stablehlo.reduce_precision %arg0, format = e5m10 : tensor<4xf32>
  %11 = stablehlo.bitcast_convert %arg0 : (tensor<4xf32>) -> tensor<4xi32>
  %12 = stablehlo.exponential %arg0 {result_accuracy = #stablehlo.result_accuracy<ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<4xf32>
  %13 = stablehlo.shift_right_logical %arg5, %arg5 : tensor<4xi32>
  return
}

// CHECK: func.func @main(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>, %arg2: tensor<4xi1>, %arg3: tensor<4xcomplex<f32>>, %arg4: tensor<f32>, %arg5: tensor<4xi32>) {
// CHECK-NEXT:   %0 = stablehlo.add %arg0, %arg1 : tensor<4xf32>
// CHECK-NEXT:   %1 = stablehlo.compare LT, %arg0, %arg1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
// CHECK-NEXT:   %2 = stablehlo.compare GE, %arg0, %arg1, TOTALORDER : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
// CHECK-NEXT:   %3 = stablehlo.select %arg2, %arg0, %arg1 : tensor<4xi1>, tensor<4xf32>
// CHECK-NEXT:   %4 = stablehlo.clamp %arg4, %arg0, %arg4 : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK-NEXT:   %5 = stablehlo.clamp %arg0, %arg0, %arg1 : tensor<4xf32>
// CHECK-NEXT:   %6 = stablehlo.complex %arg0, %arg1 : tensor<4xcomplex<f32>>
// CHECK-NEXT:   %7 = stablehlo.real %arg3 : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
// CHECK-NEXT:   %8 = stablehlo.convert %arg0 : (tensor<4xf32>) -> tensor<4xbf16>
// CHECK-NEXT:   %9 = stablehlo.is_finite %arg0 : (tensor<4xf32>) -> tensor<4xi1>
// CHECK-NEXT:   %10 = stablehlo.reduce_precision %arg0, format = e5m10 : tensor<4xf32>
// CHECK-NEXT:   %11 = stablehlo.bitcast_convert %arg0 : (tensor<4xf32>) -> tensor<4xi32>
// CHECK-NEXT:   %12 = stablehlo.exponential %arg0 {result_accuracy = #stablehlo.result_accuracy<ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<4xf32>
// CHECK-NEXT:   %13 = stablehlo.shift_right_logical %arg5, %arg5 : tensor<4xi32>
// CHECK-NEXT:   return
// CHECK-NEXT: }
