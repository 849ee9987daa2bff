// RUN: sdyc opt -chlo-legalize-to-stablehlo %s | FileCheck %s

// CHECK-LABEL: func.func @asin
// CHECK-NEXT:    %[[ONE:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<3xf32>
// CHECK-NEXT:    %[[LOW:.*]] = stablehlo.subtract %[[ONE]], %arg0
// CHECK-NEXT:    %[[HIGH:.*]] = stablehlo.add %[[ONE]], %arg0
// CHECK-NEXT:    %[[SQUARE:.*]] = stablehlo.multiply %[[LOW]], %[[HIGH]]
// CHECK-NEXT:    %[[ROOT:.*]] = stablehlo.sqrt %[[SQUARE]]
// CHECK-NEXT:    %[[DOWN:.*]] = stablehlo.add %[[ONE]], %[[ROOT]]
// CHECK-NEXT:    %[[HALF:.*]] = stablehlo.atan2 %arg0, %[[DOWN]]
// CHECK-NEXT:    %[[ASIN:.*]] = stablehlo.add %[[HALF]], %[[HALF]]
// CHECK-NEXT:    return %[[ASIN]]
func.func @asin(%arg0: tensor<3xf32>) -> tensor<3xf32> {
  %0 = chlo.asin %arg0 : tensor<3xf32> -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// No upcast, constants rounded to the type: its largest number, in bf16.
// CHECK-LABEL: func.func @acosh_bf16
// CHECK-NEXT:    stablehlo.constant dense<3.389530e+38> : tensor<bf16>
// CHECK-NEXT:    stablehlo.constant dense<2.000000e+00> : tensor<bf16>
// CHECK:         stablehlo.compare GE, %arg0
// CHECK:         stablehlo.log_plus_one
// CHECK-NEXT:    stablehlo.select
// CHECK-NEXT:    return
func.func @acosh_bf16(%arg0: tensor<bf16>) -> tensor<bf16> {
  %0 = chlo.acosh %arg0 : tensor<bf16> -> tensor<bf16>
  return %0 : tensor<bf16>
}

// CHECK-LABEL: func.func @atan_real
// CHECK-NEXT:    %[[ONE:.*]] = stablehlo.constant dense<1.000000e+00>
// CHECK-NEXT:    stablehlo.atan2 %arg0, %[[ONE]]
func.func @atan_real(%arg0: tensor<3xf64>) -> tensor<3xf64> {
  %0 = chlo.atan %arg0 : tensor<3xf64> -> tensor<3xf64>
  return %0 : tensor<3xf64>
}

// Becomes the complex atanh, which is replaced in its turn and in its place.
// CHECK-LABEL: func.func @atan_complex
// CHECK-NEXT:    %[[IM:.*]] = stablehlo.imag %arg0
// CHECK-NEXT:    %[[MINUS:.*]] = stablehlo.negate %[[IM]]
// CHECK-NEXT:    %[[RE:.*]] = stablehlo.real %arg0
// CHECK-NEXT:    %[[TURNED:.*]] = stablehlo.complex %[[MINUS]], %[[RE]] : tensor<3xcomplex<f32>>
// CHECK-NEXT:    stablehlo.real %[[TURNED]]
// CHECK-NOT:     chlo
// CHECK:         %[[W:.*]] = stablehlo.complex
// CHECK-NEXT:    %[[W_IM:.*]] = stablehlo.imag %[[W]]
// CHECK-NEXT:    %[[W_RE:.*]] = stablehlo.real %[[W]]
// CHECK-NEXT:    %[[LAST:.*]] = stablehlo.negate %[[W_RE]]
// CHECK-NEXT:    stablehlo.complex %[[W_IM]], %[[LAST]]
// CHECK-NEXT:    return
func.func @atan_complex(%arg0: tensor<3xcomplex<f32>>) -> tensor<3xcomplex<f32>> {
  %0 = chlo.atan %arg0 : tensor<3xcomplex<f32>> -> tensor<3xcomplex<f32>>
  return %0 : tensor<3xcomplex<f32>>
}

// In f32 and back.
// CHECK-LABEL: func.func @cosh_f16
// CHECK-NEXT:    %[[X:.*]] = stablehlo.convert %arg0 : (tensor<2x2xf16>) -> tensor<2x2xf32>
// CHECK-NEXT:    %[[HALF:.*]] = stablehlo.constant dense<5.000000e-01> : tensor<2x2xf32>
// CHECK-NEXT:    %[[LOG:.*]] = stablehlo.log %[[HALF]]
// CHECK-NEXT:    %[[UP:.*]] = stablehlo.add %[[X]], %[[LOG]]
// CHECK-NEXT:    %[[EXP_UP:.*]] = stablehlo.exponential %[[UP]]
// CHECK-NEXT:    %[[DOWN:.*]] = stablehlo.subtract %[[LOG]], %[[X]]
// CHECK-NEXT:    %[[EXP_DOWN:.*]] = stablehlo.exponential %[[DOWN]]
// CHECK-NEXT:    %[[COSH:.*]] = stablehlo.add %[[EXP_UP]], %[[EXP_DOWN]]
// CHECK-NEXT:    stablehlo.convert %[[COSH]] : (tensor<2x2xf32>) -> tensor<2x2xf16>
// CHECK-NEXT:    return
func.func @cosh_f16(%arg0: tensor<2x2xf16>) -> tensor<2x2xf16> {
  %0 = chlo.cosh %arg0 : tensor<2x2xf16> -> tensor<2x2xf16>
  return %0 : tensor<2x2xf16>
}

// CHECK-LABEL: func.func @infinities
// CHECK-NEXT:    %[[ABS:.*]] = stablehlo.abs %arg0
// CHECK-NEXT:    %[[INF:.*]] = stablehlo.constant dense<0x7F800000> : tensor<3xf32>
// CHECK-NEXT:    stablehlo.compare EQ, %[[ABS]], %[[INF]]
// CHECK-NEXT:    %[[MINUS_INF:.*]] = stablehlo.constant dense<0xFF800000> : tensor<3xf32>
// CHECK-NEXT:    stablehlo.compare EQ, %arg0, %[[MINUS_INF]]
// CHECK-NEXT:    return
func.func @infinities(%arg0: tensor<3xf32>) -> (tensor<3xi1>, tensor<3xi1>) {
  %0 = chlo.is_inf %arg0 : tensor<3xf32> -> tensor<3xi1>
  %1 = chlo.is_neg_inf %arg0 : tensor<3xf32> -> tensor<3xi1>
  return %0, %1 : tensor<3xi1>, tensor<3xi1>
}

// CHECK-LABEL: func.func @nothing_to_do
// CHECK-NEXT:    return %arg0
func.func @nothing_to_do(%arg0: tensor<3xf32>) -> tensor<3xf32> {
  %0 = chlo.conj %arg0 : tensor<3xf32> -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// Operations of chlo inside of regions too.
// CHECK-LABEL: func.func @region
// CHECK:         stablehlo.reduce
// CHECK:           stablehlo.multiply %[[A:.*]], %[[A]]
func.func @region(%arg0: tensor<3xf32>, %arg1: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.reduce(%arg0 init: %arg1) across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
    reducer(%a: tensor<f32>, %b: tensor<f32>) {
      %1 = chlo.square %a : tensor<f32> -> tensor<f32>
      %2 = stablehlo.add %1, %b : tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }
  return %0 : tensor<f32>
}
