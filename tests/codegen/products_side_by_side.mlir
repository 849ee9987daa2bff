// Small matrices whose elements lie side by side, as those of a batch that is the last dimension do, are multiplied
// element by element in strips along the batch, in whatever order the result is wanted.
// RUN: sdyc kernels %s | FileCheck %s
// CHECK: kernels: 1
// CHECK: reduction: stablehlo.transpose tensor<64x256xf32>
// CHECK: add mul_f32(b0[16384 d0 + d1 + 256 d2], b1[d1 + 256 d2])
// RUN: sdyc kernels %s --entry=seen | FileCheck %s --check-prefix=SEEN
// SEEN: loop: stablehlo.dot_general tensor<4096x3x3xf32>
// Larger ones are brought together first, and are stored together before they are stored in another order.
// RUN: sdyc kernels %s --entry=large | FileCheck %s --check-prefix=LARGE
// LARGE: kernels: 4
// LARGE: transpose: copy tensor<64x64x128xf32>
// LARGE: transpose: copy tensor<64x64x128xf32>
// LARGE: product: stablehlo.dot_general tensor<128x64x64xf32>
// LARGE: sum b1[4096 d0 + 64 d1 + d3] * b3[4096 d0 + d2 + 64 d3]
// LARGE: transpose: stablehlo.transpose tensor<64x64x128xf32>
// Those that lie together are read there, and so is a matrix that is none of a batch.
// RUN: sdyc kernels %s --entry=together | FileCheck %s --check-prefix=TOGETHER
// TOGETHER: kernels: 1
// TOGETHER: product: stablehlo.dot_general
// RUN: sdyc kernels %s --entry=shared | FileCheck %s --check-prefix=SHARED
// SHARED: kernels: 1
// SHARED: product: stablehlo.dot_general
func.func @main(%a: tensor<64x64x256xf32>, %b: tensor<64x256xf32>) -> tensor<64x256xf32> {
  %0 = stablehlo.dot_general %a, %b, batching_dims = [2] x [1], contracting_dims = [1] x [0] : (tensor<64x64x256xf32>, tensor<64x256xf32>) -> tensor<256x64xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<256x64xf32>) -> tensor<64x256xf32>
  return %1 : tensor<64x256xf32>
}
func.func @seen(%a: tensor<3x3x4096xf32>, %b: tensor<3x3x4096xf32>) -> tensor<4096x3x3xf32> {
  %0 = stablehlo.transpose %a, dims = [2, 0, 1] : (tensor<3x3x4096xf32>) -> tensor<4096x3x3xf32>
  %1 = stablehlo.transpose %b, dims = [2, 0, 1] : (tensor<3x3x4096xf32>) -> tensor<4096x3x3xf32>
  %2 = stablehlo.dot_general %0, %1, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<4096x3x3xf32>, tensor<4096x3x3xf32>) -> tensor<4096x3x3xf32>
  return %2 : tensor<4096x3x3xf32>
}
func.func @large(%a: tensor<64x64x128xf32>, %b: tensor<64x64x128xf32>) -> tensor<64x64x128xf32> {
  %0 = stablehlo.dot_general %a, %b, batching_dims = [2] x [2], contracting_dims = [1] x [0] : (tensor<64x64x128xf32>, tensor<64x64x128xf32>) -> tensor<128x64x64xf32>
  %1 = stablehlo.transpose %0, dims = [1, 2, 0] : (tensor<128x64x64xf32>) -> tensor<64x64x128xf32>
  return %1 : tensor<64x64x128xf32>
}
func.func @together(%a: tensor<4096x3x3xf32>, %b: tensor<4096x3x3xf32>) -> tensor<4096x3x3xf32> {
  %0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<4096x3x3xf32>, tensor<4096x3x3xf32>) -> tensor<4096x3x3xf32>
  return %0 : tensor<4096x3x3xf32>
}
func.func @shared(%a: tensor<64x64x128xf32>, %b: tensor<64x64xf32>) -> tensor<64x128x64xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<64x64x128xf32>, tensor<64x64xf32>) -> tensor<64x128x64xf32>
  return %0 : tensor<64x128x64xf32>
}
