// An axis takes the place of one of two that leave, of as many parts: devices exchange parts first, and gather over the
// other one alone.
// RUN: sdyc partition %s | FileCheck %s
// CHECK: "stablehlo.collective_permute"(%arg0)
// CHECK: "stablehlo.all_gather"
// CHECK-SAME: (tensor<144x24xi32>) -> tensor<144x72xi32>
sdy.mesh @mesh = <["x"=3, "y"=2, "z"=4]>
func.func public @main(%a: tensor<144x144xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x", "y"}]>}) -> (tensor<144x144xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"z":(1)2}]>}) {
  %0 = sdy.reshard %a <@mesh, [{}, {"z":(1)2}]> : tensor<144x144xi32>
  return %0 : tensor<144x144xi32>
}
