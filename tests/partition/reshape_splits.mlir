// A reshape that splits a dimension in parts which its size does not fill: neighbours send their parts, also where a
// dimension beside it is in parts of its own. What was wrong: what was sent had no sharding along the other dimension, and
// the program was refused.
// RUN: sdyc partition %s | FileCheck %s
// CHECK-LABEL: func.func public @main(%arg0: tensor<4x8xf32>) -> tensor<1x4x2x4xf32>
// CHECK-NOT: all_gather
// CHECK: "stablehlo.collective_permute"({{.*}} : (tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK-NOT: all_gather
// CHECK: return
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func public @main(%a: tensor<14x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<2x7x4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x":(1)2}, {"x":(2)2}, {"y"}, {}]>}) {
  %0 = stablehlo.reshape %a {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x":(1)2}, {"x":(2)2}, {"y"}, {}]>]>} : (tensor<14x16xf32>) -> tensor<2x7x4x4xf32>
  return %0 : tensor<2x7x4x4xf32>
}
