// A chain of elementwise operations is one kernel, whatever its results; what is spread or turned around is read in place.
// RUN: sdyc kernels %s | FileCheck %s
// CHECK: kernels: 2
// CHECK: then kernel 0, loop: stablehlo.tanh tensor<64x256xf32>; stablehlo.multiply tensor<64x256xf32>
// CHECK: then kernel 1, loop: stablehlo.negate tensor<256x64xf32>
// CHECK: kernels:
// CHECK: kernel 0
// CHECK: [[SUM:%0]] = add_f32(b0[256 d0 + d1], b1[d1])
// CHECK: b2[256 d0 + d1] = tanh_f32([[SUM]])
// CHECK: b3[256 d0 + d1] = mul_f32(value0, [[SUM]])
// CHECK: kernel 1
// CHECK: = neg_f32(b2[d0 + 256 d1])
func.func @main(%a: tensor<64x256xf32>, %b: tensor<256xf32>) -> (tensor<64x256xf32>, tensor<256x64xf32>) {
  %spread = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<256xf32>) -> tensor<64x256xf32>
  %sum = stablehlo.add %a, %spread : tensor<64x256xf32>
  %tanh = stablehlo.tanh %sum : tensor<64x256xf32>
  %turned = stablehlo.transpose %tanh, dims = [1, 0] : (tensor<64x256xf32>) -> tensor<256x64xf32>
  %product = stablehlo.multiply %tanh, %sum : tensor<64x256xf32>
  %negative = stablehlo.negate %turned : tensor<256x64xf32>
  return %product, %negative : tensor<64x256xf32>, tensor<256x64xf32>
}
