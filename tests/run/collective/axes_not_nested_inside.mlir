// Twelve devices cut into 2 x 3 x 2 from outside, and within the program into 4 x 3 by a reshape: the collectives there
// list their groups, for no digits of the devices' numbers tell both cuts, which was an error. On another mesh, whose
// axes were looked for on the first: six devices that are to be a sum over the first 3 of 3 x 2 of them while they are
// parts of the other 3 of 2 x 3, which do not nest; the value is made whole first.
// RUN: sdyc run %s --input=8x2xi32=random:1 --input=8x2xi32=random:2 --input=16xf32=random:3 > %t.shared
// RUN: sdyc run %s --storage=private --input=8x2xi32=random:1 --input=8x2xi32=random:2 --input=16xf32=random:3 > %t.private
// RUN: cmp %t.shared %t.private
// RUN: sdyc run %s --storage=private --print-after=sdyc-list-unnested-groups --input=8x2xi32=random:1 --input=8x2xi32=random:2 --input=16xf32=random:3 2>&1 | FileCheck %s
sdy.mesh @mesh = <["x"=12]>
sdy.mesh @six = <["y"=6]>
// CHECK: sdy.mesh
// CHECK: replica_groups = dense<{{\[\[}}0, 3, 6, 9], [1, 4, 7, 10], [2, 5, 8, 11]]>
func.func @main(%a: tensor<8x2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %b: tensor<8x2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x":(2)3}, {"x":(6)2}]>}, %c: tensor<16xf32>) -> (
    tensor<16xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, tensor<8x2xi32>, tensor<16xf32>) {
  %0 = stablehlo.add %a, %a : tensor<8x2xi32>
  %1 = stablehlo.reshape %0 : (tensor<8x2xi32>) -> tensor<16xi32>
  %2 = stablehlo.add %b, %b : tensor<8x2xi32>
  %3 = sdy.reshard %c <@six, [{"y":(2)3}]> : tensor<16xf32>
  %4 = sdy.reshard %3 <@six, [{}], unreduced={"y":(1)3}> : tensor<16xf32>
  %5 = sdy.reshard %4 <@six, [{"y":(1)2}]> : tensor<16xf32>
  return %1, %2, %5 : tensor<16xi32>, tensor<8x2xi32>, tensor<16xf32>
}
