// Two dimensions of which the first goes to the last, and the second to the one before: one exchange, whose parts come
// in the order of the dimensions that they go to.
// RUN: sdyc partition %s | FileCheck %s
// CHECK-LABEL: func.func public @main(%arg0: tensor<2x3x8x10xf32>) -> tensor<4x6x4x5xf32>
// CHECK: stablehlo.reshape %arg0 : (tensor<2x3x8x10xf32>) -> tensor<2x3x2x4x2x5xf32>
// CHECK: "stablehlo.all_to_all"({{.*}} replica_groups = dense<{{\[\[}}0, 2, 1, 3]]>
// CHECK-NOT: all_to_all
// CHECK: return
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func public @main(%a: tensor<4x6x8x10xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}, {}, {}]>}) -> (tensor<4x6x8x10xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"y"}, {"x"}]>}) {
  %0 = sdy.reshard %a <@mesh, [{}, {}, {"y"}, {"x"}]> : tensor<4x6x8x10xf32>
  return %0 : tensor<4x6x8x10xf32>
}
