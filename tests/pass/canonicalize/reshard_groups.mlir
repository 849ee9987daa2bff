// Equal reshards are one only where all patterns are asked for: the group is of reshards in a row.
// RUN: sdyc opt %s -canonicalize | FileCheck %s --check-prefix=ALL
// RUN: sdyc opt %s -canonicalize=enable-patterns=sdy-reshard | FileCheck %s --check-prefix=GROUP
sdy.mesh @mesh = <["x"=2]>
// ALL-COUNT-1:   sdy.reshard
// ALL-NOT:       sdy.reshard
// GROUP-COUNT-2: sdy.reshard
// GROUP-NOT:     sdy.reshard
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = sdy.reshard %a <@mesh, [{}]> : tensor<4xf32>
  %1 = sdy.reshard %0 <@mesh, [{"x"}]> : tensor<4xf32>
  %2 = sdy.reshard %a <@mesh, [{"x"}]> : tensor<4xf32>
  %3 = stablehlo.add %1, %2 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} : tensor<4xf32>
  return %3 : tensor<4xf32>
}
