// A value that all ranks have, of which each takes its part: it begins where the number of the rank says.
// RUN: sdyc kernels --ranks=2 %s | FileCheck %s
sdy.mesh @mesh = <["x"=4]>

// CHECK: b[[RANK:[0-9]+]] = rank 0: 1 x i64
// CHECK: mul_i64(b[[RANK]][0], 4)
func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>})
    -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %0 = stablehlo.negate %a : tensor<8xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{}]> : tensor<8xf32>
  %2 = stablehlo.exponential %1 : tensor<8xf32>
  return %2 : tensor<8xf32>
}
