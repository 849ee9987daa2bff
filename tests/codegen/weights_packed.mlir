// Weights of 4 bits that a program unpacks itself are read where they lie, two of a byte or eight of 32 bits: halves of blocks
// that are concatenated, rows by shifts of a further dimension, columns in an order of their own, bits that become numbers of 4
// bits, signs by two shifts. What takes other bits than these is computed as it is written.
// RUN: SDYRT_ISA=avx2 sdyc kernels %s --entry=halves | FileCheck %s --check-prefixes=CHECK,HALVES
// RUN: SDYRT_ISA=avx2 sdyc kernels %s --entry=rows | FileCheck %s --check-prefixes=CHECK,ROWS
// RUN: SDYRT_ISA=avx2 sdyc kernels %s --entry=columns | FileCheck %s --check-prefixes=CHECK,COLUMNS
// RUN: SDYRT_ISA=avx2 sdyc kernels %s --entry=bits | FileCheck %s
// RUN: SDYRT_ISA=avx2 sdyc kernels %s --entry=signs | FileCheck %s
// RUN: SDYRT_ISA=avx2 sdyc kernels %s --entry=others | FileCheck %s --check-prefix=OTHERS
// CHECK-NOT: 256x256x
// CHECK: product: stablehlo.dot_general
// CHECK: decoded as it is read
// HALVES-SAME: with scales, with zero points, blocks of 16
// HALVES: route dots of
// ROWS: route rows of
// COLUMNS: route rows of
// CHECK-NOT: 256x256x
// OTHERS: loop: stablehlo.and
func.func @halves(%x: tensor<1x256xf32>, %w: tensor<256x8x16xui8>, %s: tensor<256x8xf32>) -> tensor<1x256xf32> {
  %c15 = stablehlo.constant dense<15> : tensor<256x8x16xui8>
  %c4 = stablehlo.constant dense<4> : tensor<256x8x16xui8>
  %c8 = stablehlo.constant dense<8> : tensor<256x8x32xi8>
  %low = stablehlo.and %w, %c15 : tensor<256x8x16xui8>
  %high = stablehlo.shift_right_logical %w, %c4 : tensor<256x8x16xui8>
  %0 = stablehlo.concatenate %low, %high, dim = 2 : (tensor<256x8x16xui8>, tensor<256x8x16xui8>) -> tensor<256x8x32xui8>
  %1 = stablehlo.convert %0 : (tensor<256x8x32xui8>) -> tensor<256x8x32xi8>
  %2 = stablehlo.subtract %1, %c8 : tensor<256x8x32xi8>
  %3 = stablehlo.convert %2 : (tensor<256x8x32xi8>) -> tensor<256x8x32xf32>
  %4 = stablehlo.broadcast_in_dim %s, dims = [0, 1] : (tensor<256x8xf32>) -> tensor<256x8x32xf32>
  %5 = stablehlo.multiply %3, %4 : tensor<256x8x32xf32>
  %6 = stablehlo.reshape %5 : (tensor<256x8x32xf32>) -> tensor<256x256xf32>
  %7 = stablehlo.dot_general %x, %6, contracting_dims = [1] x [1] : (tensor<1x256xf32>, tensor<256x256xf32>) -> tensor<1x256xf32>
  return %7 : tensor<1x256xf32>
}
func.func @rows(%x: tensor<1x256xf32>, %w: tensor<32x256xi32>) -> tensor<1x256xf32> {
  %iota = stablehlo.iota dim = 0 : tensor<8xi32>
  %four = stablehlo.constant dense<4> : tensor<8xi32>
  %c15 = stablehlo.constant dense<15> : tensor<32x8x256xi32>
  %by = stablehlo.multiply %iota, %four : tensor<8xi32>
  %0 = stablehlo.broadcast_in_dim %w, dims = [0, 2] : (tensor<32x256xi32>) -> tensor<32x8x256xi32>
  %1 = stablehlo.broadcast_in_dim %by, dims = [1] : (tensor<8xi32>) -> tensor<32x8x256xi32>
  %2 = stablehlo.shift_right_logical %0, %1 : tensor<32x8x256xi32>
  %3 = stablehlo.and %2, %c15 : tensor<32x8x256xi32>
  %4 = stablehlo.reshape %3 : (tensor<32x8x256xi32>) -> tensor<256x256xi32>
  %5 = stablehlo.convert %4 : (tensor<256x256xi32>) -> tensor<256x256xf32>
  %6 = stablehlo.dot_general %x, %5, contracting_dims = [1] x [0] : (tensor<1x256xf32>, tensor<256x256xf32>) -> tensor<1x256xf32>
  return %6 : tensor<1x256xf32>
}
func.func @columns(%x: tensor<1x256xf32>, %w: tensor<256x32xi32>) -> tensor<1x256xf32> {
  %by = stablehlo.constant dense<[0, 16, 4, 20, 8, 24, 12, 28]> : tensor<8xi32>
  %c15 = stablehlo.constant dense<15> : tensor<256x32x8xi32>
  %0 = stablehlo.broadcast_in_dim %w, dims = [0, 1] : (tensor<256x32xi32>) -> tensor<256x32x8xi32>
  %1 = stablehlo.broadcast_in_dim %by, dims = [2] : (tensor<8xi32>) -> tensor<256x32x8xi32>
  %2 = stablehlo.shift_right_logical %0, %1 : tensor<256x32x8xi32>
  %3 = stablehlo.and %2, %c15 : tensor<256x32x8xi32>
  %4 = stablehlo.reshape %3 : (tensor<256x32x8xi32>) -> tensor<256x256xi32>
  %5 = stablehlo.convert %4 : (tensor<256x256xi32>) -> tensor<256x256xf32>
  %6 = stablehlo.dot_general %x, %5, contracting_dims = [1] x [0] : (tensor<1x256xf32>, tensor<256x256xf32>) -> tensor<1x256xf32>
  return %6 : tensor<1x256xf32>
}
func.func @bits(%x: tensor<1x256xf32>, %w: tensor<256x128xui8>) -> tensor<1x256xf32> {
  %0 = stablehlo.bitcast_convert %w : (tensor<256x128xui8>) -> tensor<256x128x2xi4>
  %1 = stablehlo.reshape %0 : (tensor<256x128x2xi4>) -> tensor<256x256xi4>
  %2 = stablehlo.convert %1 : (tensor<256x256xi4>) -> tensor<256x256xf32>
  %3 = stablehlo.dot_general %x, %2, contracting_dims = [1] x [0] : (tensor<1x256xf32>, tensor<256x256xf32>) -> tensor<1x256xf32>
  return %3 : tensor<1x256xf32>
}
func.func @signs(%x: tensor<1x256xf32>, %w: tensor<128x256xi8>) -> tensor<1x256xf32> {
  %c4 = stablehlo.constant dense<4> : tensor<128x256xi8>
  %up = stablehlo.shift_left %w, %c4 : tensor<128x256xi8>
  %low = stablehlo.shift_right_arithmetic %up, %c4 : tensor<128x256xi8>
  %high = stablehlo.shift_right_arithmetic %w, %c4 : tensor<128x256xi8>
  %0 = stablehlo.reshape %low : (tensor<128x256xi8>) -> tensor<128x1x256xi8>
  %1 = stablehlo.reshape %high : (tensor<128x256xi8>) -> tensor<128x1x256xi8>
  %2 = stablehlo.concatenate %0, %1, dim = 1 : (tensor<128x1x256xi8>, tensor<128x1x256xi8>) -> tensor<128x2x256xi8>
  %3 = stablehlo.reshape %2 : (tensor<128x2x256xi8>) -> tensor<256x256xi8>
  %4 = stablehlo.convert %3 : (tensor<256x256xi8>) -> tensor<256x256xf32>
  %5 = stablehlo.dot_general %x, %4, contracting_dims = [1] x [0] : (tensor<1x256xf32>, tensor<256x256xf32>) -> tensor<1x256xf32>
  return %5 : tensor<1x256xf32>
}
func.func @others(%x: tensor<1x256xf32>, %w: tensor<256x256xui8>) -> tensor<1x256xf32> {
  %c7 = stablehlo.constant dense<7> : tensor<256x256xui8>
  %0 = stablehlo.and %w, %c7 : tensor<256x256xui8>
  %1 = stablehlo.convert %0 : (tensor<256x256xui8>) -> tensor<256x256xf32>
  %2 = stablehlo.dot_general %x, %1, contracting_dims = [1] x [0] : (tensor<1x256xf32>, tensor<256x256xf32>) -> tensor<1x256xf32>
  return %2 : tensor<1x256xf32>
}
