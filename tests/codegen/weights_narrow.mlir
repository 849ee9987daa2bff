// Weights of words are transposed as a convolution of few pixels packs them; narrower ones, which it would gather one by
// one, are converted once.
// RUN: sdyc kernels %s | FileCheck %s
// RUN: sdyc kernels %s --entry=words | FileCheck %s --check-prefix=WORDS
// CHECK: transpose: copy tensor<256x256x3x3xbf16>
// WORDS-NOT: copy tensor<256x256x3x3xf32>
// WORDS: convolution
func.func @main(%x: tensor<2x14x14x256xbf16>, %w: tensor<256x256x3x3xbf16>) -> tensor<2x14x14x256xbf16> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[o, i, 0, 1]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x14x14x256xbf16>, tensor<256x256x3x3xbf16>) -> tensor<2x14x14x256xbf16>
  return %0 : tensor<2x14x14x256xbf16>
}
func.func @words(%x: tensor<2x14x14x256xf32>, %w: tensor<256x256x3x3xf32>) -> tensor<2x14x14x256xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[o, i, 0, 1]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x14x14x256xf32>, tensor<256x256x3x3xf32>) -> tensor<2x14x14x256xf32>
  return %0 : tensor<2x14x14x256xf32>
}
