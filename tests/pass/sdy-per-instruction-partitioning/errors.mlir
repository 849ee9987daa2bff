// RUN: sdyc opt %s -split-input-file -verify-diagnostics -sdy-per-instruction-partitioning
sdy.mesh @mesh = <["x"=2]>
sdy.mesh @other = <["x"=2], device_ids=[1, 0]>
func.func @meshes(%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %b: tensor<4xf32> {sdy.sharding = #sdy.sharding<@other, [{"x"}]>}) -> tensor<4xf32> {
  // expected-error @+1 {{'stablehlo.add' has values on different meshes: it cannot be partitioned alone}}
  %0 = stablehlo.add %a, %b : tensor<4xf32>
  return %0 : tensor<4xf32>
}
