// A token comes as an argument and is given as a result, and a sharding of no dimension is said of it.
// RUN: sdyc run %s --input=4x2xi32=1 --input=random --storage=private | FileCheck %s
// RUN: sdyc run %s --input=4x2xi32=1 --input=random --storage=shared | FileCheck %s
// CHECK: 4x2xi32=[2 2][2 2][2 2][2 2]
sdy.mesh @mesh = <["x"=2]>
func.func public @main(%x: tensor<4x2xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
                       %t: !stablehlo.token {sdy.sharding = #sdy.sharding<@mesh, []>})
    -> (tensor<4x2xi32>, !stablehlo.token {sdy.sharding = #sdy.sharding<@mesh, []>}) {
  %0 = stablehlo.add %x, %x : tensor<4x2xi32>
  %1 = stablehlo.after_all %t : !stablehlo.token
  return %0, %1 : tensor<4x2xi32>, !stablehlo.token
}
