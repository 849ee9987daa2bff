// Numbers of 4 bits of which a byte holds two, at the border: the same numbers as with a byte each, whether a flag or the module
// asks for it, or nobody does.
// RUN: sdyc run %s --entry=values --input=3x4xi4=random:1 --input=2x2x6xui4=random:2 --output=@%t.0.npy --output=@%t.1.npy
// RUN: sdyc run %s --entry=values --input=3x4xi4=random:1 --input=2x2x6xui4=random:2 --expected-output=@%t.0.npy --expected-output=@%t.1.npy --input-format=0:packed --output-format=1:packed
// RUN: sdyc run %s --entry=values --input=3x4xi4=random:1 --input=2x2x6xui4=random:2 --expected-output=@%t.0.npy --expected-output=@%t.1.npy --input-format=1:packed --output-format=0:packed --storage=private
// RUN: sdyc run %s --entry=asked --input=3x4xi4=random:1 --expected-output=@%t.0.npy
// RUN: sdyc run %s --entry=rows --input=1x256xf32=random:1 --input=256x256xi4=random:2 --output=@%t.rows.npy
// RUN: sdyc run %s --entry=rows --input=1x256xf32=random:1 --input=256x256xi4=random:2 --input-format=1:contiguous --expected-output=@%t.rows.npy --rtol=1e-4 --atol=1e-3
// RUN: sdyc run %s --entry=columns --input=2x256xf32=random:1 --input=256x256xui4=random:2 --output=@%t.columns.npy
// RUN: sdyc run %s --entry=columns --input=2x256xf32=random:1 --input=256x256xui4=random:2 --input-format=1:contiguous --expected-output=@%t.columns.npy --rtol=1e-4 --atol=1e-3
// RUN: sdyc run %s --entry=both --input=1x256xf32=random:1 --input=256x256xi4=random:2
// RUN: sdyc kernels %s --entry=both | FileCheck %s --check-prefix=BOTH
// BOTH: input 1: 65536 x i4
// RUN: sdyc kernels %s --entry=rows | FileCheck %s --check-prefix=WEIGHTS
// RUN: sdyc kernels %s --entry=columns | FileCheck %s --check-prefix=WEIGHTS
// WEIGHTS: input 1: 32768 x {{u?}}i8
// WEIGHTS: decoded as it is read
func.func @values(%a: tensor<3x4xi4>, %b: tensor<2x2x6xui4>) -> (tensor<3x4xi4>, tensor<2x2x6xui4>) {
  %0 = stablehlo.negate %a : tensor<3x4xi4>
  %1 = stablehlo.add %b, %b : tensor<2x2x6xui4>
  return %0, %1 : tensor<3x4xi4>, tensor<2x2x6xui4>
}
func.func @asked(%a: tensor<3x4xi4> {sdyc.layout = #sdyc.layout<packed>}) -> (tensor<3x4xi4> {sdyc.layout = #sdyc.layout<packed>}) {
  %0 = stablehlo.negate %a : tensor<3x4xi4>
  return %0 : tensor<3x4xi4>
}
// Weights are packed of themselves where products of few rows alone read them,
func.func @rows(%x: tensor<1x256xf32>, %w: tensor<256x256xi4>) -> tensor<1x256xf32> {
  %0 = stablehlo.convert %w : (tensor<256x256xi4>) -> tensor<256x256xf32>
  %1 = stablehlo.dot_general %x, %0, contracting_dims = [1] x [0] : (tensor<1x256xf32>, tensor<256x256xf32>) -> tensor<1x256xf32>
  return %1 : tensor<1x256xf32>
}
func.func @columns(%x: tensor<2x256xf32>, %w: tensor<256x256xui4> {mhlo.layout_mode = "default"}) -> tensor<2x256xf32> {
  %0 = stablehlo.convert %w : (tensor<256x256xui4>) -> tensor<256x256xf32>
  %1 = stablehlo.dot_general %x, %0, contracting_dims = [1] x [1] : (tensor<2x256xf32>, tensor<256x256xf32>) -> tensor<2x256xf32>
  return %1 : tensor<2x256xf32>
}
// and a byte each where something else does.
func.func @both(%x: tensor<1x256xf32>, %w: tensor<256x256xi4>) -> (tensor<1x256xf32>, tensor<256x256xi4>) {
  %0 = stablehlo.convert %w : (tensor<256x256xi4>) -> tensor<256x256xf32>
  %1 = stablehlo.dot_general %x, %0, contracting_dims = [1] x [0] : (tensor<1x256xf32>, tensor<256x256xf32>) -> tensor<1x256xf32>
  %2 = stablehlo.negate %w : tensor<256x256xi4>
  return %1, %2 : tensor<1x256xf32>, tensor<256x256xi4>
}
// Products of blocks that are scaled and added up afterwards read packed weights, too, though their columns are divided.
// RUN: sdyc kernels %s --entry=summed | FileCheck %s --check-prefix=SUMMED
// SUMMED: input 1: 131072 x i8
// SUMMED: decoded as it is read, with scales, blocks of 32
// RUN: sdyc run %s --entry=summed --input=1x256xf32=random:1 --input=256x1024xi4=random:2 --input=8x1024xf32=random:3 --output=@%t.summed.npy
// RUN: sdyc run %s --entry=summed --input=1x256xf32=random:1 --input=256x1024xi4=random:2 --input=8x1024xf32=random:3 --input-format=1:contiguous --expected-output=@%t.summed.npy --rtol=1e-4 --atol=1e-3
func.func @summed(%x: tensor<1x256xf32>, %w: tensor<256x1024xi4>, %s: tensor<8x1024xf32>) -> tensor<1x1024xf32> {
  %0 = stablehlo.reshape %x : (tensor<1x256xf32>) -> tensor<1x8x32xf32>
  %1 = stablehlo.reshape %w : (tensor<256x1024xi4>) -> tensor<8x32x1024xi4>
  %2 = stablehlo.convert %1 : (tensor<8x32x1024xi4>) -> tensor<8x32x1024xf32>
  %3 = stablehlo.dot_general %2, %0, batching_dims = [0] x [1], contracting_dims = [1] x [2] : (tensor<8x32x1024xf32>, tensor<1x8x32xf32>) -> tensor<8x1024x1xf32>
  %4 = stablehlo.transpose %3, dims = [2, 0, 1] : (tensor<8x1024x1xf32>) -> tensor<1x8x1024xf32>
  %5 = stablehlo.broadcast_in_dim %s, dims = [1, 2] : (tensor<8x1024xf32>) -> tensor<1x8x1024xf32>
  %6 = stablehlo.multiply %4, %5 : tensor<1x8x1024xf32>
  %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %7 = stablehlo.reduce(%6 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<1x8x1024xf32>, tensor<f32>) -> tensor<1x1024xf32>
  return %7 : tensor<1x1024xf32>
}
