// A value of many dimensions, permuted, and an empty one.
// RUN: sdyc run %s --interpreter-print-dense | FileCheck %s
// CHECK: %p = dense<{{\[+}}0, 2, 4], [1, 3, 5{{\]+}}> : tensor<1x1x1x1x1x1x1x1x1x1x2x3xi32>
// CHECK: %e = dense<> : tensor<2x0xf32>
func.func @main() {
  %0 = stablehlo.iota dim = 0 : tensor<6xi32>
  %1 = stablehlo.reshape %0 : (tensor<6xi32>) -> tensor<1x1x1x1x1x1x1x1x1x1x3x2xi32>
  %p = stablehlo.transpose %1, dims = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 10] : (tensor<1x1x1x1x1x1x1x1x1x1x3x2xi32>) -> tensor<1x1x1x1x1x1x1x1x1x1x2x3xi32>
  interpreter.print %p : tensor<1x1x1x1x1x1x1x1x1x1x2x3xi32>
  %e = stablehlo.constant dense<> : tensor<2x0xf32>
  interpreter.print %e : tensor<2x0xf32>
  return
}
