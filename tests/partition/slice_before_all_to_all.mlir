// What an all_to_all is going to bring to a dimension is cut off before, also by the axis that only the result has: no
// permute is needed then.
// RUN: sdyc partition %s | FileCheck %s
// CHECK-LABEL: func.func public @main(%arg0: tensor<4x8xf32>) -> tensor<8x2xf32>
// CHECK: %[[CUT:[0-9]+]] = stablehlo.dynamic_slice %arg0, {{.*}} -> tensor<2x8xf32>
// CHECK-NEXT: %[[ALL:[0-9]+]] = "stablehlo.all_to_all"(%[[CUT]]) {{.*}} : (tensor<2x8xf32>) -> tensor<8x2xf32>
// CHECK-NEXT: return %[[ALL]]
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func public @main(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x", "y"}]>}) {
  %0 = sdy.reshard %a <@mesh, [{}, {"x", "y"}]> : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
