// A contracted dimension that is sharded, in private storage: what the devices have of the product is added up as a tree
// where it is read, so that it has the same bits for any number of ranks; in shared storage it is part of the product.
// RUN: sdyc kernels %s --storage=private | FileCheck %s
// RUN: sdyc kernels %s | FileCheck %s --check-prefix=SHARED
// SHARED: kernels: 1
// CHECK: kernels: 2
// CHECK-NEXT: phases: 2
// CHECK-NEXT: moves: 0
// CHECK-NEXT: copies: 0
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<64x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %b: tensor<128x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<64x64xf32> {
  %product = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<64x128xf32>, tensor<128x64xf32>) -> tensor<64x64xf32>
  %tanh = stablehlo.tanh %product : tensor<64x64xf32>
  return %tanh : tensor<64x64xf32>
}
