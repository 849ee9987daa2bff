// RUN: sdyc opt %s -sdy-resolve-single-device-sharding | FileCheck %s
// RUN: sdyc opt %s -sdy-resolve-single-device-sharding='replica-count=4' | FileCheck %s --check-prefix=REPLICA
// RUN: not sdyc opt %s -sdy-resolve-single-device-sharding='replica-count=4 partition-count=2' 2>&1 | FileCheck %s --check-prefix=BOTH
// BOTH: replica-count and partition-count cannot both be more than one
sdy.mesh @mesh = <["x"=2, "y"=2]>
sdy.mesh @third = <[], device_ids=[2]>

// CHECK-LABEL: func.func @tokens
// CHECK:      %[[ID:.*]] = stablehlo.partition_id : tensor<ui32>
// REPLICA:    stablehlo.replica_id : tensor<ui32>
// CHECK-NEXT: %[[WIDE:.*]] = stablehlo.convert %[[ID]] : (tensor<ui32>) -> tensor<i64>
// CHECK-NEXT: %[[THIRD:.*]] = stablehlo.constant dense<2> : tensor<i64>
// CHECK-NEXT: %[[HERE:.*]] = stablehlo.compare EQ, %[[WIDE]], %[[THIRD]]
// CHECK-NEXT: %[[IF:.*]]:2 = "stablehlo.if"(%[[HERE]]) ({
// CHECK-NEXT:   %[[CALL:.*]]:2 = stablehlo.custom_call @f(%arg0, %arg1) {has_side_effect = true} : (tensor<4xf32>, !stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
// CHECK-NEXT:   stablehlo.return %[[CALL]]#0, %[[CALL]]#1
// CHECK-NEXT: }, {
// CHECK-NEXT:   %[[ZERO:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<4xf32>
// CHECK-NEXT:   %[[TOKEN:.*]] = stablehlo.create_token
// CHECK-NEXT:   stablehlo.return %[[ZERO]], %[[TOKEN]]
// CHECK-NEXT: })
// CHECK-NEXT: %[[SUM:.*]] = sdy.all_reduce {"x", "y"} %[[IF]]#0 out_sharding=<@mesh, [{}]>
// CHECK-NEXT: %[[CUT:.*]] = sdy.reshard %[[SUM]] <@mesh, [{"x"}]>
// CHECK-NEXT: return %[[SUM]], %[[CUT]], %[[IF]]#1
func.func @tokens(%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %t: !stablehlo.token) -> (tensor<4xf32>, tensor<4xf32>, !stablehlo.token) {
  %0 = sdy.reshard %a <@third, []> : tensor<4xf32>
  %1:2 = stablehlo.custom_call @f(%0, %t) {has_side_effect = true, sdy.sharding = #sdy.sharding_per_value<[<@third, []>, <@mesh, []>]>} : (tensor<4xf32>, !stablehlo.token) -> (tensor<4xf32>, !stablehlo.token)
  %2 = sdy.reshard %1#0 <@mesh, [{}]> : tensor<4xf32>
  %3 = sdy.reshard %2 <@mesh, [{"x"}]> : tensor<4xf32>
  return %2, %3, %1#1 : tensor<4xf32>, tensor<4xf32>, !stablehlo.token
}

// An operation with a region; both operands are one value. What stands inside of it goes with it.
// CHECK-LABEL: func.func @regions
// CHECK:      stablehlo.constant dense<2> : tensor<i64>
// CHECK:      "stablehlo.if"
// CHECK-NEXT:   stablehlo.reduce(%arg0 init: %arg1) across dimensions = [0]
// CHECK:      sdy.all_reduce
// CHECK-NOT:  stablehlo.if
func.func @regions(%a: tensor<4xf32>, %b: tensor<f32>) -> tensor<f32> {
  %0 = sdy.reshard %a <@third, []> : tensor<4xf32>
  %1 = sdy.reshard %b <@third, []> : tensor<f32>
  %2 = stablehlo.reduce(%0 init: %1) across dimensions = [0] {sdy.sharding = #sdy.sharding_per_value<[<@third, []>]>} : (tensor<4xf32>, tensor<f32>) -> tensor<f32> reducer(%x: tensor<f32>, %y: tensor<f32>) {
    %3 = stablehlo.add %x, %y {sdy.sharding = #sdy.sharding_per_value<[<@third, []>]>} : tensor<f32>
    %4 = stablehlo.multiply %3, %3 : tensor<f32>
    stablehlo.return %4 : tensor<f32>
  }
  return %2 : tensor<f32>
}
