// Two axes that come to be unreduced at once, behind one that stays: both of the part, in their order.
// RUN: sdyc opt %s -sdy-reshard-to-collectives | FileCheck %s
// RUN: sdyc partition %s
// CHECK: sdy.sharded_to_unreduced [{"x", "y"}] %arg0 out_sharding=<@mesh, [{"z"}], unreduced={"x", "y"}>
sdy.mesh @mesh = <["x"=2, "y"=2, "z"=2]>
func.func public @main(%a: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"z", "x", "y"}]>}) -> (tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"z"}], unreduced={"x", "y"}>}) {
  %0 = sdy.reshard %a <@mesh, [{"z"}], unreduced={"x", "y"}> : tensor<16xf32>
  return %0 : tensor<16xf32>
}
