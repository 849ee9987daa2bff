// Products of a few rows by narrow weights are recognised in every spelling: scales before or behind the sum, of blocks and
// repeated, zero points, views, conversions to bf16 and back, weights on either side, products of
// blocks that are added up. None is widened into memory, whole at least: of many rows it is done by pieces.
// RUN: sdyc kernels %s --entry=after | FileCheck %s
// RUN: sdyc kernels %s --entry=before | FileCheck %s
// RUN: sdyc kernels %s --entry=columns | FileCheck %s
// RUN: sdyc kernels %s --entry=turned | FileCheck %s
// RUN: sdyc kernels %s --entry=blocks | FileCheck %s --check-prefixes=CHECK,BLOCKS
// RUN: sdyc kernels %s --entry=blocks_of_columns | FileCheck %s --check-prefixes=CHECK,BLOCKS
// RUN: sdyc kernels %s --entry=repeated | FileCheck %s --check-prefixes=CHECK,BLOCKS
// RUN: sdyc kernels %s --entry=preferred | FileCheck %s
// RUN: sdyc kernels %s --entry=left | FileCheck %s
// RUN: sdyc kernels %s --entry=summed | FileCheck %s --check-prefixes=CHECK,BLOCKS
// RUN: SDYC_ROUTE=weights:loops sdyc kernels %s --entry=after | FileCheck %s --check-prefix=FORCED
// RUN: sdyc kernels %s --entry=many | FileCheck %s --check-prefix=MANY
// CHECK-NOT: tensor<256x256xf32>
// CHECK: product: stablehlo.{{dot_general|reduce}}
// BLOCKS: with scales{{.*}} blocks of 32
// CHECK: route {{rows|(beside_)?dots|loops}} of
// CHECK-NOT: tensor<256x256xf32>
// FORCED: route loops of
// MANY-NOT: tensor<256x256xf32>
// MANY: widened a piece at a time, to f32
// MANY: route {{panels|loops}} of
func.func @after(%x: tensor<2x256xf32>, %w: tensor<256x256xi8>, %s: tensor<256xf32>) -> tensor<2x256xf32> {
  %0 = stablehlo.convert %w : (tensor<256x256xi8>) -> tensor<256x256xf32>
  %1 = stablehlo.dot_general %x, %0, contracting_dims = [1] x [0] : (tensor<2x256xf32>, tensor<256x256xf32>) -> tensor<2x256xf32>
  %2 = stablehlo.broadcast_in_dim %s, dims = [1] : (tensor<256xf32>) -> tensor<2x256xf32>
  %3 = stablehlo.multiply %1, %2 : tensor<2x256xf32>
  return %3 : tensor<2x256xf32>
}
func.func @before(%x: tensor<2x256xf32>, %w: tensor<256x256xi8>, %s: tensor<256xf32>) -> tensor<2x256xf32> {
  %0 = stablehlo.convert %w : (tensor<256x256xi8>) -> tensor<256x256xf32>
  %1 = stablehlo.broadcast_in_dim %s, dims = [1] : (tensor<256xf32>) -> tensor<256x256xf32>
  %2 = stablehlo.multiply %1, %0 : tensor<256x256xf32>
  %3 = stablehlo.dot_general %x, %2, contracting_dims = [1] x [0] : (tensor<2x256xf32>, tensor<256x256xf32>) -> tensor<2x256xf32>
  return %3 : tensor<2x256xf32>
}
func.func @columns(%x: tensor<2x256xf32>, %w: tensor<256x256xi8>, %s: tensor<256xf32>) -> tensor<2x256xf32> {
  %0 = stablehlo.convert %w : (tensor<256x256xi8>) -> tensor<256x256xf32>
  %1 = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<256xf32>) -> tensor<256x256xf32>
  %2 = stablehlo.multiply %0, %1 : tensor<256x256xf32>
  %3 = stablehlo.dot_general %x, %2, contracting_dims = [1] x [1] : (tensor<2x256xf32>, tensor<256x256xf32>) -> tensor<2x256xf32>
  return %3 : tensor<2x256xf32>
}
func.func @turned(%x: tensor<2x256xf32>, %w: tensor<256x256xi8>, %s: tensor<256xf32>) -> tensor<2x256xf32> {
  %0 = stablehlo.transpose %w, dims = [1, 0] : (tensor<256x256xi8>) -> tensor<256x256xi8>
  %1 = stablehlo.convert %0 : (tensor<256x256xi8>) -> tensor<256x256xf32>
  %2 = stablehlo.dot_general %x, %1, contracting_dims = [1] x [0] : (tensor<2x256xf32>, tensor<256x256xf32>) -> tensor<2x256xf32>
  %3 = stablehlo.broadcast_in_dim %s, dims = [1] : (tensor<256xf32>) -> tensor<2x256xf32>
  %4 = stablehlo.multiply %2, %3 : tensor<2x256xf32>
  return %4 : tensor<2x256xf32>
}
func.func @blocks(%x: tensor<2x256xf32>, %w: tensor<256x256xi8>, %s: tensor<8x256xf32>, %z: tensor<8x256xi8>) -> tensor<2x256xf32> {
  %0 = stablehlo.reshape %w : (tensor<256x256xi8>) -> tensor<8x32x256xi8>
  %1 = stablehlo.convert %0 : (tensor<8x32x256xi8>) -> tensor<8x32x256xf32>
  %2 = stablehlo.convert %z : (tensor<8x256xi8>) -> tensor<8x256xf32>
  %3 = stablehlo.broadcast_in_dim %2, dims = [0, 2] : (tensor<8x256xf32>) -> tensor<8x32x256xf32>
  %4 = stablehlo.subtract %1, %3 : tensor<8x32x256xf32>
  %5 = stablehlo.broadcast_in_dim %s, dims = [0, 2] : (tensor<8x256xf32>) -> tensor<8x32x256xf32>
  %6 = stablehlo.multiply %4, %5 : tensor<8x32x256xf32>
  %7 = stablehlo.reshape %6 : (tensor<8x32x256xf32>) -> tensor<256x256xf32>
  %8 = stablehlo.dot_general %x, %7, contracting_dims = [1] x [0] : (tensor<2x256xf32>, tensor<256x256xf32>) -> tensor<2x256xf32>
  return %8 : tensor<2x256xf32>
}
func.func @blocks_of_columns(%x: tensor<2x256xf32>, %w: tensor<256x256xi8>, %s: tensor<256x8xf32>) -> tensor<2x256xf32> {
  %0 = stablehlo.convert %w : (tensor<256x256xi8>) -> tensor<256x256xf32>
  %1 = stablehlo.reshape %0 : (tensor<256x256xf32>) -> tensor<256x8x32xf32>
  %2 = stablehlo.broadcast_in_dim %s, dims = [0, 1] : (tensor<256x8xf32>) -> tensor<256x8x32xf32>
  %3 = stablehlo.multiply %1, %2 : tensor<256x8x32xf32>
  %4 = stablehlo.reshape %3 : (tensor<256x8x32xf32>) -> tensor<256x256xf32>
  %5 = stablehlo.dot_general %x, %4, contracting_dims = [1] x [1] : (tensor<2x256xf32>, tensor<256x256xf32>) -> tensor<2x256xf32>
  return %5 : tensor<2x256xf32>
}
func.func @repeated(%x: tensor<2x256xf32>, %w: tensor<256x256xi8>, %s: tensor<8x256xf32>) -> tensor<2x256xf32> {
  %0 = stablehlo.broadcast_in_dim %s, dims = [0, 2] : (tensor<8x256xf32>) -> tensor<8x32x256xf32>
  %1 = stablehlo.reshape %0 : (tensor<8x32x256xf32>) -> tensor<256x256xf32>
  %2 = stablehlo.convert %w : (tensor<256x256xi8>) -> tensor<256x256xf32>
  %3 = stablehlo.multiply %2, %1 : tensor<256x256xf32>
  %4 = stablehlo.dot_general %x, %3, contracting_dims = [1] x [0] : (tensor<2x256xf32>, tensor<256x256xf32>) -> tensor<2x256xf32>
  return %4 : tensor<2x256xf32>
}
func.func @preferred(%x: tensor<2x256xf32>, %w: tensor<256x256xi8>, %s: tensor<256xf32>) -> tensor<2x256xf32> {
  %0 = stablehlo.convert %x : (tensor<2x256xf32>) -> tensor<2x256xbf16>
  %1 = stablehlo.convert %w : (tensor<256x256xi8>) -> tensor<256x256xbf16>
  %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : (tensor<2x256xbf16>, tensor<256x256xbf16>) -> tensor<2x256xf32>
  %3 = stablehlo.broadcast_in_dim %s, dims = [1] : (tensor<256xf32>) -> tensor<2x256xf32>
  %4 = stablehlo.multiply %2, %3 : tensor<2x256xf32>
  return %4 : tensor<2x256xf32>
}
func.func @left(%x: tensor<256x2xf32>, %w: tensor<256x256xi8>, %s: tensor<256xf32>) -> tensor<256x2xf32> {
  %0 = stablehlo.convert %w : (tensor<256x256xi8>) -> tensor<256x256xf32>
  %1 = stablehlo.dot_general %0, %x, contracting_dims = [1] x [0] : (tensor<256x256xf32>, tensor<256x2xf32>) -> tensor<256x2xf32>
  %2 = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<256xf32>) -> tensor<256x2xf32>
  %3 = stablehlo.multiply %1, %2 : tensor<256x2xf32>
  return %3 : tensor<256x2xf32>
}
func.func @many(%x: tensor<17x256xf32>, %w: tensor<256x256xi8>, %s: tensor<256xf32>) -> tensor<17x256xf32> {
  %0 = stablehlo.convert %w : (tensor<256x256xi8>) -> tensor<256x256xf32>
  %1 = stablehlo.dot_general %x, %0, contracting_dims = [1] x [0] : (tensor<17x256xf32>, tensor<256x256xf32>) -> tensor<17x256xf32>
  %2 = stablehlo.broadcast_in_dim %s, dims = [1] : (tensor<256xf32>) -> tensor<17x256xf32>
  %3 = stablehlo.multiply %1, %2 : tensor<17x256xf32>
  return %3 : tensor<17x256xf32>
}
func.func @summed(%x: tensor<2x256xf32>, %w: tensor<256x256xi8>, %s: tensor<8x256xf32>) -> tensor<2x256xf32> {
  %0 = stablehlo.reshape %x : (tensor<2x256xf32>) -> tensor<2x8x32xf32>
  %1 = stablehlo.reshape %w : (tensor<256x256xi8>) -> tensor<8x32x256xi8>
  %2 = stablehlo.convert %1 : (tensor<8x32x256xi8>) -> tensor<8x32x256xf32>
  %3 = stablehlo.dot_general %0, %2, batching_dims = [1] x [0], contracting_dims = [2] x [1] : (tensor<2x8x32xf32>, tensor<8x32x256xf32>) -> tensor<8x2x256xf32>
  %4 = stablehlo.broadcast_in_dim %s, dims = [0, 2] : (tensor<8x256xf32>) -> tensor<8x2x256xf32>
  %5 = stablehlo.multiply %3, %4 : tensor<8x2x256xf32>
  %6 = stablehlo.constant dense<0.0> : tensor<f32>
  %7 = stablehlo.reduce(%5 init: %6) applies stablehlo.add across dimensions = [0] : (tensor<8x2x256xf32>, tensor<f32>) -> tensor<2x256xf32>
  return %7 : tensor<2x256xf32>
}
