// Elements that are repeated, along two dimensions and then added to others, are read where they are used: the
// broadcasts before the reshapes are never written out.
// RUN: sdyc kernels %s | FileCheck %s
// CHECK: kernels: 1
// CHECK: kernel 0, loop: stablehlo.add
// CHECK: domain 12/1 2 20 2 64
// CHECK: = add_f32(b0[1280 d0 + 64 d2 + d4], b1[5120 d0 + 2560 d1 + 128 d2 + 64 d3 + d4])
func.func @main(%x: tensor<3x4x20x64xf32>, %y: tensor<3x8x40x64xf32>) -> tensor<3x8x40x64xf32> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [0, 1, 3, 4] : (tensor<3x4x20x64xf32>) -> tensor<3x4x2x20x64xf32>
  %1 = stablehlo.reshape %0 : (tensor<3x4x2x20x64xf32>) -> tensor<3x8x20x64xf32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1, 2, 4] : (tensor<3x8x20x64xf32>) -> tensor<3x8x20x2x64xf32>
  %3 = stablehlo.reshape %2 : (tensor<3x8x20x2x64xf32>) -> tensor<3x8x40x64xf32>
  %4 = stablehlo.add %3, %y : tensor<3x8x40x64xf32>
  return %4 : tensor<3x8x40x64xf32>
}
