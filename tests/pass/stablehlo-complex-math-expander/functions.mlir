// RUN: sdyc opt -stablehlo-complex-math-expander %s | FileCheck %s

// Constants stand at the top.
// CHECK-LABEL: func.func @exponential
// CHECK-NEXT:    %[[ZERO:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT:    %[[HALF:.*]] = stablehlo.constant dense<5.000000e-01> : tensor<f32>
// CHECK-NEXT:    %[[INFINITY:.*]] = stablehlo.constant dense<0x7F800000> : tensor<f32>
// CHECK-NEXT:    %[[X:.*]] = stablehlo.real %arg0
// CHECK-NEXT:    %[[WHOLE:.*]] = stablehlo.exponential %[[X]] : tensor<f32>
// CHECK-NEXT:    %[[OVERFLOWS:.*]] = stablehlo.compare EQ, %[[WHOLE]], %[[INFINITY]]
// CHECK:         %[[REAL:.*]] = stablehlo.select %[[OVERFLOWS]]
// CHECK-NEXT:    %[[FLAT:.*]] = stablehlo.compare EQ, {{.*}}, %[[ZERO]]
// CHECK:         %[[IMAG:.*]] = stablehlo.select %[[FLAT]], %[[ZERO]]
// CHECK-NEXT:    stablehlo.complex %[[REAL]], %[[IMAG]] : tensor<complex<f32>>
func.func @exponential(%arg0: tensor<complex<f32>>) -> tensor<complex<f32>> {
  %0 = stablehlo.exponential %arg0 : tensor<complex<f32>>
  return %0 : tensor<complex<f32>>
}

// They stand in the opposite order of their first uses.
// CHECK-LABEL: func.func @square_root
// CHECK-NEXT:    stablehlo.constant dense<2.19736814>
// CHECK-NEXT:    stablehlo.constant dense<0x7F800000>
// CHECK-NEXT:    stablehlo.constant dense<2.000000e+00>
// CHECK-NEXT:    stablehlo.constant dense<1.000000e+00>
// CHECK-NEXT:    stablehlo.constant dense<1.41421354>
// CHECK-NEXT:    stablehlo.constant dense<1.553774>
// CHECK-NEXT:    stablehlo.constant dense<0.000000e+00>
// CHECK-NEXT:    stablehlo.real
func.func @square_root(%arg0: tensor<complex<f32>>) -> tensor<complex<f32>> {
  %0 = stablehlo.sqrt %arg0 : tensor<complex<f32>>
  return %0 : tensor<complex<f32>>
}

// Numbers in a shape that is not known stay as they are, each once.
// CHECK-LABEL: func.func @dynamic
// CHECK:         "chlo.constant_like"({{.*}}) <{value = 0.000000e+00 : f64}> : (tensor<?xf64>) -> tensor<?xf64>
// CHECK-NOT:     value = 0.000000e+00
// CHECK:         stablehlo.complex
func.func @dynamic(%arg0: tensor<?xcomplex<f64>>) -> tensor<?xcomplex<f64>> {
  %0 = stablehlo.sqrt %arg0 : tensor<?xcomplex<f64>>
  return %0 : tensor<?xcomplex<f64>>
}

// Real ones stay, and those that ask for an accuracy of their own.
// CHECK-LABEL: func.func @kept
// CHECK-NEXT:    stablehlo.log %arg0 : tensor<2xf32>
// CHECK-NEXT:    stablehlo.log %arg1 {result_accuracy = {{.*}}HIGHEST
func.func @kept(%arg0: tensor<2xf32>, %arg1: tensor<2xcomplex<f32>>) -> (tensor<2xf32>, tensor<2xcomplex<f32>>) {
  %0 = stablehlo.log %arg0 : tensor<2xf32>
  %1 = stablehlo.log %arg1 {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : tensor<2xcomplex<f32>>
  return %0, %1 : tensor<2xf32>, tensor<2xcomplex<f32>>
}
