// Reshards of a global program move nothing: shards lie side by side in one tensor.
// RUN: sdyc kernels %s | FileCheck %s
// CHECK: kernels: 1
// CHECK-NEXT: phases: 1
// CHECK-NEXT: moves: 0
// CHECK-NEXT: copies: 0
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<64x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<64x32xf32> {
  %1 = stablehlo.tanh %a : tensor<64x32xf32>
  %2 = sdy.reshard %1 <@mesh, [{}, {"x"}]> : tensor<64x32xf32>
  %3 = stablehlo.negate %2 : tensor<64x32xf32>
  %4 = sdy.reshard %3 <@mesh, [{}, {}]> : tensor<64x32xf32>
  return %4 : tensor<64x32xf32>
}
