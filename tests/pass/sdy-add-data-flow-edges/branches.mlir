// RUN: sdyc opt -sdy-add-data-flow-edges %s | FileCheck %s

// The results of a case have edges, those of an if have none, as in Shardy.
// CHECK-LABEL: func.func @main
// CHECK:       %[[IF:.*]] = "stablehlo.if"
// CHECK:       %[[CASE:.*]] = "stablehlo.case"
// CHECK:       %[[EDGE:.*]] = sdy.data_flow_edge %[[CASE]]
// CHECK-NEXT:  return %[[IF]], %[[EDGE]]
func.func @main(%arg0: tensor<i1>, %arg1: tensor<i32>, %arg2: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = "stablehlo.if"(%arg0) ({
    stablehlo.return %arg2 : tensor<4xf32>
  }, {
    %1 = stablehlo.negate %arg2 : tensor<4xf32>
    stablehlo.return %1 : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  %2 = "stablehlo.case"(%arg1) ({
    stablehlo.return %arg2 : tensor<4xf32>
  }, {
    %1 = stablehlo.negate %arg2 : tensor<4xf32>
    stablehlo.return %1 : tensor<4xf32>
  }) : (tensor<i32>) -> tensor<4xf32>
  return %0, %2 : tensor<4xf32>, tensor<4xf32>
}
