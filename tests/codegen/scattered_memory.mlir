// What was wrong: values and places that the program computed were taken to lie where their updates go, for none of this
// memory had its place yet; tasks were cut as for updates that are made point by point, into pieces of 8 columns.
// RUN: sdyc kernels %s | FileCheck %s
// CHECK: loop: stablehlo.scatter tensor<8x57x57x64xf32>
// CHECK: domain 8/2 64 | 784, 4 tasks
// CHECK-NEXT: if and_i1(
func.func @main(%x: tensor<8x57x57x64xf32>, %y: tensor<8x28x28x64xf32>) -> tensor<8x57x64xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.select_and_scatter"(%x, %y, %zero) <{padding = dense<0> : tensor<4x2xi64>, window_dimensions = array<i64: 1, 3, 3, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<8x57x57x64xf32>, tensor<8x28x28x64xf32>, tensor<f32>) -> tensor<8x57x57x64xf32>
  %2 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x57x57x64xf32>, tensor<f32>) -> tensor<8x57x64xf32>
  return %2 : tensor<8x57x64xf32>
}
