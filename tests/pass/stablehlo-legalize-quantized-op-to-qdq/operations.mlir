// RUN: sdyc opt -stablehlo-legalize-quantized-op-to-qdq %s | FileCheck %s
!a = !quant.uniform<i8:f32, 1.0:0>
!b = !quant.uniform<i8:f32, 2.0:1>
!c = !quant.uniform<i8:f32, 3.0:2>

// CHECK-LABEL: func.func @add
// CHECK-NEXT:    %[[A:.*]] = stablehlo.uniform_dequantize %arg0 : (tensor<!quant.uniform<i8:f32, 1.000000e+00>>) -> tensor<f32>
// CHECK-NEXT:    %[[B:.*]] = stablehlo.uniform_dequantize %arg1 : (tensor<!quant.uniform<i8:f32, 2.000000e+00:1>>) -> tensor<f32>
// CHECK-NEXT:    %[[SUM:.*]] = stablehlo.add %[[A]], %[[B]] : tensor<f32>
// CHECK-NEXT:    %[[C:.*]] = stablehlo.uniform_quantize %[[SUM]] : (tensor<f32>) -> tensor<!quant.uniform<i8:f32, 3.000000e+00:2>>
// CHECK-NEXT:    return %[[C]]
func.func @add(%arg0: tensor<!a>, %arg1: tensor<!b>) -> tensor<!c> {
  %0 = "stablehlo.add"(%arg0, %arg1) : (tensor<!a>, tensor<!b>) -> tensor<!c>
  return %0 : tensor<!c>
}

// Predicates and attributes stay; so do results that are not quantized.
// CHECK-LABEL: func.func @others
// CHECK:         %[[LESS:.*]] = stablehlo.compare LT, {{.*}}, FLOAT : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
// CHECK:         stablehlo.select %[[LESS]], {{.*}} : tensor<2xi1>, tensor<2xf32>
// CHECK:         stablehlo.dot_general %arg1, {{.*}}, contracting_dims = [0] x [0], precision = [HIGH, HIGH] : (tensor<2xf32>, tensor<2xf32>) -> tensor<f32>
// CHECK-NEXT:    return
func.func @others(%arg0: tensor<2x!a>, %arg1: tensor<2xf32>) -> (tensor<2x!a>, tensor<f32>) {
  %0 = stablehlo.compare LT, %arg0, %arg0, FLOAT : (tensor<2x!a>, tensor<2x!a>) -> tensor<2xi1>
  %1 = stablehlo.select %0, %arg0, %arg0 : tensor<2xi1>, tensor<2x!a>
  %2 = stablehlo.dot_general %arg1, %arg0, contracting_dims = [0] x [0], precision = [HIGH, HIGH] : (tensor<2xf32>, tensor<2x!a>) -> tensor<f32>
  return %1, %2 : tensor<2x!a>, tensor<f32>
}

// What moves elements stays.
// CHECK-LABEL: func.func @moves
// CHECK-NEXT:    stablehlo.reshape %arg0 : (tensor<2x!quant.uniform<i8:f32, 1.000000e+00>>) -> tensor<1x2x!quant.uniform<i8:f32, 1.000000e+00>>
// CHECK-NEXT:    return
func.func @moves(%arg0: tensor<2x!a>) -> tensor<1x2x!a> {
  %0 = stablehlo.reshape %arg0 : (tensor<2x!a>) -> tensor<1x2x!a>
  return %0 : tensor<1x2x!a>
}
