// The gradient of a 1x1 kernel is a long sum of few results: where its operands are large, a task computes all results
// of one image, and another kernel adds these and does what follows. Where the operands are small, or the results
// many, tasks are parts of the result.
// RUN: sdyc kernels %s | FileCheck %s
// CHECK: kernels: 4
// CHECK: kernel 0, convolution: stablehlo.convolution, then stablehlo.subtract tensor<1x1x256x128xf32>, in parts, 8 tasks
// CHECK: kernel 1, reduction: stablehlo.convolution, then stablehlo.subtract tensor<1x1x256x128xf32>
// CHECK: kernel 2, convolution: stablehlo.convolution tensor<1x1x64x64xf32>
// CHECK: kernel 3, convolution: stablehlo.convolution tensor<1x1x512x2048xf32>
// CHECK: domain 1 1 256 128 8, 8 tasks
// CHECK: domain 1 1 256/12 128 | 8
// CHECK-NEXT: acc0: f32 = 0; add b{{[0-9]+}}[32768 d0 + 32768 d1 + 128 d2 + d3 + 32768 d4]
// CHECK: = sub_f32(b{{[0-9]+}}[
func.func @main(%x: tensor<8x56x56x256xf32>, %y: tensor<8x56x56x128xf32>, %w: tensor<1x1x256x128xf32>, %s: tensor<8x28x28x64xf32>,
                %t: tensor<8x28x28x64xf32>, %u: tensor<8x7x7x512xf32>, %v: tensor<8x7x7x2048xf32>)
    -> (tensor<1x1x256x128xf32>, tensor<1x1x64x64xf32>, tensor<1x1x512x2048xf32>) {
  %0 = stablehlo.convolution(%x, %y) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<8x56x56x256xf32>, tensor<8x56x56x128xf32>) -> tensor<1x1x256x128xf32>
  %1 = stablehlo.subtract %w, %0 : tensor<1x1x256x128xf32>
  %2 = stablehlo.convolution(%s, %t) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<8x28x28x64xf32>, tensor<8x28x28x64xf32>) -> tensor<1x1x64x64xf32>
  %3 = stablehlo.convolution(%u, %v) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<8x7x7x512xf32>, tensor<8x7x7x2048xf32>) -> tensor<1x1x512x2048xf32>
  return %1, %2, %3 : tensor<1x1x256x128xf32>, tensor<1x1x64x64xf32>, tensor<1x1x512x2048xf32>
}
