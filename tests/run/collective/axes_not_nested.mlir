// Twelve devices cut into 2 x 6 and into 4 x 3: no digits of their numbers tell both, which was an error.
// RUN: sdyc run %s --input=12xi32=random:1 --input=8xi32=random:2 > %t.shared
// RUN: sdyc run %s --storage=private --input=12xi32=random:1 --input=8xi32=random:2 > %t.private
// RUN: cmp %t.shared %t.private
// RUN: sdyc partition %s | FileCheck %s
sdy.mesh @mesh = <["x"=12]>
// CHECK: func.func @main(%arg0: tensor<6xi32>, %arg1: tensor<2xi32>) -> (tensor<2xi32>, tensor<4xi32>)
func.func @main(%a: tensor<12xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x":(1)2}]>}, %b: tensor<8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x":(1)4}]>}) -> (
    tensor<12xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x":(1)6}]>}, tensor<8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x":(2)2}]>}) {
  %0 = stablehlo.add %a, %a : tensor<12xi32>
  %1 = stablehlo.add %b, %b : tensor<8xi32>
  return %0, %1 : tensor<12xi32>, tensor<8xi32>
}
