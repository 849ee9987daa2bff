// The gradient of a kernel over few channels of an image reads the image as it lies: neither is it copied, nor is another
// order wished for, in which its images are side by side.
// RUN: sdyc kernels %s --layout=auto | FileCheck %s
// CHECK: kernels: 2
// CHECK: kernel 0, convolution: stablehlo.convolution
// CHECK: kernel 1, reduction: stablehlo.convolution
func.func @main(%x: tensor<8x224x224x3xf32>, %y: tensor<8x112x112x64xf32>) -> tensor<7x7x3x64xf32> {
  %0 = stablehlo.convolution(%x, %y) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {pad = [[2, 3], [2, 3]], rhs_dilate = [2, 2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<8x224x224x3xf32>, tensor<8x112x112x64xf32>) -> tensor<7x7x3x64xf32>
  return %0 : tensor<7x7x3x64xf32>
}
