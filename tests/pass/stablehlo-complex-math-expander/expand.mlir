// Functions of complex numbers become functions of their parts, unless an accuracy is asked for.
// RUN: sdyc opt %s -stablehlo-complex-math-expander | FileCheck %s

// CHECK-LABEL: func.func @exponential
// CHECK: %[[HALF:.*]] = stablehlo.constant dense<5.000000e-01> : tensor<2xf32>
// CHECK: %[[RE:.*]] = stablehlo.real %arg0
// CHECK: stablehlo.exponential %[[RE]] : tensor<2xf32>
// CHECK: stablehlo.multiply %[[RE]], %[[HALF]]
// CHECK: stablehlo.complex
// CHECK-NOT: stablehlo.exponential {{.*}} : tensor<2xcomplex<f32>>
func.func @exponential(%arg0: tensor<2xcomplex<f32>>) -> tensor<2xcomplex<f32>> {
  %0 = stablehlo.exponential %arg0 : tensor<2xcomplex<f32>>
  return %0 : tensor<2xcomplex<f32>>
}

// CHECK-LABEL: func.func @others
// CHECK-NOT: complex<f64>>{{$}}
// CHECK: stablehlo.log_plus_one {{.*}} : tensor<f64>
// CHECK: stablehlo.atan2 {{.*}} : tensor<f64>
// CHECK: return
func.func @others(%arg0: tensor<complex<f64>>) -> tensor<complex<f64>> {
  %0 = stablehlo.log %arg0 : tensor<complex<f64>>
  %1 = stablehlo.log_plus_one %0 : tensor<complex<f64>>
  %2 = stablehlo.sqrt %1 : tensor<complex<f64>>
  return %2 : tensor<complex<f64>>
}

// CHECK-LABEL: func.func @kept
// CHECK-NEXT: stablehlo.sqrt %arg0 {result_accuracy =
// CHECK-NEXT: stablehlo.sqrt %arg1 : tensor<f32>
// CHECK-NEXT: return
func.func @kept(%arg0: tensor<complex<f32>>, %arg1: tensor<f32>) -> (tensor<complex<f32>>, tensor<f32>) {
  %0 = stablehlo.sqrt %arg0 {result_accuracy = #stablehlo.result_accuracy<atol = 1.0e-05, ulps = 1, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<complex<f32>>
  %1 = stablehlo.sqrt %arg1 : tensor<f32>
  return %0, %1 : tensor<complex<f32>>, tensor<f32>
}
