// A value on a mesh becomes a sum over an axis of another mesh, whose devices stand in another order, and moves as such
// between the two: groups of devices along an axis are not the same ones.
// RUN: sdyc run --storage=private --input=4x4xi32=random:2 %s > %t.private
// RUN: sdyc run --storage=shared --input=4x4xi32=random:2 %s | diff - %t.private
// RUN: grep -v "^sdy.mesh @other" %s | sed s/@other/@mesh/ | sdyc run --input=4x4xi32=random:2 - | diff - %t.private
// RUN: sdyc partition %s | FileCheck %s
sdy.mesh @mesh = <["x"=2, "y"=2]>
sdy.mesh @other = <["x"=2, "y"=2], device_ids=[2, 0, 3, 1]>
// CHECK: "stablehlo.collective_permute"
func.func public @main(%a: tensor<4x4xi32> {sdy.sharding = #sdy.sharding<@other, [{"y"}, {}]>}) -> (tensor<4x4xi32>, tensor<4x4xi32>) {
  %0 = stablehlo.abs %a {sdy.sharding = #sdy.sharding_per_value<[<@other, [{}, {}]>]>} : tensor<4x4xi32>
  %1 = sdy.reshard %0 <@mesh, [{}, {}], unreduced={"x"}> : tensor<4x4xi32>
  %2 = sdy.reshard %1 <@other, [{}, {}], unreduced={"x"}> : tensor<4x4xi32>
  %3 = sdy.reshard %2 <@other, [{}, {}]> : tensor<4x4xi32>
  %4 = sdy.reshard %a <@mesh, [{"y"}, {}], unreduced={"x"}> : tensor<4x4xi32>
  %5 = sdy.reshard %4 <@mesh, [{"y"}, {}]> : tensor<4x4xi32>
  return %3, %5 : tensor<4x4xi32>, tensor<4x4xi32>
}
