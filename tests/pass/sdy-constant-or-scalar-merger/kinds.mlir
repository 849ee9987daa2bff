// Equal constants of stablehlo and of sdy are one, as Shardy keeps what comes first; another sharding keeps them apart.
// RUN: sdyc opt %s -sdy-constant-or-scalar-merger | FileCheck %s
sdy.mesh @mesh = <["x"=2]>
// CHECK-LABEL: func @main
// CHECK-NEXT: %[[ONE:.*]] = sdy.constant dense<1.000000e+00> : tensor<4xf32>
// CHECK-NEXT: %[[SHARDED:.*]] = stablehlo.constant {sdy.sharding = {{.*}}} dense<1.000000e+00> : tensor<4xf32>
// CHECK-NEXT: stablehlo.add %[[ONE]], %[[ONE]]
// CHECK-NEXT: stablehlo.add %{{.*}}, %[[SHARDED]]
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = sdy.constant dense<1.0> : tensor<4xf32>
  %1 = stablehlo.constant dense<1.0> : tensor<4xf32>
  %2 = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} dense<1.0> : tensor<4xf32>
  %3 = stablehlo.add %0, %1 : tensor<4xf32>
  %4 = stablehlo.add %3, %2 : tensor<4xf32>
  return %4 : tensor<4xf32>
}
