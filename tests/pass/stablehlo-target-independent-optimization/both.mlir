// Folders and simplifiers together.
// RUN: sdyc opt --stablehlo-target-independent-optimization %s | FileCheck %s

// One makes what the other takes.
// CHECK-LABEL: func.func @both(
// CHECK-NEXT: %0 = stablehlo.reshape %arg0 : (tensor<2x2xf32>) -> tensor<4xf32>
// CHECK-NEXT: return %0 : tensor<4xf32>
func.func @both(%a: tensor<2x2xf32>) -> tensor<4xf32> {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = stablehlo.subtract %one, %one : tensor<f32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<2x2xf32>
  %2 = stablehlo.add %1, %a : tensor<2x2xf32>
  %3 = stablehlo.transpose %2, dims = [1, 0] : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %4 = stablehlo.transpose %3, dims = [1, 0] : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %5 = stablehlo.reshape %4 : (tensor<2x2xf32>) -> tensor<4xf32>
  return %5 : tensor<4xf32>
}
