// RUN: sdyc opt %s | FileCheck %s
// RUN: sdyc opt %s -mlir-print-op-generic | sdyc opt - | FileCheck %s
func.func @main() {
  %c = stablehlo.constant dense<[1, -2]> : tensor<2xi32>
  %cst = stablehlo.constant dense<5.000000e-01> : tensor<4xf32>
  %c_0 = stablehlo.constant dense<true> : tensor<i1>
  %0 = sdy.constant dense<1.000000e+00> : tensor<2x3xbf16>
  %1 = chlo.constant dense<3> : tensor<i64>
  %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<0xf32>
  %cst_2 = stablehlo.constant dense<[]> : tensor<0xf32>
  return
}

// CHECK: func.func @main() {
// CHECK-NEXT:   %c = stablehlo.constant dense<[1, -2]> : tensor<2xi32>
// CHECK-NEXT:   %cst = stablehlo.constant dense<5.000000e-01> : tensor<4xf32>
// CHECK-NEXT:   %c_0 = stablehlo.constant dense<true> : tensor<i1>
// CHECK-NEXT:   %0 = sdy.constant dense<1.000000e+00> : tensor<2x3xbf16>
// CHECK-NEXT:   %1 = chlo.constant dense<3> : tensor<i64>
// CHECK-NEXT:   %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<0xf32>
// CHECK-NEXT:   %cst_2 = stablehlo.constant dense<> : tensor<0xf32>
// CHECK-NEXT:   return
// CHECK-NEXT: }
