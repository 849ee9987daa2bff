// A result that is to be unreduced over the axis by which it is computed in parts: the parts are made terms of a sum, and
// the axis does not shard and sum over at once.
// RUN: sdyc opt %s -sdy-insert-explicit-reshards=enable-full-version=true | FileCheck %s
// RUN: sdyc partition %s
// CHECK: %[[P:.*]] = stablehlo.dot_general {{.*}} {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}, {}]>]>}
// CHECK-NEXT: sdy.reshard %[[P]] <@mesh, [{}, {}], unreduced={"y"}>
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func public @main(%a: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}, %b: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced={"y"}>}) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}], unreduced={"y"}>]>} : (tensor<8x4xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
