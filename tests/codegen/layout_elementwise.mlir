// Operations element by element keep the layout of their operands. Where these differ the result has
// channels last, whichever comes first, and whatever is broadcast to it.
// RUN: sdyc layouts %s --input-format=0:channels_last --output-format=0:any --entry=unary | FileCheck %s --check-prefix=UNARY
// UNARY: result 0: stablehlo.sine {{.*}} [0, 2, 3, 1] channels_last
// UNARY: 0 conversions
func.func @unary(%x: tensor<2x8x4x4xf32>) -> tensor<2x8x4x4xf32> {
  %0 = stablehlo.exponential %x : tensor<2x8x4x4xf32>
  %1 = stablehlo.sine %0 : tensor<2x8x4x4xf32>
  return %1 : tensor<2x8x4x4xf32>
}

// RUN: sdyc layouts %s --input-format=0:channels_last --output-format=0:any --entry=binary | FileCheck %s --check-prefix=BINARY
// RUN: sdyc layouts %s --input-format=1:channels_last --output-format=0:any --entry=binary | FileCheck %s --check-prefix=BINARY
// BINARY: result 0: stablehlo.add {{.*}} [0, 2, 3, 1] channels_last
// BINARY: read across
// BINARY: 0 conversions
func.func @binary(%x: tensor<2x8x4x4xf32>, %y: tensor<2x8x4x4xf32>) -> tensor<2x8x4x4xf32> {
  %0 = stablehlo.add %x, %y : tensor<2x8x4x4xf32>
  return %0 : tensor<2x8x4x4xf32>
}

// A scalar, a vector of channels, and an image without batch.
// RUN: sdyc layouts %s --input-format=0:channels_last --output-format=0:any --entry=broadcast | FileCheck %s --check-prefix=BROADCAST
// BROADCAST: result 0: stablehlo.multiply {{.*}} [0, 2, 3, 1] channels_last
// BROADCAST: 0 conversions
func.func @broadcast(%x: tensor<2x8x4x4xf32>, %s: tensor<f32>, %c: tensor<8xf32>, %i: tensor<4x4xf32>) -> tensor<2x8x4x4xf32> {
  %0 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<2x8x4x4xf32>
  %1 = stablehlo.add %x, %0 : tensor<2x8x4x4xf32>
  %2 = stablehlo.broadcast_in_dim %c, dims = [1] : (tensor<8xf32>) -> tensor<2x8x4x4xf32>
  %3 = stablehlo.add %1, %2 : tensor<2x8x4x4xf32>
  %4 = stablehlo.broadcast_in_dim %i, dims = [2, 3] : (tensor<4x4xf32>) -> tensor<2x8x4x4xf32>
  %5 = stablehlo.multiply %4, %3 : tensor<2x8x4x4xf32>
  return %5 : tensor<2x8x4x4xf32>
}

// Images of one and of three dimensions.
// RUN: sdyc layouts %s --input-format=0:channels_last --output-format=0:any --input-format=1:channels_last --output-format=1:any --entry=ranks | FileCheck %s --check-prefix=RANKS
// RANKS: result 0: {{.*}} [0, 2, 1] channels_last
// RANKS: result 1: {{.*}} [0, 2, 3, 4, 1] channels_last
func.func @ranks(%x: tensor<2x8x4xf32>, %y: tensor<2x8x4x4x4xf32>) -> (tensor<2x8x4xf32>, tensor<2x8x4x4x4xf32>) {
  %0 = stablehlo.negate %x : tensor<2x8x4xf32>
  %1 = stablehlo.negate %y : tensor<2x8x4x4x4xf32>
  return %0, %1 : tensor<2x8x4xf32>, tensor<2x8x4x4x4xf32>
}

// Strides that fit both: N111, NC11 and an image of one channel convert to nothing.
// RUN: sdyc layouts %s --input-format=0:channels_last --input-format=1:channels_last --input-format=2:channels_last --entry=both | FileCheck %s --check-prefix=BOTH
// BOTH: %arg0{{.*}} contiguous, channels_last
// BOTH: %arg1{{.*}} contiguous, channels_last
// BOTH: %arg2{{.*}} contiguous, channels_last
// BOTH: 0 conversions
func.func @both(%a: tensor<5x1x1x1xf32>, %b: tensor<5x8x1x1xf32>, %c: tensor<5x1x4x4xf32>) -> (tensor<5x1x1x1xf32>, tensor<5x8x1x1xf32>, tensor<5x1x4x4xf32>) {
  %0 = stablehlo.negate %a : tensor<5x1x1x1xf32>
  %1 = stablehlo.negate %b : tensor<5x8x1x1xf32>
  %2 = stablehlo.negate %c : tensor<5x1x4x4xf32>
  return %0, %1, %2 : tensor<5x1x1x1xf32>, tensor<5x8x1x1xf32>, tensor<5x1x4x4xf32>
}

// A result that is transposed lies as it has to be given, from the first operation on: what vmap makes of a batch that is
// the last dimension.
// RUN: sdyc kernels %s --entry=transposed | FileCheck %s --check-prefix=TRANSPOSED
// TRANSPOSED: kernels: 1
// TRANSPOSED: b{{[0-9]+}}[128 d0 + 8 d1 + d2] = mul_f32(b0[8 d0 + d2], b1[8 d1 + d2])
func.func @transposed(%x: tensor<16x8xf32>, %y: tensor<16x8xf32>) -> tensor<16x16x8xf32> {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<16x8xf32>) -> tensor<8x16xf32>
  %1 = stablehlo.transpose %y, dims = [1, 0] : (tensor<16x8xf32>) -> tensor<8x16xf32>
  %2 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<8x16xf32>) -> tensor<8x16x16xf32>
  %3 = stablehlo.broadcast_in_dim %1, dims = [0, 2] : (tensor<8x16xf32>) -> tensor<8x16x16xf32>
  %4 = stablehlo.multiply %2, %3 : tensor<8x16x16xf32>
  %5 = stablehlo.transpose %4, dims = [1, 2, 0] : (tensor<8x16x16xf32>) -> tensor<16x16x8xf32>
  return %5 : tensor<16x16x8xf32>
}
