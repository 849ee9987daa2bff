// A convolution has few tasks, as each transforms the image for all its channels; many threads share them by shares, which are tasks.
// RUN: sdyc kernels %s | FileCheck %s
// RUN: sdyc run %s --input=random --threads=1 --output=@%t.npy
// RUN: sdyc run %s --input=random --threads=7 --expected-output=@%t.npy
// CHECK: kernel 1, convolution: {{.*}}, 112 tasks
// CHECK: , 14 tasks, {{.*}}Winograd
// Shares are as many as 128 threads take at once: of 56 tasks two each, as the third would take them all as long again.
// RUN: sdyc kernels %s --entry=images | FileCheck %s --check-prefix=IMAGES
// IMAGES: convolution: {{.*}}, 112 tasks
// IMAGES: route pixels {{.*}}, 56 tasks
func.func @main(%image: tensor<1x56x56x64xf32>, %kernel: tensor<3x3x64x64xf32>) -> tensor<1x56x56x64xf32> {
  %0 = stablehlo.convolution(%image, %kernel) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x56x56x64xf32>, tensor<3x3x64x64xf32>) -> tensor<1x56x56x64xf32>
  return %0 : tensor<1x56x56x64xf32>
}

func.func @images(%image: tensor<8x56x56x64xf32>, %kernel: tensor<1x1x64x64xf32>) -> tensor<8x56x56x64xf32> {
  %0 = stablehlo.convolution(%image, %kernel) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<8x56x56x64xf32>, tensor<1x1x64x64xf32>) -> tensor<8x56x56x64xf32>
  return %0 : tensor<8x56x56x64xf32>
}
