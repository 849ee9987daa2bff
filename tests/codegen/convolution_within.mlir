// Sums of f32 that are rounded at once have no buffer of the arena: a task keeps those of a block in scratch, where
// the next block's overwrite them. As results they are in memory, and what is made of them has the same bits.
// The packed kernel alone is in the arena.
// RUN: sdyc kernels %s --entry=rounded | FileCheck %s --check-prefix=ROUNDED
// ROUNDED: b{{[0-9]+}} = rows: 360000 x f32
// ROUNDED: b{{[0-9]+}} = arena +0: 23808 x bf16, a packed kernel
// ROUNDED: arena 47616 intermediate values
// RUN: sdyc kernels %s --entry=both | FileCheck %s --check-prefix=BOTH
// BOTH-NOT: = rows
// RUN: sdyc run %s --entry=both --input=random --output=@%t.npy --output=@%t.f32.npy
// RUN: sdyc run %s --entry=rounded --input=random --expected-output=@%t.npy
// RUN: sdyc run %s --entry=rounded --input=random --threads=7 --expected-output=@%t.npy
// RUN: SDYRT_ISA=avx2 sdyc run %s --entry=both --input=random --output=@%t.npy --output=@%t.f32.npy
// RUN: SDYRT_ISA=avx2 sdyc run %s --entry=rounded --input=random --threads=3 --expected-output=@%t.npy
// Channels of a task are fewer than those of the result, and lie side by side in scratch.
// RUN: sdyc kernels %s --entry=wide | FileCheck %s
// CHECK: b{{[0-9]+}} = rows: 360000 x f32
// CHECK: arena 0 intermediate values
// RUN: sdyc run %s --entry=wide_both --input=random --output=@%t.npy --output=@%t.f32.npy
// RUN: sdyc run %s --entry=wide --input=random --threads=2 --expected-output=@%t.npy
// Of two that are added each is rounded by its own kernel.
// RUN: sdyc kernels %s --entry=two | FileCheck %s --check-prefix=TWO
// TWO-DAG: rows: 360000 x f32
// TWO-DAG: rows: 360000 x f32
// TWO: arena 767616 intermediate values
// RUN: sdyc run %s --entry=two_apart --input=random --output=@%t.npy --output=@%t.a.npy --output=@%t.b.npy
// RUN: sdyc run %s --entry=two --input=random --expected-output=@%t.npy
func.func @rounded(%image: tensor<5x30x30x24xbf16>, %kernel: tensor<3x3x24x80xbf16>, %more: tensor<5x30x30x80xbf16>) -> tensor<5x30x30x80xbf16> {
  %0 = stablehlo.convolution(%image, %kernel) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<5x30x30x24xbf16>, tensor<3x3x24x80xbf16>) -> tensor<5x30x30x80xf32>
  %1 = stablehlo.convert %0 : (tensor<5x30x30x80xf32>) -> tensor<5x30x30x80xbf16>
  %2 = stablehlo.add %1, %more : tensor<5x30x30x80xbf16>
  return %2 : tensor<5x30x30x80xbf16>
}

func.func @both(%image: tensor<5x30x30x24xbf16>, %kernel: tensor<3x3x24x80xbf16>, %more: tensor<5x30x30x80xbf16>) -> (tensor<5x30x30x80xbf16>, tensor<5x30x30x80xf32>) {
  %0 = stablehlo.convolution(%image, %kernel) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<5x30x30x24xbf16>, tensor<3x3x24x80xbf16>) -> tensor<5x30x30x80xf32>
  %1 = stablehlo.convert %0 : (tensor<5x30x30x80xf32>) -> tensor<5x30x30x80xbf16>
  %2 = stablehlo.add %1, %more : tensor<5x30x30x80xbf16>
  return %2, %0 : tensor<5x30x30x80xbf16>, tensor<5x30x30x80xf32>
}

func.func @wide(%image: tensor<2x15x12x16xbf16>, %kernel: tensor<1x1x16x1000xbf16>) -> tensor<2x15x12x1000xbf16> {
  %0 = stablehlo.convolution(%image, %kernel) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x15x12x16xbf16>, tensor<1x1x16x1000xbf16>) -> tensor<2x15x12x1000xf32>
  %1 = stablehlo.convert %0 : (tensor<2x15x12x1000xf32>) -> tensor<2x15x12x1000xbf16>
  return %1 : tensor<2x15x12x1000xbf16>
}

func.func @wide_both(%image: tensor<2x15x12x16xbf16>, %kernel: tensor<1x1x16x1000xbf16>) -> (tensor<2x15x12x1000xbf16>, tensor<2x15x12x1000xf32>) {
  %0 = stablehlo.convolution(%image, %kernel) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x15x12x16xbf16>, tensor<1x1x16x1000xbf16>) -> tensor<2x15x12x1000xf32>
  %1 = stablehlo.convert %0 : (tensor<2x15x12x1000xf32>) -> tensor<2x15x12x1000xbf16>
  return %1, %0 : tensor<2x15x12x1000xbf16>, tensor<2x15x12x1000xf32>
}

func.func @two(%image: tensor<5x30x30x24xbf16>, %kernel: tensor<3x3x24x80xbf16>, %other: tensor<3x3x24x80xbf16>) -> tensor<5x30x30x80xbf16> {
  %0 = stablehlo.convolution(%image, %kernel) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<5x30x30x24xbf16>, tensor<3x3x24x80xbf16>) -> tensor<5x30x30x80xf32>
  %1 = stablehlo.convolution(%image, %other) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<5x30x30x24xbf16>, tensor<3x3x24x80xbf16>) -> tensor<5x30x30x80xf32>
  %2 = stablehlo.convert %0 : (tensor<5x30x30x80xf32>) -> tensor<5x30x30x80xbf16>
  %3 = stablehlo.convert %1 : (tensor<5x30x30x80xf32>) -> tensor<5x30x30x80xbf16>
  %4 = stablehlo.add %2, %3 : tensor<5x30x30x80xbf16>
  return %4 : tensor<5x30x30x80xbf16>
}

func.func @two_apart(%image: tensor<5x30x30x24xbf16>, %kernel: tensor<3x3x24x80xbf16>, %other: tensor<3x3x24x80xbf16>) -> (tensor<5x30x30x80xbf16>, tensor<5x30x30x80xf32>, tensor<5x30x30x80xf32>) {
  %0 = stablehlo.convolution(%image, %kernel) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<5x30x30x24xbf16>, tensor<3x3x24x80xbf16>) -> tensor<5x30x30x80xf32>
  %1 = stablehlo.convolution(%image, %other) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<5x30x30x24xbf16>, tensor<3x3x24x80xbf16>) -> tensor<5x30x30x80xf32>
  %2 = stablehlo.convert %0 : (tensor<5x30x30x80xf32>) -> tensor<5x30x30x80xbf16>
  %3 = stablehlo.convert %1 : (tensor<5x30x30x80xf32>) -> tensor<5x30x30x80xbf16>
  %4 = stablehlo.add %2, %3 : tensor<5x30x30x80xbf16>
  return %4, %0, %1 : tensor<5x30x30x80xbf16>, tensor<5x30x30x80xf32>, tensor<5x30x30x80xf32>
}
