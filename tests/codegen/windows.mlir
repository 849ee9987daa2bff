// What a small window folds is one expression. Where windows look over the edges, those inside have a kernel without guards.
// RUN: sdyc kernels %s | FileCheck %s
// CHECK: kernels: 4
// CHECK: kernel 0, loop: stablehlo.reduce_window, then stablehlo.multiply tensor<4x10x64xf32>
// CHECK: domain 40 64
// CHECK: = mul_f32(add_f32(add_f32(0, b0[128 d0 + d1]), b0[128 d0 + d1 + 64]), {{.*}})
// CHECK: kernel 1, reduction: stablehlo.reduce_window tensor<4x20x64xf32>
// CHECK: where 0 <=
// CHECK: kernel 2, reduction: stablehlo.reduce_window tensor<4x20x64xf32>
// CHECK: kernel 3, loop: stablehlo.reduce_window tensor<4x20x64xf32>
// CHECK: domain 4 1152
// CHECK: = max_f32(max_f32(b0[1280 d0 + d1], b0[1280 d0 + d1 + 64]), b0[1280 d0 + d1 + 128])
func.func @main(%x: tensor<4x20x64xf32>) -> (tensor<4x10x64xf32>, tensor<4x20x64xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %half = stablehlo.constant dense<0.5> : tensor<4x10x64xf32>
  %sum = "stablehlo.reduce_window"(%x, %zero) <{window_dimensions = array<i64: 1, 2, 1>, window_strides = array<i64: 1, 2, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x20x64xf32>, tensor<f32>) -> tensor<4x10x64xf32>
  %mean = stablehlo.multiply %sum, %half : tensor<4x10x64xf32>
  %most = "stablehlo.reduce_window"(%x, %least) <{window_dimensions = array<i64: 1, 3, 1>,
      padding = dense<[[0, 0], [1, 1], [0, 0]]> : tensor<3x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4x20x64xf32>, tensor<f32>) -> tensor<4x20x64xf32>
  return %mean, %most : tensor<4x10x64xf32>, tensor<4x20x64xf32>
}
