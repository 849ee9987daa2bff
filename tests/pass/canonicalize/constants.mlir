// RUN: sdyc opt -canonicalize %s | FileCheck %s

// As MLIR does it: equal constants become the first of them, whatever their attributes say, at the
// top of the function; dead operations go.
// CHECK-LABEL: func.func @main
// CHECK-NEXT:    %[[X:.*]] = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>}
// CHECK-NEXT:    %[[A:.*]] = stablehlo.add %arg0, %arg0
// CHECK-NEXT:    %[[B:.*]] = stablehlo.add %[[X]], %[[A]]
// CHECK-NEXT:    return %[[B]], %[[B]]
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%arg0: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %a = stablehlo.add %arg0, %arg0 : tensor<4xf32>
  %0 = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} dense<1.0> : tensor<4xf32>
  %1 = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}]>]>} dense<1.0> : tensor<4xf32>
  %b = stablehlo.add %0, %a : tensor<4xf32>
  %dead = stablehlo.add %a, %1 : tensor<4xf32>
  return %b, %b : tensor<4xf32>, tensor<4xf32>
}
