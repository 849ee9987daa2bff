// A convolution whose result the next one alone reads becomes its first part, where it is larger than a cache: each task
// makes the rows that it reads, with the same bits; so do three. What something else reads too is made by a kernel of its
// own, as is what is small, and what takes long to compute.
// RUN: sdyc kernels %s --entry=long | FileCheck %s --check-prefix=APART
// RUN: sdyc kernels %s | FileCheck %s
// RUN: sdyc kernels %s --entry=small | FileCheck %s --check-prefix=APART
// RUN: sdyc run %s --input=2x191x191x16xf32=random:1 --input=1x1x16x96xf32=random:2 --input=3x3x1x96xf32=random:3 --input=2x191x191x16xf32=random:1 --input=1x1x96x24xf32=random:4 --expected-output=f32=0
// RUN: sdyc run %s --jit=cc --threads=3 --input=2x191x191x16xf32=random:1 --input=1x1x16x96xf32=random:2 --input=3x3x1x96xf32=random:3 --input=2x191x191x16xf32=random:1 --input=1x1x96x24xf32=random:4 --expected-output=f32=0
// RUN: SDYRT_ISA=avx2 sdyc run %s --input=2x191x191x16xf32=random:1 --input=1x1x16x96xf32=random:2 --input=3x3x1x96xf32=random:3 --input=2x191x191x16xf32=random:1 --input=1x1x96x24xf32=random:4 --expected-output=f32=0
// CHECK: convolution: stablehlo.convolution, then stablehlo.maximum tensor<2x191x191x96xf32>; stablehlo.convolution, then stablehlo.minimum tensor<2x96x96x96xf32>; stablehlo.convolution tensor<2x96x96x24xf32>,
// CHECK: convolution: stablehlo.convolution, then stablehlo.maximum tensor<2x191x191x96xf32>,
// CHECK: convolution: stablehlo.convolution, then stablehlo.minimum tensor<2x96x96x96xf32>; stablehlo.convolution tensor<2x96x96x24xf32>,
// CHECK: = rows: 7004352 x f32
// CHECK: = rows: 1769472 x f32
// CHECK: = rows: 1769472 x f32
// CHECK-NOT: = rows:
// APART-NOT: = rows:
func.func @main(%x: tensor<2x191x191x16xf32>, %w: tensor<1x1x16x96xf32>, %k: tensor<3x3x1x96xf32>, %again: tensor<2x191x191x16xf32>, %p: tensor<1x1x96x24xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %five = stablehlo.constant dense<5.0> : tensor<f32>
  %fives = stablehlo.broadcast_in_dim %five, dims = [] : (tensor<f32>) -> tensor<2x96x96x96xf32>
  %zeros = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<2x191x191x96xf32>
  %wide = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x191x191x16xf32>, tensor<1x1x16x96xf32>) -> tensor<2x191x191x96xf32>
  %relu = stablehlo.maximum %wide, %zeros : tensor<2x191x191x96xf32>
  %y = stablehlo.convolution(%relu, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 96 : i64} : (tensor<2x191x191x96xf32>, tensor<3x3x1x96xf32>) -> tensor<2x96x96x96xf32>
  %high = stablehlo.minimum %y, %fives : tensor<2x96x96x96xf32>
  %z = stablehlo.convolution(%high, %p) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x96x96x96xf32>, tensor<1x1x96x24xf32>) -> tensor<2x96x96x24xf32>
  %wide2 = stablehlo.convolution(%again, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x191x191x16xf32>, tensor<1x1x16x96xf32>) -> tensor<2x191x191x96xf32>
  %relu2 = stablehlo.maximum %wide2, %zeros : tensor<2x191x191x96xf32>
  %y2 = stablehlo.convolution(%relu2, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 96 : i64} : (tensor<2x191x191x96xf32>, tensor<3x3x1x96xf32>) -> tensor<2x96x96x96xf32>
  %high2 = stablehlo.minimum %y2, %fives : tensor<2x96x96x96xf32>
  %z2 = stablehlo.convolution(%high2, %p) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x96x96x96xf32>, tensor<1x1x96x24xf32>) -> tensor<2x96x96x24xf32>
  %diff = stablehlo.subtract %z, %z2 : tensor<2x96x96x24xf32>
  %abs = stablehlo.abs %diff : tensor<2x96x96x24xf32>
  %most = stablehlo.reduce(%abs init: %zero) applies stablehlo.maximum across dimensions = [0, 1, 2, 3] : (tensor<2x96x96x24xf32>, tensor<f32>) -> tensor<f32>
  %top = stablehlo.reduce(%relu2 init: %zero) applies stablehlo.maximum across dimensions = [0, 1, 2, 3] : (tensor<2x191x191x96xf32>, tensor<f32>) -> tensor<f32>
  %none = stablehlo.minimum %top, %zero : tensor<f32>
  %all = stablehlo.add %most, %none : tensor<f32>
  return %all : tensor<f32>
}
func.func @small(%x: tensor<2x31x31x16xf32>, %w: tensor<1x1x16x96xf32>, %k: tensor<3x3x1x96xf32>, %again: tensor<2x31x31x16xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %zeros = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<2x31x31x96xf32>
  %wide = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x31x31x16xf32>, tensor<1x1x16x96xf32>) -> tensor<2x31x31x96xf32>
  %relu = stablehlo.maximum %wide, %zeros : tensor<2x31x31x96xf32>
  %y = stablehlo.convolution(%relu, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 96 : i64} : (tensor<2x31x31x96xf32>, tensor<3x3x1x96xf32>) -> tensor<2x16x16x96xf32>
  %most = stablehlo.reduce(%y init: %zero) applies stablehlo.maximum across dimensions = [0, 1, 2, 3] : (tensor<2x16x16x96xf32>, tensor<f32>) -> tensor<f32>
  return %most : tensor<f32>
}
func.func @long(%x: tensor<2x191x191x512xf32>, %w: tensor<1x1x512x96xf32>, %k: tensor<3x3x1x96xf32>, %again: tensor<2x191x191x512xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %zeros = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<2x191x191x96xf32>
  %wide = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x191x191x512xf32>, tensor<1x1x512x96xf32>) -> tensor<2x191x191x96xf32>
  %relu = stablehlo.maximum %wide, %zeros : tensor<2x191x191x96xf32>
  %y = stablehlo.convolution(%relu, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 96 : i64} : (tensor<2x191x191x96xf32>, tensor<3x3x1x96xf32>) -> tensor<2x96x96x96xf32>
  %most = stablehlo.reduce(%y init: %zero) applies stablehlo.maximum across dimensions = [0, 1, 2, 3] : (tensor<2x96x96x96xf32>, tensor<f32>) -> tensor<f32>
  return %most : tensor<f32>
}
