// A product of few rows by many rows of narrow weights is a sum of parts, each of which reads whole rows as they lie and is a
// task of its own. Short ones, and weights that lie by columns, are not cut; nor are blocks, of which each would be.
// RUN: sdyc kernels %s | FileCheck %s
// RUN: sdyc kernels %s --entry=blocks | FileCheck %s --check-prefix=BLOCKS
// RUN: sdyc kernels %s --entry=short | FileCheck %s --check-prefix=WHOLE
// RUN: sdyc kernels %s --entry=columns | FileCheck %s --check-prefix=WHOLE
// CHECK: kernel 0, product: {{.*}}<8x1x4096xf32>
// CHECK: domain 8/1 1 4096 | 256, 8 tasks
// BLOCKS: domain 8/1 1 4096 | 8 32, 8 tasks
// BLOCKS: with scales, blocks of 32
// WHOLE-NOT: reduction
// WHOLE: decoded as it is read
func.func @main(%x: tensor<1x2048xf32>, %w: tensor<2048x4096xi8>) -> tensor<1x4096xf32> {
  %0 = stablehlo.convert %w : (tensor<2048x4096xi8>) -> tensor<2048x4096xf32>
  %1 = stablehlo.dot_general %x, %0, contracting_dims = [1] x [0] : (tensor<1x2048xf32>, tensor<2048x4096xf32>) -> tensor<1x4096xf32>
  return %1 : tensor<1x4096xf32>
}
func.func @blocks(%x: tensor<1x2048xf32>, %w: tensor<2048x4096xi8>, %s: tensor<64x4096xf32>) -> tensor<1x4096xf32> {
  %0 = stablehlo.convert %w : (tensor<2048x4096xi8>) -> tensor<2048x4096xf32>
  %1 = stablehlo.broadcast_in_dim %s, dims = [0, 2] : (tensor<64x4096xf32>) -> tensor<64x32x4096xf32>
  %2 = stablehlo.reshape %1 : (tensor<64x32x4096xf32>) -> tensor<2048x4096xf32>
  %3 = stablehlo.multiply %0, %2 : tensor<2048x4096xf32>
  %4 = stablehlo.dot_general %x, %3, contracting_dims = [1] x [0] : (tensor<1x2048xf32>, tensor<2048x4096xf32>) -> tensor<1x4096xf32>
  return %4 : tensor<1x4096xf32>
}
func.func @short(%x: tensor<1x256xf32>, %w: tensor<256x16384xi8>) -> tensor<1x16384xf32> {
  %0 = stablehlo.convert %w : (tensor<256x16384xi8>) -> tensor<256x16384xf32>
  %1 = stablehlo.dot_general %x, %0, contracting_dims = [1] x [0] : (tensor<1x256xf32>, tensor<256x16384xf32>) -> tensor<1x16384xf32>
  return %1 : tensor<1x16384xf32>
}
func.func @columns(%x: tensor<1x2048xf32>, %w: tensor<4096x2048xi8>) -> tensor<1x4096xf32> {
  %0 = stablehlo.convert %w : (tensor<4096x2048xi8>) -> tensor<4096x2048xf32>
  %1 = stablehlo.dot_general %x, %0, contracting_dims = [1] x [1] : (tensor<1x2048xf32>, tensor<4096x2048xf32>) -> tensor<1x4096xf32>
  return %1 : tensor<1x4096xf32>
}
