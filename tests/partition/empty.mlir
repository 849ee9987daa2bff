// A tensor without elements is gathered without a collective: stablehlo.all_gather does not take a dimension of none.
// RUN: sdyc partition %s | FileCheck %s --implicit-check-not=all_gather
sdy.mesh @mesh = <["x"=2]>
func.func public @main(%a: tensor<0x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<0x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  // CHECK: %[[C:.*]] = stablehlo.constant dense<{{.*}}> : tensor<0x4xf32>
  // CHECK: return %[[C]]
  return %a : tensor<0x4xf32>
}
