// Differences over windows asked for a fold of the runtime's that it does not have.
// RUN: sdyc run %s --input=3x2x4x6xf32=2
// RUN: sdyc run %s --input=3x2x4x6xf32=2 --jit=cc
func.func @main(%a: tensor<3x2x4x6xf32>) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%a, %z) <{window_dimensions = array<i64: 2, 1, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>, padding = dense<[[0, 1], [0, 0], [0, 0], [0, 0]]> : tensor<4x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.subtract %x, %y : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<3x2x4x6xf32>, tensor<f32>) -> tensor<3x1x2x6xf32>
  %full = stablehlo.slice %0 [0:2, 0:1, 0:2, 0:6] : (tensor<3x1x2x6xf32>) -> tensor<2x1x2x6xf32>
  %half = stablehlo.slice %0 [2:3, 0:1, 0:2, 0:6] : (tensor<3x1x2x6xf32>) -> tensor<1x1x2x6xf32>
  check.expect_eq_const %full, dense<-8.0> : tensor<2x1x2x6xf32>
  check.expect_eq_const %half, dense<-4.0> : tensor<1x1x2x6xf32>
  return
}
