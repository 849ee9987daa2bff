// An operation with several results of different types on one device: each result is sent by itself.
// RUN: sdyc partition %s | FileCheck %s
// CHECK: %[[BOTH:[0-9]+]]:2 = "stablehlo.if"
// CHECK: }) : (tensor<i1>) -> (tensor<6xf32>, tensor<6xi32>)
// CHECK: "stablehlo.all_reduce"(%[[BOTH]]#0)
// CHECK: "stablehlo.all_reduce"(%[[BOTH]]#1)
sdy.mesh @mesh = <["x"=2, "y"=2]>
sdy.mesh @second = <[], device_ids=[1]>
func.func public @main(%x: tensor<6xf32>, %p: tensor<6xi32>) -> (tensor<6xf32>, tensor<6xi32>) {
  %0:2 = "stablehlo.sort"(%x, %p) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>):
    %1 = stablehlo.compare LT, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) {sdy.sharding = #sdy.sharding_per_value<[<@second, []>, <@second, []>]>} : (tensor<6xf32>, tensor<6xi32>) -> (tensor<6xf32>, tensor<6xi32>)
  return %0#0, %0#1 : tensor<6xf32>, tensor<6xi32>
}
