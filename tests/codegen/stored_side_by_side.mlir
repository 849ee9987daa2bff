// Gradients of weights of one pixel, beside a result that goes past the caches: the compiler looked at their dimensions of
// one element, whose stride is as long as what lies side by side, again and again and came to no end.
// RUN: sdyc kernels %s | FileCheck %s
// CHECK: convolution: stablehlo.convolution, then stablehlo.subtract tensor<1x1x512x1024xf32>
// CHECK: neg_f32({{.*}}), past the caches{{$}}
func.func public @main(%x: tensor<8x4x4x512xf32>, %y: tensor<8x4x4x1024xf32>, %w: tensor<1x1x512x1024xf32>, %big: tensor<4194304xf32>) -> (tensor<1x1x512x1024xf32>, tensor<4194304xf32>) {
  %0 = stablehlo.convolution(%x, %y) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<8x4x4x512xf32>, tensor<8x4x4x1024xf32>) -> tensor<1x1x512x1024xf32>
  %1 = stablehlo.subtract %w, %0 : tensor<1x1x512x1024xf32>
  %2 = stablehlo.negate %big : tensor<4194304xf32>
  return %1, %2 : tensor<1x1x512x1024xf32>, tensor<4194304xf32>
}
