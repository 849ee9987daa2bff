// What an operation on one device needs whole it needs for no factor of its own.
// RUN: sdyc partition --report %s | FileCheck %s
// CHECK: all_gather "x" 2 of 2 tensor<3x4xf32> 1 48 B 192 B stablehlo.tanh (line [[# @LINE + 4]]) needs its operand 0 sharded otherwise{{$}}
sdy.mesh @mesh = <["x"=2, "y"=2]>
sdy.mesh @second = <[], device_ids=[1]>
func.func public @main(%a: tensor<6x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<6x4xf32> {
  %0 = stablehlo.tanh %a {sdy.sharding = #sdy.sharding_per_value<[<@second, []>]>} : tensor<6x4xf32>
  return %0 : tensor<6x4xf32>
}
