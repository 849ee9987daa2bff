// An axis comes to a dimension that only another one leaves: no device gets the whole, whichever collective is first.
// RUN: sdyc partition %s | FileCheck %s
// CHECK: "stablehlo.all_to_all"
// CHECK: "stablehlo.collective_permute"
// CHECK-NOT: all_gather
// CHECK: return
sdy.mesh @mesh = <["x"=2, "y"=3, "z"=2]>
func.func public @main(%a: tensor<24x24x24xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}, {"x"}]>}) -> (tensor<24x24x24xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"y", "z"}]>}) {
  %0 = sdy.reshard %a <@mesh, [{}, {}, {"y", "z"}]> : tensor<24x24x24xi32>
  return %0 : tensor<24x24x24xi32>
}
