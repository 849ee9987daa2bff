// Two collectives, one after the other, in which all cases of a branch end are both behind it.
// RUN: sdyc partition %s | FileCheck %s
// CHECK: %[[CASE:[0-9]+]] = "stablehlo.case"
// CHECK-NOT: all_
// CHECK: }) : (tensor<i32>) -> tensor<4x4xi32>
// CHECK: %[[SUM:[0-9]+]] = "stablehlo.all_reduce"(%[[CASE]])
// CHECK: "stablehlo.all_gather"(%[[SUM]])
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%i: tensor<i32>, %a: tensor<8x8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}, %b: tensor<8x4xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8x4xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  %0 = "stablehlo.case"(%i) ({
    %1 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8x8xi32>, tensor<8x4xi32>) -> tensor<8x4xi32>
    %3 = sdy.reshard %1 <@mesh, [{}, {}]> : tensor<8x4xi32>
    stablehlo.return %3 : tensor<8x4xi32>
  }, {
    %1 = stablehlo.negate %a : tensor<8x8xi32>
    %2 = stablehlo.dot_general %1, %b, contracting_dims = [1] x [0] : (tensor<8x8xi32>, tensor<8x4xi32>) -> tensor<8x4xi32>
    %3 = sdy.reshard %2 <@mesh, [{}, {}]> : tensor<8x4xi32>
    stablehlo.return %3 : tensor<8x4xi32>
  }) : (tensor<i32>) -> (tensor<8x4xi32>)
  return %0 : tensor<8x4xi32>
}
