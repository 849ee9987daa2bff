// What was wrong: groups that are no digits beside those of others were listed, and what came of them had no sharding for the
// collective behind, which is over digits.
// RUN: sdyc opt %s -sdyc-list-unnested-groups | FileCheck %s
// CHECK: %[[SENT:.*]] = "stablehlo.collective_permute"{{.*}}{sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x":(6)2}, {"x":(1)6}]>]>}
// CHECK: sdy.all_to_all [{"x":(6)2}: 0->1] %[[SENT]]
sdy.mesh @mesh = <["x"=12]>
func.func public @main(%halves: tensor<6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x":(1)2}]>}, %a: tensor<1x40xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x":(6)2}, {"x":(1)6}]>}) -> (tensor<2x20xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
  %0 = sdy.collective_permute %a out_sharding=<@mesh, [{"x":(3)2}, {"x":(1)3, "x":(6)2}]> : tensor<1x40xf32>
  %1 = sdy.collective_permute %0 out_sharding=<@mesh, [{"x":(6)2}, {"x":(1)6}]> : tensor<1x40xf32>
  %2 = sdy.all_to_all [{"x":(6)2}: 0->1] %1 out_sharding=<@mesh, [{}, {"x"}]> : (tensor<1x40xf32>) -> tensor<2x20xf32>
  return %2 : tensor<2x20xf32>
}
