// What one of several ranks runs: parts of the arguments, an exchange for what other ranks have, the number of the rank where a
// part of a common value is meant.
// RUN: sdyc kernels --ranks=2 %s | FileCheck %s
// RUN: sdyc kernels --ranks=8 --reduce=device-order %s | FileCheck %s --check-prefix=ALL
// RUN: not sdyc kernels --ranks=3 %s 2>&1 | FileCheck %s --check-prefix=THREE
sdy.mesh @mesh = <["x"=4, "y"=2]>

// The rows of %a are those of the rank's devices. In each rank the product sums over "y"; no other rank is asked.
// CHECK: input 0: 32 x f32, tensor<4x8xf32>
// CHECK-NOT: exchange
// CHECK: output 0: 8 x f32
// ALL: input 0: 8 x f32, tensor<2x4xf32>
// ALL: exchange: sdy.all_reduce tensor<2x2xf32>
// ALL: = exchange of
// ALL: add_f32(acc0, term0)
// THREE: error: 8 devices cannot be shared by 3 ranks
func.func @main(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>},
                %b: tensor<8x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>})
    -> (tensor<8x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x2xf32>) -> tensor<8x2xf32>
  return %0 : tensor<8x2xf32>
}
