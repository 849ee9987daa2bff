// RUN: sdyc run %s
// RUN: sdyc run %s --layout=nchw
// RUN: sdyc run %s --storage=private --reduce=device-order
// Kernels of 3x3 whose result is computed by tiles, against the same convolution by elements, which HIGHEST asks for. Numbers are
// small integers, so that both are exact: an image of odd size, edges that are padded unevenly, a kernel that is reversed.
func.func public @main() {
  %0 = stablehlo.iota dim = 0 : tensor<20800xi32>
  %seven = stablehlo.constant dense<7> : tensor<20800xi32>
  %three = stablehlo.constant dense<3> : tensor<20800xi32>
  %1 = stablehlo.multiply %0, %0 : tensor<20800xi32>
  %2 = stablehlo.add %1, %0 : tensor<20800xi32>
  %3 = stablehlo.remainder %2, %seven : tensor<20800xi32>
  %4 = stablehlo.subtract %3, %three : tensor<20800xi32>
  %5 = stablehlo.convert %4 : (tensor<20800xi32>) -> tensor<20800xf32>
  %x = stablehlo.reshape %5 : (tensor<20800xf32>) -> tensor<5x13x10x32xf32>
  %6 = stablehlo.slice %5 [0:13824] : (tensor<20800xf32>) -> tensor<13824xf32>
  %w = stablehlo.reshape %6 : (tensor<13824xf32>) -> tensor<3x3x32x48xf32>
  %tiles = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [0, 2]], reverse = [true, false]}
    {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<5x13x10x32xf32>, tensor<3x3x32x48xf32>) -> tensor<5x13x10x48xf32>
  %elements = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [0, 2]], reverse = [true, false]}
    {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision HIGHEST>, #stablehlo<precision HIGHEST>]}
    : (tensor<5x13x10x32xf32>, tensor<3x3x32x48xf32>) -> tensor<5x13x10x48xf32>
  check.expect_eq %tiles, %elements : tensor<5x13x10x48xf32>
  %low = stablehlo.constant dense<-20.0> : tensor<5x13x10x48xf32>
  %some = stablehlo.maximum %tiles, %low : tensor<5x13x10x48xf32>
  %again = stablehlo.maximum %elements, %low : tensor<5x13x10x48xf32>
  check.expect_eq %some, %again : tensor<5x13x10x48xf32>
  return
}
