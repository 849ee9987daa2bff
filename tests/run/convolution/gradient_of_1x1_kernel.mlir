// The gradient of a 1x1 kernel of large operands, which is computed in pieces of the images, is a product; of whole numbers
// exactly. So is one whose forward convolution went in steps of two, and one in NCHW.
// RUN: sdyc run %s --threads=1
// RUN: sdyc run %s --threads=3
// RUN: sdyc run %s --jit=cc
// RUN: sdyc run %s --reduce=device-order
// RUN: SDYRT_ISA=avx2 sdyc run %s
func.func public @main() {
  %i = stablehlo.iota dim = 0 : tensor<6272x128xf32>
  %j = stablehlo.iota dim = 1 : tensor<6272x128xf32>
  %three = stablehlo.constant dense<3.0> : tensor<6272x128xf32>
  %ij = stablehlo.add %i, %j : tensor<6272x128xf32>
  %x0 = stablehlo.remainder %ij, %three : tensor<6272x128xf32>
  %k = stablehlo.iota dim = 0 : tensor<6272x256xf32>
  %l = stablehlo.iota dim = 1 : tensor<6272x256xf32>
  %five = stablehlo.constant dense<5.0> : tensor<6272x256xf32>
  %kl = stablehlo.add %k, %l : tensor<6272x256xf32>
  %y0 = stablehlo.remainder %kl, %five : tensor<6272x256xf32>
  %x, %y = stablehlo.optimization_barrier %x0, %y0 : tensor<6272x128xf32>, tensor<6272x256xf32>
  %product = stablehlo.dot_general %x, %y, contracting_dims = [0] x [0] : (tensor<6272x128xf32>, tensor<6272x256xf32>) -> tensor<128x256xf32>
  %images = stablehlo.reshape %x : (tensor<6272x128xf32>) -> tensor<8x28x28x128xf32>
  %gradient = stablehlo.reshape %y : (tensor<6272x256xf32>) -> tensor<8x28x28x256xf32>
  %0 = stablehlo.convolution(%images, %gradient) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<8x28x28x128xf32>, tensor<8x28x28x256xf32>) -> tensor<1x1x128x256xf32>
  %1 = stablehlo.reshape %0 : (tensor<1x1x128x256xf32>) -> tensor<128x256xf32>
  %2 = stablehlo.subtract %1, %product : tensor<128x256xf32>
  check.expect_eq_const %2, dense<0.0> : tensor<128x256xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %apart = stablehlo.pad %images, %zero, low = [0, 0, 0, 0], high = [0, 1, 1, 0], interior = [0, 1, 1, 0] : (tensor<8x28x28x128xf32>, tensor<f32>) -> tensor<8x56x56x128xf32>
  %3 = stablehlo.convolution(%apart, %gradient) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {pad = [[0, -1], [0, -1]], rhs_dilate = [2, 2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<8x56x56x128xf32>, tensor<8x28x28x256xf32>) -> tensor<1x1x128x256xf32>
  %4 = stablehlo.reshape %3 : (tensor<1x1x128x256xf32>) -> tensor<128x256xf32>
  %5 = stablehlo.subtract %4, %product : tensor<128x256xf32>
  check.expect_eq_const %5, dense<0.0> : tensor<128x256xf32>
  %planes = stablehlo.transpose %images, dims = [0, 3, 1, 2] : (tensor<8x28x28x128xf32>) -> tensor<8x128x28x28xf32>
  %6 = stablehlo.convolution(%planes, %gradient) dim_numbers = [f, b, 0, 1]x[i, 0, 1, o]->[f, b, 0, 1], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<8x128x28x28xf32>, tensor<8x28x28x256xf32>) -> tensor<256x128x1x1xf32>
  %7 = stablehlo.reshape %6 : (tensor<256x128x1x1xf32>) -> tensor<256x128xf32>
  %8 = stablehlo.transpose %7, dims = [1, 0] : (tensor<256x128xf32>) -> tensor<128x256xf32>
  %9 = stablehlo.subtract %8, %product : tensor<128x256xf32>
  check.expect_eq_const %9, dense<0.0> : tensor<128x256xf32>
  return
}
