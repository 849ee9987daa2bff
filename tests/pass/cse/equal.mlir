// RUN: sdyc opt -cse %s | FileCheck %s

// Equal operations become one, unless their shardings differ; dead ones go.
// CHECK-LABEL: func.func @main
// CHECK-NEXT:    %[[A:.*]] = stablehlo.add %arg0, %arg0
// CHECK-NEXT:    %[[X:.*]] = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>}
// CHECK-NEXT:    %[[Y:.*]] = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}]>]>}
// CHECK-NEXT:    %[[B:.*]] = stablehlo.add %[[A]], %[[X]]
// CHECK-NEXT:    %[[C:.*]] = stablehlo.add %[[A]], %[[Y]]
// CHECK-NEXT:    return %[[B]], %[[C]], %[[C]]
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%arg0: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %a = stablehlo.add %arg0, %arg0 : tensor<4xf32>
  %a2 = stablehlo.add %arg0, %arg0 : tensor<4xf32>
  %0 = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}]>]>} dense<1.0> : tensor<4xf32>
  %1 = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}]>]>} dense<1.0> : tensor<4xf32>
  %2 = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}]>]>} dense<1.0> : tensor<4xf32>
  %b = stablehlo.add %a, %0 : tensor<4xf32>
  %dead = stablehlo.add %a, %0 : tensor<4xf32>
  %c = stablehlo.add %a, %1 : tensor<4xf32>
  %d = stablehlo.add %a2, %2 : tensor<4xf32>
  return %b, %c, %d : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// A scan whose body has no effects goes where nothing uses it.
// CHECK-LABEL: func.func @unused_scan(
// CHECK-NEXT:    return
func.func @unused_scan(%arg0: tensor<3xf32>, %arg1: tensor<f32>) {
  %0:2 = chlo.scan (%arg0) inits (%arg1) dimension=0 {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b, %b : tensor<f32>, tensor<f32>
  } : (tensor<3xf32>, tensor<f32>) -> (tensor<3xf32>, tensor<f32>)
  return
}

// Operations with equal regions are equal, too.
// CHECK-LABEL: func.func @regions(
// CHECK-NEXT:    %[[SUM:.*]] = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.add across dimensions = [0]
// CHECK-NEXT:    %[[MAX:.*]] = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.maximum across dimensions = [0]
// CHECK-NEXT:    return %[[SUM]], %[[SUM]], %[[MAX]]
func.func @regions(%arg0: tensor<4xf32>, %arg1: tensor<f32>) -> (tensor<f32>, tensor<f32>, tensor<f32>) {
  %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  %1 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  %2 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.maximum across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return %0, %1, %2 : tensor<f32>, tensor<f32>, tensor<f32>
}

// What a region returns counts, and which values from outside it reads.
// CHECK-LABEL: func.func @branches(
// CHECK: stablehlo.if
// CHECK: stablehlo.if
// CHECK-NOT: stablehlo.if
// CHECK: return
func.func @branches(%arg0: tensor<i1>, %arg1: tensor<f32>, %arg2: tensor<f32>) -> (tensor<f32>, tensor<f32>, tensor<f32>) {
  %0 = "stablehlo.if"(%arg0) ({
    stablehlo.return %arg1 : tensor<f32>
  }, {
    stablehlo.return %arg2 : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  %1 = "stablehlo.if"(%arg0) ({
    stablehlo.return %arg2 : tensor<f32>
  }, {
    stablehlo.return %arg1 : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  %2 = "stablehlo.if"(%arg0) ({
    stablehlo.return %arg1 : tensor<f32>
  }, {
    stablehlo.return %arg2 : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  return %0, %1, %2 : tensor<f32>, tensor<f32>, tensor<f32>
}
