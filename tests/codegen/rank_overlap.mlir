// Exchanges begin as soon as what they send is there, and are waited for when nothing else is left to be done: both sums over
// ranks are under way while the second product is computed, and what reads the first stands back behind it.
// RUN: sdyc kernels --ranks=2 %s | FileCheck %s
sdy.mesh @mesh = <["x"=2]>

// CHECK: steps:
// CHECK-NEXT: kernel 0, product
// CHECK-NEXT: kernel 1, exchange: sdy.all_reduce
// CHECK-NEXT: kernel {{[0-9]+}}, product
// CHECK-NEXT: kernel {{[0-9]+}}, exchange: sdy.all_reduce
// CHECK-NEXT: kernel 2, arrival: sdy.all_reduce
// CHECK-NEXT: kernel {{[0-9]+}}, loop
// CHECK-NEXT: kernel {{[0-9]+}}, arrival: sdy.all_reduce
// CHECK-NEXT: kernel {{[0-9]+}}, loop
// CHECK: kernel 1, exchange
// CHECK: = exchange of
// CHECK: kernel 2, arrival
// CHECK: = arrival of
func.func @main(%a: tensor<8x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>},
                %b: tensor<64x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
                %c: tensor<64x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8x64xf32>, tensor<64x8xf32>) -> tensor<8x8xf32>
  %1 = stablehlo.exponential %0 : tensor<8x8xf32>
  %2 = stablehlo.dot_general %a, %c, contracting_dims = [1] x [0] : (tensor<8x64xf32>, tensor<64x8xf32>) -> tensor<8x8xf32>
  %3 = stablehlo.exponential %2 : tensor<8x8xf32>
  return %1, %3 : tensor<8x8xf32>, tensor<8x8xf32>
}
