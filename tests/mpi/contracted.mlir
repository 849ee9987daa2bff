// A sum over two dimensions of a value whose heads are cut: what one device has of it is one list, what all devices of a process
// have is not where their heads lie in between. Each device's share lies by itself, so that ranks of one device and of several add up
// alike.
// RUN: sdyc kernels --ranks=8 %s | FileCheck %s
// RUN: sdyc kernels --storage=private %s | FileCheck %s
// CHECK: kernel 1, product: stablehlo.dot_general tensor<64x1x8xf32>
// CHECK: kernel 1, product: stablehlo.dot_general tensor<64x1x8xf32>
// CHECK-NEXT: domain {{.*}} | 128,
sdy.mesh @mesh = <["x"=8]>
func.func @main(%h: tensor<4x32x64xf32>, %s: tensor<4x8x32x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}, {}]>},
                %k: tensor<4x8x32x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}, {}]>})
    -> (tensor<64x8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>}) {
  %0 = stablehlo.dot_general %s, %k, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2] : (tensor<4x8x32x32xf32>, tensor<4x8x32x8xf32>) -> tensor<4x8x32x8xf32>
  %1 = stablehlo.dot_general %h, %0, contracting_dims = [0, 1] x [0, 2] : (tensor<4x32x64xf32>, tensor<4x8x32x8xf32>) -> tensor<64x8x8xf32>
  return %1 : tensor<64x8x8xf32>
}
