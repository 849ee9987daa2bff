// What prepares windows asks how each dimension is sharded: on one device there is nothing said of any. Had been a crash.
// RUN: sdyc run --storage=private --input=3x7xi32=random:1 %s > %t.private
// RUN: sdyc run --storage=shared --input=3x7xi32=random:1 %s | diff - %t.private
sdy.mesh @mesh = <["x"=2]>
sdy.mesh @single = <[], device_ids=[0]>
func.func public @main(%a: tensor<3x7xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<3x3xi32>, tensor<3x9xi32>, tensor<3x7xi32>) {
  %c = stablehlo.constant dense<1> : tensor<i32>
  %0 = stablehlo.slice %a [0:3, 2:5] {sdy.sharding = #sdy.sharding_per_value<[<@single, []>]>} : (tensor<3x7xi32>) -> tensor<3x3xi32>
  %1 = stablehlo.negate %0 {sdy.sharding = #sdy.sharding_per_value<[<@single, []>]>} : tensor<3x3xi32>
  %2 = stablehlo.pad %a, %c, low = [0, 1], high = [0, 1], interior = [0, 0] {sdy.sharding = #sdy.sharding_per_value<[<@single, []>]>} : (tensor<3x7xi32>, tensor<i32>) -> tensor<3x9xi32>
  %3 = stablehlo.slice %a [0:3, 2:7] {sdy.sharding = #sdy.sharding_per_value<[<@single, []>]>} : (tensor<3x7xi32>) -> tensor<3x5xi32>
  %4 = stablehlo.slice %a [0:3, 0:2] {sdy.sharding = #sdy.sharding_per_value<[<@single, []>]>} : (tensor<3x7xi32>) -> tensor<3x2xi32>
  %5 = stablehlo.concatenate %3, %4, dim = 1 {sdy.sharding = #sdy.sharding_per_value<[<@single, []>]>} : (tensor<3x5xi32>, tensor<3x2xi32>) -> tensor<3x7xi32>
  return %1, %2, %5 : tensor<3x3xi32>, tensor<3x9xi32>, tensor<3x7xi32>
}
