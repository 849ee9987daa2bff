// RUN: sdyc opt -stablehlo-legalize-qdq-to-quantized-op %s | FileCheck %s
!a = !quant.uniform<i8:f32, 1.0:0>
!b = !quant.uniform<i8:f32, 2.0:1>

// CHECK-LABEL: func.func @add
// CHECK-NEXT:    %[[SUM:.*]] = stablehlo.add %arg0, %arg1 : (tensor<2x!quant.uniform<i8:f32, 1.000000e+00>>, tensor<2x!quant.uniform<i8:f32, 2.000000e+00:1>>) -> tensor<2x!quant.uniform<i8:f32, 2.000000e+00:1>>
// CHECK-NEXT:    return %[[SUM]]
func.func @add(%arg0: tensor<2x!a>, %arg1: tensor<2x!b>) -> tensor<2x!b> {
  %0 = stablehlo.uniform_dequantize %arg0 : (tensor<2x!a>) -> tensor<2xf32>
  %1 = stablehlo.uniform_dequantize %arg1 : (tensor<2x!b>) -> tensor<2xf32>
  %2 = stablehlo.add %0, %1 : tensor<2xf32>
  %3 = stablehlo.uniform_quantize %2 : (tensor<2xf32>) -> tensor<2x!b>
  return %3 : tensor<2x!b>
}

// What is used as floats too stays beside it.
// CHECK-LABEL: func.func @twice
// CHECK-NEXT:    %[[A:.*]] = stablehlo.uniform_dequantize %arg0
// CHECK-NEXT:    %[[FLOATS:.*]] = stablehlo.abs %[[A]] : tensor<2xf32>
// CHECK-NEXT:    %[[INTEGERS:.*]] = stablehlo.abs %arg0 : tensor<2x!quant.uniform<i8:f32, 1.000000e+00>>
// CHECK-NEXT:    return %[[INTEGERS]], %[[FLOATS]]
func.func @twice(%arg0: tensor<2x!a>) -> (tensor<2x!a>, tensor<2xf32>) {
  %0 = stablehlo.uniform_dequantize %arg0 : (tensor<2x!a>) -> tensor<2xf32>
  %1 = stablehlo.abs %0 : tensor<2xf32>
  %2 = stablehlo.uniform_quantize %1 : (tensor<2xf32>) -> tensor<2x!a>
  return %2, %1 : tensor<2x!a>, tensor<2xf32>
}

// An operand that never was quantized.
// CHECK-LABEL: func.func @mixed
// CHECK:         stablehlo.add {{.*}} : tensor<2xf32>
// CHECK-NEXT:    stablehlo.uniform_quantize
func.func @mixed(%arg0: tensor<2x!a>, %arg1: tensor<2xf32>) -> tensor<2x!a> {
  %0 = stablehlo.uniform_dequantize %arg0 : (tensor<2x!a>) -> tensor<2xf32>
  %1 = stablehlo.add %0, %arg1 : tensor<2xf32>
  %2 = stablehlo.uniform_quantize %1 : (tensor<2xf32>) -> tensor<2x!a>
  return %2 : tensor<2x!a>
}
