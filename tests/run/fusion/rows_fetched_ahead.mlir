// What is added to a convolution's result is fetched ahead, up to the end of the memory: where tasks divide the channels, from
// the pixels that come next, not from other tasks' channels.
//
// RUN: sdyc run %s --input=8x14x14x16xf32=random:1 --input=1x1x16x512xf32=random:2 --input=8x14x14x512xf32=random:3 --output=@%t.f.npy
// RUN: SDYRT_ISA=avx2 sdyc run %s --input=8x14x14x16xf32=random:1 --input=1x1x16x512xf32=random:2 --input=8x14x14x512xf32=random:3 --output=@%t.s.npy
// RUN: cmp %t.f.npy %t.s.npy
func.func public @main(%x: tensor<8x14x14x16xf32>, %w: tensor<1x1x16x512xf32>, %r: tensor<8x14x14x512xf32>) -> tensor<8x14x14x512xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<8x14x14x16xf32>, tensor<1x1x16x512xf32>) -> tensor<8x14x14x512xf32>
  %1 = stablehlo.add %0, %r : tensor<8x14x14x512xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<8x14x14x512xf32>
  %2 = stablehlo.maximum %1, %zero : tensor<8x14x14x512xf32>
  return %2 : tensor<8x14x14x512xf32>
}
