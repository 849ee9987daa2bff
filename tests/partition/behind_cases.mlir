// A collective in which all cases of a branch end is one behind it; one that only some of them have, or that another
// value of a case needs, stays.
// RUN: sdyc partition %s | FileCheck %s
// RUN: sdyc run %s --input=i32=1 --input=4x8xi32=random:1 --input=8x4xi32=random:2 > %t.shared
// RUN: sdyc run %s --storage=private --input=i32=1 --input=4x8xi32=random:1 --input=8x4xi32=random:2 > %t.private
// RUN: cmp %t.shared %t.private
sdy.mesh @mesh = <["x"=2]>
// CHECK-LABEL: func @main
// CHECK: %[[CASE:[0-9]+]]:2 = "stablehlo.case"
// CHECK: %[[P:[0-9]+]] = stablehlo.dot_general
// CHECK-NEXT: "stablehlo.all_gather"
// CHECK: stablehlo.return %[[P]]
// CHECK: %[[Q:[0-9]+]] = stablehlo.dot_general
// CHECK: stablehlo.return %[[Q]]
// CHECK: %[[SUM:[0-9]+]] = "stablehlo.all_reduce"(%[[CASE]]#0)
// CHECK-NOT: all_reduce
// CHECK: return %[[SUM]], %[[CASE]]#1
func.func @main(%i: tensor<i32>, %a: tensor<4x8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %b: tensor<8x4xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<4x4xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<4x8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  %z = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>} dense<7> : tensor<4x8xi32>
  %0:2 = "stablehlo.case"(%i) ({
    %1 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<4x8xi32>, tensor<8x4xi32>) -> tensor<4x4xi32>
    %2 = sdy.reshard %a <@mesh, [{}, {}]> : tensor<4x8xi32>
    stablehlo.return %1, %2 : tensor<4x4xi32>, tensor<4x8xi32>
  }, {
    %1 = stablehlo.negate %a : tensor<4x8xi32>
    %2 = stablehlo.dot_general %1, %b, contracting_dims = [1] x [0] : (tensor<4x8xi32>, tensor<8x4xi32>) -> tensor<4x4xi32>
    stablehlo.return %2, %z : tensor<4x4xi32>, tensor<4x8xi32>
  }) : (tensor<i32>) -> (tensor<4x4xi32>, tensor<4x8xi32>)
  return %0#0, %0#1 : tensor<4x4xi32>, tensor<4x8xi32>
}
