// Six devices in one order of three parts, and in another: a permutation that sent to one device twice. What differs
// is gathered and cut.
// RUN: sdyc partition %s | FileCheck %s --implicit-check-not=collective_permute
sdy.mesh @mesh = <["x"=6]>
// CHECK: func.func @main(%arg0: tensor<1xf32>) -> tensor<1xf32>
// CHECK: "stablehlo.all_gather"(%arg0)
func.func @main(%a: tensor<3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x":(2)3}]>}) -> (tensor<3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x":(1)3}]>}) {
  return %a : tensor<3xf32>
}
