// What was wrong: a value that the program sums up was cut like what it is taken from, and the sum, which says how its
// operand is sharded, was no longer valid.
// RUN: sdyc partition %s | FileCheck %s
// RUN: sdyc run --storage=private --input=7x6xf32=random:1 %s > %t.private
// RUN: sdyc run --storage=shared --input=7x6xf32=random:1 %s | diff - %t.private
sdy.mesh @mesh = <["x"=2, "y"=2, "z"=3]>
// CHECK: func public @main
// CHECK: call @f
func.func public @main(%a: tensor<7x6xf32>) -> tensor<7x6xf32> {
  %0 = sdy.reshard %a <@mesh, [{"x", "y"}, {}], unreduced={"z"}> : tensor<7x6xf32>
  %1 = call @f(%0) : (tensor<7x6xf32>) -> tensor<7x6xf32>
  %2 = sdy.reshard %1 <@mesh, [{}, {}], unreduced={"y", "z"}> : tensor<7x6xf32>
  %3 = call @f(%2) : (tensor<7x6xf32>) -> tensor<7x6xf32>
  %4 = sdy.reshard %3 <@mesh, [{"z"}, {}]> : tensor<7x6xf32>
  return %4 : tensor<7x6xf32>
}
func.func private @f(%a: tensor<7x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}], unreduced={"z"}>})
    -> (tensor<7x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], unreduced={"z"}>}) {
  %0 = stablehlo.negate %a {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x", "y"}, {}], unreduced={"z"}>]>} : tensor<7x6xf32>
  %1 = sdy.reshard %0 <@mesh, [{"x", "y"}, {}], unreduced={"z"}> : tensor<7x6xf32>
  return %1 : tensor<7x6xf32>
}
