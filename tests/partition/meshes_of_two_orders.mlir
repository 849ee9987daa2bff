// Operands on one mesh, the result whole on another with the same axes, whose devices stand in another order: the sum over
// "y" is one over groups of the operands' mesh. Over those of the other, it would add what some devices have twice.
// RUN: sdyc partition --verify %s -o - | FileCheck %s
// CHECK: stablehlo.dot_general
// CHECK: "stablehlo.all_reduce"{{.*}}replica_groups = dense<{{\[\[}}0, 1], [2, 3]]>
// CHECK-NOT: stablehlo.collective_permute
sdy.mesh @mesh = <["x"=2, "y"=2]>
sdy.mesh @other = <["x"=2, "y"=2], device_ids=[1, 3, 0, 2]>
func.func public @main(%a: tensor<4x8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}, %b: tensor<8x6xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>})
    -> (tensor<4x6xi32> {sdy.sharding = #sdy.sharding<@other, [{}, {}]>}) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@other, [{}, {}]>]>} : (tensor<4x8xi32>, tensor<8x6xi32>) -> tensor<4x6xi32>
  return %0 : tensor<4x6xi32>
}
