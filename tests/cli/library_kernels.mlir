// RUN: sdyc kernels %s | FileCheck %s
// A window as long as its dimension is a scan; a copy that changes the order of large dimensions is
// a transposition, and one that computes on the way is a loop.
// CHECK: kernel 0, scan: stablehlo.reduce_window
// CHECK: kernel 1, loop: stablehlo.add
// CHECK: kernel 2, transpose: stablehlo.transpose
// CHECK: b{{[0-9]+}}[1024 d0 + d1] = scan of b0[1024 d0 + d1]
// CHECK: b{{[0-9]+}}[2048 d0 + d1] = transpose of b0[d0 + 1024 d1]
func.func public @main(%a: tensor<2048x1024xf32>) -> (tensor<2048x1024xf32>, tensor<1024x2048xf32>, tensor<1024x2048xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%a, %zero) <{window_dimensions = array<i64: 2048, 1>, padding = dense<[[2047, 0], [0, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<2048x1024xf32>, tensor<f32>) -> tensor<2048x1024xf32>
  %1 = stablehlo.transpose %a, dims = [1, 0] : (tensor<2048x1024xf32>) -> tensor<1024x2048xf32>
  %2 = stablehlo.add %1, %1 : tensor<1024x2048xf32>
  return %0, %1, %2 : tensor<2048x1024xf32>, tensor<1024x2048xf32>, tensor<1024x2048xf32>
}
