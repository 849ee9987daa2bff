// What was wrong: of two equal constants, one of which says that it is whole, the other stayed, and the collective that
// makes the value unreduced had an operand without a sharding.
// RUN: sdyc opt %s -canonicalize="enable-patterns=sdy-reshard" | FileCheck %s
sdy.mesh @mesh = <["x"=2]>
// CHECK: %[[ZERO:.*]] = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} dense<0> : tensor<3xi32>
// CHECK-NOT: stablehlo.constant
// CHECK: sdy.replicated_to_unreduced {"x"} %[[ZERO]]
func.func @main(%a: tensor<3xi32>) -> (tensor<3xi32>, tensor<3xi32>) {
  %c = stablehlo.constant dense<0> : tensor<3xi32>
  %0 = stablehlo.add %a, %c : tensor<3xi32>
  %d = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} dense<0> : tensor<3xi32>
  %1 = sdy.replicated_to_unreduced {"x"} %d out_sharding=<@mesh, [{}], unreduced={"x"}> : tensor<3xi32>
  %2 = sdy.all_reduce {"x"} %1 out_sharding=<@mesh, [{}]> : tensor<3xi32>
  return %0, %2 : tensor<3xi32>, tensor<3xi32>
}

// Where no collective asks, the first constant stays as it is.
// CHECK-LABEL: func.func @nobody_asks
// CHECK: %[[ZERO:.*]] = stablehlo.constant dense<0> : tensor<3xi32>
// CHECK-NEXT: return %[[ZERO]], %[[ZERO]]
func.func @nobody_asks() -> (tensor<3xi32>, tensor<3xi32>) {
  %c = stablehlo.constant dense<0> : tensor<3xi32>
  %d = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}]>]>} dense<0> : tensor<3xi32>
  return %c, %d : tensor<3xi32>, tensor<3xi32>
}
