// The results of a convolution are finished pixel by pixel: what else they are made of is read anew for each pixel, though
// one pixel is looked at at a time.
// RUN: sdyc run %s
// RUN: sdyc run %s --jit=cc
func.func public @main() {
  %x = stablehlo.constant dense<[[[[1.0, 2.0, 3.0]], [[4.0, 5.0, 6.0]], [[7.0, 8.0, 9.0]], [[10.0, 11.0, 12.0]]]]> : tensor<1x4x1x3xf32>
  %w = stablehlo.constant dense<[[[[1.0, 0.0, 0.0, 1.0], [0.0, 1.0, 0.0, 1.0], [0.0, 0.0, 1.0, 1.0]]]]> : tensor<1x1x3x4xf32>
  %b = stablehlo.constant dense<[[[[1.0, 2.0, 3.0, 4.0]], [[5.0, 6.0, 7.0, 8.0]], [[9.0, 10.0, 11.0, 12.0]], [[13.0, 14.0, 15.0, 16.0]]]]> : tensor<1x4x1x4xf64>
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x1x3xf32>, tensor<1x1x3x4xf32>) -> tensor<1x4x1x4xf32>
  %1 = stablehlo.convert %0 : (tensor<1x4x1x4xf32>) -> tensor<1x4x1x4xi32>
  %2 = stablehlo.convert %b : (tensor<1x4x1x4xf64>) -> tensor<1x4x1x4xi32>
  %3 = stablehlo.add %1, %2 : tensor<1x4x1x4xi32>
  check.expect_eq_const %3, dense<[[[[2, 4, 6, 10]], [[9, 11, 13, 23]], [[16, 18, 20, 36]], [[23, 25, 27, 49]]]]> : tensor<1x4x1x4xi32>
  return
}
