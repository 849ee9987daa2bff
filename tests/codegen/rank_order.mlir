// A gradient that is read transposed: ranks exchange it in the order of its reader, which is the order in which the product
// writes it, so that neither the sum over ranks nor the step of the optimizer reads across.
// RUN: sdyc kernels --ranks=2 %s | FileCheck %s
sdy.mesh @mesh = <["x"=2]>

// CHECK: product: stablehlo.dot_general tensor<512x256xf32>
// CHECK: exchange: sdy.all_reduce tensor<512x256xf32>
// CHECK: loop: sdy.all_reduce, then stablehlo.subtract tensor<256x512xf32>
// CHECK: tensor<512x256xf32>, order [d1 d0]
// CHECK-NEXT: tensor<512x256xf32> on axes i0=2, order [i0 d1 d0]
func.func @main(%x: tensor<64x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
                %d: tensor<64x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
                %w: tensor<256x512xf32>) -> tensor<256x512xf32> {
  %0 = stablehlo.dot_general %x, %d, contracting_dims = [0] x [0] : (tensor<64x512xf32>, tensor<64x256xf32>) -> tensor<512x256xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<512x256xf32>) -> tensor<256x512xf32>
  %2 = stablehlo.subtract %w, %1 : tensor<256x512xf32>
  return %2 : tensor<256x512xf32>
}
