// What follows a convolution by channel has the bits that it has by itself: factors and terms of bf16, which are widened
// once for the pixels of a task, of as many channels as fill vectors and of others.
//
// RUN: sdyc run %s --entry=both --input=2x9x9x24xbf16=random:1 --input=3x3x24x150xbf16=random:2 --input=150xbf16=random:3 \
// RUN:     --input=150xbf16=random:4 --output=@%t.both.npy
// RUN: sdyc run %s --entry=first --input=2x9x9x24xbf16=random:1 --input=3x3x24x150xbf16=random:2 --output=@%t.first.npy
// RUN: sdyc run %s --entry=second --input=@%t.first.npy --input=150xbf16=random:3 --input=150xbf16=random:4 \
// RUN:     --output=@%t.second.npy
// RUN: cmp %t.both.npy %t.second.npy
// RUN: sdyc run %s --entry=both_64 --input=2x9x9x24xbf16=random:1 --input=3x3x24x64xbf16=random:2 --input=64xbf16=random:3 \
// RUN:     --input=64xbf16=random:4 --output=@%t.both.npy
// RUN: sdyc run %s --entry=first_64 --input=2x9x9x24xbf16=random:1 --input=3x3x24x64xbf16=random:2 --output=@%t.first.npy
// RUN: sdyc run %s --entry=second_64 --input=@%t.first.npy --input=64xbf16=random:3 --input=64xbf16=random:4 \
// RUN:     --output=@%t.second.npy
// RUN: cmp %t.both.npy %t.second.npy
func.func public @both(%x: tensor<2x9x9x24xbf16>, %k: tensor<3x3x24x150xbf16>, %factor: tensor<150xbf16>, %term: tensor<150xbf16>) -> tensor<2x9x9x150xbf16> {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x9x9x24xbf16>, tensor<3x3x24x150xbf16>) -> tensor<2x9x9x150xbf16>
  %zero = stablehlo.constant dense<0.0> : tensor<2x9x9x150xbf16>
  %1 = stablehlo.broadcast_in_dim %factor, dims = [3] : (tensor<150xbf16>) -> tensor<2x9x9x150xbf16>
  %2 = stablehlo.multiply %0, %1 : tensor<2x9x9x150xbf16>
  %3 = stablehlo.broadcast_in_dim %term, dims = [3] : (tensor<150xbf16>) -> tensor<2x9x9x150xbf16>
  %4 = stablehlo.add %2, %3 : tensor<2x9x9x150xbf16>
  %5 = stablehlo.maximum %4, %zero : tensor<2x9x9x150xbf16>
  return %5 : tensor<2x9x9x150xbf16>
}
func.func public @first(%x: tensor<2x9x9x24xbf16>, %k: tensor<3x3x24x150xbf16>) -> tensor<2x9x9x150xbf16> {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x9x9x24xbf16>, tensor<3x3x24x150xbf16>) -> tensor<2x9x9x150xbf16>
  return %0 : tensor<2x9x9x150xbf16>
}
func.func public @second(%x: tensor<2x9x9x150xbf16>, %factor: tensor<150xbf16>, %term: tensor<150xbf16>) -> tensor<2x9x9x150xbf16> {
  %zero = stablehlo.constant dense<0.0> : tensor<2x9x9x150xbf16>
  %1 = stablehlo.broadcast_in_dim %factor, dims = [3] : (tensor<150xbf16>) -> tensor<2x9x9x150xbf16>
  %2 = stablehlo.multiply %x, %1 : tensor<2x9x9x150xbf16>
  %3 = stablehlo.broadcast_in_dim %term, dims = [3] : (tensor<150xbf16>) -> tensor<2x9x9x150xbf16>
  %4 = stablehlo.add %2, %3 : tensor<2x9x9x150xbf16>
  %5 = stablehlo.maximum %4, %zero : tensor<2x9x9x150xbf16>
  return %5 : tensor<2x9x9x150xbf16>
}
func.func public @both_64(%x: tensor<2x9x9x24xbf16>, %k: tensor<3x3x24x64xbf16>, %factor: tensor<64xbf16>, %term: tensor<64xbf16>) -> tensor<2x9x9x64xbf16> {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x9x9x24xbf16>, tensor<3x3x24x64xbf16>) -> tensor<2x9x9x64xbf16>
  %zero = stablehlo.constant dense<0.0> : tensor<2x9x9x64xbf16>
  %1 = stablehlo.broadcast_in_dim %factor, dims = [3] : (tensor<64xbf16>) -> tensor<2x9x9x64xbf16>
  %2 = stablehlo.multiply %0, %1 : tensor<2x9x9x64xbf16>
  %3 = stablehlo.broadcast_in_dim %term, dims = [3] : (tensor<64xbf16>) -> tensor<2x9x9x64xbf16>
  %4 = stablehlo.add %2, %3 : tensor<2x9x9x64xbf16>
  %5 = stablehlo.maximum %4, %zero : tensor<2x9x9x64xbf16>
  return %5 : tensor<2x9x9x64xbf16>
}
func.func public @first_64(%x: tensor<2x9x9x24xbf16>, %k: tensor<3x3x24x64xbf16>) -> tensor<2x9x9x64xbf16> {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x9x9x24xbf16>, tensor<3x3x24x64xbf16>) -> tensor<2x9x9x64xbf16>
  return %0 : tensor<2x9x9x64xbf16>
}
func.func public @second_64(%x: tensor<2x9x9x64xbf16>, %factor: tensor<64xbf16>, %term: tensor<64xbf16>) -> tensor<2x9x9x64xbf16> {
  %zero = stablehlo.constant dense<0.0> : tensor<2x9x9x64xbf16>
  %1 = stablehlo.broadcast_in_dim %factor, dims = [3] : (tensor<64xbf16>) -> tensor<2x9x9x64xbf16>
  %2 = stablehlo.multiply %x, %1 : tensor<2x9x9x64xbf16>
  %3 = stablehlo.broadcast_in_dim %term, dims = [3] : (tensor<64xbf16>) -> tensor<2x9x9x64xbf16>
  %4 = stablehlo.add %2, %3 : tensor<2x9x9x64xbf16>
  %5 = stablehlo.maximum %4, %zero : tensor<2x9x9x64xbf16>
  return %5 : tensor<2x9x9x64xbf16>
}
